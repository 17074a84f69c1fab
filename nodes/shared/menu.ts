import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { RESOURCE_ORDER } from '../../subjects/resources';
import type { ActionForm } from './action';
import { sharedProperties } from './sharedProperties';

function byName(a: INodePropertyOptions, b: INodePropertyOptions): number {
	return a.name.localeCompare(b.name);
}

function firstOf(options: INodePropertyOptions[]): string {
	return String(options[0].value);
}

/** The resource and operation menus of a node and the parameters under each of their entries. */
export function menuOf(forms: readonly ActionForm[]): INodeProperties[] {
	const resources = new Map(forms.map(({ resource }) => [resource.value, resource]));
	const resourceOptions = [...resources.values()].map(({ name, value }) => ({ name, value }));
	resourceOptions.sort((a, b) => RESOURCE_ORDER.indexOf(a.value) - RESOURCE_ORDER.indexOf(b.value));
	const resourceMenu: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resourceOptions,
		default: firstOf(resourceOptions),
	};
	const operationMenus = [...resources.keys()].map((resource): INodeProperties => {
		const own = forms.filter((form) => form.resource.value === resource);
		const later = own.flatMap(({ isLater, entry }) => (isLater ? [entry.value] : []));
		const options = own
			.map(({ entry, action, description }) => ({ ...entry, action, description }))
			.sort(byName);
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource] } },
			options,
			default: firstOf(options.filter(({ value }) => !later.includes(value))),
		};
	});
	const parameters = forms.map(({ resource, entry, properties }) => ({
		chosen: { resource: resource.value, operation: entry.value },
		properties,
	}));
	return [resourceMenu, ...operationMenus, ...sharedProperties(parameters)];
}
