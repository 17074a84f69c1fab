import { ofInput } from '../../fields/columns';
import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { EVM_CHAIN } from '../../operations/explorer';
import { dataResources } from '../resources';
import { pageToken } from '../../operations/pages';
import { evmChain } from '../shared/data/fields';

const CHAIN_ID = out.id('EVM chain id or blockchain id of the request');

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
		lastRun: out.optional(out.seconds('When the data was last updated')),
		nextPageToken: out.optional(out.text()),
		nextPageStartKey: out.optional(out.text('Same as nextPageToken')),
	}),
	items: 'results',
	columns: (item) => [item.timestamp, item.value, ofInput('chainId', CHAIN_ID)],
	explorer: EVM_CHAIN,
	paging: { style: 'token' },
	spec: 'Metrics service',
});
