import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** What stands under a node on the canvas. */

/** The names of all entries of the menus of one parameter, by value. */
function namesOf(properties: readonly INodeProperties[], parameter: string) {
	const menus = properties.filter(({ name, type }) => name === parameter && type === 'options');
	const entries = menus.flatMap(({ options = [] }) => options as INodePropertyOptions[]);
	return Object.fromEntries(entries.map(({ value, name }) => [String(value), name]));
}

/**
 * An expression that reads as the chosen entries of menus are called, such as "Get Many: Chain". In all
 * menus of a parameter, a value has one name.
 */
export function subtitleOf(
	properties: readonly INodeProperties[],
	...parameters: string[]
): string {
	const parts = parameters.map((parameter) => {
		const chosen = `$parameter[${JSON.stringify(parameter)}]`;
		return `(${JSON.stringify(namesOf(properties, parameter))}[${chosen}] ?? ${chosen})`;
	});
	return `={{ ${parts.join(' + ": " + ')} }}`;
}
