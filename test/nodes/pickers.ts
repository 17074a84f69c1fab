import type { INodeProperties, INodePropertyMode, INodeType } from 'n8n-workflow';
import { eventDeclarations } from '../../core/subjects/events/all';
import type { Field, FieldInfo } from '../../core/fields/field';
import type { FieldSet } from '../../core/fields/fieldSet';
import { catalogue } from '../../core/subjects/catalogue';
import { Avalanche } from '../../nodes/Avalanche/Avalanche.node';
import { AvalancheRpc } from '../../nodes/AvalancheRpc/AvalancheRpc.node';
import { AvalancheTrigger } from '../../nodes/AvalancheTrigger/AvalancheTrigger.node';
import { formOf } from '../../lab/kit/nodes/formOf';

/** All fields of operations and events beside the properties of the forms that are made of them. */

export type NodeName = 'avalanche' | 'avalancheRpc' | 'avalancheTrigger';

export const NODES: ReadonlyArray<readonly [name: NodeName, type: INodeType]> = [
	['avalanche', new Avalanche()],
	['avalancheRpc', new AvalancheRpc()],
	['avalancheTrigger', new AvalancheTrigger()],
];

/** A field with the property that edits it. */
export interface Edited {
	/** The operation or event and the field. */
	name: string;
	node: NodeName;
	info: FieldInfo;
	field: Field;
	property: INodeProperties;
}

/** The properties of a form, those in collections among them. */
export function fieldsIn(properties: readonly INodeProperties[]): INodeProperties[] {
	return properties.flatMap((one) =>
		one.type === 'collection' ? (one.options as INodeProperties[]) : [one],
	);
}

function editedBy(
	owner: string,
	{ fields, keys }: FieldSet,
	node: NodeName,
	chosen: Record<string, string>,
): Edited[] {
	const [, type] = NODES.find(([name]) => name === node) as (typeof NODES)[number];
	const own = fieldsIn(formOf(type.description.properties, chosen));
	return keys.flatMap((key) => {
		const field = fields[key] as Field;
		return own
			.filter(({ name }) => name === key)
			.map((property) => ({ name: `${owner} ${key}`, node, info: field.info, field, property }));
	});
}

/** Every field of the operations, the events and their replay. */
export const edited: readonly Edited[] = [
	...catalogue.flatMap((operation) => {
		const chosen = { resource: operation.resource.value, operation: operation.entry.value };
		return editedBy(operation.id, operation.input, operation.node, chosen);
	}),
	...eventDeclarations.flatMap((event) => {
		const replay = { resource: 'event', operation: event.value };
		return [
			...editedBy(event.value, event.fields, 'avalancheTrigger', { event: event.value }),
			...editedBy(`replay of ${event.value}`, event.fields, 'avalanche', replay),
		];
	}),
];

/** The method that lists what a property is chosen from. */
export function methodOf({ modes }: INodeProperties): string | undefined {
	const list = (modes as INodePropertyMode[] | undefined)?.find(({ type }) => type === 'list');
	return list?.typeOptions?.searchListMethod;
}

/** The methods of a node's lists. */
export function methodsOf({ methods }: INodeType): string[] {
	return Object.keys(methods?.listSearch ?? {}).sort();
}
