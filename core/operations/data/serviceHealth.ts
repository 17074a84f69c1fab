import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declare } from '../declare';
import { dataResources } from '../resources';

/** Whether the data service and the metrics service work. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.account,
	spec: 'openapi: Health Check',
} as const;

/** 503 is an answer: its body says what is wrong. */
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
		status: out.required(out.text('ok, error or shutting_down')),
		statusCode: out.count('200 or 503'),
		info: out.open('Working parts by name; null if there are none'),
		error: out.open('Failing parts by name; null if there are none'),
		details: out.map(out.object({ status: out.text('up or down') }), 'name of the part'),
	});
}

/** The health of the data service. */
export const getDataHealth = declare({
	id: 'serviceHealth.getData',
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

/** Whether the data service can be read. */
export const getDataLiveness = declare({
	id: 'serviceHealth.getDataLiveness',
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
	id: 'serviceHealth.getMetrics',
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

/** Whether the metrics service answers. */
export const getMetricsLiveness = declare({
	id: 'serviceHealth.getMetricsLiveness',
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
