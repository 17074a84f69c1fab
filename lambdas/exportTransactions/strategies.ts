import type { RetryDecision } from '@aws/durable-execution-sdk-js';
import { isFinished } from '../../core/exports/wait';
import { type Failure, isFailure } from '../../core/failure';
import { growingPause } from '../../core/protocol/retry';
import type { Progress } from './steps';

/** The retry strategies of durable steps. */

const MAX_PAUSE_SECONDS = 300;

/** The failure of the core behind an error of a step. */
function failureOf(error: Error): Failure | undefined {
	return isFailure(error.cause) ? error.cause : undefined;
}

/** The pause before attempt `attempt + 1`: doubling, at least as long as the service requested. */
function pause(error: Error, attempt: number, firstSeconds: number): { seconds: number } {
	const asked = Math.ceil((failureOf(error)?.retryAfterMs ?? 0) / 1000);
	const bounds = { baseMs: firstSeconds * 1000, maxMs: MAX_PAUSE_SECONDS * 1000 };
	// Without jitter: executions of one order start at different times.
	const own = growingPause(bounds, attempt - 1, 1) / 1000;
	return { seconds: Math.max(1, asked, own) };
}

/**
 * A start creates an export, and the service has no idempotency key: it is retried only if
 * certainly nothing was created.
 */
export function retryStart(error: Error, attempt: number): RetryDecision {
	const failure = failureOf(error);
	const nothingSent = failure?.reason === 'refused' || failure?.reason === 'dns';
	const shouldRetry = attempt < 8 && (failure?.kind === 'rate-limited' || nothingSent);
	return { shouldRetry, delay: pause(error, attempt, 5) };
}

/** `FileChanged`: the file is copied from its beginning, by another step. */
const LASTING = new Set([
	'DestinationDenied',
	'DestinationMissing',
	'DestinationTaken',
	'FileChanged',
]);

/** Reads and writes are retried, unless they would fail again in the same way. */
export function retryTransfer(error: Error, attempt: number): RetryDecision {
	const failure = failureOf(error);
	// The next attempt reads a new address if one has expired.
	const passing = failure
		? failure.retryable || failure.kind === 'not-found'
		: !LASTING.has(error.name);
	return { shouldRetry: passing && attempt < 6, delay: pause(error, attempt, 5) };
}

/** A later range of a file: if its upload is lost, the whole file is copied again. */
export function retryRange(error: Error, attempt: number): RetryDecision {
	return error.name === 'UploadLost' ? { shouldRetry: false } : retryTransfer(error, attempt);
}

/**
 * Seconds before each retry of a callback: about 11 hours in all. The first ones are for a receiver
 * that is about to be ready: n8n answers 404 or 409 until it has stored the waiting execution.
 */
const CALLBACK_PAUSES = [
	5, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 3600, 7200, 7200, 14_400,
] as const;
/** A receiver can delay one retry by so much. */
const MAX_CALLBACK_DELAY_SECONDS = 600;

/** A callback is sent again unless it was rejected; `Retry-After` can make a pause longer. */
export function retryCallback(error: Error, attempt: number): RetryDecision {
	const own: number | undefined = CALLBACK_PAUSES[attempt - 1];
	if (own === undefined || error.name === 'CallbackRejected') return { shouldRetry: false };
	const asked = Math.ceil((failureOf(error)?.retryAfterMs ?? 0) / 1000);
	const seconds = Math.max(own, Math.min(asked, MAX_CALLBACK_DELAY_SECONDS));
	return { shouldRetry: true, delay: { seconds } };
}

/** The interval of reads of the state: 5 s at first, growing by half, at most 5 min. */
export function waitStrategy(limits: { until: number; maxAttempts: number }) {
	return (progress: Progress, attempt: number) => {
		const left = Math.ceil((limits.until - progress.at) / 1000);
		if (isFinished(progress) || attempt >= limits.maxAttempts || left <= 0) {
			return { shouldContinue: false as const };
		}
		const seconds = Math.round(Math.min(MAX_PAUSE_SECONDS, 5 * 1.5 ** (attempt - 1)));
		return {
			shouldContinue: true as const,
			delay: { seconds: Math.max(1, Math.min(seconds, left)) },
		};
	};
}
