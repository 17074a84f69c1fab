import type { OperationCase } from '../../../testing/cases/operationCase';
import { cChainOf, transferIn } from '../../../testing/cases/evmWorld';

/** Token balances of an address. Values are the examples of the documents' schemas. */

const source = 'openapi: EVM Balances';
const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const TOKEN = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const OTHER = '0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB';
const path = `/v1/chains/43114/addresses/${WALLET}`;
const price = (value: number) => ({ currencyCode: 'eur', value });

const erc20 = {
	address: TOKEN,
	name: 'Wrapped AVAX',
	symbol: 'WAVAX',
	decimals: 18,
	logoUri: 'https://images.example/wavax.png',
	ercType: 'ERC-20',
	price: price(42.42),
	chainId: '43114',
	balance: '2000000000000000000',
	balanceValue: price(84.84),
	tokenReputation: null,
};
const metadata = { indexStatus: 'UNINDEXED', metadataLastUpdatedTimestamp: 1648672486 };
const hut = {
	address: OTHER,
	name: 'Alpine Huts',
	symbol: 'HUT',
	ercType: 'ERC-721',
	tokenId: '145',
	tokenUri: 'ipfs://hut/145.json',
	metadata: { ...metadata, attributes: '[]' },
	ownerAddress: WALLET,
	chainId: '43114',
};
const badge = {
	address: TOKEN,
	ercType: 'ERC-1155',
	tokenId: '7',
	tokenUri: 'ipfs://badge/7.json',
	metadata: { ...metadata, decimals: 0, properties: '{}' },
	chainId: '43114',
	balance: '3',
};

export const tokenBalances: OperationCase[] = [
	{
		id: 'tokenBalance.getManyErc20',
		input: {
			chainId: '43114',
			address: WALLET,
			contractAddresses: [TOKEN, OTHER],
			blockNumber: '6479329',
			filterSpamTokens: false,
			currency: 'eur',
		},
		request: {
			path: `${path}/balances:listErc20?contractAddresses=${TOKEN},${OTHER}&blockNumber=6479329&filterSpamTokens=false&currency=eur`,
		},
		answer: {
			json: {
				nativeTokenBalance: {
					name: 'Avalanche',
					symbol: 'AVAX',
					decimals: 18,
					chainId: '43114',
					balance: '1',
				},
				erc20TokenBalances: [erc20],
			},
		},
		items: [erc20],
		source,
		world: (world) => ({ chainId: '43114', address: transferIn(world).from, currency: 'eur' }),
	},
	{
		id: 'tokenBalance.getManyCollectibles',
		input: { chainId: '43114', address: WALLET, contractAddress: OTHER },
		request: { path: `${path}/balances:listCollectibles?contractAddress=${OTHER}` },
		answer: { json: { collectibleBalances: [hut, badge] } },
		items: [hut, badge],
		source,
		world: (world) => ({ chainId: '43114', address: world.tokens(cChainOf(world)).wallets[4] }),
	},
];
