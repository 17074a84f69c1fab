import type { INodeProperties } from 'n8n-workflow';
import type { FieldInfo } from '../../core/fields/field';

/** Parameters that are chosen from a list of the service, or given by ID. */

const C_CHAIN = '43114';

/** The initial value. The form shows a selected entry by its cached name, else by its value. */
function startsWith({ names, default: initial = '' }: FieldInfo) {
	const value = String(initial);
	if (value === '') return { mode: 'list', value };
	if (names !== 'chain') return { mode: 'id', value };
	const cachedResultName = value === C_CHAIN ? `Avalanche C-Chain (${C_CHAIN})` : value;
	return { mode: 'list', value, cachedResultName };
}

/** A resource locator; `search` is the method that lists. */
export function locator(
	common: Pick<INodeProperties, 'displayName' | 'name' | 'description' | 'placeholder' | 'hint'>,
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
			{
				displayName: info.control === 'list' ? 'By IDs' : 'By ID',
				name: 'id',
				type: 'string',
				placeholder,
				...(info.control === 'list' && {
					hint: ['One ID, or several separated by commas', common.hint].filter(Boolean).join('; '),
				}),
			},
		],
	};
}
