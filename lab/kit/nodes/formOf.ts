import type { INodeProperties } from 'n8n-workflow';

/**
 * The form that a node's description shows for the values of its menus: the properties without the
 * conditions on these, collections with what they offer there.
 */
export function formOf(
	properties: readonly INodeProperties[],
	chosen: Readonly<Record<string, string>>,
): INodeProperties[] {
	return properties.flatMap(({ displayOptions, ...property }): INodeProperties[] => {
		const conditions = Object.entries(displayOptions?.show ?? {});
		const chosenFor = (name: string) => chosen[name.replace('/', '')];
		const isShown = conditions.every(([name, values]) => {
			const value = chosenFor(name);
			return value === undefined || (values as unknown[]).includes(value);
		});
		if (!isShown) return [];
		const show = Object.fromEntries(conditions.filter(([name]) => chosenFor(name) === undefined));
		const others = { ...displayOptions, show };
		if (Object.keys(show).length === 0) delete (others as { show?: object }).show;
		return [
			{
				...property,
				...(Object.keys(others).length > 0 && { displayOptions: others }),
				...(property.type === 'collection' && {
					options: formOf(property.options as INodeProperties[], chosen),
				}),
			},
		];
	});
}
