import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { type Action, menuValue } from './action';

function byName(a: INodePropertyOptions, b: INodePropertyOptions): number {
	return a.name.localeCompare(b.name);
}

function firstOf(options: INodePropertyOptions[]): string {
	return String(options[0].value);
}

/** The resource and operation menus of a node and the parameters under each of their entries. */
export function menuOf(actions: readonly Action[]): INodeProperties[] {
	const resources = [...new Set(actions.map((action) => action.resource))];
	const resourceOptions = resources.map((name) => ({ name, value: menuValue(name) })).sort(byName);
	const resourceMenu: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resourceOptions,
		default: firstOf(resourceOptions),
	};
	const operationMenus = resources.map((resource): INodeProperties => {
		const options = actions
			.filter((action) => action.resource === resource)
			.map(({ operation, action, description }) => ({
				name: operation,
				value: menuValue(operation),
				action,
				description,
			}))
			.sort(byName);
		return {
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [menuValue(resource)] } },
			options,
			default: firstOf(options),
		};
	});
	return [resourceMenu, ...operationMenus, ...actions.flatMap(parametersOf)];
}

/** An action's parameters, shown for its menu entries only. */
function parametersOf(action: Action): INodeProperties[] {
	return action.properties.map((property) => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: {
				resource: [menuValue(action.resource)],
				operation: [menuValue(action.operation)],
				...property.displayOptions?.show,
			},
		},
	}));
}

/** The action behind the chosen menu entries. */
export function findAction(
	actions: readonly Action[],
	resource: string,
	operation: string,
): Action | undefined {
	return actions.find(
		(action) =>
			menuValue(action.resource) === resource && menuValue(action.operation) === operation,
	);
}
