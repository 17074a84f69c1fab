import type { Service } from './service';

/**
 * The kinds of failure, by what ends them. `repeat`: the same request may succeed. `change`: they last
 * until a user changes a parameter, a URL or a key. `code`: it depends on the code of the error.
 */
const KINDS = {
	'invalid-input': 'change',
	unauthorized: 'change',
	forbidden: 'change',
	'not-found': 'change',
	'rate-limited': 'repeat',
	server: 'repeat',
	'bad-gateway': 'repeat',
	unavailable: 'repeat',
	network: 'repeat',
	'invalid-response': 'repeat',
	rpc: 'code',
	/**
	 * A signed message that is rejected: below the quorum, of another network, or falsely signed.
	 */
	verification: 'change',
} as const;

export type FailureKind = keyof typeof KINDS;

export const FAILURE_KINDS = Object.keys(KINDS) as readonly FailureKind[];

/** The reason why there is no complete response. With `refused` and `dns` nothing was sent. */
export type NetworkReason = 'timeout' | 'reset' | 'refused' | 'dns' | 'tls' | 'other';

export interface FailureDetails {
	kind: FailureKind;
	/** Description of the failure, with the service's own message if there is one. */
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
	 * A remedy for users, if the operation's declaration has a better one than the hint of the
	 * kind.
	 */
	hint?: string;
	/** The service that was called. */
	service?: Service;
	/** True if the service does not have what was called. */
	missing?: boolean;
	/** The original error, kept as `cause`. */
	cause?: unknown;
}

/** The error of the core: its kind determines the remedy. */
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

	readonly missing?: boolean;

	/** True where the same request may succeed later. */
	readonly retryable: boolean;

	constructor(details: FailureDetails & { retryable?: boolean }) {
		super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
		this.kind = details.kind;
		this.status = details.status;
		this.retryAfterMs = details.retryAfterMs;
		this.reason = details.reason ?? (details.kind === 'network' ? 'other' : undefined);
		this.code = details.code;
		this.data = details.data;
		this.field = details.field;
		this.operation = details.operation;
		this.hint = details.hint;
		this.service = details.service;
		this.missing = details.missing;
		this.retryable = details.retryable ?? KINDS[details.kind] === 'repeat';
	}

	/**
	 * The first error that matches, of this failure and its causes; undefined if none matches.
	 * Without a test, the innermost cause.
	 *
	 * @example
	 * const code = failure.walk((error) => 'code' in error);
	 */
	walk(): Error;
	walk<Found extends Error>(matches: (error: Error) => error is Found): Found | undefined;
	walk(matches: (error: Error) => boolean): Error | undefined;
	walk(matches?: (error: Error) => boolean): Error | undefined {
		const chain = causesOf(this);
		return matches ? chain.find(matches) : chain.at(-1);
	}
}

/** An error and the causes behind it, outermost first; each once. */
function causesOf(error: Error): Error[] {
	const chain = new Set<Error>();
	for (let at: unknown = error; at instanceof Error && !chain.has(at); at = at.cause) chain.add(at);
	return [...chain];
}

/** A failure of one kind; a `network` failure has a `reason`. */
export type FailureOf<Kind extends FailureKind> = Failure & {
	readonly kind: Kind;
} & (Kind extends 'network' ? { readonly reason: NetworkReason } : unknown);

/** A failure as a union of its kinds: a check of `kind` narrows it. */
export type AnyFailure = { [Kind in FailureKind]: FailureOf<Kind> }[FailureKind];

/**
 * True for a failure of the core, also of another copy of this module; with kinds, only for a
 * failure of one of these kinds.
 *
 * @example
 * if (isFailure(error, 'not-found')) return undefined;
 * if (isFailure(error, 'network')) console.log(error.reason); // 'timeout', 'dns', …
 */
export function isFailure(error: unknown): error is AnyFailure;
export function isFailure<Kind extends FailureKind>(
	error: unknown,
	...kinds: readonly Kind[]
): error is FailureOf<Kind>;
export function isFailure(error: unknown, ...kinds: readonly FailureKind[]): boolean {
	if (!(error instanceof Error) || error.name !== 'Failure' || !('kind' in error)) return false;
	return kinds.length === 0 || kinds.includes(error.kind as FailureKind);
}

/**
 * JSON-RPC code of invalid parameters, and the messages of nodes that report them with code -32000.
 */
export const WRONG_PARAMETERS = -32602;
const WRONG_ARGUMENT = /couldn't unmarshal an argument|problem parsing/;

/**
 * True if the failure may end without a change by the user, so that a later poll may succeed. Such
 * a failure need not be worth an immediate retry (`retryable`): most JSON-RPC errors are not.
 */
export function mayPass({ kind, code, message, retryable }: Failure): boolean {
	if (kind === 'rpc') return code !== WRONG_PARAMETERS && !WRONG_ARGUMENT.test(message);
	return retryable || KINDS[kind] !== 'change';
}
