import { recordedCall } from '../../testing/recordedCalls';
import type { World } from '../../testing/network';
import type { OperationCase } from '../../testing/cases/operationCase';
import { resultOf } from '../../testing/cases/expected';

/** Health of a node, over HTTP and JSON-RPC. */

const source = 'node-json-rpc; api/health';
const PRIMARY = '11111111111111111111111111111111LpoYY';

type Kind = 'health' | 'readiness' | 'liveness';

const failing = {
	message: { connectedPeers: 0 },
	error: 'network layer is unhealthy reason: not connected to a minimum of 1 peer(s) only 0',
	timestamp: '2026-08-22T10:00:00.123456789+02:00',
	duration: 7001,
	contiguousFailures: 3,
	timeOfFirstFailure: '2026-08-22T09:59:00Z',
};
const passing = { message: [], timestamp: '2026-08-22T10:00:00Z', duration: 9 };
const healthy = { checks: { bootstrapped: passing }, healthy: true };
const unhealthy = { checks: { network: failing, C: passing }, healthy: false };

/** Names of the checks that the node of the world runs; those of its start alone for readiness. */
function checkNames({ nodeState }: World, kind: Kind): string[] {
	if (kind === 'liveness') return [];
	const checks = nodeState.checks().filter(({ readiness }) => kind === 'health' || readiness);
	return checks.map(({ name }) => name);
}

/** The node of the world is healthy; over HTTP the status is part of the item. */
const inWorld = (kind: Kind, over: 'http' | 'rpc'): OperationCase['inWorld'] => ({
	part: ({ healthy: isHealthy, statusCode, checks }) => ({
		healthy: isHealthy,
		...(over === 'http' && { statusCode }),
		checks: Object.keys(checks as object),
	}),
	expected: (world) => [
		{ healthy: true, ...(over === 'http' && { statusCode: 200 }), checks: checkNames(world, kind) },
	],
});

interface Get {
	input: OperationCase['input'];
	path: string;
	recorded: string;
}

function gets(id: string, kind: Kind, { input, path, recorded }: Get): OperationCase[] {
	const { text, status } = recordedCall(recorded);
	const cases: OperationCase[] = [
		{
			id,
			input,
			request: { path },
			answer: { recorded },
			items: [{ ...(JSON.parse(text) as object), statusCode: status }],
			rejected: [{ checks: {} }, { checks: {}, healthy: 'true' }],
			world: () => ({}),
			inWorld: inWorld(kind, 'http'),
			source,
		},
	];
	for (const [statusCode, json] of [
		[200, healthy],
		[503, unhealthy],
	] as const) {
		cases.push({
			id,
			input: {},
			request: { path: path.split('?')[0] },
			answer: { json, status: statusCode },
			items: [{ ...json, statusCode }],
			source,
		});
	}
	return cases;
}

export const healthByGet: OperationCase[] = [
	...gets('health.getHealth', 'health', {
		input: { tags: `${PRIMARY},C` },
		path: `/ext/health?tag=${PRIMARY}&tag=C`,
		recorded: 'health.getHealth-tag-primary',
	}),
	...gets('health.getHealthSubPath', 'health', {
		input: {},
		path: '/ext/health/health',
		recorded: 'health.getHealthSubPath',
	}),
	...gets('health.getReadiness', 'readiness', {
		input: { tags: ['a', 'b'] },
		path: '/ext/health/readiness?tag=a&tag=b',
		recorded: 'health.getReadiness-tag-primary',
	}),
	...gets('health.getLiveness', 'liveness', {
		input: {},
		path: '/ext/health/liveness',
		recorded: 'health.getLiveness-tag-primary',
	}),
	...gets('health.getHealth', 'health', {
		input: {},
		path: '/ext/health',
		recorded: 'health-bootstrapping-503',
	}).slice(0, 1),
	...gets('health.getReadiness', 'readiness', {
		input: {},
		path: '/ext/health/readiness',
		recorded: 'health-readiness-bootstrapping-503',
	}).slice(0, 1),
];

function calls(id: string, kind: Kind, input: Record<string, unknown>, params: object) {
	const method = `health.${kind}`;
	const request = { path: '/ext/health', body: { method, params } };
	const recorded = `diff-health.${kind}`;
	const first: OperationCase = {
		id,
		input,
		request,
		answer: { recorded },
		items: [resultOf(recorded)],
		rejected: [{ checks: [passing], healthy: true }],
		world: () => ({}),
		inWorld: inWorld(kind, 'rpc'),
		source,
	};
	const answers = [healthy, unhealthy, { checks: {}, healthy: true }];
	return [
		first,
		...[...answers, { checks: null, healthy: true }].map((json) => ({
			...{ id, input: {}, source },
			request: { path: '/ext/health', body: { method, params: {} } },
			answer: { json },
			items: [json],
			...(json.checks === null && { missing: true as const }),
		})),
	];
}

export const healthByRpc: OperationCase[] = [
	...calls(
		'health.getHealthRpc',
		'health',
		{ tags: `${PRIMARY} application` },
		{ tags: [PRIMARY, 'application'] },
	),
	...calls('health.getReadinessRpc', 'readiness', { tags: ['P'] }, { tags: ['P'] }),
	...calls('health.getLivenessRpc', 'liveness', {}, {}),
];
