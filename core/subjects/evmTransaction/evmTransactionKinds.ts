import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { EVM_NATIVE_TX, EVM_TX } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { BY_BLOCK, blockRange, blocksInOrder } from '../shared/data/evmFields';
import { nativeColumns, transferColumns } from '../shared/data/evmTransactionColumns';
import {
	erc1155Transfer,
	erc721Transfer,
	internalTransaction,
	nativeTransaction,
	transfer,
} from '../shared/data/evmShapes';
import { evmChain, wallet } from '../shared/data/fields';
import { erc20Transfer } from '../shared/data/shapes';
import { knownToken } from '../shared/knownColumn';

/**
 * Transactions and transfers of an address on an EVM chain: one operation per kind, one item per
 * row.
 */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.evmTransaction,
	service: 'data',
	items: 'transactions',
	paging: byToken(),
	explorer: EVM_TX,
	bounds: BY_BLOCK,
	cost: 20,
	spec: 'openapi: EVM Transactions',
} as const;

function call(kind: string) {
	const path = `/v1/chains/{chainId}/addresses/{address}/transactions:${kind}`;
	return { type: 'http', method: 'GET', path } as const;
}

function ofAddress() {
	return fieldSet(
		{ chainId: evmChain(), address: wallet(), ...blockRange(), ...pages() },
		blocksInOrder,
	);
}

/** Transactions that an address sent or received. */
export const getManyNative = declareList({
	id: 'evmTransaction.getManyNative',
	...COMMON,
	entry: { value: 'getManyNative', name: 'Get Many Native' },
	action: 'Get many native transactions of an address',
	description:
		'Lists the transactions that an address of an EVM chain sent or received, without their token transfers; use Get Many for these',
	call: call('listNative'),
	input: ofAddress(),
	output: page({ transactions: out.many(nativeTransaction()) }),
	columns: nativeColumns,
	explorer: EVM_NATIVE_TX,
});

/** ERC-20 transfers from and to one address. */
export const getManyErc20Transfers = declareList({
	id: 'evmTransaction.getManyErc20Transfers',
	...COMMON,
	entry: { value: 'getManyErc20Transfers', name: 'Get Many ERC-20 Transfers' },
	action: 'Get many ERC-20 transfers of an address',
	description:
		'Lists the ERC-20 token transfers from and to an address of an EVM chain, optionally within a range of blocks',
	call: call('listErc20'),
	input: ofAddress(),
	output: page({ transactions: out.many(transfer(erc20Transfer({}))) }),
	columns: (item) => [
		...transferColumns(item),
		item.value,
		as('symbol', item.erc20Token.symbol),
		knownToken(item.erc20Token.address),
		as('decimals', item.erc20Token.decimals),
		as('tokenName', item.erc20Token.name),
		as('tokenAddress', item.erc20Token.address),
		item.logIndex,
	],
});

/** NFT transfers from and to an address. */
export const getManyErc721Transfers = declareList({
	id: 'evmTransaction.getManyErc721Transfers',
	...COMMON,
	entry: { value: 'getManyErc721Transfers', name: 'Get Many ERC-721 Transfers' },
	action: 'Get many ERC-721 transfers of an address',
	description:
		'Lists the ERC-721 token (NFT) transfers from and to an address of an EVM chain, with the metadata of each token',
	call: call('listErc721'),
	input: ofAddress(),
	output: page({ transactions: out.many(transfer(erc721Transfer())) }),
	columns: (item) => [
		...transferColumns(item),
		as('name', item.erc721Token.name),
		as('symbol', item.erc721Token.symbol),
		knownToken(item.erc721Token.address),
		as('tokenId', item.erc721Token.tokenId),
		as('tokenAddress', item.erc721Token.address),
		as('tokenName', item.erc721Token.metadata.name),
		as('imageUri', item.erc721Token.metadata.imageUri),
		item.logIndex,
	],
});

/** Multi-token transfers from and to an address. */
export const getManyErc1155Transfers = declareList({
	id: 'evmTransaction.getManyErc1155Transfers',
	...COMMON,
	entry: { value: 'getManyErc1155Transfers', name: 'Get Many ERC-1155 Transfers' },
	action: 'Get many ERC-1155 transfers of an address',
	description:
		'Lists the ERC-1155 token transfers from and to an address of an EVM chain, with the number and the metadata of each token',
	call: call('listErc1155'),
	input: ofAddress(),
	output: page({ transactions: out.many(transfer(erc1155Transfer())) }),
	columns: (item) => [
		...transferColumns(item),
		item.value,
		as('tokenId', item.erc1155Token.tokenId),
		as('tokenAddress', item.erc1155Token.address),
		as('tokenName', item.erc1155Token.metadata.name),
		knownToken(item.erc1155Token.address),
		as('imageUri', item.erc1155Token.metadata.imageUri),
		item.logIndex,
	],
});

/** Calls between contracts that moved the native token of an address, or created a contract. */
export const getManyInternal = declareList({
	id: 'evmTransaction.getManyInternal',
	...COMMON,
	entry: { value: 'getManyInternal', name: 'Get Many Internal' },
	action: 'Get many internal transactions of an address',
	description:
		'Lists the internal transactions of an address of an EVM chain: calls of contracts that moved some of the native token, and creations of contracts',
	call: call('listInternals'),
	input: ofAddress(),
	output: page({ transactions: out.many(transfer(internalTransaction())) }),
	explorer: EVM_NATIVE_TX,
	columns: (item) => [
		...transferColumns(item),
		item.internalTxType,
		item.value,
		item.isReverted,
		item.gasUsed,
	],
});
