import type { Clock, Transport } from '../../core/protocol/ports';
import { networkFailure } from '../../core/networkFailure';
import { toHandlerError } from './errors';
import type { Telemetry } from './telemetry';

/** The used part of Lambda's context. */
export interface Invocation {
	awsRequestId?: string;
	invokedFunctionArn?: string;
	getRemainingTimeInMillis(): number;
}

export interface InvocationParts {
	clock: Pick<Clock, 'now'>;
	telemetry: Telemetry;
	/** Time of an invocation, if Lambda does not tell it (ms). */
	usualMs: number;
	/** Time reserved for the answer (ms). Default 2 s. */
	reserveMs?: number;
	/** The error that Lambda gets. Default: failures by their kind. */
	handlerErrorOf?: (error: unknown) => Error;
	/** The sentence of a failure in the log. */
	failed?: string;
}

/**
 * The frame of a function: begins its log and metrics, writes them at the end, logs an error and throws the one that
 * the caller is told. `until`: Unix milliseconds, when the answer has to be ready.
 */
export function invoked<Event, Answer>(
	{ clock, telemetry, usualMs, reserveMs = 2_000, ...how }: InvocationParts,
	handle: (event: Event, until: number, context?: Invocation) => Promise<Answer>,
): (event: Event, context?: Invocation) => Promise<Answer> {
	const { handlerErrorOf = toHandlerError, failed = 'The invocation failed' } = how;
	return async (event, context) => {
		telemetry.begin(context);
		const left = context?.getRemainingTimeInMillis() ?? usualMs;
		try {
			return await handle(event, clock.now() + left - reserveMs, context);
		} catch (error) {
			const thrown = handlerErrorOf(error);
			telemetry.logger.error(failed, thrown);
			throw thrown;
		} finally {
			telemetry.flush();
		}
	};
}

/** A transport whose requests end at a time that changes with each invocation (Unix milliseconds). */
export function endingTransport(
	transport: Transport,
	clock: Pick<Clock, 'now'>,
	end: () => number,
): Transport {
	return async (request) => {
		const left = end() - clock.now();
		if (left <= 0) throw networkFailure(new Error('timed out'));
		return await transport({ ...request, timeoutMs: Math.min(request.timeoutMs, left) });
	};
}

/** A message of a batch of SQS. */
export interface QueueRecord {
	messageId: string;
	body: string;
	eventSourceARN: string;
}

/** The response to a batch: the queue delivers the messages that it names again, and deletes the others. */
export interface BatchAnswer {
	batchItemFailures: Array<{ itemIdentifier: string }>;
}
