import { isFailure } from '../../core/failure';
import { RepeatedName, readJson } from '../../core/fields/jsonText';
import type { Clock } from '../../core/protocol/ports';
import { clock as realClock } from '../../core/transports/clock';
import type { TableRetryOptions } from '../notify/patience';
import type { Send } from '../notify/send';
import type { Environment } from '../shared/environment';
import { HandlerError } from '../shared/errors';
import {
	type HttpEvent,
	bodyBytes,
	headerIn,
	isHttpEvent,
	queryOf,
	requestMethod,
	answerTo,
	jsonAnswer,
} from '../shared/http';
import { invoked } from '../shared/invocation';
import { isPassing } from '../shared/passing';
import { once } from '../shared/remembered';
import { type Telemetry, createTelemetry } from '../shared/telemetry';
import type { CallAnswer } from './views';
import { ApiError, invalid } from './apiError';
import { callerOf } from './caller';
import { configurationOf } from './configuration';
import { routeOf } from './api';
import type { KeyService } from './kms';
import { createSealer } from './sealing';
import type { SubscriptionStore } from './dynamoStore';

export interface SubscriptionsOptions {
	environment: Environment;
	/** The store in a table, whose calls are retried within `patience`. */
	store: (table: string, patience: TableRetryOptions) => Promise<SubscriptionStore>;
	/** The data keys under a key of KMS. */
	keys: (key: string) => Promise<KeyService>;
	send: Send;
	clock?: Clock;
	telemetry?: Telemetry;
}

/** Larger bodies are refused before anything is decoded or parsed. Lambda itself takes 6 MB. */
export const MAX_REQUEST_BYTES = 32 * 1024;
/** Time of an invocation, if Lambda does not tell it. */
const CALL_MS = 30_000;
const REPEAT_KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * The function: an API of subscriptions to events, by its URL. Throws `ConfigurationError` at startup if the
 * environment is invalid, and `InvalidEvent` for an event that is not an HTTP request.
 */
export function createSubscriptions(options: SubscriptionsOptions) {
	const environment = configurationOf(options.environment);
	const { clock = realClock, send } = options;
	const telemetry = options.telemetry ?? createTelemetry('subscriptions');
	const { SUBSCRIPTIONS_TABLE, SUBSCRIPTIONS_KEY, SUBSCRIPTIONS_AUTH } = environment;
	// One invocation at a time runs in an execution environment.
	let store: SubscriptionStore;
	// One for all invocations: it keeps the data keys.
	const keys = once(async () => await options.keys(SUBSCRIPTIONS_KEY));
	const sealer = createSealer(keys, () => store);

	async function answered(
		event: HttpEvent,
		until: number,
		about: Record<string, string>,
	): Promise<CallAnswer> {
		const { route, id, part } = routeOf(requestMethod(event), pathOf(event));
		about.route = route.name;
		const body = bodyOf(event);
		store = await options.store(SUBSCRIPTIONS_TABLE, { clock, until });
		const now = clock.now();
		const caller = await callerOf(event, {
			auth: SUBSCRIPTIONS_AUTH,
			limit: environment.SUBSCRIPTIONS_LIMIT,
			store,
			now,
		});
		about.owner = caller.owner;
		if (route.scope && !caller.scopes.includes(route.scope)) {
			const message = `The token does not have the scope "${route.scope}"`;
			throw new ApiError(403, 'Forbidden', message);
		}
		const { perMinute } = caller.limits;
		if (route.counts && !(await store.countCall(caller.owner, now, perMinute))) {
			throw new ApiError(
				429,
				'TooManyCalls',
				`At most ${perMinute} calls a minute change or send`,
				undefined,
				{ 'retry-after': String(60 - Math.floor((now / 1000) % 60)) },
			);
		}
		return await route.run({
			...{ caller, id, part, query: queryOf(event), store, sealer, send, clock },
			body: body === undefined ? undefined : jsonOf(body),
			repeatKey: idempotencyKeyIn(event),
			measure: telemetry.measure,
		});
	}

	return invoked({ clock, telemetry, usualMs: CALL_MS }, async (event: unknown, until) => {
		const begun = clock.now();
		const about: Record<string, string> = {};
		if (!isHttpEvent(event)) {
			throw new HandlerError('InvalidEvent', 'The function takes HTTP requests of its URL only');
		}
		const said = await answered(event, until, about).catch((error: unknown) =>
			refused(error, telemetry),
		);
		const { status, body, headers } = { headers: {}, ...said };
		const ms = clock.now() - begun;
		telemetry.measure('Requests');
		if (status === 401) telemetry.measure('RefusedTokens');
		telemetry.logger.info('A request was answered', { status, ms, ...about });
		const answer = jsonAnswer(status, body, headers);
		return answerTo(event, body === undefined ? { ...answer, body: '' } : answer);
	});
}

/** The path of a request, as the source of the event has it. */
function pathOf(event: HttpEvent): string {
	const { rawPath, path } = event as { rawPath?: unknown; path?: unknown };
	return [rawPath, path].find((one) => typeof one === 'string') ?? '';
}

function bodyOf(event: HttpEvent): Buffer | undefined {
	const body = bodyBytes(event, MAX_REQUEST_BYTES);
	if (!body) {
		throw new ApiError(413, 'TooLarge', `A body has at most ${MAX_REQUEST_BYTES} bytes`);
	}
	return body.length === 0 ? undefined : body;
}

function jsonOf(body: Buffer): unknown {
	try {
		const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
		return readJson(text);
	} catch (error) {
		const rule = error instanceof RepeatedName ? `is ambiguous: ${error.message}` : 'must be JSON';
		throw invalid([['', rule]], undefined);
	}
}

function idempotencyKeyIn(event: HttpEvent): string | undefined {
	const key = headerIn(event, 'idempotency-key');
	if (key === undefined || REPEAT_KEY.test(key)) return key;
	const rule = 'must be 1 to 200 characters without spaces';
	throw invalid([['idempotency-key', rule]], { 'idempotency-key': key });
}

/** The response to a request that failed. Errors of the function itself tell the caller nothing. */
function refused(
	error: unknown,
	{ logger, measure }: Telemetry,
): CallAnswer & { headers?: Record<string, string> } {
	if (error instanceof ApiError) {
		return { status: error.status, body: error.toJSON(), headers: { ...error.headers } };
	}
	if (isFailure(error) && error.kind === 'invalid-input') {
		return { status: 400, body: new ApiError(400, 'InvalidRequest', error.message).toJSON() };
	}
	measure('FailedRequests');
	logger.error('A request failed', error as Error);
	const passing = isPassing(error) || (error as Error).name === 'TableThrottled';
	const [status, name] = passing ? [503, 'Unavailable'] : [500, 'InternalError'];
	const message = passing ? 'The request cannot be answered now: repeat it' : 'The request failed';
	return {
		status,
		body: new ApiError(status, name, message).toJSON(),
		...(passing && { headers: { 'retry-after': '5' } }),
	};
}
