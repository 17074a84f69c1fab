import type { AnyClient } from '../../core/clientTypes';
import type { OpenDownload } from '../../core/exports/download';
import { exportFailure } from '../../core/exports/wait';
import { isFailure } from '../../core/failure';
import type { Clock } from '../../core/protocol/ports';
import * as transactionExport from '../../core/subjects/transactionExport/index';
import { HandlerError, failureError } from '../shared/errors';
import type { ExportInput } from '../shared/exportEvent';
import type { ObjectStore } from './s3Store';

/** The dependencies of the steps. */
export interface StepPorts {
	client: () => Promise<AnyClient>;
	store: () => Promise<ObjectStore>;
	/** `publicOnly`: a name that resolves to a private network is rejected. */
	openDownload: (
		...given: [...Parameters<OpenDownload>, publicOnly?: boolean]
	) => ReturnType<OpenDownload>;
	/** Files may have private addresses other than the data service's own. */
	allowPrivateDownloads?: boolean;
	clock: Clock;
	/** Maximum part of a file that one step copies, so that it ends well within an invocation. */
	range?: { bytes: number; ms: number };
}

/** Starts one export. The caller ensures that this runs once. */
export async function startOne({ client }: StepPorts, input: ExportInput) {
	const { operationId } = await (await client()).call(transactionExport.start, input);
	return { operationId };
}

/** The state of a running export, without its download address, which is a secret for an hour. */
export interface Progress {
	operationStatus: string;
	/** Time of the read (Unix ms). */
	at: number;
	/** Reads in a row that failed. */
	failedReads: number;
	code?: string;
	message?: string;
	nextDate?: string;
}

/** Maximum number of failed reads in a row: more than an hour with the pauses between them. */
const MAX_FAILED_READS = 20;

/** Reads the state of an export. A temporary failure counts as "still running". */
export async function readProgress(
	{ client, clock }: StepPorts,
	operationId: string,
	before: Progress,
): Promise<Progress> {
	try {
		const operation = await (await client()).call(transactionExport.get, { operationId });
		const { operationStatus, metadata } = operation;
		const { code, nextDate } = metadata ?? {};
		return {
			operationStatus,
			at: clock.now(),
			failedReads: 0,
			...(code && { code }),
			...(operation.message && { message: operation.message }),
			...(nextDate && { nextDate }),
		};
	} catch (error) {
		if (!isFailure(error)) throw error;
		if (!error.retryable || before.failedReads >= MAX_FAILED_READS) throw failureError(error);
		return {
			...before,
			at: clock.now(),
			failedReads: before.failedReads + 1,
			message: error.message,
		};
	}
}

/** The error of an export that failed at the service. */
export function exportFailed(operationId: string, { code, message }: Progress): HandlerError {
	const metadata = code ? { code } : undefined;
	const job = { operationId, message, metadata };
	return new HandlerError('ExportFailed', exportFailure(job).message);
}
