import { Failure, isFailure, plainCause } from './failure';
import { finderOf } from './writings';

const HIDDEN = '***';
/** A shorter secret would hide ordinary words; services issue none that short. */
const SHORTEST = 4;
/** Data is harmed by a word too many that is hidden in it, an error message is not. */
const SHORTEST_IN_DATA = 8;
/** Far above any response; beyond it, the recursion could exceed the call stack. */
const DEEPEST = 500;
/** What ends a text that was cut. */
const CUT = '…';

/** A secret, and the parts of it that are one by themselves: without its scheme (`Bearer`). */
function partsOf(secret: string): string[] {
	const words = secret.split(/\s+/).filter((word) => word.length >= SHORTEST_IN_DATA);
	return [secret, ...words];
}

/** A function that removes the given secrets from a text, an object or an array. */
export function redactor(secrets: ReadonlyArray<string | undefined>) {
	const parts = secrets
		.filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST)
		.flatMap(partsOf);
	const known = [...new Set(parts)].sort((a, b) => b.length - a.length);
	const finders = known.map((secret) => finderOf(secret, SHORTEST));
	const inData = known.filter((secret) => secret.length >= SHORTEST_IN_DATA);

	function hidden(value: string, cut: boolean): string {
		return finders.reduce((shown, find) => {
			const parts: string[] = [];
			let from = 0;
			for (let at = find(shown, from, cut); at; at = find(shown, from, cut)) {
				parts.push(shown.slice(from, at.start), HIDDEN);
				from = at.end;
			}
			return from === 0 ? shown : parts.join('') + shown.slice(from);
		}, value);
	}

	const text = (value: string) => hidden(value, false);

	/** The message of an error. Cutting may have left the beginning of a secret at its end. */
	function message(value: string): string {
		if (!value.endsWith(CUT)) return text(value);
		return hidden(value.slice(0, -CUT.length), true) + CUT;
	}

	function value(input: unknown, depth = 0): unknown {
		if (known.length === 0) return input;
		if (typeof input === 'string') return text(input);
		if (typeof input !== 'object' || input === null) return input;
		if (depth > DEEPEST) throw tooDeep();
		if (Array.isArray(input)) return input.map((inner) => value(inner, depth + 1));
		const entries = Object.entries(input).map(([key, inner]) => [
			text(key),
			value(inner, depth + 1),
		]);
		return Object.fromEntries(entries) as unknown;
	}

	/** The same failure without the secrets. */
	function failure(error: Failure): Failure {
		if (known.length === 0) return error;
		const shown = new Failure({
			...error,
			message: message(error.message),
			data: value(error.data),
			retryable: error.retryable,
			cause: withoutSecrets(error.cause),
		});
		return shown;
	}

	/** What led to a failure: only errors are kept, and of them only what can be read for secrets. */
	function withoutSecrets(cause: unknown): Error | undefined {
		if (isFailure(cause)) return failure(cause);
		const kept = plainCause(cause);
		for (let at = kept; at; at = at.cause as Error | undefined) {
			for (const key of ['message', 'stack'] as const) {
				Object.defineProperty(at, key, { value: text(at[key] ?? ''), configurable: true });
			}
		}
		return kept;
	}

	/** A response without the secrets; `source` is the text that it was parsed from. */
	function answer<T>(read: T, source: string): T {
		// A letter has other writings: \u006b and \/ in JSON, %2f in URLs, &amp; in HTML.
		const mayHold = (secret: string) => source.includes(secret) || /[\\%&]/.test(source);
		return inData.some(mayHold) ? (value(read) as T) : read;
	}

	return { text, value, failure, answer };
}

function tooDeep(): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `The response is nested more than ${DEEPEST} levels deep`,
		retryable: false,
	});
}
