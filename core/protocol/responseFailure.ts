import { Failure, type FailureKind } from '../failure';
import { parseJson, isMap } from '../formats/json';
import type { AnyOperation } from '../operations/declare';
import { evmChainsOf } from '../operations/reading';
import { isMissingOn } from '../fields/versions';
import type { HttpResponse } from './ports';

/** Failures that responses stand for. */

const MESSAGE_LIMIT = 500;

const KINDS: ReadonlyMap<number, FailureKind> = new Map([
	[401, 'unauthorized'],
	[403, 'forbidden'],
	[404, 'not-found'],
	[408, 'unavailable'],
	[429, 'rate-limited'],
	[502, 'bad-gateway'],
	[503, 'unavailable'],
	[504, 'bad-gateway'],
]);

/**
 * A node returns 404 for every API and chain that it does not serve now: a chain that is not
 * bootstrapped, a disabled API, an unknown blockchain id. APIs that are enabled at the start of a
 * node or never are declared with `fixed`.
 */
const NODE_KINDS: typeof KINDS = new Map([...KINDS, [404, 'unavailable']]);

/** The failure for a response that has not the declared form. */
export function invalidResponse(operation: AnyOperation, message: string): Failure {
	return new Failure({ kind: 'invalid-response', message, operation: operation.id });
}

/** The failure for a status that is not a success. `now` (ms): a Retry-After date is relative to it. */
export function statusFailure(
	operation: AnyOperation,
	response: HttpResponse,
	now: number,
	given: Readonly<Record<string, unknown>>,
): Failure {
	const { status, headers } = response;
	const { call, service } = operation;
	const details = { status, operation: operation.id };
	if (status >= 300 && status < 400) {
		const message = `The service answered with a redirect (${status}), which is not followed: set the URL that it leads to`;
		return new Failure({ ...details, kind: 'invalid-response', message, retryable: false });
	}
	const passes = service === 'node' && !(call.type === 'http' && call.fixed);
	const kinds = passes ? NODE_KINDS : KINDS;
	const message = serviceMessage(response.text) ?? `The service answered with status ${status}`;
	const isTemporary = call.type === 'http' && call.temporary?.test(message) === true;
	const refused = isTemporary ? 'unavailable' : 'invalid-input';
	const kind = kinds.get(status) ?? (status >= 500 ? 'server' : refused);
	// Every response may contain the end of the rate limit window; only a 429 means to wait for it.
	const { 'ratelimit-reset': _, ...others } = headers;
	const asked = retryAfter(status === 429 ? headers : others, now);
	const missing = status === 404 && isPathMissing(operation, given);
	const isUnknownChain = status === 404 && !missing && namesOwnChain(operation, given);
	return new Failure({
		...details,
		kind,
		message,
		retryAfterMs: asked,
		...(isUnknownChain && { hint: UNKNOWN_CHAIN }),
		...(missing && { missing }),
		...((isUnknownChain || missing) && { retryable: false }),
	});
}

const UNKNOWN_CHAIN =
	'The node has no chain under this ID or alias: check both for this node and its network. A chain that the node has just started is available later.';

/** True if nodes have the path of a call with an option only, or not on the chain that it asks. */
function isPathMissing(operation: AnyOperation, given: Readonly<Record<string, unknown>>): boolean {
	const { versions } = operation;
	const chain = evmChainsOf(operation, given);
	return versions?.option !== undefined || (!!versions && !!chain && isMissingOn(versions, chain));
}

/** Chains of every node: if one of them is missing, it is bootstrapping. */
const CHAINS_OF_ALL: ReadonlySet<unknown> = new Set(['C', 'P', 'X', undefined]);

/**
 * True for a call of a node whose path has a chain that not every node has: a wrong alias is a
 * permanent failure.
 */
function namesOwnChain(
	{ call, service }: AnyOperation,
	given: Readonly<Record<string, unknown>>,
): boolean {
	if (service !== 'node' || call.type !== 'rpc') return false;
	const named = /^\/ext\/bc\/(?:\{(?<field>\w+)\}|(?<chain>[^/]+))/.exec(call.endpoint)?.groups;
	if (!named) return false;
	return !CHAINS_OF_ALL.has(named.field ? given[named.field] : named.chain);
}

/**
 * The service's own message: `message` as string or array, `error` or its message, or a short plain text. Pages of
 * HTML are ignored.
 */
function serviceMessage(text: string): string | undefined {
	try {
		const body = parseJson(text);
		if (!isMap(body)) return undefined;
		const { message, error } = body;
		const parts = Array.isArray(message) ? message : [message];
		const said = parts.filter((part): part is string => typeof part === 'string' && part !== '');
		if (said.length > 0) return clip(said.join('; '));
		// Hosted nodes give JSON-RPC errors with other statuses than 200.
		const own = isMap(error) ? error.message : error;
		return typeof own === 'string' && own !== '' ? clip(own) : undefined;
	} catch {
		const plain = text.trim();
		return plain !== '' && !plain.startsWith('<') && !plain.startsWith('{')
			? clip(plain)
			: undefined;
	}
}

/**
 * Wait that `Retry-After` (seconds or date) or `RateLimit-Reset` (seconds) request, in
 * milliseconds.
 */
export function retryAfter(headers: Record<string, string>, now: number): number | undefined {
	const asked = headers['retry-after'] ?? headers['ratelimit-reset'];
	if (asked === undefined) return undefined;
	if (/^\s*\d{1,9}(\.\d+)?\s*$/.test(asked)) return Math.ceil(Number(asked) * 1000);
	const date = Date.parse(asked);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** A message of a service, cut where it is too long. */
export function clip(text: string): string {
	return text.length > MESSAGE_LIMIT ? `${text.slice(0, MESSAGE_LIMIT)}…` : text;
}
