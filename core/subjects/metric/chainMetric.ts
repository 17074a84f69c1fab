import { as, ofInput } from '../../fields/columns';
import { fieldSet } from '../../fields/fieldSet';
import { declare, declareList } from '../../operations/declare';
import { EVM_CHAIN } from '../../operations/explorer';
import { dataResources } from '../resources';
import * as out from '../../fields/outputs';
import {
	BY_INTERVAL,
	SERIES_PAGING,
	chainOrTotal,
	metric,
	range,
	rangeInOrder,
	timeInterval,
	seriesPages,
} from '../shared/metrics/fields';
import { chainValue, series, windows } from './shapes';

const GAUGES = [
	{ value: 'activeAddresses', name: 'Active Addresses' },
	{ value: 'activeSenders', name: 'Active Senders' },
	{ value: 'avgGasPrice', name: 'Average Gas Price', description: 'In nano native token' },
	{ value: 'avgGps', name: 'Average Gas per Second' },
	{ value: 'avgTps', name: 'Average Transactions per Second' },
	{ value: 'contracts', name: 'Contracts Created' },
	{
		value: 'deployers',
		name: 'Deployers',
		description: 'Distinct addresses that created contracts',
	},
	{ value: 'feesPaid', name: 'Fees Paid', description: 'In whole native token' },
	{ value: 'gasUsed', name: 'Gas Used' },
	{ value: 'maxGasPrice', name: 'Max Gas Price', description: 'In nano native token' },
	{ value: 'maxGps', name: 'Max Gas per Second' },
	{ value: 'maxTps', name: 'Max Transactions per Second' },
	{ value: 'txCount', name: 'Transactions' },
];

const CUMULATIVE = [
	{ value: 'cumulativeAddresses', name: 'Addresses Since Genesis' },
	{ value: 'cumulativeContracts', name: 'Contracts Since Genesis' },
	{ value: 'cumulativeDeployers', name: 'Deployers Since Genesis' },
	{ value: 'cumulativeTxCount', name: 'Transactions Since Genesis' },
];

/** Columns with the requested metric and chain: they distinguish the points of several requests. */
const METRIC = ofInput('metric', out.name());
const CHAIN = ofInput('chainId', out.id('EVM chain id; or total, mainnet or testnet'));

/** A chain's activity over time. */
export const getChainMetric = declareList({
	id: 'metric.getChainMetric',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getChainMetric', name: 'Get Chain Metric' },
	action: 'Get a metric of a chain over time',
	description:
		'Lists the points of one metric of an EVM chain over time, newest first: transactions, active addresses, gas, fees, contracts; the newest point is incomplete and still changes',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v2/chains/{chainId}/metrics/{metric}' },
	input: fieldSet(
		{
			chainId: chainOrTotal(),
			metric: metric([...GAUGES, ...CUMULATIVE], 'txCount'),
			timeInterval: timeInterval(
				'hour, week and month only for active addresses and senders, transactions and gas used',
			),
			...range(),
			...seriesPages(),
		},
		rangeInOrder,
	),
	output: series(chainValue()),
	items: 'results',
	columns: (item) => [item.timestamp, item.value, METRIC, CHAIN],
	explorer: EVM_CHAIN,
	paging: SERIES_PAGING,
	bounds: BY_INTERVAL,
	cost: 100,
	spec: 'Metrics service: Chain Metrics',
});

/** A chain's activity of the last hour, day and so on. */
export const getRollingWindowMetric = declare({
	id: 'metric.getRollingWindowMetric',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getRollingWindowMetric', name: 'Get Rolling Window Metric' },
	action: 'Get a metric of a chain for the last hour to all time',
	description:
		'Returns one metric of an EVM chain for the last hour, day, week, month, 90 days, year and all time; active addresses and senders only have the first three',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v2/chains/{chainId}/rollingWindowMetrics/{metric}' },
	input: fieldSet({ chainId: chainOrTotal(), metric: metric(GAUGES, 'txCount') }),
	output: out.object({ result: out.essential(out.object(windows(chainValue()))) }),
	columns: ({ result }) => [
		as('lastHour', result.lastHour),
		as('lastDay', result.lastDay),
		as('lastWeek', result.lastWeek),
		as('lastMonth', result.lastMonth),
		as('last90Days', result.last90Days),
		as('lastYear', result.lastYear),
		as('allTime', result.allTime),
		METRIC,
		CHAIN,
	],
	explorer: EVM_CHAIN,
	cost: 100,
	spec: 'Metrics service: Chain Metrics',
});
