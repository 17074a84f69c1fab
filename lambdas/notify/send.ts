import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Target } from './settings';
import { isPublicUrl, publicLookup } from '../shared/addresses';
import type { WebhookRequest } from './webhook';

/** How an attempt ended: with a status, or with the reason why none came. */
export interface SendResult {
	status?: number;
	/** What the target asked to wait. */
	retryAfterMs?: number;
	/** Short, without the URL: it may hold a secret. */
	error?: string;
	/** True where no answer came in time. */
	silent?: boolean;
}

/** Sends one webhook. Never throws. */
export type Send = (
	target: Pick<Target, 'url' | 'allowPrivateNetwork' | 'timeoutSeconds'>,
	request: WebhookRequest,
) => Promise<SendResult>;

// Connections of targets that may be private are never used for those that may not.
const agents = {
	public: {
		http: new HttpAgent({ keepAlive: true }),
		https: new HttpsAgent({ keepAlive: true, lookup: publicLookup }),
	},
	any: { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) },
};

/** Sends with node:http(s), which lets the address be checked that is connected to. */
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
			// The status says it all; the body is only read past so that the connection lives on.
			response.on('error', () => undefined).resume();
			resolve(resultOf(response));
		});
		// An answer that switches protocols ends the request without an error; the first word counts.
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
	if (error.name === 'PrivateAddressError') return { error: error.message };
	return { error: `the connection failed (${error.code ?? error.name})` };
}
