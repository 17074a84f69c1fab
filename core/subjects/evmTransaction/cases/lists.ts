import type { World } from '../../../testing/network';
import type { OperationCase } from '../../../testing/cases/operationCase';
import { cChainOf } from '../../../testing/cases/evmWorld';

/** Transactions of EVM chains. Values are the examples of the documents' schemas. */

const source = 'openapi: EVM Transactions';
const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const TOKEN = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const BLOCK = '0x17533aeb5193378b9ff441d61728e7a2ebaf10f61fd5310759451627dfca2e7c';
const TX = '0x3e9303f81be00b4af28515dab7b914bf3dbff209ea10e7071fa24d4af0a112d4';
const NEXT = { nextPageToken: '3f1c9d1e-7f63-4a4c-8f0e-2b8b7a1d6c55' };

const party = { name: 'Wrapped AVAX', symbol: 'WAVAX', decimals: 18, address: TOKEN };
const ends = { from: { address: WALLET }, to: party };
const head = {
	blockTimestamp: 1648672486,
	blockTimestampMilliseconds: 1648672486000,
	blockHash: BLOCK,
	txHash: TX,
};
const native = {
	...head,
	blockNumber: '339',
	blockMinDelayExcess: 7477290,
	chainId: '43114',
	blockIndex: 0,
	txStatus: '1',
	txType: 1,
	gasLimit: '51373',
	gasUsed: '51373',
	gasPrice: '470000000000',
	nonce: '1',
	...ends,
	method: {
		callType: 'CONTRACT_CALL',
		methodHash: '0xa9059cbb',
		methodName: 'transfer(address,uint256)',
	},
	value: '10000000000000000000',
};
const nativeItem = { ...native, blockNumber: 339, gasLimit: 51373, gasUsed: 51373, nonce: 1 };
const erc20 = {
	...ends,
	logIndex: 4,
	value: '10000000000000000000',
	erc20Token: {
		...party,
		ercType: 'ERC-20',
		price: { currencyCode: 'usd', value: 42.42 },
	},
};
const metadata = { indexStatus: 'INDEXED', name: 'Hut #145', imageUri: 'https://a.b/145.png' };
const erc721 = {
	...ends,
	logIndex: 5,
	erc721Token: {
		address: TOKEN,
		name: 'Alpine Huts',
		symbol: 'HUT',
		ercType: 'ERC-721',
		tokenId: '145',
		tokenUri: 'ipfs://hut/145.json',
		metadata,
		ownerAddress: WALLET,
	},
};
const erc1155 = {
	...ends,
	logIndex: 6,
	value: '2',
	erc1155Token: {
		address: TOKEN,
		ercType: 'ERC-1155',
		tokenId: '7',
		tokenUri: 'ipfs://badge/7.json',
		metadata: { ...metadata, decimals: 0 },
	},
};
const internal = {
	...ends,
	internalTxType: 'CALL',
	value: '10000000000000000000',
	isReverted: false,
	gasUsed: '2300',
	gasLimit: '30000',
};
const internalItem = { ...internal, gasUsed: 2300, gasLimit: 30000 };
const reputation = (token: object) => ({ ...token, tokenReputation: 'Benign' });

const ofAddress = { chainId: '43114', address: WALLET };
const range = { startBlock: 6479329, endBlock: 6479330 };
const rangeQuery = 'startBlock=6479329&endBlock=6479330';
const lists = { erc721Transfers: [erc721], erc1155Transfers: [erc1155] };

/** The same request about what the emulator's world has: a wallet, or a block of two transactions. */
function inWorld(input: Record<string, unknown>): OperationCase['world'] {
	if (!('address' in input) && !('blockId' in input)) return undefined;
	return (world: World) => {
		const { wallets, transfers } = world.tokens(cChainOf(world));
		const shared = transfers().find((one, at, all) => one.blockHash === all[at + 1]?.blockHash);
		if ('blockId' in input) return { chainId: '43114', blockId: shared?.blockHash };
		return { chainId: '43114', address: wallets[1] };
	};
}

function listed(
	id: string,
	input: Record<string, unknown>,
	path: string,
	[answer, item]: [answer: object, item: object],
): OperationCase {
	const json = { ...NEXT, transactions: [answer] };
	const world = inWorld(input);
	const request = { path };
	return { id, input, request, answer: { json }, items: [item], source, ...(world && { world }) };
}

/** One kind of transactions or transfers of an address. */
function ofKind(id: string, kind: string, answer: object, item = answer) {
	const path = `/v1/chains/43114/addresses/${WALLET}/transactions:${kind}?${rangeQuery}&pageSize=9`;
	const placed = { ...head, blockNumber: '339', ...answer };
	const placedItem = { ...head, blockNumber: 339, ...item };
	return listed(id, { ...ofAddress, ...range, pageSize: 9 }, path, [placed, placedItem]);
}

export const evmTransactions: OperationCase[] = [
	listed(
		'evmTransaction.getMany',
		{ ...ofAddress, ...range, filterSpamTokens: true, sortOrder: 'asc', pageSize: 9 },
		`/v2/chains/43114/addresses/${WALLET}/transactions?${rangeQuery}&filterSpamTokens=true&sortOrder=asc&pageSize=9`,
		[
			{
				nativeTransaction: native,
				erc20Transfers: [{ ...erc20, erc20Token: reputation(erc20.erc20Token) }],
				...lists,
				internalTransactions: [internal],
			},
			{
				nativeTransaction: nativeItem,
				erc20Transfers: [{ ...erc20, erc20Token: reputation(erc20.erc20Token) }],
				...lists,
				internalTransactions: [internalItem],
			},
		],
	),
	listed(
		'evmTransaction.getManyV1',
		{ ...ofAddress, sortOrder: 'desc' },
		`/v1/chains/43114/addresses/${WALLET}/transactions?sortOrder=desc`,
		[
			{ nativeTransaction: native, erc20Transfers: [erc20], ...lists },
			{ nativeTransaction: nativeItem, erc20Transfers: [erc20], ...lists },
		],
	),
	ofKind('evmTransaction.getManyNative', 'listNative', native, nativeItem),
	ofKind('evmTransaction.getManyErc721Transfers', 'listErc721', erc721),
	ofKind('evmTransaction.getManyErc1155Transfers', 'listErc1155', erc1155),
	ofKind('evmTransaction.getManyInternal', 'listInternals', internal, internalItem),
	listed(
		'evmTransaction.getManyInBlock',
		{ chainId: '43114', blockId: BLOCK },
		`/v1/chains/43114/blocks/${BLOCK}/transactions`,
		[native, nativeItem],
	),
	listed(
		'evmTransaction.getManyLatest',
		{ chainId: '43114', status: 'failed' },
		'/v1/chains/43114/transactions?status=failed',
		[native, nativeItem],
	),
	listed(
		'evmTransaction.getManyLatestAllChains',
		{ network: 'mainnet', status: 'success', pageSize: 100 },
		'/v1/transactions?network=mainnet&status=success&pageSize=100',
		[native, nativeItem],
	),
];
