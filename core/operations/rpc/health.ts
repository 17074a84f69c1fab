import { z } from 'zod/v4';
import { inputOf } from '../data/fields';
import { declare, field } from '../declare';
import { isName, listOf } from '../kinds';
import { integer, number, text } from '../shared';

const SPEC = 'Node JSON-RPC: Health API';

/** 503 is an answer: its body says what is wrong. */
function get(path: string) {
	return { type: 'http', method: 'GET', path, answers: [503] } as const;
}

function rpc(method: string) {
	return { type: 'rpc', endpoint: '/ext/health', method, params: 'named' } as const;
}

function tagList() {
	return listOf('must be tags of letters, digits, dots, dashes and underscores', isName).optional();
}

const TAGS = {
	label: 'Tags',
	description:
		'Only checks with one of these tags, such as a subnet ID, and the checks of the whole node; the answer can be healthy while other checks fail',
	placeholder: '29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL',
} as const;

function queryTags() {
	return field(tagList(), { ...TAGS, in: 'query', name: 'tag', list: 'repeat' });
}

function checks() {
	const check = z.looseObject({
		message: z.unknown().optional().describe('What the check saw, any JSON'),
		error: text('Why it fails; absent where it passes'),
		timestamp: text('When it ran, RFC 3339'),
		duration: integer('Nanoseconds'),
		contiguousFailures: integer('Failures in a row'),
		timeOfFirstFailure: text('RFC 3339; absent where it passes'),
	});
	return z.record(z.string(), check).nullish().describe('By the name of the check');
}

function health() {
	return z.looseObject({
		healthy: z.boolean().describe('True when all checks pass'),
		checks: checks(),
	});
}

/** Over HTTP the status says it too. */
function healthOverHttp() {
	return z.looseObject({
		healthy: z.boolean().describe('True when all checks pass'),
		statusCode: number('200 or 503'),
		checks: checks(),
	});
}

/** The state that operators watch. */
export const getHealth = declare({
	id: 'health.getHealth',
	node: 'avalancheRpc',
	resource: 'Health',
	operation: 'Get Health',
	action: 'Get the health of the node',
	description:
		'GET /ext/health: returns whether the node is healthy, with the result of each check; the one to watch, unhealthy is an answer and no error',
	service: 'node',
	call: get('/ext/health'),
	input: inputOf({ tags: queryTags() }),
	output: healthOverHttp,
	spec: SPEC,
});

/** The same under its second path. */
export const getHealthSubPath = declare({
	id: 'health.getHealthSubPath',
	node: 'avalancheRpc',
	resource: 'Health',
	operation: 'Get Health (Sub-Path)',
	action: 'Get the health of the node from its sub-path',
	description:
		'GET /ext/health/health: the same as /ext/health, for gateways that pass on this path only',
	service: 'node',
	call: get('/ext/health/health'),
	input: inputOf({ tags: queryTags() }),
	output: healthOverHttp,
	spec: SPEC,
});

/** Whether the node has started up. */
export const getReadiness = declare({
	id: 'health.getReadiness',
	node: 'avalancheRpc',
	resource: 'Health',
	operation: 'Get Readiness',
	action: 'Get the readiness of the node',
	description:
		'GET /ext/health/readiness: returns healthy once the node has finished initializing; use it after a start',
	service: 'node',
	call: get('/ext/health/readiness'),
	input: inputOf({ tags: queryTags() }),
	output: healthOverHttp,
	spec: SPEC,
});

/** Whether the node answers at all. */
export const getLiveness = declare({
	id: 'health.getLiveness',
	node: 'avalancheRpc',
	resource: 'Health',
	operation: 'Get Liveness',
	action: 'Get the liveness of the node',
	description:
		'GET /ext/health/liveness: returns healthy as soon as the node answers; use it to tell a stopped node from an unhealthy one',
	service: 'node',
	call: get('/ext/health/liveness'),
	input: inputOf({ tags: queryTags() }),
	output: healthOverHttp,
	spec: SPEC,
});

/** The last health checks, over JSON-RPC. */
export const getHealthRpc = declare({
	id: 'health.getHealthRpc',
	node: 'avalancheRpc',
	resource: 'Health',
	operation: 'Get Health (JSON-RPC)',
	action: 'Get the health of the node over JSON-RPC',
	description:
		'health.health: returns the last result of each health check over JSON-RPC, with status 200 even when the node is unhealthy',
	service: 'node',
	call: rpc('health.health'),
	input: inputOf({ tags: field(tagList(), { ...TAGS, in: 'params' }) }),
	output: health,
	spec: SPEC,
});

/** The last startup checks, over JSON-RPC. */
export const getReadinessRpc = declare({
	id: 'health.getReadinessRpc',
	node: 'avalancheRpc',
	resource: 'Health',
	operation: 'Get Readiness (JSON-RPC)',
	action: 'Get the readiness of the node over JSON-RPC',
	description:
		'health.readiness: returns the last result of the startup checks over JSON-RPC, with status 200 even when the node is not ready',
	service: 'node',
	call: rpc('health.readiness'),
	input: inputOf({ tags: field(tagList(), { ...TAGS, in: 'params' }) }),
	output: health,
	spec: SPEC,
});

/** Whether the node answers JSON-RPC. */
export const getLivenessRpc = declare({
	id: 'health.getLivenessRpc',
	node: 'avalancheRpc',
	resource: 'Health',
	operation: 'Get Liveness (JSON-RPC)',
	action: 'Get the liveness of the node over JSON-RPC',
	description:
		'health.liveness: returns healthy and no checks as soon as the node answers over JSON-RPC',
	service: 'node',
	call: rpc('health.liveness'),
	input: inputOf({}),
	output: health,
	spec: SPEC,
});
