import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { blockRange, blocksInOrder } from './evmFields';
import { nativeColumns } from './evmTransactionColumns';
import {
	erc1155Transfer,
	erc721Transfer,
	inBlock,
	internalTransaction,
	nativeTransaction,
} from './evmShapes';
import { evmChain, pageSize, pageToken, wallet } from './fields';

/** What an address did on an EVM chain, one kind at a time and one row each. */

const SPEC = 'openapi: EVM Transactions';
const PAGING = { style: 'token', maxPageSize: 100 } as const;

function call(kind: string) {
	const path = `/v1/chains/{chainId}/addresses/{address}/transactions:${kind}`;
	return { type: 'http', method: 'GET', path } as const;
}

function ofAddress() {
	return fieldSet(
		{
			chainId: evmChain(),
			address: wallet(),
			...blockRange(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		blocksInOrder,
	);
}

/** Transactions that an address sent or received. */
export const listNativeTransactions = declareList({
	id: 'evmTransaction.getManyNative',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: { value: 'getManyNative', name: 'Get Many Native' },
	action: 'Get many native transactions of an address',
	description:
		'Lists the transactions that an address of an EVM chain sent or received, without their token transfers; use Get Many for these',
	service: 'data',
	call: call('listNative'),
	input: ofAddress(),
	output: out.object({ nextPageToken: out.text(), transactions: out.many(nativeTransaction()) }),
	items: 'transactions',
	paging: PAGING,
	columns: nativeColumns,
	cost: 20,
	spec: SPEC,
});

/** NFT transfers from and to an address. */
export const listErc721Transfers = declareList({
	id: 'evmTransaction.getManyErc721Transfers',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: { value: 'getManyErc721Transfers', name: 'Get Many ERC-721 Transfers' },
	action: 'Get many ERC-721 transfers of an address',
	description:
		'Lists the ERC-721 token (NFT) transfers from and to an address of an EVM chain, with the metadata of each token',
	service: 'data',
	call: call('listErc721'),
	input: ofAddress(),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many({ ...inBlock(), txHash: out.hash(), ...erc721Transfer() }),
	}),
	items: 'transactions',
	paging: PAGING,
	columns: (item) => [
		item.txHash,
		item.blockNumber,
		item.blockTimestamp,
		as('from', item.from.address),
		as('to', item.to.address),
		as('name', item.erc721Token.name),
		as('symbol', item.erc721Token.symbol),
		as('tokenId', item.erc721Token.tokenId),
		as('tokenAddress', item.erc721Token.address),
		as('tokenName', item.erc721Token.metadata.name),
		as('imageUri', item.erc721Token.metadata.imageUri),
		item.logIndex,
	],
	cost: 20,
	spec: SPEC,
});

/** Multi-token transfers from and to an address. */
export const listErc1155Transfers = declareList({
	id: 'evmTransaction.getManyErc1155Transfers',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: { value: 'getManyErc1155Transfers', name: 'Get Many ERC-1155 Transfers' },
	action: 'Get many ERC-1155 transfers of an address',
	description:
		'Lists the ERC-1155 token transfers from and to an address of an EVM chain, with the number and the metadata of each token',
	service: 'data',
	call: call('listErc1155'),
	input: ofAddress(),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many({ ...inBlock(), txHash: out.hash(), ...erc1155Transfer() }),
	}),
	items: 'transactions',
	paging: PAGING,
	columns: (item) => [
		item.txHash,
		item.blockNumber,
		item.blockTimestamp,
		as('from', item.from.address),
		as('to', item.to.address),
		item.value,
		as('tokenId', item.erc1155Token.tokenId),
		as('tokenAddress', item.erc1155Token.address),
		as('tokenName', item.erc1155Token.metadata.name),
		as('imageUri', item.erc1155Token.metadata.imageUri),
		item.logIndex,
	],
	cost: 20,
	spec: SPEC,
});

/** Calls between contracts that moved the native token of an address, or created a contract. */
export const listInternalTransactions = declareList({
	id: 'evmTransaction.getManyInternal',
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	entry: { value: 'getManyInternal', name: 'Get Many Internal' },
	action: 'Get many internal transactions of an address',
	description:
		'Lists the internal transactions of an address of an EVM chain: calls of contracts that moved the native token, and creations of contracts',
	service: 'data',
	call: call('listInternals'),
	input: ofAddress(),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many({ ...inBlock(), txHash: out.hash(), ...internalTransaction() }),
	}),
	items: 'transactions',
	paging: PAGING,
	columns: (item) => [
		item.txHash,
		item.blockNumber,
		item.blockTimestamp,
		as('from', item.from.address),
		as('to', item.to.address),
		item.internalTxType,
		item.value,
		item.isReverted,
		item.gasUsed,
	],
	cost: 20,
	spec: SPEC,
});
