import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { EventHead } from '../../core/events/declare';
import { OPERATIONS, TRIGGERS, byUse } from '../../core/subjects/order';
import { RESOURCE_ORDER } from '../../core/subjects/resources';
import type { ActionForm } from './action';
import { sharedProperties } from './sharedProperties';

const firstOf = ([first]: INodePropertyOptions[]) => String(first.value);

/** The resource and operation menus of a node and the parameters under each of their entries. */
export function menuOf(forms: readonly ActionForm[]): INodeProperties[] {
	const resources = new Map(forms.map(({ resource }) => [resource.value, resource]));
	const resourceOptions = [...resources.values()]
		.map(({ name, value }) => ({ name, value }))
		.sort(byUse(RESOURCE_ORDER));
	const resourceMenu: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resourceOptions,
		default: firstOf(resourceOptions),
	};
	const operationMenus = [...resources.keys()].map((resource): INodeProperties => {
		const options = forms
			.filter((form) => form.resource.value === resource)
			.map(({ entry, action, description }) => ({ ...entry, action, description }))
			.sort(byUse(OPERATIONS[resource]));
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options,
			default: firstOf(options),
		};
	});
	const parameters = forms.map(({ resource, entry, properties }) => ({
		chosen: { resource: resource.value, operation: entry.value },
		properties,
	}));
	return [resourceMenu, ...operationMenus, ...sharedProperties(parameters)];
}

/** The menu of events, by use; without an action, n8n divides "L1" and capitalizes every word. */
export function eventMenu(
	events: ReadonlyArray<Pick<EventHead, 'name' | 'value' | 'description'>>,
) {
	return events
		.map(({ name, value, description }) => {
			return { name, value, description, action: TRIGGERS[value] ?? `On ${name}` };
		})
		.sort(byUse(Object.keys(TRIGGERS)));
}
