import { Failure } from '../../core/failure';
import { networkFailure } from '../../core/networkFailure';

/** The body of a response from n8n's helpers: a stream, or a text or buffer if it is empty. */
export type Body =
	| (AsyncIterable<Uint8Array> & { destroy(error?: Error): void })
	| string
	| Buffer
	| null
	| undefined;

/**
 * Waits for a step until a signal aborts. The stream from n8n's helper wraps another one: while it
 * waits for bytes, destroying it does not end the wait.
 */
export function stepUnlessAborted<T>(step: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = () => reject(networkFailure(signal.reason));
		if (signal.aborted) return stop();
		signal.addEventListener('abort', stop, { once: true });
		void step.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});
}

/**
 * The chunks of a body. `signal` is called before each chunk, and its signal ends the wait. Throws
 * `Failure` of kind `network`.
 */
export async function* chunksOf(
	body: Exclude<Body, string | null | undefined>,
	signal: () => AbortSignal,
): AsyncGenerator<Uint8Array, void, void> {
	const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
	let whole = false;
	try {
		for (;;) {
			const step = await stepUnlessAborted(chunks.next(), signal());
			whole = step.done === true;
			if (step.done) return;
			yield step.value;
		}
	} finally {
		if (!whole && 'destroy' in body) body.destroy();
	}
}

/**
 * A body as text. Throws `Failure`: `network` if it is not complete by the deadline, and
 * `invalid-response` if it is larger than `maxBytes`.
 */
export async function readText(
	body: Body,
	maxBytes: number,
	deadline: AbortSignal,
): Promise<string> {
	if (body === undefined || body === null) return '';
	if (typeof body === 'string' || Buffer.isBuffer(body)) return body.toString();
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of chunksOf(body, () => deadline)) {
		size += chunk.length;
		if (size > maxBytes) throw tooLarge(maxBytes);
		chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk));
	}
	return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(maxBytes: number): Failure {
	const megabytes = Math.round(maxBytes / 1024 / 1024);
	return new Failure({
		kind: 'invalid-response',
		message: `The response is larger than the limit of ${megabytes} MB`,
		retryable: false,
	});
}
