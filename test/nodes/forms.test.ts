import type {
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeTypeDescription,
	IPollFunctions,
} from 'n8n-workflow';
import { AvalancheApi } from '../../credentials/AvalancheApi.credentials';
import { eventDeclarations } from '../../core/subjects/events/all';
import type { Field } from '../../core/fields/field';
import { infoOf } from '../../core/fields/fieldSet';
import { isLimited, versionsText } from '../../core/fields/versions';
import { replayableEvents } from '../../core/subjects/events/replayable';
import { catalogue } from '../../core/subjects/catalogue';
import * as dataComposed from '../../nodes/Avalanche/composed/all';
import * as nodeComposed from '../../nodes/AvalancheRpc/composed/all';
import type { ComposedOperation } from '../../nodes/shared/composed';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { AvalancheWebhookTrigger } from '../../nodes/AvalancheWebhookTrigger/AvalancheWebhookTrigger.node';
import { watchOf } from '../../nodes/AvalancheTrigger/settings';
import { createEngine } from '../../lab/kit/engine';
import { formOf } from '../../lab/kit/nodes/formOf';
import { DAY } from '../../core/formats/timeUnits';

/** Rules for every form, so that it can be used without instructions. */

const composed: readonly ComposedOperation[] = [dataComposed, nodeComposed].flatMap(
	Object.values<ComposedOperation>,
);
const computing = composed
	.filter(({ callOptions }) => callOptions === 'none')
	.map(({ resource, entry }) => ` ${resource.value} ${entry.value}`);

interface Form {
	name: string;
	properties: INodeProperties[];
}

const isShown = ({ displayOptions }: INodeProperties, chosen: Record<string, string>) =>
	Object.entries(displayOptions?.show ?? {}).every(
		([name, values]) => !(name in chosen) || (values as unknown[]).includes(chosen[name]),
	);

function formsOf({ displayName, properties }: INodeTypeDescription): Form[] {
	const menus = properties.filter(({ name }) => name === 'operation');
	return menus.flatMap((menu) =>
		(menu.options as INodePropertyOptions[]).map(({ value }) => {
			const resource = String(menu.displayOptions?.show?.resource?.[0]);
			const operation = String(value);
			const own = properties.filter(({ name }) => !['resource', 'operation'].includes(name));
			const name = `${displayName} ${resource} ${operation}`;
			return { name, properties: formOf(own, { resource, operation }) };
		}),
	);
}

const trigger = new AvalancheTrigger().description;
const triggerForms = [trigger, new AvalancheWebhookTrigger().description].flatMap((node) => {
	const [menu, ...own] = node.properties;
	return (menu.options as INodePropertyOptions[]).map(({ value }): Form => {
		const event = String(value);
		return { name: `${node.displayName} ${event}`, properties: formOf(own, { event }) };
	});
});
const actionForms = [new Avalanche(), new AvalancheRpc()].flatMap((node) =>
	formsOf(node.description),
);
const forms = [...actionForms, ...triggerForms];

const inside = (property: INodeProperties): INodeProperties[] =>
	property.type === 'collection' ? (property.options as INodeProperties[]) : [];
/** Every field that can be filled in, those in collections among them. */
const fieldsOf = ({ properties }: Form): INodeProperties[] =>
	properties
		.flatMap((one) => (one.type === 'collection' ? inside(one) : [one]))
		.filter(({ type }) => !['notice', 'fixedCollection'].includes(type));

test('every operation of the catalogue has a form, and so has what is built on them', () => {
	const menus = [new Avalanche(), new AvalancheRpc()].flatMap(({ description }) =>
		description.properties.filter(({ name }) => name === 'operation'),
	);
	const entries = menus.flatMap(({ options }) => options as INodePropertyOptions[]);
	const actions = entries.map(({ action }) => action);
	// If an entry has several transports, the first one's operation names it.
	const named = new Map<string, string>();
	for (const { node, resource, entry, action } of catalogue) {
		const key = `${node} ${resource.value} ${entry.value}`;
		if (!named.has(key)) named.set(key, action);
	}
	const declared = [...named.values()];
	expect(declared.filter((action) => !actions.includes(action))).toEqual([]);
	const others = [
		...composed.map(({ action }) => action),
		...replayableEvents.map(({ name }) => `Replay the event ${name}`),
	];
	expect(actions.filter((action) => !declared.includes(action as string)).sort()).toEqual(
		others.sort(),
	);
});

