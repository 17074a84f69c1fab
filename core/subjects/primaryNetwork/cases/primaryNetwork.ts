import type { OperationCase } from '../../../testing/cases/operationCase';

/** Network, subnets, blockchains, assets and supply. */

const source = 'openapi: Primary Network';
const SUBNET = 'eYwmVU67LmSfZb1RwqCMhBYkFyG8ftxn6jAwqzFmxC9STBWLC';
const CHAIN = '2gvf97g9P31vUEEFRcLvLVJwJQgYRVVtK6QhZfRW9pYFVK4dNS';
const OWNER = 'avax1qm2a25eytsrj235hxg6jc0mwk99tss64eqevsw';
const OTHER = 'X-avax1t4ztu5pec99t2jusz03dt0juc0s9cfa7f3qcaa';
const TX = '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP';
const X_CHAIN = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const NETWORK = { network: 'mainnet' };

const blockchain = {
	createBlockTimestamp: 1_648_672_486,
	createBlockNumber: '123456',
	blockchainId: CHAIN,
	vmId: 'srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy',
	subnetId: SUBNET,
	blockchainName: 'Beam',
	evmChainId: 4337,
	genesisData: { config: { chainId: 4337 } },
};
const blockchainItem = { ...blockchain, createBlockNumber: 123_456, evmChainId: '4337' };
const subnetworkOwner = { locktime: 0, threshold: 1, addresses: [OWNER] };
const subnet = {
	createBlockTimestamp: 1_648_672_486,
	createBlockIndex: '123450',
	subnetId: SUBNET,
	ownerAddresses: [OWNER],
	threshold: 1,
	locktime: 0,
	subnetOwnershipInfo: subnetworkOwner,
	isL1: true,
	l1ConversionTransactionHash: TX,
	l1ValidatorManagerDetails: {
		blockchainId: CHAIN,
		contractAddress: '0x0feedc0de0000000000000000000000000000000',
	},
	blockchains: [blockchain],
};
const subnetItem = { ...subnet, createBlockIndex: 123_450, blockchains: [blockchainItem] };

export const subnets: OperationCase[] = [
	{
		id: 'primaryNetwork.getManySubnets',
		input: { ...NETWORK, sortOrder: 'asc', pageSize: 10_000 },
		request: { path: '/v1/networks/mainnet/subnets?sortOrder=asc&pageSize=10000' },
		answer: { json: { subnets: [subnet] } },
		items: [subnetItem],
		world: () => NETWORK,
		source,
	},
	{
		id: 'primaryNetwork.getSubnet',
		input: { ...NETWORK, subnetId: SUBNET },
		request: { path: `/v1/networks/mainnet/subnets/${SUBNET}` },
		answer: { json: subnet },
		items: [subnetItem],
		world: ({ node }) => ({ ...NETWORK, subnetId: node.subnets[1].id }),
		source,
	},
];

export const blockchains: OperationCase[] = [
	{
		id: 'primaryNetwork.getManyBlockchains',
		input: { ...NETWORK, pageSize: 1 },
		request: { path: '/v1/networks/mainnet/blockchains?pageSize=1' },
		answer: { json: { nextPageToken: '', blockchains: [blockchain] } },
		items: [blockchainItem],
		world: () => NETWORK,
		source,
	},
	{
		id: 'primaryNetwork.getBlockchain',
		input: { ...NETWORK, blockchainId: CHAIN },
		request: { path: `/v1/networks/mainnet/blockchains/${CHAIN}` },
		// The genesis of other virtual machines than the EVM is text.
		answer: { json: { ...blockchain, evmChainId: undefined, genesisData: '0x7b7d' } },
		items: [
			{
				...blockchainItem,
				evmChainId: undefined,
				genesisData: '0x7b7d',
			},
		],
		world: ({ node }) => ({ ...NETWORK, blockchainId: node.subnets[1].blockchains[0].id }),
		source,
	},
];

const details = {
	validatorDetails: {
		validatorCount: 1271,
		totalAmountStaked: '171000000000000000',
		estimatedAnnualStakingReward: '12000000000000000',
		stakingDistributionByVersion: [
			{
				version: 'avalanchego/1.14.2',
				amountStaked: '171000000000000000',
				validatorCount: 1271,
			},
		],
		stakingRatio: '0.4395',
	},
	delegatorDetails: { delegatorCount: 65_000, totalAmountStaked: '28000000000000000' },
};
const supply = {
	circulatingSupply: '454257251.7149865026656081965',
	totalSupply: '454257251.7149865026656081965',
	totalPBurned: '15039.56226661934233308491042',
	totalCBurned: '4868917.656222642629429578983',
	totalXBurned: '45577.89911362119281041174838',
	totalStaked: '199605247.61112',
	totalLocked: '36162978.31786130001530843447',
	totalRewards: '99186786.83258938583018127214',
	lastUpdated: '2025-11-05T20:15:15.678Z',
	genesisUnlock: '360000000',
	l1ValidatorFees: '6786.673898334',
};
const asset = {
	assetId: 'th5aLdWLi32yS9ED6uLGoMMubqHjzMsXhKWwzP6yZTYQKYzof',
	name: 'Avalanche',
	symbol: 'AVAX',
	denomination: 9,
	type: 'secp256k1',
	createdAtTimestamp: 1_675_444_720,
	cap: 'fixed',
};
const chainsOf = { address: OWNER, blockchainIds: [X_CHAIN] };

export const network: OperationCase[] = [
	{
		id: 'primaryNetwork.get',
		input: NETWORK,
		request: { path: '/v1/networks/mainnet' },
		answer: { json: details },
		items: [details],
		source,
	},
	{
		id: 'primaryNetwork.getAvaxSupply',
		input: {},
		request: { path: '/v1/avax/supply' },
		answer: { json: supply },
		items: [supply],
		source: 'openapi: AVAX Supply',
	},
	{
		id: 'primaryNetwork.getAsset',
		input: { ...NETWORK, blockchainId: 'x-chain', assetId: asset.assetId },
		request: { path: `/v1/networks/mainnet/blockchains/x-chain/assets/${asset.assetId}` },
		answer: { json: asset },
		items: [asset],
		world: ({ node }) => ({
			...NETWORK,
			blockchainId: 'x-chain',
			assetId: node.assets[1].assetId,
		}),
		source,
	},
	{
		id: 'primaryNetwork.getManyChainsOfAddresses',
		input: { ...NETWORK, addresses: [OWNER, OTHER] },
		request: { path: `/v1/networks/mainnet/addresses:listChainIds?addresses=${OWNER},${OTHER}` },
		answer: { json: { addresses: [chainsOf] } },
		items: [chainsOf],
		world: ({ node }) => ({ ...NETWORK, addresses: [node.address(0), node.address(1)] }),
		source,
	},
];
