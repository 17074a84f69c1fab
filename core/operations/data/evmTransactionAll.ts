import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import { field } from '../../fields/field';
import { flag } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { blockRange, blocksInOrder } from './evmFields';
import { nativeTransaction, partsOfTransaction, tokenReputation } from './evmShapes';
import { evmChain, pageSize, pageToken, sortOrder, wallet } from './fields';

/** All that an address did on an EVM chain: a transaction with all its transfers is one item. */

const ENTRY = { value: 'getMany', name: 'Get Many' };
const SPEC = 'openapi: EVM Transactions';

function listOf<const S extends Readonly<Record<string, out.Output>>>(tokenExtra: S) {
	return out.object({
		nextPageToken: out.text(),
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

/** The newer version, which leaves out transfers that others made in the same transaction. */
export const listEvmTransactions = declareList({
	id: 'evmTransaction.getMany',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: ENTRY,
	transport: { value: 'v2', name: 'Latest Version' },
	action: 'Get many EVM transactions of an address',
	description:
		'Lists the transactions of an address of an EVM chain, each with its token transfers and internal transactions of that address, and with the reputation of the tokens',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v2/chains/{chainId}/addresses/{address}/transactions',
	},
	input: fieldSet(
		{
			chainId: evmChain(),
			address: wallet(),
			...blockRange(),
			filterSpamTokens: field(flag().optional(), {
				in: 'query',
				label: 'Filter Spam Tokens',
				description: 'Whether to leave out transfers of tokens that are known as spam',
			}),
			sortOrder: sortOrder(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		blocksInOrder,
	),
	output: listOf(tokenReputation()),
	items: 'transactions',
	paging: { style: 'token', maxPageSize: 100 },
	columns,
	cost: 20,
	spec: SPEC,
});

/** The first version, which services without the newer one have. */
export const listEvmTransactionsV1 = declareList({
	id: 'evmTransaction.getManyV1',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: ENTRY,
	transport: { value: 'v1', name: 'Version 1' },
	action: 'Get many EVM transactions of an address with version 1',
	description:
		'Lists the transactions of an address of an EVM chain, each with all its token transfers and internal transactions; for services that do not have version 2',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/transactions',
	},
	input: fieldSet(
		{
			chainId: evmChain(),
			address: wallet(),
			...blockRange(),
			sortOrder: sortOrder(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		blocksInOrder,
	),
	output: listOf({}),
	items: 'transactions',
	paging: { style: 'token', maxPageSize: 100 },
	columns,
	cost: 20,
	spec: SPEC,
});
