import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../../operations/declare';
import { dataResources } from '../resources';

/** The liveness of the data service and the metrics service. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.account,
	spec: 'openapi: Health Check',
} as const;

/** Status 503 is a result: its body lists the problems. */
function get(path: string) {
	return {
		type: 'http',
		method: 'GET',
		path,
		answers: { statuses: [503], otherwise: () => ({ status: 'error' }) },
	} as const;
}

function health() {
	return out.object({
		status: out.essential(out.choice(['ok', 'error', 'shutting_down'])),
		statusCode: out.essential(out.count('200 or 503')),
		info: out.optional(out.open('Working parts by name; null if there are none')),
		error: out.optional(out.open('Failing parts by name; null if there are none')),
		details: out.optional(
			out.map(out.object({ status: out.optional(out.choice(['up', 'down'])) }), 'name of the part'),
		),
	});
}

/** The health of the data service. */
export const getDataHealth = declare({
	id: 'account.getDataHealth',
	changing: true,
	...COMMON,
	entry: { value: 'getDataHealth', name: 'Get Data Service Health' },
	action: 'Get the health of the data service',
	description:
		'Returns the health of the data service and its parts; unhealthy is a result, not an error',
	service: 'data',
	call: get('/v1/health-check'),
	input: fieldSet({}),
	output: health(),
	cost: 20,
});

/** Liveness of the data service: it responds to reads. */
export const getDataLiveness = declare({
	id: 'account.getDataLiveness',
	changing: true,
	...COMMON,
	entry: { value: 'getDataLiveness', name: 'Get Data Service Liveness' },
	action: 'Get the liveness of the data service',
	description:
		'Returns whether the data service responds to reads, regardless of the health of its parts',
	service: 'data',
	call: get('/v1/live-check'),
	input: fieldSet({}),
	output: health(),
});

/** The health of the metrics service. */
export const getMetricsHealth = declare({
	id: 'account.getMetricsHealth',
	changing: true,
	...COMMON,
	entry: { value: 'getMetricsHealth', name: 'Get Metrics Service Health' },
	action: 'Get the health of the metrics service',
	description:
		'Returns the health of the metrics service and its parts; unhealthy is a result, not an error',
	service: 'metrics',
	call: get('/v2/health-check'),
	input: fieldSet({}),
	output: health(),
	cost: 1,
});

/** Liveness of the metrics service: it responds. */
export const getMetricsLiveness = declare({
	id: 'account.getMetricsLiveness',
	changing: true,
	...COMMON,
	entry: { value: 'getMetricsLiveness', name: 'Get Metrics Service Liveness' },
	action: 'Get the liveness of the metrics service',
	description:
		'Returns whether the metrics service responds, regardless of the health of its parts',
	service: 'metrics',
	call: get('/v2/live-check'),
	input: fieldSet({}),
	output: health(),
	cost: 1,
});
