import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { whole } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { byToken, page, pageToken, pages } from '../../operations/pages';
import { blockId, ofNetwork, transactionStatus } from '../shared/data/evmFields';
import { nativeTransaction } from '../shared/data/evmShapes';
import { NATIVE_TX, nativeColumns } from '../shared/data/evmTransactionColumns';
import { evmChain } from '../shared/data/fields';

/** Transactions that are not looked up by an address. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	service: 'data',
	output: page({ transactions: out.many(nativeTransaction()) }),
	items: 'transactions',
	paging: byToken(),
	columns: nativeColumns,
	explorer: NATIVE_TX,
	cost: 20,
	spec: 'openapi: EVM Transactions',
} as const;

/** The transactions of a block. */
export const getManyInBlock = declareList({
	id: 'evmTransaction.getManyInBlock',
	...COMMON,
	entry: { value: 'getManyInBlock', name: 'Get Many in Block' },
	action: 'Get many EVM transactions of a block',
	description: 'Lists the transactions of a block of an EVM chain, by block number or block hash',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/blocks/{blockId}/transactions',
	},
	input: fieldSet({
		chainId: evmChain(),
		blockId: blockId(),
		pageSize: field(whole(0, 100).optional(), {
			in: 'query',
			label: 'Page Size',
			description: 'Number of items per request, 0 to 100; with 0 the service chooses the number',
			default: 0,
			show: 'paging',
		}),
		pageToken: pageToken(),
	}),
});

/** The newest transactions of a chain. */
export const getManyLatest = declareList({
	id: 'evmTransaction.getManyLatest',
	...COMMON,
	entry: { value: 'getManyLatest', name: 'Get Many Latest' },
	action: 'Get many latest EVM transactions of a chain',
	description:
		'Lists the latest transactions of an EVM chain, newest first, optionally only those that failed or succeeded',
	call: { type: 'http', method: 'GET', path: '/v1/chains/{chainId}/transactions' },
	input: fieldSet({
		chainId: evmChain(),
		status: transactionStatus(),
		...pages(),
	}),
});

/** The newest transactions of all chains. */
export const getManyLatestAllChains = declareList({
	id: 'evmTransaction.getManyLatestAllChains',
	...COMMON,
	entry: { value: 'getManyLatestAllChains', name: 'Get Many Latest of All Chains' },
	action: 'Get many latest EVM transactions of all chains',
	description:
		'Lists the latest transactions of all supported EVM chains, newest first, optionally of one network, and only those that failed or succeeded',
	call: { type: 'http', method: 'GET', path: '/v1/transactions' },
	input: fieldSet({
		network: ofNetwork('transactions'),
		status: transactionStatus(),
		...pages(),
	}),
});
