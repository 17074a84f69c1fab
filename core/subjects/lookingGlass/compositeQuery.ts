import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { choice, token, whole } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pageToken } from '../../operations/pages';
import { SUB_QUERY_TYPES, subQueries, subQueriesAreSound } from './subQueries';

const EXAMPLE = [
	{
		id: '1',
		type: 'AllTimeNativeBalance',
		params: {
			firstDate: '2026-01-01',
			lastDate: '2026-06-30',
			minBalance: '1000000000000000000',
			evmChainId: '43114',
		},
	},
];

const MAX_PAGE = 10_000;

/** Several queries for holders in one request. */
export const compositeQuery = declareList({
	id: 'lookingGlass.compositeQuery',
	node: 'avalanche',
	resource: dataResources.lookingGlass,
	entry: { value: 'compositeQuery', name: 'Composite Query' },
	action: 'Query holders by several conditions',
	description:
		'Lists the addresses that meet all or any of several conditions on balances of tokens and NFTs, now or over time; use it for airdrops and loyalty programs',
	service: 'metrics',
	call: { type: 'http', method: 'POST', reads: true, path: '/v2/lookingGlass/compositeQuery' },
	input: fieldSet(
		{
			operator: field(
				choice(
					['AND', 'OR'],
					[
						{ value: 'AND', name: 'And', description: 'Addresses that meet every condition' },
						{ value: 'OR', name: 'Or', description: 'Addresses that meet at least one condition' },
					],
				),
				{
					in: 'body',
					label: 'Operator',
					description: 'How to combine the results of the sub-queries',
					default: 'AND',
				},
			),
			queries: field(subQueries(), {
				in: 'body',
				label: 'Sub-Queries',
				description: `JSON list of sub-queries, each with an ID of your choice, a type (${SUB_QUERY_TYPES.join(', ')}) and the parameters of its type; balances are in the smallest unit`,
				placeholder: JSON.stringify(EXAMPLE),
				default: JSON.stringify(EXAMPLE, undefined, 2),
			}),
			pageSize: field(whole(1, MAX_PAGE).optional(), {
				in: 'body',
				label: 'Page Size',
				description: `Number of items per request, 1 to ${MAX_PAGE}`,
				default: 1000,
				show: 'paging',
			}),
			pageToken: field(token().optional(), { ...pageToken().info, in: 'body' }),
		},
		subQueriesAreSound('queries'),
	),
	output: page({
		addresses: out.essential(out.list(out.address())),
		totalCount: out.count('Total number of addresses'),
		subQueryCounts: out.map(out.count(), 'ID of the sub-query'),
	}),
	items: 'addresses',
	paging: byToken(MAX_PAGE),
	cost: 3000,
	spec: 'Metrics service: Looking Glass',
});
