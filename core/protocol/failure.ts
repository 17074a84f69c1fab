/** The kinds of failure that callers tell apart. */
export type FailureKind =
	| 'invalid-input'
	| 'unauthorized'
	| 'forbidden'
	| 'not-found'
	| 'rate-limited'
	| 'server'
	| 'bad-gateway'
	| 'unavailable'
	| 'network'
	| 'invalid-response'
	| 'rpc'
	/** A signed message that does not hold: below the quorum, of another network, falsely signed. */
	| 'verification';

/** Why no complete answer came. `refused` and `dns` are certain to have sent nothing. */
export type NetworkReason = 'timeout' | 'reset' | 'refused' | 'dns' | 'tls' | 'other';

export interface FailureDetails {
	kind: FailureKind;
	/** What happened, in the service's own words where it said any. */
	message: string;
	/** HTTP status, where one came. */
	status?: number;
	/** Milliseconds the service asked to wait. */
	retryAfterMs?: number;
	reason?: NetworkReason;
	/** Code and data of a JSON-RPC error. */
	code?: number;
	data?: unknown;
	/** The input field that broke a rule. */
	field?: string;
	/** Id of the operation that was called. */
	operation?: string;
	/** What can be done about it, where the operation's declaration knows more than the kind says. */
	hint?: string;
}

const RETRYABLE: ReadonlySet<FailureKind> = new Set([
	'rate-limited',
	'server',
	'bad-gateway',
	'unavailable',
	'network',
	'invalid-response',
]);

/** The one error the core throws: its kind says what to do about it. */
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

	/** True where the same request may succeed later. */
	readonly retryable: boolean;

	constructor(details: FailureDetails & { retryable?: boolean }) {
		super(details.message);
		this.kind = details.kind;
		this.status = details.status;
		this.retryAfterMs = details.retryAfterMs;
		this.reason = details.reason;
		this.code = details.code;
		this.data = details.data;
		this.field = details.field;
		this.operation = details.operation;
		this.hint = details.hint;
		this.retryable = details.retryable ?? RETRYABLE.has(details.kind);
	}
}

/** True for a failure of the core, also of another copy of this module. */
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

/** JSON-RPC code of wrong parameters, and what nodes say of them under -32000, their only code. */
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

const SAID: Record<NetworkReason, string> = {
	timeout: 'No complete answer came in time',
	reset: 'The connection was cut before the answer was complete',
	refused: 'The service could not be reached: the connection was refused',
	dns: 'The service could not be reached: its host name was not found',
	tls: 'The secure connection failed: the certificate or protocol was not accepted',
	other: 'The request could not be completed',
};

/** The network failure behind what an HTTP library threw; looks through `cause` and `code`. */
export function networkFailure(error: unknown): Failure {
	if (isFailure(error)) return error;
	const words: string[] = [];
	for (let at = error, depth = 0; at && depth < 5; depth++) {
		const { code, name, message, cause } = at as Record<string, unknown>;
		words.push(`${code ?? ''} ${name ?? ''} ${message ?? ''}`);
		at = cause;
	}
	const all = words.join(' ');
	const reason = REASONS.find(([pattern]) => pattern.test(all))?.[1] ?? 'other';
	const code = /\b(E[A-Z_]{4,}|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|[A-Z_]+_CERT[A-Z_]*)\b/.exec(all)?.[0];
	return new Failure({
		kind: 'network',
		reason,
		message: SAID[reason] + (code ? ` (${code})` : ''),
	});
}
