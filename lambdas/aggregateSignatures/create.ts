import { type Clock, clock as realClock, httpTransport, type Transport } from '../../core';
import type { Environment } from '../shared/environment';
import { toHandlerError } from '../shared/errors';
import { type HttpAnswer, answerTo, jsonAnswer } from '../shared/httpAnswer';
import { isHttpEvent } from '../shared/httpEvent';
import type { Invocation } from '../shared/invocation';
import type { SecretReader } from '../shared/secrets';
import { servicesClient } from '../shared/services';
import { type Telemetry, createTelemetry } from '../shared/telemetry';
import { type Aggregation, type Verifier, aggregate, modeFor } from './aggregate';
import { configurationOf } from './configuration';
import { aggregationRequestOf } from './event';
import { isCallersFault } from './fault';
import { errorAnswer, fieldsOf } from './http';
import { retryingClient } from './patience';

export interface AggregateSignaturesOptions {
	environment: Environment;
	/** Loaded when a verification is due. */
	verifier: () => Promise<Verifier>;
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
 * request, and returns a verified signed message. A direct invocation throws `HandlerError`s by
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
	const inTime: Transport = (request) => {
		const left = Math.max(1, Math.min(request.timeoutMs, end - clock.now() - ANSWER_MS));
		return httpTransport({ ...request, timeoutMs: left });
	};
	const clientOnce = servicesClient({
		environment,
		readSecret: options.readSecret,
		clock,
		telemetry,
		transport: inTime,
		timeoutMs: LONGEST_TRY_MS,
	});

	async function run(fields: unknown): Promise<Aggregation> {
		const request = aggregationRequestOf(fields);
		const hasNode = environment.AVALANCHE_NODE_URL !== undefined;
		const mode = modeFor(request, { configured: environment.VERIFICATION, hasNode });
		const client = retryingClient(await clientOnce(), {
			clock,
			deadline: end - RESERVE_MS,
			onRetry: (failure, pauseMs) => {
				telemetry.measure('Retries');
				telemetry.logger.info('The call is retried', { reason: failure.message, pauseMs });
			},
		});
		return await aggregate(request, {
			client,
			verifier: options.verifier,
			mode,
			onVerified: (milliseconds) => telemetry.measure('VerificationTime', milliseconds, 'ms'),
		});
	}

	return async (event: unknown, context?: Invocation): Promise<Aggregation | HttpAnswer> => {
		telemetry.begin(context);
		end = clock.now() + (context?.getRemainingTimeInMillis() ?? LONGEST_TRY_MS);
		const overHttp = isHttpEvent(event);
		try {
			const result = await run(overHttp ? fieldsOf(event) : event);
			return overHttp ? answerTo(event, jsonAnswer(200, result)) : result;
		} catch (error) {
			const told = toHandlerError(error) as Error;
			if (isCallersFault(error)) {
				telemetry.measure('InvalidRequests');
				telemetry.logger.warn('The request is invalid', told);
			} else {
				telemetry.measure('Failures');
				telemetry.logger.error('No signed message was returned', told);
			}
			if (overHttp) return answerTo(event, errorAnswer(error));
			telemetry.measure('ThrownErrors');
			throw told;
		} finally {
			telemetry.flush();
		}
	};
}
