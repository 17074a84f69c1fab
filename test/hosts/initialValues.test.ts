import { eventDeclarations } from '../../core/subjects/events/all';
import { type FieldSet, infoOf, parseFields } from '../../core/fields/fieldSet';
import { catalogue } from '../../core/subjects/catalogue';
import { locatedIn } from '../../nodes/shared/fieldProperties';
import { mainProperties } from '../../nodes/shared/properties';

/**
 * A form that is not changed sends the values that the core uses for fields that a program leaves
 * out: for every operation and event, and each choice that decides which fields are shown.
 */

type Values = Record<string, unknown>;

/** All combinations of values of the fields that decide which other fields are shown. */
function ways(set: FieldSet): Values[] {
	const deciding = new Map<string, Set<string>>();
	for (const key of set.keys) {
		const { shownFor } = infoOf(set, key);
		if (!shownFor) continue;
		const all = (infoOf(set, shownFor.field).choices ?? []).map(({ value }) => value);
		deciding.set(shownFor.field, new Set(all));
	}
	return [...deciding].reduce<Values[]>(
		(begun, [key, values]) =>
			begun.flatMap((way) => [...values].map((value) => ({ ...way, [key]: value }))),
		[{}],
	);
}

/** The initial values that n8n's form shows, those that are not empty. */
function visibleIn(set: FieldSet, way: Values): Values {
	const visible = mainProperties(locatedIn(set)).filter(({ displayOptions }) =>
		Object.entries(displayOptions?.show ?? {}).every(([field, values]) =>
			(values as unknown[]).includes(way[field]),
		),
	);
	return Object.fromEntries(
		visible.flatMap(({ name, default: given }) => {
			// A resource locator.
			const initial = typeof given === 'object' && given && 'value' in given ? given.value : given;
			const isEmpty = initial === '' || initial === undefined || Array.isArray(initial);
			return isEmpty ? [] : [[name, initial] as const];
		}),
	);
}

function parsed(set: FieldSet, values: Values): unknown {
	try {
		return parseFields(set, values, 'test');
	} catch (error) {
		return (error as Error).message;
	}
}

const sets: Array<[string, FieldSet]> = [
	...catalogue.map(({ id, input }) => [id, input] as [string, FieldSet]),
	...eventDeclarations.map(({ value, fields }) => [`event ${value}`, fields] as [string, FieldSet]),
];

const implicit = (set: FieldSet, key: string) => {
	const { required, in: location, default: initial, wasOption } = infoOf(set, key);
	// The event itself has this default.
	if (wasOption) return false;
	return required || location === 'form' || initial === undefined;
};

test.each(sets)('%s takes what its form shows at first', (_, set) => {
	for (const way of ways(set)) {
		const initials = visibleIn(set, way);
		// The choices of a way are given; what it leaves as it is, is left out once and given once.
		const examples = Object.fromEntries(
			set.keys.flatMap((key) => {
				const { placeholder, required } = infoOf(set, key);
				const isOpen = required && !(key in initials) && placeholder !== undefined;
				return isOpen ? [[key, placeholder] as const] : [];
			}),
		);
		const sent = Object.fromEntries(Object.entries(initials).filter(([key]) => implicit(set, key)));
		const asForm = parsed(set, { ...examples, ...sent, ...way });
		const asProgram = parsed(set, { ...examples, ...way });
		expect([way, asProgram]).toEqual([way, asForm]);
	}
});

test('there are fields whose form has an initial value', () => {
	const count = sets.filter(([, set]) =>
		ways(set).some((way) => Object.keys(visibleIn(set, way)).length > 0),
	);
	expect(count.length).toBeGreaterThan(50);
	const [, webhook] = sets.find(([id]) => id === 'webhook.create') as [string, FieldSet];
	const initials = ways(webhook).map((way) => visibleIn(webhook, way));
	expect(initials).toContainEqual(
		expect.objectContaining({ keyType: 'nodeId', network: 'mainnet' }),
	);
});
