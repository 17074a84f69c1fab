import { z } from 'zod/v4';
import { declare } from '../declare';
import { many, seconds, text, number, integer } from '../shared';
import { evmChain, inputOf, pageToken } from '../data/fields';

/** The series of average transactions per second of a chain. */
export const getAverageTps = declare({
	id: 'metric.getAverageTps',
	node: 'avalanche',
	resource: 'Chain Metric',
	operation: 'Get Average TPS',
	action: 'Get the average TPS of a chain',
	description:
		'Returns the series of average transactions per second of a chain, one value per interval; needs no API key',
	service: 'metrics',
	call: { type: 'http', method: 'GET', path: '/v1/avg_tps/{chainId}' },
	input: inputOf({ chainId: evmChain(), pageToken: pageToken() }),
	output: () =>
		z.looseObject({
			results: many({
				timestamp: seconds('Start of the interval'),
				value: integer('Transactions per second'),
			}),
			status: number(),
			lastRun: seconds('When the data was last updated'),
			nextPageToken: text(),
			nextPageStartKey: text('Another name of nextPageToken'),
		}),
	paging: { style: 'token', items: 'results' },
	spec: 'Metrics service',
});
