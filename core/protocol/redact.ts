import { Failure, isFailure } from '../failure';
import { plainCause } from '../networkFailure';
import { type FindSecrets, secretFinder } from './secretPlaces';

const HIDDEN = '***';
/** Shorter secrets are not removed: they would hide ordinary words, and services issue none. */
const SHORTEST = 4;
/** The minimum in data, which is damaged by a hidden ordinary word more than an error message. */
const SHORTEST_IN_DATA = 8;
/** Maximum depth, above that of any response: a deeper value could exceed the call stack. */
const DEEPEST = 500;
/** The end mark of a text that was cut. */
const CUT = '…';

/** A secret, and the parts of it that are secrets themselves, such as the token after `Bearer`. */
function partsOf(secret: string): string[] {
	const words = secret.split(/\s+/).filter((word) => word.length >= SHORTEST_IN_DATA);
	return [secret, ...words];
}

/** A function that removes the given secrets from a text, an object or an array. */
export function redactor(secrets: ReadonlyArray<string | undefined>) {
	const parts = secrets
		.filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST)
		.flatMap(partsOf);
	const known = [...new Set(parts)];
	const inData = known.filter((secret) => secret.length >= SHORTEST_IN_DATA);
	const findAny = secretFinder(known, SHORTEST);
	const findInData = secretFinder(inData, SHORTEST_IN_DATA);

	function hidden(value: string, find: FindSecrets, cut = false): string {
		const shown: string[] = [];
		let from = 0;
		for (const { start, end } of find(value, cut)) {
			shown.push(value.slice(from, start), HIDDEN);
			from = end;
		}
		return from === 0 ? value : shown.join('') + value.slice(from);
	}

	const text = (value: string) => (known.length === 0 ? value : hidden(value, findAny));

	/**
	 * Removes secrets from an error message. Where the message was cut, it may end with the
	 * beginning of a secret.
	 */
	function message(value: string): string {
		if (known.length === 0) return value;
		const parts = value.split(CUT);
		return parts.map((part, i) => hidden(part, findAny, i < parts.length - 1)).join(CUT);
	}

	function cleaned(input: unknown, find: FindSecrets, depth = 0): unknown {
		if (typeof input === 'string') return hidden(input, find);
		if (typeof input !== 'object' || input === null) return input;
		if (depth > DEEPEST) throw tooDeep();
		if (Array.isArray(input)) return input.map((inner) => cleaned(inner, find, depth + 1));
		const entries = Object.entries(input).map(([key, inner]) => [
			hidden(key, find),
			cleaned(inner, find, depth + 1),
		]);
		return Object.fromEntries(entries) as unknown;
	}

	/** A value, with its keys, without the secrets. */
	const value = (input: unknown) => (known.length === 0 ? input : cleaned(input, findAny));

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

	/**
	 * The cause of a failure: only errors are kept, and of them only texts that can be searched for
	 * secrets.
	 */
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

	/**
	 * A response without the secrets; `source` is the text that it was parsed from. The response,
	 * which may be a list of thousands, is only searched if the text contains a secret.
	 */
	function answer<T>(read: T, source: string): T {
		if (inData.length === 0 || findInData(source).length === 0) return read;
		return cleaned(read, findInData) as T;
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
