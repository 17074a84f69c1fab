import type { INodeProperties } from 'n8n-workflow';

function namedIn(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap(({ modes, options }) => [
		...(modes ?? []).flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		...namedIn((options ?? []).filter((each) => 'type' in each) as INodeProperties[]),
	]);
}

/** The names of the list search methods that the fields of a node name, each once. */
export function searchMethods(properties: readonly INodeProperties[]): string[] {
	return [...new Set(namedIn(properties))];
}
