import type { OperationCase } from '../../../testing/cases/operationCase';

/** Series and windows of the metrics service. */

const source = 'metrics-full.md';
const SUBNET = 'eYwmVU67LmSfZb1RwqCMhBYkFyG8ftxn6jAwqzFmxC9STBWLC';
const C_CHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const DAYS = { startTimestamp: 1_722_470_400, endTimestamp: 1_725_062_400 };
const inQuery = 'startTimestamp=1722470400&endTimestamp=1725062400';

/** The documents' example: 1 to 30 August. */
const AUGUST = [
	{ value: 37_738, timestamp: 1_724_976_000 },
	{ value: 53_934, timestamp: 1_724_889_600 },
];
const chain = {
	evmChainId: 43_114,
	chainName: 'Avalanche (C-Chain)',
	blockchainId: C_CHAIN,
	subnetId: '11111111111111111111111111111111LpoYY',
	network: 'mainnet',
};
const chainItem = { ...chain, evmChainId: '43114' };

export const indexedChains: OperationCase[] = [
	{
		id: 'metric.getManyIndexedChains',
		input: { network: 'mainnet' },
		request: { path: '/v2/chains?network=mainnet' },
		answer: { json: { chains: [chain, { ...chain, evmChainId: '43114' }] } },
		items: [chainItem, chainItem],
		world: () => ({}),
		inWorld: {
			expected: ({ evmChains }) => evmChains.map(({ chainId }) => ({ evmChainId: chainId })),
		},
		source,
	},
	{
		id: 'metric.getIndexedChain',
		input: { chainId: '43114' },
		request: { path: '/v2/chains/43114' },
		answer: { json: chain },
		items: [chainItem],
		source,
	},
];

const windows = {
	lastHour: 1.5,
	lastDay: 30.25,
	lastWeek: 210.125,
	lastMonth: 900,
	last90Days: 2700,
	lastYear: 11_000,
	allTime: 4_868_917.5,
};

export const chainMetrics: OperationCase[] = [
	{
		id: 'metric.getChainMetric',
		input: {
			chainId: '43114',
			metric: 'activeAddresses',
			timeInterval: 'day',
			...DAYS,
			pageSize: 31,
		},
		request: {
			path: `/v2/chains/43114/metrics/activeAddresses?timeInterval=day&${inQuery}&pageSize=31`,
		},
		answer: { json: { results: AUGUST } },
		items: AUGUST,
		world: ({ node }) => ({
			chainId: '43114',
			metric: 'txCount',
			timeInterval: 'day',
			startTimestamp: node.epoch - 9 * 86_400,
		}),
		source,
	},
	// The service sends values as text now and then, and leaves out what it has not.
	{
		id: 'metric.getChainMetric',
		input: { chainId: 'total', metric: 'feesPaid' },
		request: { path: '/v2/chains/total/metrics/feesPaid' },
		answer: { json: { results: [{ value: '12.5', timestamp: 1_724_976_000 }] } },
		items: [{ value: 12.5, timestamp: 1_724_976_000 }],
		source,
	},
	{
		id: 'metric.getChainMetric',
		input: { chainId: 'mainnet', metric: 'maxGps' },
		request: { path: '/v2/chains/mainnet/metrics/maxGps' },
		answer: { json: {} },
		items: [],
		source,
	},
	{
		id: 'metric.getChainMetric',
		input: { chainId: 'testnet', metric: 'gasUsed' },
		request: { path: '/v2/chains/testnet/metrics/gasUsed' },
		answer: { json: { results: null } },
		items: [],
		source,
	},
	{
		id: 'metric.getRollingWindowMetric',
		input: { chainId: '43114', metric: 'feesPaid' },
		request: { path: '/v2/chains/43114/rollingWindowMetrics/feesPaid' },
		answer: { json: { result: windows } },
		items: [{ result: windows }],
		source,
	},
];

const route = { srcBlockchainId: C_CHAIN, destBlockchainId: SUBNET };
const counts = { lastHour: 1, lastDay: 30, lastWeek: 210, allTime: 4_868_917 };

