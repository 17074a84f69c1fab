import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import { field } from '../../fields/field';
import { flag } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { EVM_NATIVE_TX_INSIDE } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { BY_BLOCK, blockRange, blocksInOrder } from '../shared/data/evmFields';
import { nativeTransaction, partsOfTransaction, tokenReputation } from '../shared/data/evmShapes';
import { evmChain, sortOrder, wallet } from '../shared/data/fields';

/** Transactions of an address on an EVM chain: a transaction with all its transfers is one item. */

function listOf<const S extends Readonly<Record<string, out.Output>>>(tokenExtra: S) {
	return page({
		transactions: out.many({
			nativeTransaction: out.object(nativeTransaction()),
			...partsOfTransaction(tokenExtra),
		}),
	});
}

type Item = NonNullable<
	out.ValueOf<ReturnType<typeof listOf<Record<never, never>>>>['transactions']
>[number];

function columns(item: Paths<Item>) {
	const tx = item.nativeTransaction;
	return [
		as('txHash', tx.txHash),
		as('txStatus', tx.txStatus),
		as('blockNumber', tx.blockNumber),
		as('blockTimestamp', tx.blockTimestamp),
		as('from', tx.from.address),
		as('to', tx.to.address),
		as('value', tx.value),
		as('method', tx.method.methodName),
		as('gasUsed', tx.gasUsed),
		as('gasPrice', tx.gasPrice),
		item.erc20Transfers,
		item.erc721Transfers,
		item.erc1155Transfers,
		item.internalTransactions,
	];
}

const COMMON = {
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: { value: 'getMany', name: 'Get Many' },
	service: 'data',
	items: 'transactions',
	paging: byToken(),
	bounds: { ...BY_BLOCK, position: (item: Paths<Item>) => [item.nativeTransaction.blockNumber] },
	columns,
	explorer: EVM_NATIVE_TX_INSIDE,
	cost: 20,
	spec: 'openapi: EVM Transactions',
} as const;

function call(version: 'v1' | 'v2') {
	const path = `/${version}/chains/{chainId}/addresses/{address}/transactions`;
	return { type: 'http', method: 'GET', path } as const;
}

/** The newer version, without transfers of others in the same transaction. */
export const getMany = declareList({
	id: 'evmTransaction.getMany',
	...COMMON,
	transport: { value: 'v2', name: 'Latest Version' },
	action: 'Get many EVM transactions of an address',
	description:
		'Lists the transactions of an address of an EVM chain, each with its token transfers and internal transactions of that address, and with the reputation of the tokens',
	call: call('v2'),
	input: fieldSet(
		{
			chainId: evmChain(),
			address: wallet(),
			...blockRange(),
			filterSpamTokens: field(flag().optional(), {
				in: 'query',
				label: 'Filter Spam Tokens',
				description: 'Whether to exclude transfers of known spam tokens',
			}),
			sortOrder: sortOrder(),
			...pages(),
		},
		blocksInOrder,
	),
	output: listOf(tokenReputation()),
});

/** The first version, which services without the newer one have. */
export const getManyV1 = declareList({
	id: 'evmTransaction.getManyV1',
	...COMMON,
	transport: { value: 'v1', name: 'Version 1' },
	action: 'Get many EVM transactions of an address with version 1',
	description:
		'Lists the transactions of an address of an EVM chain, each with all its token transfers and internal transactions; for services without version 2',
	call: call('v1'),
	input: fieldSet(
		{
			chainId: evmChain(),
			address: wallet(),
			...blockRange(),
			sortOrder: sortOrder(),
			...pages(),
		},
		blocksInOrder,
	),
	output: listOf({}),
});
