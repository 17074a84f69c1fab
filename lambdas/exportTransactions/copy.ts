import { csvColumns, csvOnly, MAX_HEADER_BYTES } from '../../core/exports/csvOnly';
import {
	checkDownloadUrl,
	downloadChunks,
	type DownloadPosition,
	isFileChange,
	type OpenDownload,
} from '../../core/exports/download';
import { Failure } from '../../core/failure';
import type { Clock } from '../../core/protocol/ports';
import * as transactionExport from '../../core/subjects/transactionExport/index';
import { HandlerError } from '../shared/errors';
import type { ExportedFile } from '../types';
import type { ObjectHeaders, OpenUpload } from './multipart';
import type { ObjectStore, StoredObject } from './s3Store';
import type { Progress, StepPorts } from './steps';
import { type SourcePosition, neutralized, unchanged } from './storedForm';

/** One file to copy. */
export interface Copy {
	operationId: string;
	bucket: string;
	key: string;
	execution: string;
	firstDate?: string;
	lastDate?: string;
	/** True if formulas of the file become texts. */
	neutralizeFormulas?: boolean;
	progress: Progress;
}

/** A partly copied file: the next step continues it. */
export interface OpenCopy {
	upload: OpenUpload;
	source: SourcePosition;
	/**
	 * True if the invocation may end before another range is copied: the next range then needs a
	 * new invocation.
	 */
	pause: boolean;
}

/**
 * Limits of one range: well within the 15 minutes of an invocation, and few enough steps to cost
 * little.
 */
export const RANGE = { bytes: 1024 ** 3, ms: 4 * 60_000 };
/** A range ends with a complete part: at this rate a part of 5 MB takes less than six minutes. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
const LF = 0x0a;
/** A step ends by itself before Lambda ends its invocation, so that the attempt counts. */
const STOP_BEFORE_MS = 30_000;

/**
 * Copies the file of a finished export into the bucket, once: an existing file of the same
 * operation is kept. A file that is too large for one step is copied in ranges: then it returns the
 * position of the next call, which takes it as `before`. The address is read here, because an
 * earlier one may have expired. Throws `UploadLost` or
 * `FileChanged` if the file must be copied from its beginning.
 *
 * @param remainingMs remaining time of the invocation
 */
export async function copyRange(
	ports: StepPorts,
	copy: Copy,
	remainingMs: () => number,
	before?: OpenCopy,
): Promise<ExportedFile | OpenCopy> {
	const { clock, range = RANGE } = ports;
	const store = await ports.store();
	const { bucket, key } = copy;
	const found = await store.head(bucket, key);
	if (found) return await fileOf(store, copy, found);
	const reached = before?.source;
	const position: DownloadPosition = reached ? { ...reached.download } : { received: 0 };
	const ends = clock.now() + range.ms;
	const stops = clock.now() + remainingMs() - STOP_BEFORE_MS;
	const downloaded = until(stops, clock, await chunksOf(ports, copy.operationId, position));
	const about = { isPacked: false };
	const begins = position.received;
	const rows = begins === 0 ? csvOnly(downloaded, about) : downloaded;
	const stored = before?.upload.bytes ?? 0;
	const form = copy.neutralizeFormulas
		? neutralized(rows, position, { reached, stored })
		: unchanged(rows, position, { stored, begins });
	const upload = await store
		.putStream(bucket, key, form.chunks, headersOf(copy), {
			before: before?.upload,
			enough: (bytes) => bytes >= range.bytes || clock.now() >= ends,
		})
		.catch((error: unknown) => {
			throw isFileChange(error)
				? new HandlerError('FileChanged', (error as Failure).message)
				: error;
		});
	if (upload) {
		// More of the stream may have been read than uploaded. A gzip file is unpacked from its beginning again,
		// and what is stored is left out.
		const source = about.isPacked
			? { download: { ...position, received: 0 } }
			: form.sourceAt(upload.bytes);
		return { upload, source, pause: remainingMs() < 2 * range.ms };
	}
	return await fileOf(store, copy, await store.head(bucket, key), form.length());
}

/** The entry of a stored file, read from the object itself: the step may run again after a crash. */
async function fileOf(
	store: ObjectStore,
	{ bucket, key, operationId, progress, firstDate, lastDate }: Copy,
	stored: StoredObject | undefined,
	expectedBytes?: number,
): Promise<ExportedFile> {
	if (stored?.metadata['operation-id'] !== operationId) {
		const message = `s3://${bucket}/${key} exists already, from another export: it is not overwritten`;
		throw new HandlerError('DestinationTaken', message);
	}
	const { bytes, etag } = stored;
	if (expectedBytes !== undefined && bytes !== expectedBytes) {
		const message = `s3://${bucket}/${key} has ${bytes} bytes instead of ${expectedBytes}`;
		throw new HandlerError('DestinationError', message);
	}
	const { code, message, nextDate } = progress;
	const beginning = await store.read(bucket, key, `bytes=0-${MAX_HEADER_BYTES}`);
	const [last] = await store.read(bucket, key, 'bytes=-1');
	return {
		operationId,
		key,
		bytes,
		etag,
		columns: csvColumns(beginning),
		...(last !== LF && { endsWithinRow: true as const }),
		...{ firstDate, lastDate, nextDate },
		...(progress.operationStatus !== 'COMPLETED' && {
			warning: [code, message].filter(Boolean).join(': ') || progress.operationStatus,
		}),
	};
}

async function chunksOf(ports: StepPorts, operationId: string, position: DownloadPosition) {
	const { clock, openDownload, allowPrivateDownloads = false } = ports;
	const client = await ports.client();
	const { metadata } = await client.call(transactionExport.get, { operationId });
	if (!metadata?.downloadUrl) {
		const message = `Export ${operationId} has ended without a download address`;
		throw new Failure({ kind: 'invalid-response', message });
	}
	const dataUrl = client.access('data').url;
	const url = checkDownloadUrl(metadata.downloadUrl, dataUrl, allowPrivateDownloads);
	// The data service may be in a private network itself, and so may its files.
	const publicOnly = !allowPrivateDownloads && url.hostname !== new URL(dataUrl).hostname;
	const open: OpenDownload = (...given) => openDownload(...given, publicOnly);
	const minBytesPerSecond = MIN_BYTES_PER_SECOND;
	return downloadChunks(url.href, { open, clock, position, minBytesPerSecond });
}

/** The chunks that come before a moment; afterwards it throws a retryable `Failure`. */
async function* until(
	moment: number,
	clock: Pick<Clock, 'now'>,
	chunks: AsyncIterable<Uint8Array>,
) {
	for await (const chunk of chunks) {
		if (clock.now() >= moment) {
			const message = 'The invocation has no time left for the download';
			throw new Failure({ kind: 'network', reason: 'timeout', message });
		}
		yield chunk;
	}
}

function headersOf(copy: Copy): ObjectHeaders {
	const { operationId, execution, firstDate, lastDate, neutralizeFormulas } = copy;
	const metadata = {
		'operation-id': operationId,
		execution,
		...(firstDate && { 'first-date': firstDate }),
		...(lastDate && { 'last-date': lastDate }),
		...(neutralizeFormulas && { formulas: 'neutralized' }),
	};
	return { contentType: 'text/csv', metadata };
}
