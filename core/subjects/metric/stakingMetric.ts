import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { PRIMARY_NETWORK } from '../../operations/shared';
import { network, subnetFilter } from '../shared/data/fields';
import {
	BY_INTERVAL,
	SERIES_PAGING,
	metric,
	range,
	rangeInOrder,
	seriesPages,
} from '../shared/metrics/fields';
import { series } from './shapes';

const METRICS = [
	{ value: 'delegatorCount', name: 'Delegators' },
	{ value: 'delegatorWeight', name: 'Delegated Weight' },
	{ value: 'validatorCount', name: 'Validators' },
	{ value: 'validatorWeight', name: 'Validator Weight' },
];

const WEIGHT = out.uint64('Weight: nAVAX on the primary network, the unit of the L1 on an L1');

/** The staking of a subnet over time. */
export const getStakingMetric = declareList({
	id: 'metric.getStakingMetric',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getStakingMetric', name: 'Get Staking Metric' },
	action: 'Get a staking metric over time',
	description:
		'Lists per day the number or the weight of the validators or delegators of a subnet, newest first',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v2/networks/{network}/metrics/{metric}' },
	input: fieldSet(
		{
			network: network(),
			metric: metric(METRICS, 'validatorCount'),
			subnetId: subnetFilter({
				description: 'The subnet (cb58); the primary network by default',
				default: PRIMARY_NETWORK,
			}),
			...range(),
			...seriesPages(),
		},
		rangeInOrder,
	),
	output: series(
		out.byInput(
			'metric',
			{ validatorWeight: WEIGHT, delegatorWeight: WEIGHT },
			out.count('How many'),
		),
	),
	items: 'results',
	paging: SERIES_PAGING,
	bounds: BY_INTERVAL,
	cost: 100,
	spec: 'Metrics service: Chain Metrics',
});
