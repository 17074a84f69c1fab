import type { World } from '../../../testing/network';
import { casesOfGet } from '../../../testing/cases/expected';
import { cChainOf, tokensIn } from '../../../testing/cases/evmWorld';

/** The native balance and the NFTs of an address. */

const source = 'openapi: EVM Balances';
const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const CONTRACT = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const PATH = `/v1/chains/43114/addresses/${WALLET}`;

const ofWallet = (world: World) => ({ chainId: '43114', address: tokensIn(world).wallets[0] });
const unknownChain = {
	input: (world: World) => ({ ...ofWallet(world), chainId: '987654321' }),
	message: /987654321/,
};

const native = { name: 'Avalanche', symbol: 'AVAX', decimals: 18, chainId: '43114', balance: '1' };
const inText = { currencyCode: 'usd', value: '42.42' };
const inNumbers = { currencyCode: 'usd', value: 42.42 };

export const nativeBalances = casesOfGet('tokenBalance.getNative', {
	input: { chainId: '43114', address: WALLET, blockNumber: '6479329', currency: 'EUR' },
	path: `${PATH}/balances:getNative?blockNumber=6479329&currency=eur`,
	answers: [
		[
			{ nativeTokenBalance: { ...native, price: inText, balanceValue: inText } },
			[{ nativeTokenBalance: { ...native, price: inNumbers, balanceValue: inNumbers } }],
		],
		[
			{ nativeTokenBalance: { ...native, price: inNumbers } },
			[{ nativeTokenBalance: { ...native, price: inNumbers } }],
		],
	],
	world: ofWallet,
	inWorld: {
		expected(world) {
			const { height } = cChainOf(world);
			const balance = tokensIn(world).nativeBalance(tokensIn(world).wallets[0], height);
			return [{ nativeTokenBalance: { chainId: '43114', balance: String(balance) } }];
		},
	},
	refused: unknownChain,
	source,
});

const metadata = {
	indexStatus: 'indexed',
	metadataLastUpdatedTimestamp: 1,
	name: 'n',
	attributes: '[]',
};
const erc721 = { tokenId: '1', metadata };
const erc1155 = { tokenId: '1', balance: '2', metadata: { indexStatus: 'INDEXED', decimals: 0 } };

export const nftBalances = [
	...casesOfGet('tokenBalance.getManyErc721', {
		input: { chainId: 43114, address: WALLET, contractAddress: CONTRACT, pageSize: 250 },
		path: `${PATH}/balances:listErc721?contractAddress=${CONTRACT}&pageSize=250`,
		answers: [[{ nativeTokenBalance: native, erc721TokenBalances: [erc721] }, [erc721]]],
		missing: true,
		world: ofWallet,
		inWorld: {
			part: ({ address, tokenId, ownerAddress }) => ({ address, tokenId, ownerAddress }),
			expected: (world) =>
				tokensIn(world)
					.erc721Of(tokensIn(world).wallets[0])
					.map(({ contract, tokenId, owner }) => {
						return { address: contract.address, tokenId, ownerAddress: owner };
					}),
		},
		refused: unknownChain,
		source,
	}),
	...casesOfGet('tokenBalance.getManyErc1155', {
		input: { chainId: '43114', address: WALLET, blockNumber: 6479329 },
		path: `${PATH}/balances:listErc1155?blockNumber=6479329`,
		answers: [[{ nativeTokenBalance: native, erc1155TokenBalances: [erc1155] }, [erc1155]]],
		missing: true,
		world: ofWallet,
		inWorld: {
			part: ({ address, tokenId, balance }) => ({ address, tokenId, balance }),
			expected: (world) =>
				tokensIn(world)
					.erc1155Of(tokensIn(world).wallets[0])
					.map(({ contract, tokenId, balance }) => {
						return { address: contract.address, tokenId, balance: String(balance) };
					}),
		},
		refused: unknownChain,
		source,
	}),
];
