import type { World } from '../../../testing/network';
import { casesOfGet } from '../../../testing/cases/expected';
import { tokensIn } from '../../../testing/cases/evmWorld';

/** One EVM transaction, and the ERC-20 transfers of an address. */

const source = 'openapi: EVM Transactions';
const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const HASH = `0x${'1f'.repeat(32)}`;

const party = {
	name: 'Wrapped AVAX',
	symbol: 'WAVAX',
	decimals: 18,
	logoUri: 'https://a.b/c',
	address: '0x00',
};
const metadata = {
	indexStatus: 'indexed',
	metadataLastUpdatedTimestamp: 1,
	name: 'n',
	attributes: '[]',
};
const token = { address: '0x00', name: 'n', symbol: 's', decimals: 6, ercType: 'ERC-20' };
const native = { name: 'Avalanche', symbol: 'AVAX', decimals: 18, chainId: '43114', balance: '1' };

/** Prices come as text from some services: items have numbers. */
function transferWith(price: string | number) {
	const erc20Token = { ...token, price: { currencyCode: 'usd', value: price } };
	const at = { blockTimestamp: 1_650_000_000 };
	return { ...at, from: party, to: party, logIndex: 1, value: '1', erc20Token };
}

/** A transaction with all of its parts. */
function wholeWith(price: string | number) {
	return {
		erc20Transfers: [transferWith(price)],
		erc721Transfers: [{ from: party, to: party, erc721Token: { tokenId: '1', metadata } }],
		erc1155Transfers: [{ value: '1', erc1155Token: { tokenId: '1' } }],
		internalTransactions: [{ internalTxType: 'UNKNOWN', isReverted: false }],
		networkTokenDetails: {
			networkToken: native,
			currentPrice: { currencyCode: 'usd', value: price },
		},
		nativeTransaction: { blockTimestamp: 1, txType: 2, method: { callType: 'CONTRACT_CALL' } },
		teleporterMessageInfo: { direction: 'SOURCE_TRANSACTION' },
	};
}

const transfersIn = (world: World) => tokensIn(world).transfersOf(tokensIn(world).wallets[0]);

export const transfers = casesOfGet('evmTransaction.getManyErc20Transfers', {
	input: { chainId: '43114', address: WALLET, startBlock: 5, endBlock: '6479329' },
	path: `/v1/chains/43114/addresses/${WALLET}/transactions:listErc20?startBlock=5&endBlock=6479329`,
	answers: [
		[
			{ transactions: [{ ...transferWith('42.42'), blockNumber: '6479300' }] },
			[{ ...transferWith(42.42), blockNumber: 6_479_300 }],
		],
	],
	missing: true,
	rejected: [{ transactions: [{ blockTimestamp: 'now' }] }],
	world: (world) => ({ chainId: '43114', address: tokensIn(world).wallets[0] }),
	inWorld: {
		part({ txHash, value, erc20Token }) {
			return { txHash, value, token: (erc20Token as { address: string }).address };
		},
		expected: (world) =>
			transfersIn(world).map(({ txHash, value, token: { address } }) => {
				return { txHash, value: String(value), token: address };
			}),
	},
	refused: {
		input: (world) => ({ chainId: '987654321', address: tokensIn(world).wallets[0] }),
		message: /987654321/,
	},
	source,
});

export const evmTransactions = casesOfGet('evmTransaction.get', {
	input: { chainId: 43114, txHash: HASH },
	path: `/v1/chains/43114/transactions/${HASH}`,
	answers: [
		[wholeWith('42.42'), [wholeWith(42.42)]],
		[{ nativeTransaction: {} }, [{ nativeTransaction: {} }]],
	],
	missing: true,
	world: (world) => ({ chainId: '43114', txHash: transfersIn(world)[0].txHash }),
	inWorld: {
		part: ({ nativeTransaction, erc20Transfers }) => ({
			nativeTransaction,
			transfers: (erc20Transfers as unknown[]).length,
		}),
		expected(world) {
			const [{ txHash, blockNumber }] = transfersIn(world);
			return [{ nativeTransaction: { txHash, blockNumber }, transfers: 1 }];
		},
	},
	refused: {
		input: () => ({ chainId: '43114', txHash: `0x${'ab'.repeat(32)}` }),
		message: /not found/,
	},
	source,
});
