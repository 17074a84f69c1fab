import { type Failure, growingPause, isFailure } from '../../core';
import { type Progress, hasEnded } from './steps';

/** When a durable step is tried again, and when not. */

interface Decision {
	shouldRetry: boolean;
	delay?: { seconds: number };
}

const MAX_PAUSE_SECONDS = 300;

/** The failure of the core behind an error of a step. */
function failureOf(error: Error): Failure | undefined {
	return isFailure(error.cause) ? error.cause : undefined;
}

/** The pause before attempt `attempt + 1`: doubling, at least as long as the service asked for. */
function pause(error: Error, attempt: number, firstSeconds: number): { seconds: number } {
	const asked = Math.ceil((failureOf(error)?.retryAfterMs ?? 0) / 1000);
	const bounds = { baseMs: firstSeconds * 1000, maxMs: MAX_PAUSE_SECONDS * 1000 };
	// Without chance: executions of one order begin at different moments.
	const own = growingPause(bounds, attempt - 1, 1) / 1000;
	return { seconds: Math.max(1, asked, own) };
}

/**
 * Starting creates something, and the service knows no idempotency key: it is tried again only where
 * it is certain that nothing was created.
 */
export function retryStart(error: Error, attempt: number): Decision {
	const failure = failureOf(error);
	const nothingSent = failure?.reason === 'refused' || failure?.reason === 'dns';
	const shouldRetry = attempt < 8 && (failure?.kind === 'rate-limited' || nothingSent);
	return { shouldRetry, delay: pause(error, attempt, 5) };
}

const LASTING = new Set(['DestinationDenied', 'DestinationMissing', 'DestinationTaken']);

/** Reading and writing may be repeated, unless it would fail the same way again. */
export function retryTransfer(error: Error, attempt: number): Decision {
	const failure = failureOf(error);
	// An address that has expired is read anew by the next attempt.
	const passing = failure
		? failure.retryable || failure.kind === 'not-found'
		: !LASTING.has(error.name);
	return { shouldRetry: passing && attempt < 6, delay: pause(error, attempt, 5) };
}

/** A later range of a file: its upload may be gone, and then all of the file is copied again. */
export function retryRange(error: Error, attempt: number): Decision {
	return error.name === 'UploadLost' ? { shouldRetry: false } : retryTransfer(error, attempt);
}

/** When the state of an export is read again: after 5 s first, then half as long again, to 5 min. */
export function waitStrategy(limits: { until: number; maxAttempts: number }) {
	return (progress: Progress, attempt: number) => {
		const left = Math.ceil((limits.until - progress.at) / 1000);
		if (hasEnded(progress) || attempt >= limits.maxAttempts || left <= 0) {
			return { shouldContinue: false as const };
		}
		const seconds = Math.round(Math.min(MAX_PAUSE_SECONDS, 5 * 1.5 ** (attempt - 1)));
		return {
			shouldContinue: true as const,
			delay: { seconds: Math.max(1, Math.min(seconds, left)) },
		};
	};
}