test('forms offer Limit and options of calls only where a list or a call is', () => {
	const propertiesOf = (id: string) =>
		forms.find(({ name }) => name.endsWith(id))?.properties ?? [];
	const limit = propertiesOf('Avalanche customApiCall call').find(({ name }) => name === 'limit');
	expect(limit?.displayOptions).toEqual({
		show: { method: ['GET'], returnAll: [false] },
		hide: { itemsField: [''] },
	});
	expect(computing.map(propertiesOf)).not.toContainEqual([]);
	for (const name of computing) {
		expect(fieldsOf({ name, properties: propertiesOf(name) })).not.toContainEqual(
			expect.objectContaining({ name: 'retries' }),
		);
	}
});

describe.each(forms.map((form) => [form.name, form] as const))('%s', (_, form) => {
	const fields = fieldsOf(form);

	test('asks for what is required first', () => {
		const free = form.properties.filter(
			({ type }) => !['notice', 'fixedCollection'].includes(type),
		);
		// Fields that depend on a choice follow it, required or not.
		const always = free.filter(({ displayOptions }) => displayOptions === undefined);
		const required = always.map((one) => one.required === true);
		expect(required).toEqual([...required].sort((a, b) => Number(b) - Number(a)));
		const collections = free.map(({ type }) => type === 'collection');
		// Every call has options; an operation that only computes may have none.
		const hasOptions =
			!computing.some((end) => form.name.endsWith(end)) || collections.includes(true);
		expect(collections.at(-1)).toBe(hasOptions);
		expect(free.at(-1)?.name === 'options').toBe(hasOptions);
	});

	test('explains every field, and gives texts an example or a default', () => {
		for (const { displayName, name, type, description = '', placeholder, ...more } of fields) {
			expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].{9,}/)]);
			// As n8n has it: no full stop behind a single sentence.
			const sentences = description.split(/\. (?=[A-Z])/).length;
			expect([name, /\.$/.test(description)]).toEqual([name, sentences > 1]);
			expect([name, displayName]).toEqual([name, expect.stringMatching(/^[A-Z]/)]);
			if (type === 'boolean') expect(description).toMatch(/Whether /);
			if (['string', 'json'].includes(type)) {
				expect([name, Boolean(placeholder || more.default)]).toEqual([name, true]);
			}
		}
	});

	test('marks examples as such', () => {
		const modes = fields.flatMap((one) =>
			(one.modes ?? []).filter(({ type }) => type === 'string'),
		);
		for (const { name, placeholder } of [...fields, ...modes]) {
			if (placeholder === undefined) continue;
			expect([name, placeholder]).toEqual([name, expect.stringMatching(/^e\.g\. \S/)]);
		}
	});

	test('says the unit of times, amounts and shares', () => {
		for (const { displayName, name, description = '', type } of fields) {
			const said = `${displayName} ${description}`;
			if (type === 'dateTime')
				expect([name, said]).toEqual([name, expect.stringMatching(/Unix seconds|YYYY-MM-DD/)]);
			if (/amount$|stake$/i.test(name))
				expect([name, said]).toEqual([name, expect.stringMatching(/AVAX/)]);
			if (/percentage/i.test(name))
				expect([name, said]).toEqual([name, expect.stringMatching(/percent/i)]);
			if (/timeout|minutes|megabytes/i.test(name)) {
				expect([name, said]).toEqual([name, expect.stringMatching(/seconds|minutes|megabytes/i)]);
			}
		}
	});

	test('begins with the C-Chain where it asks for an EVM chain of the node', () => {
		const isAction = form.name.startsWith('Avalanche RPC');
		const picker = /"searchNodeEvmBlockchains"/;
		const chain = fields.find(({ modes }) => picker.test(JSON.stringify(modes ?? '')));
		if (isAction && chain) expect(chain.default).toMatchObject({ value: 'C' });
	});

	test('opens without a mark at what may stay empty', () => {
		const json = fields.filter(({ type, required }) => type === 'json' && !required);
		expect(json.map(({ name }) => name)).toEqual([]);
	});

	test('says below both of two fields that one of them is required', () => {
		for (const { displayName, description = '', hint } of fields) {
			const [, one, other] =
				/([\w-][\w -]*?) or (\w[\w -]*?) (?:\(Options\) )?(?:is|are) required/i.exec(
					hint ?? description,
				) ?? [];
			if (one === undefined) continue;
			const twins = fields.filter((each) => each.displayName.startsWith(other));
			expect([displayName, hint]).toEqual([displayName, expect.stringContaining(` or ${other} `)]);
			expect([displayName, twins.some((twin) => twin.hint?.includes(one))]).toEqual([
				displayName,
				true,
			]);
		}
	});

	test('has labels that fit, and no two of the same name in one place', () => {
		// Measured in the editor: a longer label inside of a collection is cut off.
		for (const { displayName } of form.properties.flatMap(inside)) {
			expect([displayName, displayName.length <= 28]).toEqual([displayName, true]);
		}
		for (const collection of form.properties.filter(({ type }) => type === 'collection')) {
			const names = inside(collection).map(({ displayName }) => displayName);
			expect(new Set(names).size).toBe(names.length);
			if (collection.name !== 'options') continue;
			expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b)));
		}
	});

	test('starts with values that it offers itself', () => {
		for (const { name, type, options, default: value, typeOptions } of fields) {
			if (type === 'options') {
				const offered = (options as INodePropertyOptions[]).map((one) => one.value);
				expect([name, offered]).toEqual([name, expect.arrayContaining([value])]);
			}
			if (type !== 'number') continue;
			const { minValue = -Infinity, maxValue = Infinity } = typeOptions ?? {};
			expect([name, (value as number) >= minValue, (value as number) <= maxValue]).toEqual([
				name,
				true,
				true,
			]);
		}
	});
});

