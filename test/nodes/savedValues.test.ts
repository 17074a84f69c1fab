import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { eventDeclarations } from '../../core/subjects/events/all';
import { instantEvents } from '../../core/subjects/events/allInstant';
import { OPERATIONS, TRIGGERS } from '../../core/subjects/order';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { formOf } from '../../lab/kit/nodes/formOf';
import { pinnedValues } from '../../scripts/build/savedValues';

/** The values of savedValues.json never change and never go; `npm run generate` adds new ones. */

const MENU_LIMIT = 16;
/**
 * The events are one menu: n8n lists the entries of a parameter of that name as actions of the trigger,
 * and would list the first of several menus only.
 */
const EVENT_LIMIT = 36;

const SAVED = pinnedValues();

const nodes = [new Avalanche().description, new AvalancheRpc().description];
const trigger = new AvalancheTrigger().description;

const valuesOf = ({ options }: INodeProperties) =>
	(options as INodePropertyOptions[]).map(({ value }) => String(value));

function menus({ properties }: INodeTypeDescription): INodeProperties[] {
	return properties.filter(({ name }) => ['resource', 'operation', 'event'].includes(name));
}

/** The values of an entry's option Transport. */
function transports(
	{ properties }: INodeTypeDescription,
	resource: string,
	operation: string,
): string[] {
	const collections = formOf(properties, { resource, operation }).filter(
		({ name }) => name === 'options',
	);
	const options = collections.flatMap((one) => one.options as INodeProperties[]);
	const transport = options.find(({ name }) => name === 'transport');
	return transport ? [valuesOf(transport).join('|')] : [];
}

function savedValues(node: INodeTypeDescription): string[] {
	return menus(node)
		.filter(({ name }) => name === 'operation')
		.flatMap((menu) => {
			const resource = String(menu.displayOptions?.show?.resource?.[0]);
			return valuesOf(menu).map((operation) =>
				[node.name, resource, operation, ...transports(node, resource, operation)].join(' '),
			);
		});
}

test('the menus save these values', () => {
	const events = menus(trigger).flatMap(valuesOf);
	const all = [...nodes.flatMap(savedValues), ...events.map((event) => `${trigger.name} ${event}`)];
	expect(all.sort()).toEqual([...SAVED].sort());
});

test('the order of the menus names what they offer', () => {
	const named = Object.entries(OPERATIONS).flatMap(([resource, entries]) =>
		entries.map((entry) => ` ${resource} ${entry}`),
	);
	const offered = SAVED.map((one) => ` ${one.split(' ').slice(1, 3).join(' ')}`);
	expect(offered).toEqual(expect.arrayContaining(named));
	expect([...eventDeclarations, ...instantEvents].map(({ value }) => value)).toEqual(
		expect.arrayContaining(Object.keys(TRIGGERS)),
	);
});

test('the menu Resource offers what has operations', () => {
	for (const node of nodes) {
		const offered = menus(node).filter(({ name }) => name === 'resource');
		const used = SAVED.filter((one) => one.startsWith(`${node.name} `));
		expect(offered.flatMap(valuesOf).sort()).toEqual(
			[...new Set(used.map((one) => one.split(' ')[1]))].sort(),
		);
	}
});

test('the trigger saves the values of the declared events', () => {
	const values = eventDeclarations.map(({ value }) => value).sort();
	expect(menus(trigger).flatMap(valuesOf).sort()).toEqual(values);
	expect(new Set(values).size).toBe(values.length);
});

test('no menu has more entries than a user takes in', () => {
	for (const menu of [...nodes, trigger].flatMap(menus)) {
		const limit = menu.name === 'event' ? EVENT_LIMIT : MENU_LIMIT;
		expect(valuesOf(menu).length).toBeLessThanOrEqual(limit);
	}
});