export const icmMetrics: OperationCase[] = [
	{
		id: 'metric.getIcmMessageCounts',
		input: {
			...route,
			network: 'mainnet',
			groupBy: 'srcBlockchainId,destBlockchainId',
			timeInterval: 'week',
			...DAYS,
		},
		request: {
			path: `/v2/icm/timeseries?srcBlockchainId=${C_CHAIN}&destBlockchainId=${SUBNET}&network=mainnet&groupBy=srcBlockchainId,destBlockchainId&timeInterval=week&${inQuery}`,
		},
		answer: { json: { results: [{ ...AUGUST[0], ...route }] } },
		items: [{ ...AUGUST[0], ...route }],
		world: () => ({ network: 'mainnet', groupBy: 'destBlockchainId' }),
		source,
	},
	{
		id: 'metric.getIcmSummary',
		input: { network: 'mainnet' },
		request: { path: '/v2/icm/summary?network=mainnet' },
		answer: { json: { result: { ...counts, ...route } } },
		items: [{ ...counts, ...route }],
		world: () => ({ network: 'mainnet', groupBy: 'srcBlockchainId' }),
		source,
	},
	{
		id: 'metric.getIcmSummary',
		input: { groupBy: 'destBlockchainId', srcBlockchainId: C_CHAIN },
		request: {
			path: `/v2/icm/summary?srcBlockchainId=${C_CHAIN}&groupBy=destBlockchainId`,
		},
		answer: { json: { result: [{ ...counts, ...route }, route] } },
		items: [{ ...counts, ...route }, route],
		source,
	},
];

/** More than a double holds: weights are text. */
const WEIGHT = { timestamp: 1_724_976_000 };

export const stakingMetrics: OperationCase[] = [
	{
		id: 'metric.getStakingMetric',
		input: { network: 'mainnet', metric: 'validatorWeight', subnetId: SUBNET, ...DAYS },
		request: {
			path: `/v2/networks/mainnet/metrics/validatorWeight?subnetId=${SUBNET}&${inQuery}`,
		},
		answer: {
			text: '{"results":[{"value":199605247611120001,"timestamp":1724976000}]}',
		},
		items: [{ ...WEIGHT, value: '199605247611120001' }],
		world: ({ node }) => ({
			network: 'mainnet',
			metric: 'validatorWeight',
			startTimestamp: node.epoch - 9 * 86_400,
		}),
		source,
	},
	{
		id: 'metric.getStakingMetric',
		input: { network: 'fuji', metric: 'delegatorCount' },
		request: { path: '/v2/networks/fuji/metrics/delegatorCount' },
		answer: { json: { results: AUGUST } },
		items: AUGUST,
		source,
	},
];

const FEES = AUGUST.map((each) => ({ ...each, value: String(each.value) }));
const VALIDATION = '2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG';
const NODE = 'NodeID-JQPadXEMWtRtJyXrisyDNWuXKSjSf9D36';

export const l1FeeMetrics: OperationCase[] = [
	{
		id: 'metric.getTotalL1Fees',
		input: { metric: 'totalValidatorFeesDaily', ...DAYS },
		request: { path: `/v2/validators/metrics/totalValidatorFeesDaily?${inQuery}` },
		answer: { json: { results: AUGUST } },
		items: FEES,
		world: () => ({ metric: 'totalValidatorFeesDaily' }),
		source,
	},
	{
		id: 'metric.getTotalL1Fees',
		input: { metric: 'totalPayingValidatorsDaily' },
		request: { path: '/v2/validators/metrics/totalPayingValidatorsDaily' },
		answer: { json: { results: AUGUST } },
		items: AUGUST,
		source,
	},
	{
		id: 'metric.getL1ValidationFees',
		input: { l1ValidationId: VALIDATION, metric: 'validationFeesDaily' },
		request: { path: `/v2/validation/${VALIDATION}/metrics/validationFeesDaily` },
		answer: { json: { results: AUGUST } },
		items: FEES,
		world: ({ node }) => ({
			l1ValidationId: node.l1.all()[0].validationId,
			metric: 'validationFeesDaily',
		}),
		source,
	},
	{
		id: 'metric.getL1NodeFees',
		input: { nodeId: NODE, metric: 'perNodeCumulativeFeesPaid' },
		request: { path: `/v2/validator/${NODE}/metrics/perNodeCumulativeFeesPaid` },
		answer: { json: { results: AUGUST } },
		items: FEES,
		world: ({ node }) => ({
			nodeId: node.l1.all()[0].nodeId,
			metric: 'perNodeCumulativeFeesPaid',
		}),
		source,
	},
	{
		id: 'metric.getL1Fees',
		input: { subnetId: SUBNET, metric: 'perSubnetPayingValidators' },
		request: { path: `/v2/subnet/${SUBNET}/metrics/perSubnetPayingValidators` },
		answer: { json: { results: AUGUST } },
		items: AUGUST,
		world: ({ node }) => ({
			subnetId: node.subnets[1].id,
			metric: 'perSubnetPayingValidators',
		}),
		source,
	},
];
