import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { integer, text } from '../shared';
import { NODE, param, tagList } from './fields';

/** The health API. It is served by a node of one's own, not by public ones. */

const HEALTH = { ...NODE, resource: 'Health', spec: 'Node: Health API' } as const;

const TAGS = {
	label: 'Tags',
	description:
		'Only checks with these tags beside the global ones, separated by commas; subnet IDs are tags',
	placeholder: '29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL',
	show: 'main',
} as const;

/** Tags of a GET request: `?tag=` as often as needed. */
function tagQuery() {
	return {
		tags: field(tagList().optional(), { in: 'query', name: 'tag', list: 'repeat', ...TAGS }),
	};
}

function check() {
	return z.looseObject({
		message: z.unknown().describe('What the check found, any JSON'),
		error: z.unknown().describe('Why it fails; absent while it passes'),
		timestamp: text('When it last ran, RFC 3339'),
		duration: integer('Nanoseconds'),
		contiguousFailures: integer('Failures in a row'),
		timeOfFirstFailure: text('RFC 3339'),
	});
}

function result() {
	return {
		healthy: z.boolean().describe('True when all checks pass'),
		checks: z.record(z.string(), check()).nullish().describe('The checks by name'),
	};
}

function get(path: string) {
	return { type: 'http', method: 'GET', path, answers: [503] } as const;
}

function answered() {
	return z.looseObject({ ...result(), statusCode: z.number().describe('200 or 503') });
}

export const getHealth = declare({
	...HEALTH,
	id: 'health.getHealth',
	operation: 'Get Health',
	action: 'Get the health of the node',
	description:
		'Returns whether the node is healthy, with every check: the one to monitor (GET /ext/health). An unhealthy node is an answer, not an error.',
	call: get('/ext/health'),
	input: z.strictObject(tagQuery()),
	output: answered,
});

export const getHealthAlias = declare({
	...HEALTH,
	id: 'health.getHealthAlias',
	operation: 'Get Health (Second Path)',
	action: 'Get the health of the node from its second path',
	description: 'Returns the same as Get Health (GET /ext/health/health)',
	call: get('/ext/health/health'),
	input: z.strictObject(tagQuery()),
	output: answered,
});

export const getReadiness = declare({
	...HEALTH,
	id: 'health.getReadiness',
	operation: 'Get Readiness',
	action: 'Get the readiness of the node',
	description: 'Returns whether the node has finished initializing (GET /ext/health/readiness)',
	call: get('/ext/health/readiness'),
	input: z.strictObject(tagQuery()),
	output: answered,
});

export const getLiveness = declare({
	...HEALTH,
	id: 'health.getLiveness',
	operation: 'Get Liveness',
	action: 'Get the liveness of the node',
	description: 'Returns whether the endpoint is available (GET /ext/health/liveness)',
	call: get('/ext/health/liveness'),
	input: z.strictObject(tagQuery()),
	output: answered,
});

function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/health', method, params: 'named' } as const;
}

function tagParam() {
	return { tags: param(tagList().optional(), TAGS) };
}

export const callHealth = declare({
	...HEALTH,
	id: 'health.callHealth',
	operation: 'Get Health (JSON-RPC)',
	action: 'Get the health of the node by JSON RPC',
	description: 'Returns the last results of the health checks (health.health)',
	call: call('health.health'),
	input: z.strictObject(tagParam()),
	output: () => z.looseObject(result()),
});

export const callReadiness = declare({
	...HEALTH,
	id: 'health.callReadiness',
	operation: 'Get Readiness (JSON-RPC)',
	action: 'Get the readiness of the node by JSON RPC',
	description: 'Returns the last evaluation of the startup checks (health.readiness)',
	call: call('health.readiness'),
	input: z.strictObject(tagParam()),
	output: () => z.looseObject(result()),
});

export const callLiveness = declare({
	...HEALTH,
	id: 'health.callLiveness',
	operation: 'Get Liveness (JSON-RPC)',
	action: 'Get the liveness of the node by JSON RPC',
	description: 'Returns that the node is alive; it has no checks (health.liveness)',
	call: call('health.liveness'),
	input: z.strictObject({}),
	output: () => z.looseObject(result()),
});
