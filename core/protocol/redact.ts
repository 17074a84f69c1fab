import { Failure, isFailure } from '../failure';
import { latin1 } from '../formats/bytes';
import { plainCause } from '../networkFailure';
import { decoded, endsOf } from './decoded';

const HIDDEN = '***';
/** Replaces a text that repeats a secret in an encoding. */
const WITHHELD = '(withheld: repeats a secret)';
/** Shorter secrets are not removed: they would hide ordinary words, and services issue none. */
const SHORTEST = 4;
/** The minimum of a secret that is searched for in data, and in encodings: shorter ones are often ordinary words. */
const SHORTEST_IN_DATA = 8;
/**
 * Characters at the start of a secret that may be missing from it: a sign before it, such as a percent sign, may
 * have formed an escape with them.
 */
const EATEN = 4;
/** Characters without which a text has no encoding. */
const SIGNS = /[\\%&+]/;
/** Characters of a text that are decoded at a time, and of those before them that are decoded again. */
const [PIECE, OVERLAP] = [1 << 20, 1 << 16];
/** Maximum depth, above that of any response: a deeper value could exceed the call stack. */
const DEEPEST = 500;
/** The end mark of a text that was cut. */
const CUT = '…';

/** Parts of a secret that are secrets themselves, such as the token after `Bearer`. */
function wordsOf(secret: string): string[] {
	return secret.split(/\s+/).filter((word) => word.length >= SHORTEST_IN_DATA && word !== secret);
}

/**
 * The forms that a secret can have after the text around it was decoded: itself, its bytes (a percent-encoded character beyond
 * ASCII has several), and with control characters as JSON escapes them (`\n`).
 */
function decodedForms(secret: string): string[] {
	const bytes = latin1(new TextEncoder().encode(secret));
	const quoted = JSON.stringify(secret).slice(1, -1);
	return [secret, bytes, quoted].map((form) => decoded(form).replace(/\\+$/, ''));
}

/** Texts that are masked where they stand, and found in any encoding. */
function maskOf(secrets: readonly string[]) {
	const all = [...new Set(secrets)].sort((a, b) => b.length - a.length);
	const forms = all
		.filter(({ length }) => length >= SHORTEST_IN_DATA)
		.flatMap(decodedForms)
		.filter(({ length }) => length >= SHORTEST_IN_DATA);
	const ends = forms.map((form) => form.slice(Math.min(EATEN, form.length - SHORTEST_IN_DATA)));

	return {
		masked: (text: string) => all.reduce((rest, one) => rest.replaceAll(one, HIDDEN), text),

		/** True if a text has one of them in an encoding. */
		repeatedIn(text: string): boolean {
			if (!SIGNS.test(text)) return false;
			for (let at = 0; at < text.length; at += PIECE) {
				const plain = decoded(text.slice(Math.max(0, at - OVERLAP), at + PIECE));
				if (ends.some((end) => plain.includes(end))) return true;
			}
			return false;
		},

		/** A text that was cut at its end, where the beginning of one of them may stand. */
		beforeCut(text: string): string | undefined {
			const lengths = [text, ...endsOf(decoded(text))].map((end) =>
				Math.max(0, ...[...all, ...forms].map((one) => commonLength(end, one))),
			);
			if (lengths[0] >= SHORTEST) return text.slice(0, -lengths[0]) + HIDDEN;
			return lengths.some((length) => length >= SHORTEST) ? undefined : text;
		},
	};
}

/** The length of the longest end of a text that is the beginning of another one. */
function commonLength(text: string, other: string): number {
	let length = Math.min(text.length, other.length);
	while (length > 0 && !text.endsWith(other.slice(0, length))) length--;
	return length;
}

/** A function that removes the given secrets from a text, an object or an array. */
export function redactor(secrets: ReadonlyArray<string | undefined>) {
	const known = secrets.filter(
		(secret): secret is string => secret !== undefined && secret.length >= SHORTEST,
	);
	const long = known.filter(({ length }) => length >= SHORTEST_IN_DATA);
	const words = maskOf(long.flatMap(wordsOf));
	const [whole, wholeInData] = [known, long].map(maskOf);

	/** Masks secrets, then their words; `instead` of a text that repeats one in an encoding. */
	function hidden(text: string, secret: typeof whole, instead: string, isCut = false): string {
		const masked = secret.masked(text);
		const complete = isCut ? secret.beforeCut(masked) : masked;
		if (complete === undefined || secret.repeatedIn(masked)) return instead;
		const rest = words.masked(complete);
		return words.repeatedIn(rest) ? instead : rest;
	}

	const text = (value: string, isCut = false) =>
		known.length === 0 ? value : hidden(value, whole, WITHHELD, isCut);

	/** Removes secrets from an error message. */
	const message = (value: string) => {
		const parts = value.split(CUT);
		return parts.map((part, at) => text(part, at < parts.length - 1)).join(CUT);
	};

	/** `hide`: of a key, or of a text in the value. */
	function cleaned(input: unknown, hide: (text: string) => string, depth = 0): unknown {
		if (typeof input === 'string') return hide(input);
		if (typeof input !== 'object' || input === null) return input;
		if (depth > DEEPEST) throw tooDeep();
		if (Array.isArray(input)) return input.map((inner) => cleaned(inner, hide, depth + 1));
		const entries = Object.entries(input).map(([key, inner]) => [
			hide(key),
			cleaned(inner, hide, depth + 1),
		]);
		return Object.fromEntries(entries) as unknown;
	}

	/** A value, with its keys, without the secrets. */
	const value = (input: unknown) =>
		known.length === 0 ? input : cleaned(input, (leaf) => text(leaf));

	/** The same failure without the secrets. */
	function failure(error: Failure): Failure {
		if (known.length === 0) return error;
		const redacted = new Failure({
			...error,
			message: message(error.message),
			data: value(error.data),
			retryable: error.retryable,
			cause: withoutSecrets(error.cause),
		});
		return redacted;
	}

	/**
	 * The cause of a failure: only errors are kept, and of them only texts that can be searched for
	 * secrets.
	 */
	function withoutSecrets(cause: unknown): Error | undefined {
		if (isFailure(cause)) return failure(cause);
		const copy = plainCause(cause);
		for (let at = copy; at; at = at.cause as Error | undefined) {
			for (const key of ['message', 'stack'] as const) {
				Object.defineProperty(at, key, { value: text(at[key] ?? ''), configurable: true });
			}
		}
		return copy;
	}

	/**
	 * A response without the secrets; `source` is the text that it was parsed from. The response,
	 * which may be a list of thousands, is only searched if the text contains a secret.
	 */
	function answer<T>(read: T, source: string): T {
		if (long.length === 0 || hidden(source, wholeInData, HIDDEN) === source) return read;
		return cleaned(read, (leaf) => hidden(leaf, wholeInData, HIDDEN)) as T;
	}

	return { text: (value: string) => text(value), value, failure, answer };
}

function tooDeep(): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `The response is nested more than ${DEEPEST} levels deep`,
		retryable: false,
	});
}
