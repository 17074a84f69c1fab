import type { INode, INodeParameters, INodeProperties, INodeTypeDescription } from 'n8n-workflow';
import { CREDENTIAL, type WorkflowFile } from '../../../lab/kit/n8n/import';

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

/** Every option of the collections that the form shows, at what it starts with. */
function withAllOptions({ properties }: INodeTypeDescription, chosen: INodeParameters) {
	const defaults = properties.filter((one) => isShown(one, chosen) && one.type !== 'collection');
	const known = {
		...Object.fromEntries(defaults.map((one) => [one.name, one.default])),
		...chosen,
	};
	const collections = properties.filter((one) => one.type === 'collection' && isShown(one, chosen));
	const added = collections.map(({ name, options }) => {
		const shown = (options as INodeProperties[]).filter((one) => isShown(one, known as never));
		return [name, Object.fromEntries(shown.map((one) => [one.name, one.default]))] as const;
	});
	return { ...chosen, ...Object.fromEntries(added) } as INodeParameters;
}

/**
 * The workflows of these node types, about as many forms in each: a canvas with all of them is slow.
 * A node's name says what its form is of.
 */
export function formsWorkflows(
	types: readonly INodeTypeDescription[],
	count: number,
): WorkflowFile[] {
	const forms = types.flatMap((type) =>
		choicesOf(type).map((chosen) => ({
			name: [type.displayName, ...Object.values(chosen)].join(' '),
			type: type.name,
			typeVersion: 1,
			parameters: withAllOptions(type, chosen),
			credentials: { avalancheApi: { ...CREDENTIAL } },
		})),
	);
	const each = Math.ceil(forms.length / count);
	return Array.from({ length: count }, (_, part) => {
		const nodes = forms.slice(part * each, (part + 1) * each).map((node, index): INode => {
			const row = Math.floor(index / PER_ROW);
			return { ...node, id: `form-${index}`, position: [(index % PER_ROW) * 220, row * 200] };
		});
		const id = `forms${part}`;
		return { id, name: `Forms ${part + 1}`, active: false, nodes, connections: {} };
	});
}
