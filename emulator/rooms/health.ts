import type { EmulatedRoom } from '../room';
import type { ServiceRequest, ServiceResponse } from '../service';
import type { HealthCheck } from '../world';
import type { NodeContext } from '../node/context';
import { type Methods, text } from '../node/gorillaRpc';
import { goTime } from '../node/time';

type Kind = 'health' | 'readiness' | 'liveness';

/** Tag of every check, and of those that belong to no subnet and are always part of an answer. */
const ALL = 'all';
const APPLICATION = 'application';

/** Result of a check. A check that passes has no error, no failures and no time of a failure. */
function resultOf(check: HealthCheck) {
	const failing = check.error !== undefined;
	return {
		...(check.message === undefined ? {} : { message: check.message }),
		...(failing ? { error: check.error } : {}),
		timestamp: goTime(check.lastRun),
		duration: check.duration,
		...(failing ? { contiguousFailures: check.contiguousFailures } : {}),
		...(failing ? { timeOfFirstFailure: goTime(check.firstFailure ?? check.lastRun) } : {}),
	};
}

function report({ world }: NodeContext, kind: Kind, tags: readonly string[]) {
	const asked = new Set([...(tags.length > 0 ? tags : [ALL]), APPLICATION]);
	const inKind = world.nodeState
		.checks()
		.filter(({ readiness }) => kind === 'health' || (kind === 'readiness' && readiness));
	const found = inKind.filter(
		(check) =>
			asked.has(ALL) || check.tags.length === 0 || check.tags.some((tag) => asked.has(tag)),
	);
	return {
		checks: Object.fromEntries(found.map((check) => [check.name, resultOf(check)])),
		healthy: found.every(({ error }) => error === undefined),
	};
}

function methods(context: NodeContext): Methods {
	return {
		health: (args) => report(context, 'health', args.texts('tags')),
		readiness: (args) => report(context, 'readiness', args.texts('tags')),
		liveness: (args) => report(context, 'liveness', args.texts('tags')),
	};
}

/** The health API by GET on four paths: 200 or 503. By JSON-RPC on /ext/health: always 200. */
function healthPaths(
	context: NodeContext,
	request: ServiceRequest,
	rest: readonly string[],
): ServiceResponse | undefined {
	if (rest.length === 0 && request.method !== 'GET') return undefined;
	const [kind = 'health'] = rest;
	if (rest.length > 1 || (kind !== 'health' && kind !== 'readiness' && kind !== 'liveness')) {
		return text(404, '404 page not found\n');
	}
	const body = report(context, kind, request.query.getAll('tag'));
	const status = body.healthy ? 200 : 503;
	if (!body.healthy && context.world.nodeState.unhealthyWithoutBody) return { status, body: '' };
	return { status, headers: { 'content-type': 'application/json' }, body };
}

export const emulated = {
	paths: { health: healthPaths },
	methods: { health: methods },
} satisfies EmulatedRoom;
