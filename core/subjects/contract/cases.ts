import type { World } from '../../testing/network';
import type { OperationCase } from '../../testing/cases/operationCase';
import { cChainOf } from '../../testing/cases/evmWorld';

/** Contracts and NFTs of EVM chains. Values are the examples of the documents' schemas. */

const source = 'openapi: EVM Contracts, EVM Transactions, NFTs';
const CONTRACT = '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E';
const WALLET = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const TX = '0x3e9303f81be00b4af28515dab7b914bf3dbff209ea10e7071fa24d4af0a112d4';
const ofContract = { chainId: '43114', address: CONTRACT };

const erc20Contract = {
	name: 'Wrapped AVAX',
	description: 'AVAX as an ERC-20 token',
	officialSite: 'https://example.org',
	email: 'mail@example.org',
	logoAsset: { assetId: 'a1', imageUri: 'https://images.example/wavax.png' },
	bannerAsset: {},
	color: '#e84142',
	resourceLinks: [{ type: 'Website', url: 'https://example.org' }],
	tags: ['token'],
	address: CONTRACT,
	deploymentDetails: { txHash: TX, deployerAddress: WALLET, deployerContractAddress: CONTRACT },
	ercType: 'ERC-20',
	symbol: 'WAVAX',
	decimals: 18,
	pricingProviders: { coingeckoCoinId: 'wrapped-avax' },
};
const unknownContract = { address: WALLET, ercType: 'UNKNOWN' };

const transaction = {
	nativeTransaction: { txHash: TX, blockNumber: '339', gasUsed: '51373', value: '0' },
	networkTokenDetails: {
		networkToken: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
		currentPrice: { currencyCode: 'chf', value: 42.42 },
	},
};

const transfer = {
	blockNumber: '339',
	blockTimestamp: 1648672486,
	blockHash: TX,
	txHash: TX,
	from: { address: WALLET },
	to: { address: CONTRACT, name: 'Wrapped AVAX', symbol: 'WAVAX', decimals: 18 },
	logIndex: 4,
};
const token = { address: CONTRACT, name: 'Wrapped AVAX', symbol: 'WAVAX', decimals: 18 };
const hut = {
	address: CONTRACT,
	name: 'Alpine Huts',
	symbol: 'HUT',
	ercType: 'ERC-721',
	tokenId: '145',
	tokenUri: 'ipfs://hut/145.json',
	metadata: { indexStatus: 'INDEXED', attributes: '[]' },
	ownerAddress: WALLET,
};
const badge = {
	address: CONTRACT,
	ercType: 'ERC-1155',
	tokenId: '340282366920938463463374607431768211456',
	tokenUri: 'ipfs://badge/7.json',
	metadata: { indexStatus: 'INDEXED', decimals: 0, properties: '{}' },
};
const transfers = [
	{ ...transfer, value: '10000000000000000000', erc20Token: { ...token, ercType: 'ERC-20' } },
	{ ...transfer, erc721Token: hut },
	{ ...transfer, value: '2', erc1155Token: badge },
];

function contractIn(world: World, kind: 'erc20' | 'erc721') {
	return { chainId: '43114', address: world.tokens(cChainOf(world))[kind][0].address };
}

function nftIn(world: World) {
	const tokens = world.tokens(cChainOf(world));
	const [{ contract, tokenId }] = tokens.erc721Of(tokens.wallets[1]);
	return { chainId: '43114', address: contract.address, tokenId };
}

export const contracts: OperationCase[] = [
	{
		id: 'contract.get',
		input: ofContract,
		request: { path: `/v1/chains/43114/addresses/${CONTRACT}` },
		answer: { json: erc20Contract },
		items: [erc20Contract],
		source,
		world: (world) => contractIn(world, 'erc20'),
	},
	{
		id: 'contract.getDeployment',
		input: { ...ofContract, currency: 'chf' },
		request: {
			path: `/v1/chains/43114/contracts/${CONTRACT}/transactions:getDeployment?currency=chf`,
		},
		answer: { json: transaction },
		missing: true,
		items: [
			{
				...transaction,
				nativeTransaction: {
					...transaction.nativeTransaction,
					blockNumber: 339,
					gasUsed: 51373,
				},
			},
		],
		source,
		world: (world) => contractIn(world, 'erc20'),
	},
	{
		id: 'contract.getManyDeployments',
		input: { chainId: '43114', address: WALLET },
		request: { path: `/v1/chains/43114/contracts/${WALLET}/deployments` },
		answer: { json: { contracts: [erc20Contract, unknownContract] } },
		items: [erc20Contract, unknownContract],
		source,
		world: (world) => ({ chainId: '43114', address: world.tokens(cChainOf(world)).deployer }),
	},
	{
		id: 'contract.getManyTransfers',
		input: { ...ofContract, startBlock: 6479329, endBlock: 6479330 },
		request: {
			path: `/v1/chains/43114/tokens/${CONTRACT}/transfers?startBlock=6479329&endBlock=6479330`,
		},
		answer: { json: { nextPageToken: '', transfers } },
		items: transfers.map((one) => ({ ...one, blockNumber: 339 })),
		source,
		world: (world) => contractIn(world, 'erc20'),
	},
	{
		id: 'contract.getNft',
		input: { ...ofContract, tokenId: badge.tokenId },
		request: {
			path: `/v1/chains/43114/nfts/collections/${CONTRACT}/tokens/${badge.tokenId}`,
		},
		answer: { json: badge },
		items: [badge],
		source,
		world: nftIn,
	},
	{
		id: 'contract.getManyNfts',
		input: { ...ofContract, pageSize: 2 },
		request: { path: `/v1/chains/43114/nfts/collections/${CONTRACT}/tokens?pageSize=2` },
		answer: { json: { tokens: [hut, badge] } },
		items: [hut, badge],
		source,
		world: (world) => ({ ...contractIn(world, 'erc721'), pageSize: 100 }),
	},
	{
		id: 'contract.reindexNft',
		input: { ...ofContract, tokenId: 145 },
		request: {
			method: 'POST',
			path: `/v1/chains/43114/nfts/collections/${CONTRACT}/tokens/145:reindex`,
		},
		answer: { text: '' },
		items: [{ accepted: true }],
		source,
		world: nftIn,
	},
];
