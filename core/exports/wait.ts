import type { Client } from '../client';
import type { OutputOf } from '../operations/declare';
import { getExport } from '../operations/data/export';
import { Failure } from '../protocol/failure';
import type { Clock } from '../protocol/ports';

/** The life of an export job: it runs in the background and is read by its operation id. */

export type ExportJob = OutputOf<typeof getExport>;

/** A job in any of these states changes no more. */
const FINISHED: ReadonlySet<string> = new Set(['COMPLETED', 'COMPLETED_WITH_WARNING', 'FAILED']);

export function isFinished({ operationStatus }: ExportJob): boolean {
	return FINISHED.has(operationStatus);
}

/** The error of a failed job: the service's code and message. */
export function exportFailure(job: ExportJob): Failure {
	const { operationId, message, metadata } = job;
	const code = metadata?.code ? `${metadata.code}: ` : '';
	return new Failure({
		kind: metadata?.code === 'ErrInvalidRequest' ? 'invalid-input' : 'server',
		message: `Export ${operationId} failed. ${code}${message || 'The service gave no reason'}`,
		data: job,
		operation: getExport.id,
		// The job has ended: another request returns the same response.
		retryable: false,
		status: 200,
	});
}

export interface WaitOptions {
	/** Milliseconds to wait in all. */
	timeoutMs: number;
	clock: Clock;
	/** First pause in ms; it grows by half each time. Default 1,000. */
	firstMs?: number;
	/** Longest pause in ms. Default 60,000. */
	maxMs?: number;
	/** Called after each read of the job. */
	onProgress?: (job: ExportJob, elapsedMs: number) => void;
}

/**
 * Reads a job until it has finished. A truncated export counts as finished: its `metadata.nextDate`
 * is the day to continue from. Throws `Failure`: the service's code and message if the job failed,
 * and one of kind `unavailable` if it still runs after `timeoutMs`; its message contains the
 * operation id, to read the job later.
 */
export async function waitForExport(
	client: Client,
	operationId: string,
	{ timeoutMs, clock, firstMs = 1_000, maxMs = 60_000, onProgress }: WaitOptions,
): Promise<ExportJob> {
	const started = clock.now();
	for (let pause = firstMs; ; pause = Math.min(maxMs, pause * 1.5)) {
		const job = await client.call(getExport, { operationId });
		const elapsed = clock.now() - started;
		onProgress?.(job, elapsed);
		if (job.operationStatus === 'FAILED') throw exportFailure(job);
		if (isFinished(job)) return job;
		const left = timeoutMs - elapsed;
		if (left <= 0) {
			throw new Failure({
				kind: 'unavailable',
				message: `Export ${operationId} still runs after ${Math.round(elapsed / 1000)} s. It goes on in the background: read it later with its operation id`,
				data: job,
				operation: getExport.id,
				retryable: false,
			});
		}
		// A little jitter keeps many waiting runs from asking at the same moment.
		await clock.sleep(Math.min(left, pause * (0.9 + clock.random() * 0.2)));
	}
}
