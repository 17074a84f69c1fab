import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { AvalancheApi } from '../../credentials/AvalancheApi.credentials';
import { replayableEvents } from '../../core/events/replayable';
import { catalogue } from '../../core/operations/catalogue';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';

/** What every form must keep, so that somebody who sees it for the first time finds the way. */

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
			const own = properties.filter(
				(one) => one.displayOptions?.show?.operation && isShown(one, { resource, operation }),
			);
			return { name: `${displayName} ${resource} ${operation}`, properties: own };
		}),
	);
}

const trigger = new AvalancheTrigger().description;
const events = trigger.properties.find(({ name }) => name === 'event')?.options ?? [];
const triggerForms = (events as INodePropertyOptions[]).map(({ value }): Form => {
	const event = String(value);
	const own = trigger.properties.filter((one) => one.name !== 'event' && isShown(one, { event }));
	return { name: `${trigger.displayName} ${event}`, properties: own };
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
		.filter(({ type }) => type !== 'notice');

test('every operation of the catalogue has a form, and so has what is built on them', () => {
	const menus = [new Avalanche(), new AvalancheRpc()].flatMap(({ description }) =>
		description.properties.filter(({ name }) => name === 'operation'),
	);
	const entries = menus.flatMap(({ options }) => options as INodePropertyOptions[]);
	const actions = entries.map(({ action }) => action);
	// Where an entry has several transports, the first one's operation names it.
	const named = new Map<string, string>();
	for (const { node, resource, entry, action } of catalogue) {
		const key = `${node} ${resource.value} ${entry.value}`;
		if (!named.has(key)) named.set(key, action);
	}
	const declared = [...named.values()];
	expect(declared.filter((action) => !actions.includes(action))).toEqual([]);
	expect(actions.filter((action) => !declared.includes(action as string)).sort()).toEqual([
		'Call any JSON-RPC method',
		...replayableEvents.map(({ name }) => `Replay the event ${name}`).sort(),
		'Start a transaction export and wait for it',
		'Verify a signed message',
	]);
});

describe.each(forms.map((form) => [form.name, form] as const))('%s', (_, form) => {
	const fields = fieldsOf(form);

	test('asks for what is required first', () => {
		const free = form.properties.filter(({ type }) => type !== 'notice');
		// What depends on an answer stands behind the question, required or not.
		const always = free.filter(({ displayOptions: { show = {} } = {} }) =>
			Object.keys(show).every((name) => ['resource', 'operation', 'event'].includes(name)),
		);
		const required = always.map((one) => one.required === true);
		expect(required).toEqual([...required].sort((a, b) => Number(b) - Number(a)));
		const collections = free.map(({ type }) => type === 'collection');
		expect(collections.at(-1)).toBe(true);
		expect(free.at(-1)?.name).toBe('options');
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
				expect([name, said]).toEqual([name, expect.stringMatching(/nAVAX/)]);
			if (/percentage/i.test(name))
				expect([name, said]).toEqual([name, expect.stringMatching(/percent/i)]);
			if (/timeout|minutes|megabytes/i.test(name)) {
				expect([name, said]).toEqual([name, expect.stringMatching(/seconds|minutes|megabytes/i)]);
			}
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

describe('deprecated operations', () => {
	const deprecated = catalogue.filter((one) => one.deprecated !== undefined);
	const menuNames = new Set(
		catalogue
			.filter((one) => !one.deprecated)
			.map((one) => `${one.resource.name} > ${one.entry.name}`),
	);

	test('there are some', () => expect(deprecated.length).toBeGreaterThan(3));

	test.each(deprecated.map((one) => [one.id, one] as const))(
		'%s names what to use instead, and that is there and not deprecated',
		(_, { deprecated: hint = '', resource, entry: menuEntry, node }) => {
			expect(hint).toMatch(/^(Since node version [\d.]+, use|Use) /);
			const said = `${hint[0].toLowerCase()}${hint.slice(1)}`;
			expect([...menuNames].some((name) => hint.includes(name))).toBe(true);
			const { properties } =
				node === 'avalanche' ? new Avalanche().description : new AvalancheRpc().description;
			const notices = properties.filter(({ type }) => type === 'notice');
			expect(notices.map((one) => one.displayName)).toContain(
				`This operation is deprecated: ${said}`,
			);
			const entries = properties
				.filter(({ name }) => name === 'operation')
				.flatMap(({ options }) => options as INodePropertyOptions[]);
			const entry = entries.filter(
				({ name, description = '' }) =>
					name === menuEntry.name && description.endsWith(`(deprecated: ${said})`),
			);
			expect([resource.name, menuEntry.name, entry.length > 0]).toEqual([
				resource.name,
				menuEntry.name,
				true,
			]);
		},
	);
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
