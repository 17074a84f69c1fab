import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { eventCases, parametersOf } from '../../lab/kit/events/case';
import { covering } from '../../lab/kit/selection';
import { forTests } from '../emulatorForTests';
import { startBench } from './triggerKit';

/**
 * An expression that gives nothing is not an empty field: at every field of every event of the trigger
 * it is an error at publishing, before anything is sent.
 */

const { properties } = new AvalancheTrigger().description;
const eventMenu = properties.find(({ name }) => name === 'event') as INodeProperties;
const events = (eventMenu.options as INodePropertyOptions[]).map(({ value }) => String(value));

interface Field {
	event: string;
	property: INodeProperties;
	/** The collection that it is in. */
	collection?: string;
	/** Choices that it depends on, other than the event. */
	chosen: Record<string, string>;
}

const shownFor = ({ displayOptions }: INodeProperties): Record<string, unknown[]> =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).map(([name, values]) => [
			name.replace('/', ''),
			values as unknown[],
		]),
	);

function fieldsOf(event: string): Field[] {
	const isOf = (one: INodeProperties) => (shownFor(one).event ?? [event]).includes(event);
	const chosenFor = (...all: INodeProperties[]) => {
		const wanted = Object.assign({}, ...all.map(shownFor)) as Record<string, unknown[]>;
		const others = Object.entries(wanted).filter(([name]) => name !== 'event');
		return Object.fromEntries(others.map(([name, [first]]) => [name, String(first)]));
	};
	return properties.filter(isOf).flatMap((property): Field[] => {
		if (property.noDataExpression || property.type === 'notice') return [];
		if (property.type !== 'collection') {
			return [{ event, property, chosen: chosenFor(property) }];
		}
		return (property.options as INodeProperties[]).filter(isOf).map((one) => ({
			event,
			property: one,
			collection: property.name,
			chosen: chosenFor(property, one),
		}));
	});
}

const fields = events.flatMap(fieldsOf).map((field) => {
	const { event, property, collection } = field;
	return [event, [collection, property.name].filter(Boolean).join('.'), field] as const;
});

const bench = forTests(() => startBench());

function formOf({ event, property, collection, chosen }: Field, value: string): INodeParameters {
	const given = eventCases.find((one) => one.event.value === event) as (typeof eventCases)[number];
	const settings = parametersOf(given.event, given.settings(bench.world));
	const form = { ...settings, ...chosen, event } as INodeParameters;
	if (!collection) return { ...form, [property.name]: value };
	return {
		...form,
		[collection]: { ...(form[collection] as INodeParameters), [property.name]: value },
	};
}

const NOTHING: ReadonlyArray<[expression: string, name: string]> = [
	['={{ undefined }}', 'undefined'],
	['={{ null }}', 'null'],
	['={{ [] }}', 'an empty list'],
];

test('the form has all events', () => {
	expect([...events].sort()).toEqual(
		[...new Set(eventCases.map(({ event }) => event.value))].sort(),
	);
	expect(fields.length).toBeGreaterThan(events.length * 5);
});

/** The kinds of fields, where they are, and what they depend on. */
const traitsOf = ([, , { property, collection, chosen }]: (typeof fields)[number]) => [
	`${collection} ${property.type} ${Boolean(property.required)}`,
	...Object.keys({ ...property.typeOptions, ...chosen }),
];

test.each(covering(fields, traitsOf))(
	'%s: %s is not left out where its expression gives nothing',
	async (_, __, field) => {
		const { displayName, name } = field.property;
		for (const [expression, nothing] of NOTHING) {
			bench.control.clearRequests();
			const { items, error } = await bench.trigger('default', formOf(field, expression)).publish();
			expect(items).toEqual([]);
			expect(String(error?.message)).toContain(
				`"${displayName}" (${name}) must not come from an expression that gives ${nothing}: `,
			);
			expect(bench.control.requestCount()).toBe(0);
		}
	},
);