describe('the forms of events', () => {
	/**
	 * Fields that the form of an event shows without a click, without those that a user has to add.
	 */
	const shownFirst = (value: string) =>
		trigger.properties
			.filter(({ displayOptions }) => displayOptions?.show?.event?.includes(value))
			.map(({ name }) => name);

	test('show the thresholds at which an event fires, except those of the events of a watch', () => {
		const single = eventDeclarations.filter(({ watched }) => !watched);
		const thresholds = single.flatMap(({ value, fields }) =>
			fields.keys
				.filter(
					(key) => key !== 'repeatEvery' && / separated by commas$/.test(infoOf(fields, key).rule),
				)
				.map((key) => [value, key]),
		);
		expect(thresholds.length).toBeGreaterThan(10);
		const hidden = thresholds.filter(([value, key]) => !shownFirst(value).includes(key));
		expect(hidden).toEqual([]);
	});

	test('show the default of a threshold, or say it', () => {
		for (const { value, fields } of eventDeclarations) {
			for (const key of fields.keys.filter((one) => infoOf(fields, one).wasOption)) {
				const { default: initial, description } = infoOf(fields, key);
				expect([value, key, initial !== undefined || / by default /.test(description)]).toEqual([
					value,
					key,
					true,
				]);
				if (initial === undefined) continue;
				expect((fields.fields[key] as Field).schema.safeParse(initial).success).toBe(true);
			}
		}
	});

	const SAVED: Array<[string, INodeParameters, unknown]> = [
		['the default that the form shows', {}, undefined],
		['another value', { tiers: '2d' }, [2 * DAY]],
		['an option of the first version', { options: { tiers: '30d, 2d' } }, [30 * DAY, 2 * DAY]],
	];

	test.each(SAVED)('%s is the setting', async (_, given, expected) => {
		const engine = await createEngine();
		const nodeIds = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
		const parameters = { event: 'stakeEnding', nodeIds, ...given };
		const { context } = engine.pollContext({ parameters });
		const { settings } = watchOf(context as unknown as IPollFunctions, 0);
		expect((settings as { tiers?: number[] }).tiers).toEqual(expected);
	});

	test.each(forms.map((form) => [form.name, form] as const))(
		'%s: filters and options are offered only where there is one',
		(_, { properties }) => {
			const deciding = properties.filter(({ type }) => type === 'options');
			const ways = deciding.flatMap(({ name, options }) =>
				(options as INodePropertyOptions[]).map(({ value }) => [name, String(value)] as const),
			);
			const collections = properties.filter(({ type }) => type === 'collection');
			for (const [name, value] of ways) {
				const visible = collections.filter((one) => isShown(one, { [name]: value }));
				for (const one of visible) {
					const entries = inside(one).filter((each) => isShown(each, { [`/${name}`]: value }));
					expect([one.name, name, value, entries.length > 0]).toEqual([
						one.name,
						name,
						value,
						true,
					]);
				}
			}
		},
	);

	test('of a replay have the two ends of the period next to each other', () => {
		const values = replayableEvents.map(({ value }) => `Avalanche event ${value}`);
		const replays = actionForms.filter(({ name }) => values.includes(name));
		expect(replays.length).toBe(replayableEvents.length);
		for (const { name, properties } of replays) {
			const names = properties.map((one) => one.name);
			expect([name, names[names.indexOf('since') + 1]]).toEqual([name, 'until']);
			const { fields } = replayableEvents.find(({ value }) => name.endsWith(` ${value}`))!;
			// Those that some values of another field require stand behind it.
			const isAlways = (key: string) =>
				!fields.keys.includes(key) || !infoOf(fields, key).requiredFor;
			const required = properties
				.filter((one) => one.required && isAlways(one.name))
				.map((one) => one.name);
			expect([name, required.at(-1)]).toEqual([name, 'since']);
		}
	});
});

