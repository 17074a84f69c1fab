import type { OperationCase } from '../../../testing/cases/operationCase';

/** Validators and rewards of the primary network. Values are the examples of the documents' schemas. */

const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const PRIMARY = '11111111111111111111111111111111LpoYY';
const OWNER = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const TX = '3P91K6nuDFvDodcRuJTsgdf9SvYe5pMiKk38HppsoeAiEztCP';
const NEXT = { nextPageToken: '3f1c9d1e-7f63-4a4c-8f0e-2b8b7a1d6c55' };

const validator = {
	txHash: TX,
	nodeId: NODE,
	subnetId: PRIMARY,
	amountStaked: '2000000000000',
	delegationFee: '2.5',
	startTimestamp: 1_782_000_000,
	endTimestamp: 1_790_000_000,
};
const active = {
	...validator,
	blsCredentials: { publicKey: '0xadb4', proofOfPossession: '0x8ab1' },
	stakePercentage: 0.012,
	delegatorCount: 12,
	amountDelegated: '6000000000000',
	uptimePerformance: 99.8,
	avalancheGoVersion: 'avalanchego/1.14.2',
	delegationCapacity: '2000000000000',
	potentialRewards: {
		validationRewardAmount: '54000000000',
		delegationRewardAmount: '3000000000',
		rewardAddresses: [OWNER],
	},
	validationStatus: 'active',
	validatorHealth: {
		reachabilityPercent: 100,
		benchedPChainRequestsPercent: 0,
		benchedXChainRequestsPercent: 0,
		benchedCChainRequestsPercent: 0.4,
	},
	geolocation: null,
};
const removed = {
	...validator,
	removeTxHash: TX,
	removeTimestamp: 1_783_000_000,
	validationStatus: 'removed',
};
const asItem = { delegationFee: 2.5 };

export const validators: OperationCase[] = [
	{
		id: 'staking.getManyValidators',
		input: {
			network: 'mainnet',
			nodeIds: [NODE],
			validationStatus: 'active',
			subnetId: PRIMARY,
			minDelegationCapacity: '25',
			maxDelegationCapacity: 720_000,
			minTimeRemaining: 1_209_600,
			maxTimeRemaining: 2_147_483_647,
			minFeePercentage: '2',
			maxFeePercentage: 7.5,
			minUptimePerformance: 90,
			maxUptimePerformance: 100,
			sortBy: 'delegationCapacity',
			sortOrder: 'desc',
			pageSize: 100,
		},
		request: {
			path: `/v1/networks/mainnet/validators?nodeIds=${NODE}&validationStatus=active&subnetId=${PRIMARY}&minDelegationCapacity=25000000000&maxDelegationCapacity=720000000000000&minTimeRemaining=1209600&maxTimeRemaining=2147483647&minFeePercentage=2&maxFeePercentage=7.5&minUptimePerformance=90&maxUptimePerformance=100&sortBy=delegationCapacity&sortOrder=desc&pageSize=100`,
		},
		answer: { json: { ...NEXT, validators: [active, removed] } },
		items: [
			{ ...active, ...asItem },
			{ ...removed, ...asItem },
		],
		world: () => ({ network: 'mainnet', validationStatus: 'active' }),
		source: 'openapi: Primary Network, listValidators',
	},
];

const reward = {
	addresses: [OWNER],
	txHash: TX,
	amountStaked: '25000000000',
	nodeId: NODE,
	startTimestamp: 1_690_000_000,
	endTimestamp: 1_700_000_000,
	rewardType: 'DELEGATOR',
	utxoId: '68vLva9kfKUsX88ZPM8jdbf8qHUZRoZSFH6NdpAVTspkfrXDC',
	outputIndex: 1,
	reward: {
		assetId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
		name: 'Avalanche',
		symbol: 'AVAX',
		denomination: 9,
		type: 'secp256k1',
		amount: '54000000',
		historicalPrice: { currencyCode: 'eur', value: '42.42' },
	},
	rewardTxHash: TX,
};

export const historicalRewards: OperationCase[] = [
	{
		id: 'staking.getManyHistoricalRewards',
		input: { network: 'mainnet', addresses: `P-${OWNER}`, nodeIds: NODE, currency: 'EUR' },
		request: {
			path: `/v1/networks/mainnet/rewards?addresses=P-${OWNER}&nodeIds=${NODE}&currency=eur`,
		},
		answer: { json: { ...NEXT, historicalRewards: [reward] } },
		items: [
			{
				...reward,
				reward: { ...reward.reward, historicalPrice: { currencyCode: 'eur', value: 42.42 } },
			},
		],
		world: ({ node: { primary } }) => ({
			network: 'mainnet',
			// URLs have a maximum length.
			nodeIds: primary
				.history()
				.filter((one) => primary.status(one) === 'completed')
				.slice(0, 20)
				.map(({ nodeId }) => nodeId),
		}),
		source: 'openapi: Primary Network Rewards',
	},
];
