import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { pageToken } from '../pages';
import { evmChain } from '../data/fields';

/** The series of average transactions per second of a chain. */
export const getAverageTps = declareList({
	id: 'metric.getAverageTps',
	node: 'avalanche',
	resource: dataResources.metric,
	entry: { value: 'getAverageTps', name: 'Get Average TPS' },
	action: 'Get the average TPS of a chain',
	description:
		'Returns the series of average transactions per second of a chain, one value per interval; needs no API key',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v1/avg_tps/{chainId}' },
	input: fieldSet({ chainId: evmChain(), pageToken: pageToken() }),
	output: out.object({
		results: out.many({
			timestamp: out.seconds('Start of the interval'),
			value: out.count('Transactions per second'),
		}),
		status: out.count(),
		lastRun: out.seconds('When the data was last updated'),
		nextPageToken: out.text(),
		nextPageStartKey: out.text('Same as nextPageToken'),
	}),
	items: 'results',
	paging: { style: 'token' },
	spec: 'Metrics service',
});
