import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** The subtitle of a node on the canvas. */

/**
 * The names of all entries of the menus of one parameter, by value. If a value has another name in
 * a later menu, the key of that name is the value of `owner` that shows the menu, a dot and the
 * value.
 */
function namesOf(properties: readonly INodeProperties[], parameter: string, owner?: string) {
	const names: Record<string, string> = {};
	for (const { name: own, type, options = [], displayOptions } of properties) {
		if (own !== parameter || type !== 'options') continue;
		const shownFor = owner && displayOptions?.show?.[owner]?.[0];
		for (const { value, name } of options as INodePropertyOptions[]) {
			const isNew = (names[String(value)] ??= name) === name;
			if (!isNew) names[`${String(shownFor)}.${String(value)}`] = name;
		}
	}
	return names;
}

const chosen = (parameter: string) => `$parameter[${JSON.stringify(parameter)}]`;

/**
 * An expression that returns the names of the selected menu entries, such as "Get Many: Chain". The
 * menus of a parameter are shown by the one behind it.
 */
export function subtitleOf(
	properties: readonly INodeProperties[],
	...parameters: string[]
): string {
	const parts = parameters.map((parameter, at) => {
		const owner = parameters.at(at + 1);
		const names = JSON.stringify(namesOf(properties, parameter, owner));
		const own = owner ? `${names}[${chosen(owner)} + "." + ${chosen(parameter)}] ?? ` : '';
		return `(${own}${names}[${chosen(parameter)}] ?? ${chosen(parameter)})`;
	});
	return `={{ ${parts.join(' + ": " + ')} }}`;
}
