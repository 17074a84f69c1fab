import {
	type IAllExecuteFunctions,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	sleep,
} from 'n8n-workflow';
import { isFailure } from '../../core/failure';
import { networkFailure } from '../../core/networkFailure';
import type { Clock, HttpRequest, HttpResponse, Transport } from '../../core/protocol/ports';
import { type Body, readText } from './body';

export const CREDENTIAL = 'avalancheApi';

/** The clock of n8n; `sleep` is the only timer that nodes may use. */
export const n8nClock: Clock = {
	now: () => Date.now(),
	sleep: async (ms) => await sleep(ms),
	random: () => Math.random(),
};

/** A context that can send authenticated requests: execute, poll and load-options functions. */
export type RequestContext = Pick<IAllExecuteFunctions, 'helpers'>;

/** Options of n8n's helper: the body stays text, and no redirect is followed. */
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

/**
 * Sends requests through n8n, with the credential's headers. The body is read as a stream, so that
 * its size and time are limited and the parser loses no digit.
 */
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
			// The error that n8n throws for a cancelled request does not contain the reason.
			throw networkFailure(deadline.aborted && !isFailure(error) ? deadline.reason : error);
		}
	};
}

/**
 * In executions n8n replaces the signal of the options by the execution's cancel signal, and its
 * own timeout covers only the time until the headers: without the deadline in that signal, the
 * connection to a service that stops responding would stay open.
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
