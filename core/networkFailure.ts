import { Failure, type NetworkReason, isFailure } from './failure';

/** Failures of connections, made from the errors of HTTP libraries. */

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

/** Messages about failed connections. */
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

/** The `Failure` for an error of an HTTP library, by its `cause` and `code`. */
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

/** The same failure with the service's name, if it is a network failure without one. */
export function namingService(failure: Failure, service: string): Failure {
	if (failure.kind !== 'network' || !failure.message.startsWith(SOME_SERVICE)) return failure;
	const message = service + failure.message.slice(SOME_SERVICE.length);
	const { retryable, cause } = failure;
	return new Failure({ ...failure, message, retryable, cause });
}

const DEEPEST_CAUSE = 5;
const LONGEST_CAUSE = 1000;

/**
 * A copy of an error that another library threw, with its name, code, message, stack and causes.
 * Such errors hold whole requests with their headers; URLs in their texts keep only scheme and
 * host.
 */
export function plainCause(error: unknown, depth = 0): Error | undefined {
	if (!(error instanceof Error) || depth === DEEPEST_CAUSE) return undefined;
	const hostsOnly = (text: string) =>
		text
			.slice(0, LONGEST_CAUSE)
			.replace(
				/([a-z][a-z\d+.-]{0,20}:\/\/)(?:[^\s/?#"'<>]*@)?([^\s/?#"'<>]*)[^\s"'<>]*/gi,
				'$1$2',
			);
	const cause = plainCause(error.cause, depth + 1);
	const copy = new Error(hostsOnly(error.message), cause && { cause });
	const { code } = error as { code?: unknown };
	const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
	Object.defineProperty(copy, 'name', { value: error.name, configurable: true });
	Object.defineProperty(copy, 'stack', {
		value: [`${error.name}: ${copy.message}`, ...frames.map(hostsOnly)].join('\n'),
		configurable: true,
	});
	return Object.assign(copy, typeof code === 'string' && { code });
}
