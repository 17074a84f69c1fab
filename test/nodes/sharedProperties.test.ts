import {
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
} from 'n8n-workflow';
import { formOf } from '../../lab/kit/nodes/formOf';
import fc from '../../core/testing/properties';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { forms as avalancheForms } from '../../nodes/Avalanche/forms';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { forms as rpcForms } from '../../nodes/AvalancheRpc/forms';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { eventForms } from '../../nodes/AvalancheTrigger/declared';
import { AvalancheWebhookTrigger } from '../../nodes/AvalancheWebhookTrigger/AvalancheWebhookTrigger.node';
import { instantForm } from '../../nodes/AvalancheWebhookTrigger/properties';
import type { ActionForm } from '../../nodes/shared/action';
import { type ChosenForm, sharedProperties } from '../../nodes/shared/sharedProperties';
import { eventDeclarations } from '../../core/subjects/events/all';
import { instantEvents } from '../../core/subjects/events/allInstant';

/** Properties that forms share show each form as if it had all of them for itself. */

const chosenBy = (forms: readonly ActionForm[]) =>
	forms.map(({ resource, entry, properties }): ChosenForm => {
		return { chosen: { resource: resource.value, operation: entry.value }, properties };
	});

interface Sharing {
	description: INodeTypeDescription;
	forms: readonly ChosenForm[];
	/** The names of the properties that belong to no form. */
	apart: readonly string[];
}

const NODES: Sharing[] = [
	{
		description: new Avalanche().description,
		forms: chosenBy(avalancheForms),
		apart: ['resource', 'operation'],
	},
	{
		description: new AvalancheRpc().description,
		forms: chosenBy(rpcForms),
		apart: ['resource', 'operation'],
	},
	{
		description: new AvalancheTrigger().description,
		forms: eventForms(eventDeclarations),
		apart: ['event'],
	},
	{
		description: new AvalancheWebhookTrigger().description,
		forms: instantEvents.map(instantForm),
		apart: ['event'],
	},
];

const all = NODES.flatMap((node) =>
	node.forms.map((form) => {
		const name = [node.description.name, ...Object.values(form.chosen)].join(' ');
		return [name, node, form] as const;
	}),
);

/** The properties without sharing: those of each form, for its values of the menus. */
function apartFor({ description, apart, forms }: Sharing): INodeProperties[] {
	const isApart = ({ name }: INodeProperties) => apart.includes(name);
	const first = description.properties.findIndex((one) => !isApart(one));
	const [before, after] = [
		description.properties.slice(0, first),
		description.properties.slice(first),
	];
	const own = forms.flatMap(({ chosen, properties }) =>
		properties.map((one): INodeProperties => {
			const show = Object.fromEntries(
				Object.entries(chosen).map(([name, value]) => [name, [value]]),
			);
			return {
				...one,
				displayOptions: { ...one.displayOptions, show: { ...show, ...one.displayOptions?.show } },
			};
		}),
	);
	return [...before, ...own, ...after.filter(isApart)];
}

/** Every option of the collections, at what it starts with. */
function everything(properties: readonly INodeProperties[]): INodeParameters {
	const options = properties.filter(({ type }) => type === 'collection');
	return Object.fromEntries(
		options.map((one) => {
			const inner = (one.options as INodeProperties[]).map(({ name, default: value }) => [
				name,
				value,
			]);
			return [one.name, Object.fromEntries(inner) as INodeParameters];
		}),
	);
}

test.each(all)('%s: values, order and conditions are those of its form', (_, node, form) => {
	const properties = node.description.properties.filter(({ name }) => !node.apart.includes(name));
	expect(formOf(properties, form.chosen)).toEqual(form.properties);
});

describe.each(NODES.map((node) => [node.description.name, node] as const))('%s', (_, node) => {
	const { description, forms } = node;
	const copies = apartFor(node);

	test('n8n reads the same parameters from a form, and finds the same faults', () => {
		for (const { chosen, properties } of forms) {
			for (const typeVersion of [description.version].flat()) {
				const given = { ...chosen, ...everything(properties) };
				const read = (from: INodeProperties[]) => {
					const of = { typeVersion, parameters: given } as never;
					const parameters = NodeHelpers.getNodeParameters(
						from,
						given,
						true,
						false,
						of,
						description,
					);
					const filled = { ...(of as object), parameters } as never;
					const faults = NodeHelpers.getNodeParametersIssues(from, filled, description);
					return { parameters, order: Object.keys(parameters ?? {}), faults };
				};
				expect(read(description.properties)).toEqual(read(copies));
			}
		}
	});

	test('a description takes less than half of what it takes with a copy for each form', () => {
		const size = (value: unknown) => JSON.stringify(value).length;
		expect(size(description.properties)).toBeLessThan(0.6 * size(copies));
	});
});

describe('any forms', () => {
	const property = fc.record({
		name: fc.constantFrom('a', 'b', 'c', 'd'),
		displayName: fc.constant('Label'),
		type: fc.constantFrom('string' as const, 'number' as const),
		default: fc.constant(''),
	});
	const distinct = { selector: (one: object) => JSON.stringify(one) };
	const collection = fc.uniqueArray(property, distinct).map((options) => ({
		name: 'options',
		displayName: 'Options',
		type: 'collection' as const,
		default: {},
		options,
	}));
	const form = fc
		.tuple(fc.uniqueArray(property, distinct), fc.option(collection, { nil: undefined }))
		.map(([properties, last]) => [...properties, ...(last ? [last] : [])]);
	const chosen = fc.record({
		resource: fc.constantFrom('r1', 'r2', 'r3'),
		operation: fc.constantFrom('get', 'getMany', 'create', 'send'),
	});
	const forms = fc.uniqueArray(fc.record({ chosen, properties: form }), {
		selector: ({ chosen: { resource, operation } }) => `${resource} ${operation}`,
		maxLength: 12,
	});

	test('are shown as they are', () => {
		fc.assert(
			fc.property(forms, (given) => {
				const shared = sharedProperties(given);
				for (const one of given) expect(formOf(shared, one.chosen)).toEqual(one.properties);
			}),
		);
	});
});
