import type { Agent, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Failure } from '../failure';
import { networkFailure } from '../networkFailure';
import type { HttpRequest, HttpResponse, Transport } from '../protocol/ports';

/**
 * Options of an agent whose connections stay open between calls. An idle one is closed after 4 s: servers close
 * theirs a little later, and a request on a connection that is just being closed would fail.
 */
export const KEEP_ALIVE = { keepAlive: true, timeout: 4_000, scheduling: 'lifo' } as const;

/** A module that sends, and its open connections; loaded at the first call that needs it. */
interface Sender {
	request: typeof import('node:http').request;
	agent: Agent;
}

const senders = new Map<string, Sender>();

/**
 * The module that sends to a URL. An import of node:http would read all that it exports, and so load undici: it takes
 * ten times as long.
 */
export function httpModule(url: string) {
	return process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
}

function load(protocol: string): Sender {
	const { Agent, request } = httpModule(protocol);
	return { request, agent: new Agent(KEEP_ALIVE) };
}

/**
 * Sends requests with node:http(s), without the web streams that `fetch` reads bodies through, over
 * connections that stay open between calls. No redirect is followed, one timeout applies to the
 * whole response, and no body is read beyond its limit.
 */
export const httpTransport: Transport = async (request) => {
	const url = new URL(request.url);
	let sender = senders.get(url.protocol);
	if (!sender) senders.set(url.protocol, (sender = load(url.protocol)));
	return await exchange(request, url, sender);
};

/** Rejects with a `Failure`. */
function exchange(
	{ method, headers, body, timeoutMs, maxBytes, signal }: HttpRequest,
	url: URL,
	{ request, agent }: Sender,
): Promise<HttpResponse> {
	return new Promise((resolve, reject) => {
		const sent = request(url, {
			method,
			agent,
			signal,
			headers: {
				...headers,
				'accept-encoding': 'gzip',
				...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
			},
		});
		const fail = (error: unknown) => {
			clearTimeout(timer);
			reject(networkFailure(error));
			sent.destroy();
		};
		const timer = setTimeout(() => fail(new Error('timed out')), timeoutMs);
		sent.on('error', fail);
		// A response that switches protocols ends the request without an error.
		const unanswered = () => fail(new Error('aborted'));
		sent.on('close', unanswered);
		sent.on('response', (response) => {
			sent.off('close', unanswered);
			decoded(response, fail)
				.then((content) => read(content, maxBytes))
				.then((text) => {
					clearTimeout(timer);
					resolve({ status: response.statusCode ?? 0, headers: plain(response.headers), text });
				}, fail);
		});
		sent.end(body);
	});
}

/** The body as the service sent it; `fail` is called if the connection ends within it. */
async function decoded(
	response: IncomingMessage,
	fail: (error: unknown) => void,
): Promise<Readable> {
	const encoding = response.headers['content-encoding'] ?? 'identity';
	if (encoding === 'identity') return response;
	if (encoding !== 'gzip') {
		throw new Failure({
			kind: 'invalid-response',
			message: `The service answered in the encoding ${encoding.slice(0, 40)}, which was not requested`,
		});
	}
	const { createGunzip } = await import('node:zlib');
	return response.on('error', fail).pipe(createGunzip());
}

function read(content: Readable, maxBytes: number): Promise<string> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		content.on('data', (chunk: Buffer) => {
			size += chunk.length;
			if (size > maxBytes) reject(tooLarge(maxBytes));
			else chunks.push(chunk);
		});
		content.on('error', reject);
		content.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
	});
}

function tooLarge(maxBytes: number): Failure {
	const megabytes = Math.round(maxBytes / 1024 / 1024);
	return new Failure({
		kind: 'invalid-response',
		message: `The response is larger than the limit of ${megabytes} MB`,
		retryable: false,
	});
}

function plain(headers: IncomingMessage['headers']): Record<string, string> {
	const texts: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers)) texts[name] = String(value);
	return texts;
}
