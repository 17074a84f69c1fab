import {
	type IAllExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	sleep,
} from 'n8n-workflow';
import { Failure, networkFailure } from '../../core/protocol/failure';
import type { Clock, HttpRequest, HttpResponse, Transport } from '../../core/protocol/ports';

export const CREDENTIAL = 'avalancheApi';

/** n8n's time; `sleep` is the one timer that nodes may use. */
export const clock: Clock = {
	now: () => Date.now(),
	sleep: async (ms) => await sleep(ms),
	random: () => Math.random(),
};

/** A context that can send authenticated requests: execute, poll and load-options functions. */
export type RequestContext = Pick<IAllExecuteFunctions, 'helpers'>;

/** Options of n8n's helper that keep a request inside the rules: text kept, no redirect followed. */
export function httpOptions(request: Omit<HttpRequest, 'maxBytes'>): IHttpRequestOptions {
	return {
		method: request.method,
		url: request.url,
		headers: request.headers,
		...(request.body !== undefined && { body: request.body }),
		encoding: 'stream',
		json: false,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: request.timeoutMs,
		abortSignal: AbortSignal.timeout(request.timeoutMs),
	};
}

/** Sends requests through n8n, with the credential's headers. The body is read as a stream, so that
 * its size and time are bounded and no digit is lost in a parser. */
export function n8nTransport(context: RequestContext): Transport {
	return async (request) => {
		// In executions n8n puts its own cancel signal in place of the one of the options, which then
		// ends with the headers: the body has to be timed here.
		const deadline = AbortSignal.timeout(request.timeoutMs);
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				context as IAllExecuteFunctions,
				CREDENTIAL,
				httpOptions(request),
			)) as IN8nHttpFullResponse;
			return {
				status: response.statusCode,
				headers: plainHeaders(response.headers),
				text: await readText(response.body as unknown as Body, request.maxBytes, deadline),
			} satisfies HttpResponse;
		} catch (error) {
			throw networkFailure(error);
		}
	};
}

function plainHeaders(headers: object): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}

/** n8n gives a stream; for some empty answers a text or a buffer. */
type Body =
	| (AsyncIterable<Uint8Array> & { destroy(error?: Error): void })
	| string
	| Buffer
	| undefined;

async function readText(body: Body, maxBytes: number, deadline: AbortSignal): Promise<string> {
	if (body === undefined || body === null) return '';
	if (typeof body === 'string' || Buffer.isBuffer(body)) return body.toString();
	const stop = () => body.destroy(networkFailure(deadline.reason));
	if (deadline.aborted) stop();
	else deadline.addEventListener('abort', stop, { once: true });
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body) {
		const bytes = Buffer.from(chunk);
		size += bytes.length;
		if (size > maxBytes) {
			body.destroy();
			throw tooLarge(maxBytes);
		}
		chunks.push(bytes);
	}
	return Buffer.concat(chunks).toString('utf8');
}

function tooLarge(maxBytes: number): Failure {
	const megabytes = Math.round(maxBytes / 1024 / 1024);
	return new Failure({
		kind: 'invalid-response',
		message: `The answer is larger than the ${megabytes} MB that are read at most`,
		retryable: false,
	});
}
