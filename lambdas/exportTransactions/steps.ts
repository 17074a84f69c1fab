import type { Client } from '../../core/client';
import { checkDownloadUrl, downloadChunks, type OpenDownload } from '../../core/exports/download';
import { exportFailure, isFinished } from '../../core/exports/wait';
import { getExport, startExport } from '../../core/operations/data/export';
import { Failure, isFailure } from '../../core/protocol/failure';
import type { Clock } from '../../core/protocol/ports';
import { HandlerError, failureError } from '../shared/errors';
import type { ExportInput } from '../shared/exportEvent';
import type { ExportedFile } from './manifest';
import type { ObjectHeaders, ObjectStore } from './objectStore';

/** What the steps work with. */
export interface StepPorts {
	client: () => Promise<Client>;
	store: ObjectStore;
	/** `publicOnly`: a name that leads into a private network is refused. */
	openDownload: (
		...given: [...Parameters<OpenDownload>, publicOnly?: boolean]
	) => ReturnType<OpenDownload>;
	/** Files may lie at private addresses that are not the data service's own. */
	allowPrivateDownloads?: boolean;
	clock: Clock;
}

/** Starts one export. The caller sees to it that this runs once. */
export async function startOne({ client }: StepPorts, input: ExportInput) {
	const { operationId } = await (await client()).call(startExport, input);
	return { operationId };
}

/** What is known of a running export. Never its download address, which is a secret for an hour. */
export interface Progress {
	status: string;
	/** When it was read, Unix ms. */
	at: number;
	/** Reads in a row that failed. */
	failedReads: number;
	code?: string;
	message?: string;
	nextDate?: string;
}

/** Reads in a row that may fail: with the pauses between them more than an hour. */
const MAX_FAILED_READS = 20;

/** Reads where an export stands. A read that fails in passing counts as "still running". */
export async function readProgress(
	{ client, clock }: StepPorts,
	operationId: string,
	before: Progress,
): Promise<Progress> {
	try {
		const operation = await (await client()).call(getExport, { operationId });
		const { code, nextDate } = operation.metadata ?? {};
		return {
			status: operation.operationStatus,
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

/** True where an export changes no more. */
export function hasEnded({ status }: Progress): boolean {
	return isFinished({ operationId: '', operationStatus: status });
}

/** The error of an export that the service gave up. */
export function exportFailed(operationId: string, { code, message }: Progress): HandlerError {
	const metadata = code ? { code } : undefined;
	const operation = { operationId, operationStatus: 'FAILED', message, metadata };
	return new HandlerError('ExportFailed', exportFailure(operation).message);
}

/** One file to bring home. */
export interface Copy {
	operationId: string;
	bucket: string;
	key: string;
	execution: string;
	firstDate?: string;
	lastDate?: string;
	progress: Progress;
}

/**
 * Brings the file of a finished export into the bucket, once: a file of the same operation that is
 * already there is taken as it is. The address is read here, since one from before may have expired.
 */
export async function copyFile(ports: StepPorts, copy: Copy): Promise<ExportedFile> {
	const { store } = ports;
	const { bucket, key, operationId, progress } = copy;
	let stored = await store.head(bucket, key);
	if (!stored) {
		const count = { bytes: 0 };
		await store.putStream(bucket, key, await chunksOf(ports, operationId, count), headersOf(copy));
		stored = await store.head(bucket, key);
		if (stored?.metadata['operation-id'] === operationId && stored.bytes !== count.bytes) {
			const message = `s3://${bucket}/${key} has ${stored.bytes} bytes instead of ${count.bytes}`;
			throw new HandlerError('DestinationError', message);
		}
	}
	if (stored?.metadata['operation-id'] !== operationId) {
		const message = `s3://${bucket}/${key} is there already, from another export: it is not overwritten`;
		throw new HandlerError('DestinationTaken', message);
	}
	const { bytes, etag } = stored;
	const { code, message, nextDate } = progress;
	return {
		operationId,
		key,
		bytes,
		etag,
		...(copy.firstDate && { firstDate: copy.firstDate }),
		...(copy.lastDate && { lastDate: copy.lastDate }),
		...(nextDate && { nextDate }),
		...(progress.status !== 'COMPLETED' && {
			warning: [code, message].filter(Boolean).join(': ') || progress.status,
		}),
	};
}

async function chunksOf(ports: StepPorts, operationId: string, count: { bytes: number }) {
	const { clock, openDownload, allowPrivateDownloads = false } = ports;
	const client = await ports.client();
	const { metadata } = await client.call(getExport, { operationId });
	if (!metadata?.downloadUrl) {
		const message = `Export ${operationId} has ended without a download address`;
		throw new Failure({ kind: 'invalid-response', message });
	}
	const dataUrl = client.access('data').url;
	const url = checkDownloadUrl(metadata.downloadUrl, dataUrl, allowPrivateDownloads);
	// The data service may stand in a private network itself; then so do its files.
	const publicOnly = !allowPrivateDownloads && url.hostname !== new URL(dataUrl).hostname;
	const open: OpenDownload = (...given) => openDownload(...given, publicOnly);
	return counted(downloadChunks(url.href, { open, clock }), count);
}

async function* counted(chunks: AsyncIterable<Uint8Array>, count: { bytes: number }) {
	for await (const chunk of chunks) {
		count.bytes += chunk.length;
		yield chunk;
	}
}

function headersOf({ operationId, execution, firstDate, lastDate }: Copy): ObjectHeaders {
	const metadata = {
		'operation-id': operationId,
		execution,
		...(firstDate && { 'first-date': firstDate }),
		...(lastDate && { 'last-date': lastDate }),
	};
	return { contentType: 'text/csv', metadata };
}
