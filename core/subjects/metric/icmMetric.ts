import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { id } from '../../fields/identifiers';
import { choice } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { dataResources } from '../resources';
import { page } from '../../operations/pages';
import {
	BY_INTERVAL,
	SERIES_PAGING,
	networkFilter,
	range,
	rangeInOrder,
	timeInterval,
	seriesPages,
} from '../shared/metrics/fields';
import { point, windows } from './shapes';

const GROUPS = [
	{ value: 'destBlockchainId', name: 'Destination Blockchain' },
	{ value: 'srcBlockchainId', name: 'Source Blockchain' },
	{ value: 'srcBlockchainId,destBlockchainId', name: 'Source and Destination Blockchain' },
];

function blockchain(label: string, which: string) {
	return field(id('a blockchain id').optional(), {
		in: 'query',
		label,
		description: `Only messages ${which} this blockchain, ID (cb58)`,
		placeholder: '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5',
	});
}

/** Filters for the messages that are counted, and the grouping. */
function filters() {
	return {
		srcBlockchainId: blockchain('Source Blockchain ID', 'from'),
		destBlockchainId: blockchain('Destination Blockchain ID', 'to'),
		network: networkFilter('Only messages of this network'),
		groupBy: field(
			choice(
				GROUPS.map(({ value }) => value),
				GROUPS,
			).optional(),
			{
				in: 'query',
				label: 'Group By',
				description: 'Field to group the counts by; no grouping by default',
			},
		),
	};
}

/** Source and destination of the messages that a row counts. */
const ROUTE = {
	srcBlockchainId: out.text('Source blockchain; as served if not grouped by it'),
	destBlockchainId: out.text('Destination blockchain; as served if not grouped by it'),
};

/** Interchain messages over time. */
export const getIcmMessageCounts = declareList({
	id: 'metric.getIcmMessageCounts',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getIcmMessageCounts', name: 'Get ICM Message Counts' },
	action: 'Get counts of interchain messages over time',
	description:
		'Lists how many interchain messages were sent in each interval, newest first, in total or by source and destination chain; the newest point is incomplete',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v2/icm/timeseries' },
	input: fieldSet(
		{
			...filters(),
			timeInterval: timeInterval('a day by default'),
			...range(),
			...seriesPages(),
		},
		rangeInOrder,
	),
	output: page({
		results: out.objects({ ...point(out.count('Messages')), ...ROUTE }),
	}),
	items: 'results',
	paging: SERIES_PAGING,
	bounds: BY_INTERVAL,
	cost: 100,
	spec: 'Metrics service: Chain Metrics',
});

/** Interchain messages of the last hour, day and so on. */
export const getIcmSummary = declareList({
	id: 'metric.getIcmSummary',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getIcmSummary', name: 'Get ICM Summary' },
	action: 'Get counts of interchain messages for the last hour to all time',
	description:
		'Returns how many interchain messages were sent in the last hour, day, week, month, 90 days, year and all time, in total or by source and destination chain',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v2/icm/summary' },
	input: fieldSet(filters()),
	// One object, or a list if several groups are requested.
	adapt(answer) {
		const { result } = (answer ?? {}) as { result?: unknown };
		const isOne = typeof result === 'object' && result !== null && !Array.isArray(result);
		return isOne ? { ...(answer as object), result: [result] } : answer;
	},
	output: out.object({ result: out.many({ ...ROUTE, ...windows(out.count('Messages')) }) }),
	items: 'result',
	cost: 100,
	spec: 'Metrics service: Chain Metrics',
});
