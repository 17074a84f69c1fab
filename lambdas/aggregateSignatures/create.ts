import type { Clock } from '../../core/protocol/ports';
import { clock as realClock } from '../../core/transports/clock';
import { httpTransport } from '../../core/transports/http';
import type { Environment } from '../shared/environment';
import { HandlerError, toHandlerError } from '../shared/errors';
import { isHttpEvent, type HttpAnswer, answerTo, jsonAnswer } from '../shared/http';
import { type BatchAnswer, type Invocation, endingTransport } from '../shared/invocation';
import type { SecretReader } from '../shared/secrets';
import { once } from '../shared/remembered';
import { servicesClient } from '../shared/services';
import { type Telemetry, createTelemetry } from '../shared/telemetry';
import { aggregate, modeFor } from './aggregate';
import { configurationOf } from './configuration';
import type { Aggregation, AggregationList } from '../types';
import { aggregationRequestOf } from './event';
import { isCallersFault } from './fault';
import { errorAnswer, fieldsOf } from './http';
import {
	type SendMessageResult,
	type Settle,
	aggregateBatch,
	aggregateList,
	listIn,
	recordsIn,
} from './messages';
import { retryingCalls } from './patience';
import { readingSetsOnce } from './validatorSets';
import type { Verifier } from './verify';

export interface AggregateSignaturesOptions {
	environment: Environment;
	/** Loaded when a verification is due. */
	verifier: () => Promise<Verifier>;
	/** Loaded for the first batch of a queue: sends results to the queue with this URL. */
	resultQueue?: (url: string) => Promise<SendMessageResult>;
	readSecret?: SecretReader;
	clock?: Clock;
	telemetry?: Telemetry;
}

/** Time for verification and response, after the last pause. */
const RESERVE_MS = 5_000;
/** One attempt: the service needs up to a minute to collect signatures. */
const LONGEST_TRY_MS = 60_000;
/** Time reserved for the response if a request takes all the remaining time. */
const ANSWER_MS = 500;

/**
 * The function: takes events with `message`, `justification` or `txHash`, directly or as an HTTP
 * request, and returns a verified signed message; or several of them, as a list or as a batch of
 * SQS, each with its own result. A direct invocation throws `HandlerError`s by
 * kind; HTTP requests get a status, which Lambda counts as a success. For alarms, both are counted
 * in the same metrics: `Failures`, and `InvalidRequests` for errors of the caller. `ThrownErrors`
 * are those that Lambda counts as errors, too. Throws `ConfigurationError` at startup if the
 * environment is invalid.
 */
export function createAggregateSignatures(options: AggregateSignaturesOptions) {
	const environment = configurationOf(options.environment);
	const { clock = realClock, telemetry = createTelemetry('aggregateSignatures') } = options;
	// One invocation at a time runs in an execution environment.
	let end = Infinity;
	const clientOnce = servicesClient({
		environment,
		readSecret: options.readSecret,
		clock,
		telemetry,
		transport: endingTransport(httpTransport, clock, () => end - ANSWER_MS),
		timeoutMs: LONGEST_TRY_MS,
	});

	/** The client of one invocation: its messages share the validator sets. */
	const clientOfInvocation = async () => {
		const client = retryingCalls(await clientOnce(), {
			clock,
			deadline: end - RESERVE_MS,
			onRetry: (failure, pauseMs) => {
				telemetry.measure('Retries');
				const { message: reason } = failure as Error;
				telemetry.logger.info('The call is retried', { reason, pauseMs });
			},
		});
		return readingSetsOnce(client);
	};
	type OpenClient = typeof clientOfInvocation;

	async function run(fields: unknown, open: OpenClient): Promise<Aggregation> {
		const request = aggregationRequestOf(fields);
		const hasNode = environment.AVALANCHE_NODE_URL !== undefined;
		const mode = modeFor(request, { configured: environment.VERIFICATION, hasNode });
		const client = await open();
		return await aggregate(request, {
			client,
			verifier: options.verifier,
			mode,
			onVerified: (milliseconds) => telemetry.measure('VerificationTime', milliseconds, 'ms'),
		});
	}

	/** Measures and logs a failure; returns the error for the caller. */
	function failed(error: unknown): Error {
		const handled = toHandlerError(error);
		if (isCallersFault(error)) {
			telemetry.measure('InvalidRequests');
			telemetry.logger.warn('The request is invalid', handled);
		} else {
			telemetry.measure('Failures');
			telemetry.logger.error('No signed message was returned', handled);
		}
		return handled;
	}

	/** Aggregates the messages of one invocation, which share their client. */
	function settling(): Settle {
		const open = once(clientOfInvocation);
		return async (fields) => {
			try {
				return { result: await run(fields, open) };
			} catch (error) {
				failed(error);
				return { error };
			}
		};
	}

	async function answer(fields: unknown): Promise<Aggregation | AggregationList> {
		const messages = listIn(fields);
		return messages
			? await aggregateList(messages, settling())
			: await run(fields, clientOfInvocation);
	}

	async function takeBatch(records: NonNullable<ReturnType<typeof recordsIn>>) {
		const { RESULTS_QUEUE_URL: url } = environment;
		if (!url || !options.resultQueue) {
			throw new HandlerError(
				'ConfigurationError',
				'RESULTS_QUEUE_URL is missing: the URL of the queue that takes the results of messages of a queue',
			);
		}
		return await aggregateBatch(records, settling(), await options.resultQueue(url));
	}

	return async (
		event: unknown,
		context?: Invocation,
	): Promise<Aggregation | AggregationList | BatchAnswer | HttpAnswer> => {
		telemetry.begin(context);
		end = clock.now() + (context?.getRemainingTimeInMillis() ?? LONGEST_TRY_MS);
		const overHttp = isHttpEvent(event);
		try {
			const records = recordsIn(event);
			if (records) return await takeBatch(records);
			const result = await answer(overHttp ? fieldsOf(event) : event);
			return overHttp ? answerTo(event, jsonAnswer(200, result)) : result;
		} catch (error) {
			const handled = failed(error);
			if (overHttp) return answerTo(event, errorAnswer(error));
			telemetry.measure('ThrownErrors');
			throw handled;
		} finally {
			telemetry.flush();
		}
	};
}
