import type { Service } from '../operations/declare';

/** The kinds of failure. */
export const FAILURE_KINDS = [
	'invalid-input',
	'unauthorized',
	'forbidden',
	'not-found',
	'rate-limited',
	'server',
	'bad-gateway',
	'unavailable',
	'network',
	'invalid-response',
	'rpc',
	/** A signed message that does not hold: below the quorum, of another network, falsely signed. */
	'verification',
] as const;

export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Why there was no complete response. With `refused` and `dns` certainly nothing was sent. */
export type NetworkReason = 'timeout' | 'reset' | 'refused' | 'dns' | 'tls' | 'other';

export interface FailureDetails {
	kind: FailureKind;
	/** What happened, with the service's own message if there is one. */
	message: string;
	/** HTTP status, where one came. */
	status?: number;
	/** The wait that the service requested, in milliseconds. */
	retryAfterMs?: number;
	reason?: NetworkReason;
	/** Code and data of a JSON-RPC error. */
	code?: number;
	data?: unknown;
	/** The input field that broke a rule. */
	field?: string;
	/** Id of the operation that was called. */
	operation?: string;
	/**
	 * What can be done about it, if the operation's declaration has more than the hint of the kind.
	 */
	hint?: string;
	/** The service that was called. */
	service?: Service;
	/** The error behind it, kept as `cause`. */
	cause?: unknown;
}

const RETRYABLE: ReadonlySet<FailureKind> = new Set([
	'rate-limited',
	'server',
	'bad-gateway',
	'unavailable',
	'network',
	'invalid-response',
]);

/** The error of the core: its kind says what to do about it. */
export class Failure extends Error implements FailureDetails {
	override readonly name = 'Failure';

	readonly kind: FailureKind;

	readonly status?: number;

	readonly retryAfterMs?: number;

	readonly reason?: NetworkReason;

	readonly code?: number;

	readonly data?: unknown;

	readonly field?: string;

	operation?: string;

	readonly hint?: string;

	service?: Service;

	/** True where the same request may succeed later. */
	readonly retryable: boolean;

	constructor(details: FailureDetails & { retryable?: boolean }) {
		super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
		this.kind = details.kind;
		this.status = details.status;
		this.retryAfterMs = details.retryAfterMs;
		this.reason = details.reason;
		this.code = details.code;
		this.data = details.data;
		this.field = details.field;
		this.operation = details.operation;
		this.hint = details.hint;
		this.service = details.service;
		this.retryable = details.retryable ?? RETRYABLE.has(details.kind);
	}
}

/**
 * True for a failure of the core, also of another copy of this module.
 *
 * @example
 * if (isFailure(error) && error.kind === 'not-found') return undefined;
 */
export function isFailure(error: unknown): error is Failure {
	return error instanceof Error && error.name === 'Failure' && 'kind' in error;
}

/** Kinds that end only when a user changes a parameter, a URL or a key. */
const LASTING: ReadonlySet<FailureKind> = new Set([
	'invalid-input',
	'unauthorized',
	'forbidden',
	'not-found',
	'verification',
]);

/**
 * JSON-RPC code of invalid parameters, and the messages of nodes for them with -32000, their only
 * code.
 */
const WRONG_PARAMETERS = -32602;
const WRONG_ARGUMENT = /couldn't unmarshal an argument|problem parsing/;

/**
 * True where the failure may end without a change by the user, so that a later poll may succeed. A
 * failure can pass without being worth an immediate retry (`retryable`), such as most JSON-RPC errors.
 */
export function mayPass({ kind, code, message, retryable }: Failure): boolean {
	if (kind === 'rpc') return code !== WRONG_PARAMETERS && !WRONG_ARGUMENT.test(message);
	return retryable || !LASTING.has(kind);
}

const REASONS: ReadonlyArray<[RegExp, NetworkReason]> = [
	[
		/ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT|UND_ERR_\w*TIMEOUT|TimeoutError|AbortError|timed? ?out/i,
		'timeout',
	],
	[/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/i, 'refused'],
	[/ENOTFOUND|EAI_AGAIN|getaddrinfo/i, 'dns'],
	[/CERT|SSL|TLS|EPROTO|self.signed/i, 'tls'],
	[
		/ECONNRESET|EPIPE|UND_ERR_SOCKET|socket hang up|aborted|premature|terminated|unexpected end/i,
		'reset',
	],
];

/** Describes a failed connection; the service is the subject of the sentence. */
const SAID: Record<NetworkReason, (service: string) => string> = {
	timeout: (service) => `${service} did not send a complete response in time`,
	reset: (service) => `${service} closed the connection before the response was complete`,
	refused: (service) => `${service} refused the connection`,
	dns: (service) => `${service} could not be reached: its host name was not found`,
	tls: (service) =>
		`${service} could not be reached securely: its certificate or protocol was not accepted`,
	other: (service) => `${service} could not be called: the request was not completed`,
};
const SOME_SERVICE = 'The service';
const NO_ROUTE = ': there is no route to its host';

/** The network failure of an error of an HTTP library, by its `cause` and `code`. */
export function networkFailure(error: unknown): Failure {
	if (isFailure(error)) return error;
	const words: string[] = [];
	for (let at = error, depth = 0; at && depth < DEEPEST_CAUSE; depth++) {
		const { code, name, message, cause } = at as Record<string, unknown>;
		words.push(`${code ?? ''} ${name ?? ''} ${message ?? ''}`);
		at = cause;
	}
	const all = words.join(' ');
	const reason = REASONS.find(([pattern]) => pattern.test(all))?.[1] ?? 'other';
	const code = /\b(E[A-Z_]{4,}|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]+_CERT[A-Z_]*)\b/.exec(all)?.[0];
	const unreachable = code === 'EHOSTUNREACH' || code === 'ENETUNREACH';
	const said = unreachable
		? `${SOME_SERVICE} could not be reached${NO_ROUTE}`
		: SAID[reason](SOME_SERVICE);
	return new Failure({
		kind: 'network',
		reason,
		message: said + (code ? ` (${code})` : ''),
		cause: plainCause(error),
	});
}

/** The same failure, where it is a network failure of no named service, with the service's name. */
export function namingService(failure: Failure, service: string): Failure {
	if (failure.kind !== 'network' || !failure.message.startsWith(SOME_SERVICE)) return failure;
	const message = service + failure.message.slice(SOME_SERVICE.length);
	const { retryable, cause } = failure;
	return new Failure({ ...failure, message, retryable, cause });
}

const DEEPEST_CAUSE = 5;
const LONGEST_CAUSE = 1000;

/**
 * What can be kept of an error that another library threw: its name, code, message and stack, and
 * its own causes. Such errors hold whole requests with their headers; URLs in their texts keep only
 * scheme and host.
 */
export function plainCause(error: unknown, depth = 0): Error | undefined {
	if (!(error instanceof Error) || depth === DEEPEST_CAUSE) return undefined;
	const shown = (text: string) =>
		text
			.slice(0, LONGEST_CAUSE)
			.replace(
				/([a-z][a-z\d+.-]{0,20}:\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi,
				'$1$2',
			);
	const cause = plainCause(error.cause, depth + 1);
	const kept = new Error(shown(error.message), cause && { cause });
	const { code } = error as { code?: unknown };
	const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
	Object.defineProperty(kept, 'name', { value: error.name, configurable: true });
	Object.defineProperty(kept, 'stack', {
		value: [`${error.name}: ${kept.message}`, ...frames.map(shown)].join('\n'),
		configurable: true,
	});
	return Object.assign(kept, typeof code === 'string' && { code });
}
