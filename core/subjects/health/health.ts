import { fieldSet } from '../../fields/fieldSet';
import type { Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import type { ValueOf } from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare } from '../../operations/declare';
import { nodeResources } from '../resources';
import { listOf } from '../../fields/inputs';
import { isName } from '../../fields/identifiers';

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.health,
	service: 'node',
	spec: 'Node JSON-RPC: Health API',
} as const;

/** Status 503 is a result: its body lists the failing checks. */
function get(path: string) {
	return {
		type: 'http',
		method: 'GET',
		path,
		ownNode: true,
		answers: {
			statuses: [503],
			otherwise: (status: number) => ({ healthy: status < 300, checks: {} }),
		},
	} as const;
}

function rpc(method: string) {
	return {
		type: 'rpc',
		endpoint: '/ext/health',
		method,
		params: 'named',
		ownNode: true,
	} as const;
}

export function tagList() {
	return listOf('must be tags of letters, digits, dots, dashes and underscores', isName).optional();
}

const TAGS = {
	label: 'Tags',
	description:
		'Only checks with one of these tags, such as a subnet ID, and the checks of the whole node; the result can be healthy while other checks fail',
	placeholder: '29uVeLPJB1eQJkzRemU8g8wZDw5uJRqpab5U2mX9euieVwiEbL',
} as const;

function queryTags() {
	return field(tagList(), { ...TAGS, in: 'query', name: 'tag', list: 'repeat' });
}

function checks() {
	const check = out.object({
		message: out.optional(out.open('Details of the check, any JSON')),
		error: out.optional(out.text('Why it fails; absent if it passes')),
		timestamp: out.dateTime('When it ran'),
		duration: out.duration('ns'),
		contiguousFailures: out.optional(out.count('Failures in a row')),
		timeOfFirstFailure: out.optional(out.text('RFC 3339; absent if it passes')),
	});
	return out.ofRecords(out.map(check, 'name of the check'));
}

const HEALTH = out.object({
	healthy: out.essential(out.flag('True when all checks pass')),
	checks: checks(),
});

/** Over HTTP, the status has the same meaning. */
const HEALTH_OVER_HTTP = out.object({
	healthy: out.essential(out.flag('True when all checks pass')),
	statusCode: out.essential(out.count('200 or 503')),
	checks: checks(),
});

/** The status comes first: the checks are a large object. */
const OVER_HTTP = {
	output: HEALTH_OVER_HTTP,
	columns: (item: Paths<ValueOf<typeof HEALTH_OVER_HTTP>>) => [
		item.healthy,
		item.statusCode,
		item.checks,
	],
};

const OVER_RPC = {
	output: HEALTH,
	columns: (item: Paths<ValueOf<typeof HEALTH>>) => [item.healthy, item.checks],
};

/** Health of the node. */
export const getHealth = declare({
	id: 'health.getHealth',
	changing: true,
	...COMMON,
	entry: { value: 'getHealth', name: 'Get Health' },
	transport: { value: 'http', name: 'HTTP' },
	action: 'Get the health of the node',
	description:
		'GET /ext/health: returns whether the node is healthy, with the result of each check; use this one for monitoring; unhealthy is a result, not an error',
	call: get('/ext/health'),
	input: fieldSet({ tags: queryTags() }),
	...OVER_HTTP,
});

/** Health of the node, from the path `/ext/health/health`. */
export const getHealthSubPath = declare({
	id: 'health.getHealthSubPath',
	changing: true,
	...COMMON,
	entry: { value: 'getHealth', name: 'Get Health' },
	transport: { value: 'subPath', name: 'HTTP, Sub-Path' },
	action: 'Get the health of the node from its sub-path',
	description:
		'GET /ext/health/health: the same as /ext/health, for gateways that forward only this path',
	call: get('/ext/health/health'),
	input: fieldSet({ tags: queryTags() }),
	...OVER_HTTP,
});

/** Readiness: the node has finished initializing. */
export const getReadiness = declare({
	id: 'health.getReadiness',
	changing: true,
	...COMMON,
	entry: { value: 'getReadiness', name: 'Get Readiness' },
	transport: { value: 'http', name: 'HTTP' },
	action: 'Get the readiness of the node',
	description:
		'GET /ext/health/readiness: returns healthy once the node has finished initializing; use it after a restart',
	call: get('/ext/health/readiness'),
	input: fieldSet({ tags: queryTags() }),
	...OVER_HTTP,
});

/** Liveness: the node responds over HTTP. */
export const getLiveness = declare({
	id: 'health.getLiveness',
	changing: true,
	...COMMON,
	entry: { value: 'getLiveness', name: 'Get Liveness' },
	transport: { value: 'http', name: 'HTTP' },
	action: 'Get the liveness of the node',
	description:
		'GET /ext/health/liveness: returns healthy as soon as the node responds; use it to distinguish a stopped node from an unhealthy one',
	call: get('/ext/health/liveness'),
	input: fieldSet({ tags: queryTags() }),
	...OVER_HTTP,
});

/** The last health checks, over JSON-RPC. */
export const getHealthRpc = declare({
	id: 'health.getHealthRpc',
	changing: true,
	...COMMON,
	entry: { value: 'getHealth', name: 'Get Health' },
	transport: { value: 'rpc', name: 'JSON-RPC' },
	action: 'Get the health of the node over JSON-RPC',
	description:
		'health.health: returns the last result of each health check over JSON-RPC, with status 200 even when the node is unhealthy',
	call: rpc('health.health'),
	input: fieldSet({ tags: field(tagList(), { ...TAGS, in: 'params' }) }),
	...OVER_RPC,
});

/** The last startup checks, over JSON-RPC. */
export const getReadinessRpc = declare({
	id: 'health.getReadinessRpc',
	changing: true,
	...COMMON,
	entry: { value: 'getReadiness', name: 'Get Readiness' },
	transport: { value: 'rpc', name: 'JSON-RPC' },
	action: 'Get the readiness of the node over JSON-RPC',
	description:
		'health.readiness: returns the last result of the startup checks over JSON-RPC, with status 200 even when the node is not ready',
	call: rpc('health.readiness'),
	input: fieldSet({ tags: field(tagList(), { ...TAGS, in: 'params' }) }),
	...OVER_RPC,
});

/** Liveness: the node responds over JSON-RPC. */
export const getLivenessRpc = declare({
	id: 'health.getLivenessRpc',
	changing: true,
	...COMMON,
	entry: { value: 'getLiveness', name: 'Get Liveness' },
	transport: { value: 'rpc', name: 'JSON-RPC' },
	action: 'Get the liveness of the node over JSON-RPC',
	description:
		'health.liveness: returns healthy and no checks as soon as the node responds over JSON-RPC',
	call: rpc('health.liveness'),
	input: fieldSet({}),
	...OVER_RPC,
});
