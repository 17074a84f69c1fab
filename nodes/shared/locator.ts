import type { INodeProperties } from 'n8n-workflow';
import type { FieldInfo } from '../../core/fields/field';

/** Parameters that are chosen from a list of the service, or given by ID. */

const C_CHAIN = '43114';

/** The form shows a chosen entry by its cached name, else by its bare value. */
function startsWith({ names, default: value = '' }: FieldInfo) {
	if (names !== 'chain') return { mode: value === '' ? 'list' : 'id', value: String(value) };
	const chain = value === '' ? C_CHAIN : String(value);
	const cachedResultName = chain === C_CHAIN ? `Avalanche C-Chain (${C_CHAIN})` : chain;
	return { mode: 'list', value: chain, cachedResultName };
}

/** A resource locator; `search` is the method that lists. */
export function locator(
	common: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'placeholder'>,
	info: FieldInfo,
	search: string,
): INodeProperties {
	const { placeholder, ...rest } = common;
	return {
		...rest,
		type: 'resourceLocator',
		default: startsWith(info),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder },
		],
	};
}