describe('operations that not every node has', () => {
	const limited = catalogue.filter(({ versions }) => versions && isLimited(versions));
	const menuNames = catalogue
		.filter(({ versions }) => !versions?.deprecated)
		.map((one) => `${one.resource.name}: ${one.entry.name}`);

	test('there are some', () => expect(limited.length).toBeGreaterThan(15));

	test.each(limited.map((one) => [one.id, one] as const))(
		'%s has a notice, and names what to use instead, which is there and not deprecated',
		(_, { versions = { source: '' }, resource, entry }) => {
			const said = versionsText(versions);
			const { instead } = versions;
			if (versions.deprecated || instead) {
				expect(menuNames.some((name) => instead?.includes(name))).toBe(true);
			}
			const { properties } = new AvalancheRpc().description;
			const own = ({ displayOptions: { show } = {} }: INodeProperties) =>
				show?.resource?.includes(resource.value) && show.operation?.includes(entry.value);
			const notices = properties.filter((one) => one.type === 'notice' && own(one));
			expect(notices.map((one) => one.displayName)).toContain(said);
			const entries = properties
				.filter(
					({ name, displayOptions }) =>
						name === 'operation' && displayOptions?.show?.resource?.includes(resource.value),
				)
				.flatMap(({ options }) => options as INodePropertyOptions[]);
			const { description = '' } = entries.find(({ name }) => name === entry.name) ?? {};
			const note = `(${said[0].toLowerCase()}${said.slice(1)})`;
			expect(description.endsWith(note)).toBe(versions.deprecated !== undefined);
		},
	);

	test.each([
		['warp', 'getMessage', 'searchNodeSubnetEvmBlockchains'],
		['evmSubnet', 'getFeeConfig', 'searchNodeSubnetEvmBlockchains'],
		['evm', 'getSuggestedFees', 'searchNodeCBlockchains'],
		['evm', 'getBalance', 'searchNodeEvmBlockchains'],
	])('the picker of %s.%s offers the chains that have it', (resource, operation, method) => {
		const picker = new AvalancheRpc().description.properties.find(
			({ name, displayOptions: { show } = {} }) =>
				name === 'blockchainId' &&
				show?.resource?.includes(resource) &&
				show.operation?.includes(operation),
		);
		expect(JSON.stringify(picker?.modes)).toContain(`"${method}"`);
	});
});

describe('the credential', () => {
	const { properties } = new AvalancheApi();

	test('explains every field and works as it is', () => {
		for (const { name, description = '', required, default: value } of properties) {
			expect([name, description]).toEqual([name, expect.stringMatching(/^[A-Z].{9,}/)]);
			expect([name, required === true && value === '']).toEqual([name, false]);
		}
		const urls = properties.filter(({ name }) => name.endsWith('Url'));
		expect(urls).toHaveLength(3);
		for (const { default: value } of urls) expect(String(value)).toMatch(/^https?:\/\//);
	});

	test('hides what is secret', () => {
		const secret = properties.filter(({ typeOptions }) => typeOptions?.password === true);
		expect(secret.map(({ name }) => name).sort()).toEqual(['apiKey', 'nodeHeaderSecret']);
	});
});
