import { Failure } from './failure';

const HIDDEN = '***';
/** A shorter secret would hide ordinary words; services issue none that short. */
const SHORTEST = 4;

/** A function that hides the given secrets wherever they stand in a text, an object or an array. */
export function redactor(secrets: ReadonlyArray<string | undefined>) {
	const known = secrets
		.filter((secret): secret is string => secret !== undefined && secret.length >= SHORTEST)
		.flatMap((secret) => [...new Set([secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])])
		.sort((a, b) => b.length - a.length);

	function text(value: string): string {
		return known.reduce((shown, secret) => shown.split(secret).join(HIDDEN), value);
	}

	function value(input: unknown): unknown {
		if (typeof input === 'string') return text(input);
		if (typeof input !== 'object' || input === null) return input;
		return known.length === 0 ? input : (JSON.parse(text(JSON.stringify(input))) as unknown);
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

	return { text, value, failure };
}
