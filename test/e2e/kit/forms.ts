import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowFile } from '../../../lab/kit/n8n/import';
import type { Credential } from './host';

/** Workflows that show every form: one node for each operation and event, all options added. */

const PER_ROW = 8;
const TRIGGER = 'avalancheTrigger';
/** Menu entries that n8n adds to every node. */
const FOREIGN = /CUSTOM_API/;

/** Values of the first fields, as far as they decide which other fields a form shows. */
function choicesOf({ name, properties }: INodeTypeDescription): INodeParameters[] {
	if (name.endsWith(TRIGGER)) {
		const [{ options: events = [] }] = properties.filter((property) => property.name === 'event');
		return [
			...events.flatMap((event) => ('value' in event ? [{ event: String(event.value) }] : [])),
			...['subnet', 'l1', 'evm'].map((source) => ({ event: 'validator', source })),
		];
	}
	const menus = properties.filter((property) => property.name === 'operation');
	return menus.flatMap(({ options = [], displayOptions }) =>
		options.flatMap((option) => {
			const operation = 'value' in option ? String(option.value) : '';
			const resource = String(displayOptions?.show?.resource?.[0]);
			return FOREIGN.test(operation) ? [] : [{ resource, operation }];
		}),
	);
}

function isShown({ displayOptions }: INodeProperties, chosen: INodeParameters): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
		(values as unknown[]).includes(chosen[name.replace('/', '')]),
	);
}

/** A node of a form, and what its form has: its kinds of fields and the menus that they are below. */
export interface Form {
	node: Omit<INode, 'id' | 'position'>;
	traits: string[];
}

/** A form with every option of its collections, at what it starts with. A node's name says what its form is of. */
function formOf(type: INodeTypeDescription, chosen: INodeParameters, credential: Credential): Form {
	const visible = type.properties.filter((one) => isShown(one, chosen));
	const defaults = visible.filter((one) => one.type !== 'collection');
	const known = {
		...Object.fromEntries(defaults.map((one) => [one.name, one.default])),
		...chosen,
	};
	const collections = visible.filter((one) => one.type === 'collection');
	const added = collections.map(({ name, options }) => {
		const inside = (options as INodeProperties[]).filter((one) => isShown(one, known as never));
		return { name, inside };
	});
	const all = [defaults, ...added.map(({ inside }) => inside)].flat();
	const traitOf = (one: INodeProperties) =>
		[type.name, one.type, ...Object.keys(one.typeOptions ?? {})].join(' ');
	const values = added.map(({ name, inside }) => [
		name,
		Object.fromEntries(inside.map((one) => [one.name, one.default])),
	]);
	return {
		node: {
			name: [type.displayName, ...Object.values(chosen)].join(' '),
			type: type.name,
			typeVersion: 1,
			parameters: { ...chosen, ...(Object.fromEntries(values) as INodeParameters) },
			credentials: { avalancheApi: credential },
		},
		traits: [...new Set(all.map(traitOf))],
	};
}

/** The forms of these node types. */
export const formsOf = (types: readonly INodeTypeDescription[], credential: Credential): Form[] =>
	types.flatMap((type) => choicesOf(type).map((chosen) => formOf(type, chosen, credential)));

/** Workflows with about as many forms in each: a canvas with all of them is slow. */
export function formsWorkflows(forms: readonly Form[], count: number): WorkflowFile[] {
	const each = Math.ceil(forms.length / count);
	return Array.from({ length: count }, (_, part) => {
		const nodes = forms.slice(part * each, (part + 1) * each).map(({ node }, index): INode => {
			const row = Math.floor(index / PER_ROW);
			return { ...node, id: `form-${index}`, position: [(index % PER_ROW) * 220, row * 200] };
		});
		const id = `forms${part}`;
		return { id, name: `Forms ${part + 1}`, active: false, nodes, connections: {} };
	});
}
