import type { Client } from '../client';
import type { OutputOf, Tolerance } from '../operations/declare';
import * as transactionExport from '../subjects/transactionExport/export';
import { Failure } from '../failure';
import type { Clock } from '../protocol/ports';

/** Waiting for an export job: it runs in the background and is read by its operation id. */

/** A job as it was read, by a strict client or a tolerant one. */
export type ExportJob<T extends Tolerance = 'strict'> = OutputOf<typeof transactionExport.get, T>;

/** Final states of a job. */
const FINISHED: ReadonlySet<string> = new Set(['COMPLETED', 'COMPLETED_WITH_WARNING', 'FAILED']);

export function isFinished({ operationStatus }: { operationStatus: string }): boolean {
	return FINISHED.has(operationStatus);
}

/** The error of a failed job: the service's code and message. */
export function exportFailure(job: {
	operationId: string;
	message?: string | null | undefined;
	metadata?: { code?: string | null | undefined } | null | undefined;
}): Failure {
	const { operationId, message, metadata } = job;
	const code = metadata?.code ? `${metadata.code}: ` : '';
	return new Failure({
		kind: metadata?.code === 'ErrInvalidRequest' ? 'invalid-input' : 'server',
		message: `Export ${operationId} failed. ${code}${message || 'The service gave no reason'}`,
		data: job,
		operation: transactionExport.get.id,
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
	onProgress?: (job: ExportJob<Tolerance>, elapsedMs: number) => void;
}

/**
 * Reads a job until it has finished. A truncated export counts as finished: its `metadata.nextDate`
 * is the day to continue from. Throws `Failure`: the service's code and message if the job failed,
 * and one of kind `unavailable` if it still runs after `timeoutMs`; its message contains the
 * operation id, to read the job later.
 */
export async function waitForJob<T extends Tolerance>(
	client: Client<T>,
	operationId: string,
	{ timeoutMs, clock, firstMs = 1_000, maxMs = 60_000, onProgress }: WaitOptions,
): Promise<ExportJob<T>> {
	const started = clock.now();
	for (let pause = firstMs; ; pause = Math.min(maxMs, pause * 1.5)) {
		const job: ExportJob<T> = await client.call(transactionExport.get, { operationId });
		const elapsed = clock.now() - started;
		onProgress?.(job, elapsed);
		if (job.operationStatus === 'FAILED') throw exportFailure(job);
		if (isFinished(job)) return job;
		const left = timeoutMs - elapsed;
		if (left <= 0) {
			throw new Failure({
				kind: 'unavailable',
				message: `Export ${operationId} still runs after ${Math.round(elapsed / 1000)} s. It continues in the background: read it later with its operation id`,
				data: job,
				operation: transactionExport.get.id,
				retryable: false,
			});
		}
		// A random part spreads the requests of many waiting runs.
		await clock.sleep(Math.min(left, pause * (0.9 + clock.random() * 0.2)));
	}
}
