import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Target } from './settings';
import { isPublicUrl, publicLookup } from '../shared/addresses';
import type { WebhookRequest } from './webhook';

/** The result of an attempt: a status, or the reason why there is none. */
export interface SendResult {
	status?: number;
	/** The wait that the target requested. */
	retryAfterMs?: number;
	/** Short, without the URL, which may contain a secret. */
	error?: string;
	/** True after a timeout. */
	silent?: boolean;
}

/** Sends one webhook. Never throws. */
export type Send = (
	target: Pick<Target, 'url' | 'allowPrivateNetwork' | 'timeoutSeconds'>,
	request: WebhookRequest,
) => Promise<SendResult>;

// Connections of targets that may be private are never used for other targets.
const agents = {
	public: {
		http: new HttpAgent({ keepAlive: true }),
		https: new HttpsAgent({ keepAlive: true, lookup: publicLookup }),
	},
	any: { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) },
};

/** Sends with node:http(s), which allows checking the address of the connection. */
export const sendWebhook: Send = (target, { headers, body }) => {
	const { url, allowPrivateNetwork, timeoutSeconds } = target;
	if (!allowPrivateNetwork && !isPublicUrl(url)) {
		return Promise.resolve({ error: 'the address is private or not https' });
	}
	const secure = url.startsWith('https:');
	const pair = allowPrivateNetwork ? agents.any : agents.public;
	return new Promise((resolve) => {
		const request = (secure ? httpsRequest : httpRequest)(url, {
			method: 'POST',
			headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
			agent: secure ? pair.https : pair.http,
			signal: AbortSignal.timeout(timeoutSeconds * 1000),
		});
		request.on('error', (error) => resolve(failureOf(error, timeoutSeconds)));
		request.on('response', (response) => {
			// Only the status matters; the body is discarded so that the connection can be reused.
			response.on('error', () => undefined).resume();
			resolve(resultOf(response));
		});
		// A response that switches protocols ends the request without an error; the first call of
		// resolve counts.
		request.on('close', () => resolve({ error: 'the connection was closed without a response' }));
		request.end(body);
	});
};

function resultOf({ statusCode, headers }: IncomingMessage): SendResult {
	const retryAfterMs = retryAfter(headers['retry-after']);
	return { status: statusCode, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Seconds or an HTTP date, as milliseconds from now. */
export function retryAfter(value: string | undefined, now = Date.now()): number | undefined {
	if (value === undefined) return undefined;
	const ms = /^\d{1,9}$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - now;
	return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function failureOf(error: Error & { code?: string }, timeoutSeconds: number): SendResult {
	if (error.name === 'AbortError' || error.name === 'TimeoutError') {
		return { error: `no response within ${timeoutSeconds} s`, silent: true };
	}
	// Its own message has the host name, which may be a secret of the user.
	if (error.name === 'PrivateAddressError') return { error: 'the address is private' };
	return { error: `the connection failed (${error.code ?? error.name})` };
}
