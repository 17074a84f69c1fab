import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { AwsCommand, ChannelRequest } from '../../core/channels/channel';
import { retryAfter } from '../../core/protocol/responseFailure';
import { httpModule, KEEP_ALIVE } from '../../core/transports/http';
import { isPublicUrl, publicLookup } from '../shared/addresses';
import type { Target } from './settings';
import type { SendResult } from './aws';

/** The URL that requests may go to, and their timeout. */
export interface Reach extends Pick<Target, 'url' | 'allowPrivateNetwork' | 'timeoutSeconds'> {
	/** True: the beginning of the body is read of a success, too. */
	readsAnswer?: boolean;
}

/** Sends one message. Never throws. */
export type Send = (target: Reach, request: ChannelRequest | AwsCommand) => Promise<SendResult>;

/** Without a URL, that of the target. */
export type WebhookRequest = Pick<ChannelRequest, 'headers' | 'body'> & Partial<ChannelRequest>;

const { Agent: HttpAgent, request: httpRequest } = httpModule('http:');

// Connections of targets that may be private are never used for other targets.
const agents = {
	public: {
		http: new HttpAgent(KEEP_ALIVE),
		https: new HttpsAgent({ ...KEEP_ALIVE, lookup: publicLookup }),
	},
	any: { http: new HttpAgent(KEEP_ALIVE), https: new HttpsAgent(KEEP_ALIVE) },
};

/** Sends a message over HTTP, or by a service of AWS. */
export const sendMessage: Send = async (target, request) => {
	if (!('aws' in request)) return await sendWebhook(target, request);
	const { sendByAws } = await import('./aws.js');
	return await sendByAws(request, target.timeoutSeconds);
};

/** Sends with node:http(s), which allows checking the address of the connection. Never throws. */
export function sendWebhook(target: Reach, request: WebhookRequest): Promise<SendResult> {
	const { allowPrivateNetwork, timeoutSeconds } = target;
	const { url = target.url ?? '', method = 'POST', headers, body } = request;
	if (!allowPrivateNetwork && !isPublicUrl(url)) {
		return Promise.resolve({ error: 'the address is private or not https' });
	}
	const secure = url.startsWith('https:');
	const pair = allowPrivateNetwork ? agents.any : agents.public;
	return new Promise((resolve) => {
		const sent = (secure ? httpsRequest : httpRequest)(url, {
			method,
			headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
			agent: secure ? pair.https : pair.http,
			signal: AbortSignal.timeout(timeoutSeconds * 1000),
		});
		sent.on('error', (error) => resolve(failureOf(error, timeoutSeconds)));
		sent.on('response', (response) => receive(response, resolve, target.readsAnswer));
		// A response that switches protocols ends the request without an error; only the first call
		// of resolve has an effect.
		sent.on('close', () => resolve({ error: 'the connection was closed without a response' }));
		sent.end(body);
	});
}

/** Number of bytes of an error's body that are read: enough for the messages of the services. */
const MOST_READ = 4_096;

/**
 * A success is known by its status; for a failure, the beginning of the body is read as well. The
 * rest is discarded so that the connection can be reused.
 */
function receive(
	response: IncomingMessage,
	resolve: (result: SendResult) => void,
	readsAnswer = false,
): void {
	const { statusCode: status = 0, headers } = response;
	const retryAfterMs = retryAfter({ 'retry-after': headers['retry-after'] ?? '' }, Date.now());
	const result = { status, ...(retryAfterMs !== undefined && { retryAfterMs }) };
	if (!readsAnswer && status >= 200 && status < 300) {
		response.on('error', () => undefined).resume();
		resolve(result);
		return;
	}
	const chunks: Buffer[] = [];
	let size = 0;
	const done = () => {
		const body = Buffer.concat(chunks).subarray(0, MOST_READ).toString();
		resolve({ ...result, ...(body && { body }) });
	};
	response.on('data', (chunk: Buffer) => {
		if (size >= MOST_READ) return;
		chunks.push(chunk);
		size += chunk.length;
		if (size >= MOST_READ) done();
	});
	// A body that is incomplete or late does not change the result of the status.
	response.on('error', done).on('close', done).on('end', done);
}

function failureOf(error: Error & { code?: string }, timeoutSeconds: number): SendResult {
	if (error.name === 'AbortError' || error.name === 'TimeoutError') {
		return { error: `no response within ${timeoutSeconds} s`, silent: true };
	}
	// The original message contains the host name, which may be a secret of the user.
	if (error.name === 'PrivateAddressError') return { error: 'the address is private' };
	return { error: `the connection failed (${error.code ?? error.name})` };
}
