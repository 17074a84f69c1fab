import { Failure } from './failure';

const HIDDEN = '***';
/** A shorter secret would hide ordinary words; services issue none that short. */
const SHORTEST = 4;
/** Data is harmed by a word too many that is hidden in it, an error message is not. */
const SHORTEST_IN_DATA = 8;
/** No service's answer comes near it; beyond it, walking an answer could pass the call stack. */
const DEEPEST = 500;
/** What ends a text that was cut. */
const CUT = '…';

/** A secret as texts may hold it: as it is, without its scheme (`Bearer`), in a URL, in JSON. */
function formsOf(secret: string): string[] {
	const bare = secret.split(/\s+/).filter((word) => word.length >= SHORTEST_IN_DATA);
	const forms = [secret, ...bare].flatMap((each) => [
		each,
		encodeURIComponent(each),
		JSON.stringify(each).slice(1, -1),
	]);
	return [...new Set(forms)];
}

/** A function that hides the given secrets wherever they stand in a text, an object or an array. */
export function redactor(secrets: ReadonlyArray<string | undefined>) {
	const known = secrets
		.filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST)
		.flatMap(formsOf)
		.sort((a, b) => b.length - a.length);
	const inData = known.filter((secret) => secret.length >= SHORTEST_IN_DATA);

	function text(value: string): string {
		return known.reduce((shown, secret) => shown.split(secret).join(HIDDEN), value);
	}

	/** The message of an error. Cutting may have left the beginning of a secret at its end. */
	function message(value: string): string {
		const shown = text(value);
		if (!shown.endsWith(CUT)) return shown;
		const kept = shown.slice(0, -CUT.length);
		const beginnings = known.flatMap((secret) =>
			Array.from({ length: secret.length - SHORTEST }, (_, cut) => secret.slice(0, -cut - 1)),
		);
		const left = beginnings.filter((beginning) => kept.endsWith(beginning));
		const longest = Math.max(0, ...left.map(({ length }) => length));
		return longest === 0 ? shown : kept.slice(0, -longest) + HIDDEN + CUT;
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
		});
		return shown;
	}

	/** An answer without the secrets; `source` is the text that it was read from. */
	function answer<T>(read: T, source: string): T {
		// JSON has more than one writing of a letter: \u006b, \/, and text within text.
		const mayHold = (secret: string) => source.includes(secret) || source.includes('\\');
		return inData.some(mayHold) ? (value(read) as T) : read;
	}

	return { text, value, failure, answer };
}

function tooDeep(): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `The answer is nested more than ${DEEPEST} levels deep`,
		retryable: false,
	});
}
