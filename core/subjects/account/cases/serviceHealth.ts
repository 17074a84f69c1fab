import type { OperationCase } from '../../../testing/cases/operationCase';

/** Health of the data and the metrics service, by the examples of the documents. */

const database = { database: { status: 'up' } };
const answer = { status: 'ok', info: database, error: {}, details: database };

function use(id: string, path: string): OperationCase {
	return {
		id,
		input: {},
		request: { path },
		answer: { json: answer },
		items: [{ ...answer, statusCode: 200 }],
		source: 'openapi: Health Check',
	};
}

export const serviceHealth: OperationCase[] = [
	use('account.getDataHealth', '/v1/health-check'),
	use('account.getDataLiveness', '/v1/live-check'),
	use('account.getMetricsHealth', '/v2/health-check'),
	use('account.getMetricsLiveness', '/v2/live-check'),
];
