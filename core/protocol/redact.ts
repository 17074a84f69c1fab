import { Failure } from './failure';

const HIDDEN = '***';
/** A shorter secret would hide ordinary words; services issue none that short. */
const SHORTEST = 4;
/** Data is harmed by a word too many that is hidden in it, an error message is not. */
const SHORTEST_IN_DATA = 8;

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

	function value(input: unknown): unknown {
		if (known.length === 0) return input;
		if (typeof input === 'string') return text(input);
		if (Array.isArray(input)) return input.map(value);
		if (typeof input !== 'object' || input === null) return input;
		const entries = Object.entries(input).map(([key, inner]) => [text(key), value(inner)]);
		return Object.fromEntries(entries) as unknown;
	}

	/** The same failure without the secrets. */
	function failure(error: Failure): Failure {
		if (known.length === 0) return error;
		const shown = new Failure({
			...error,
			message: text(error.message),
			data: value(error.data),
			retryable: error.retryable,
		});
		return shown;
	}

	/** An answer without the secrets; `source` is the text that it was read from. */
	function answer<T>(read: T, source: string): T {
		return inData.some((secret) => source.includes(secret)) ? (value(read) as T) : read;
	}

	return { text, value, failure, answer };
}
