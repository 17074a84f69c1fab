import {
	type IAllExecuteFunctions,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	sleep,
} from 'n8n-workflow';
import { isFailure, networkFailure } from '../../core/protocol/failure';
import type { Clock, HttpRequest, HttpResponse, Transport } from '../../core/protocol/ports';
import { type Body, readText } from './body';

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
		const deadline = AbortSignal.timeout(request.timeoutMs);
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				cancelledBy(deadline, context) as IAllExecuteFunctions,
				CREDENTIAL,
				httpOptions(request),
			)) as IN8nHttpFullResponse;
			return {
				status: response.statusCode,
				headers: plainHeaders(response.headers),
				text: await readText(response.body as unknown as Body, request.maxBytes, deadline),
			} satisfies HttpResponse;
		} catch (error) {
			// What n8n throws when its request is cancelled does not say why.
			throw networkFailure(deadline.aborted && !isFailure(error) ? deadline.reason : error);
		}
	};
}

/**
 * In executions n8n puts the execution's cancel signal in place of the one of the options, and its
 * own timeout ends with the headers: without the deadline in that signal, a service that falls
 * silent would keep its connection for ever.
 */
function cancelledBy(deadline: AbortSignal, context: RequestContext): RequestContext {
	const { getExecutionCancelSignal: own } = context as Partial<IExecuteFunctions>;
	if (own === undefined) return context;
	const cancel = own.call(context as IExecuteFunctions);
	const signal = cancel ? AbortSignal.any([deadline, cancel]) : deadline;
	const timed = { getExecutionCancelSignal: { value: () => signal } };
	return Object.create(context, timed) as RequestContext;
}

function plainHeaders(headers: object): Record<string, string> {
	return Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
	);
}
