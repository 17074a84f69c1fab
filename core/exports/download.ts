import { Failure, isFailure, networkFailure } from '../protocol/failure';
import type { Clock } from '../protocol/ports';
import { isPrivateHost } from '../protocol/privateHosts';
import { DEFAULT_RETRY, growingPause } from '../protocol/retry';
import { downloadPace } from './pace';

/** A response whose body is read in chunks. */
export interface OpenedDownload {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: AsyncIterable<Uint8Array>;
}

/** Opens a URL with extra headers, follows no redirect, and rejects if there is no response. */
export type OpenDownload = (
	url: string,
	headers: Record<string, string>,
) => Promise<OpenedDownload>;

/** How far a file has been read, and which file it is: a later call continues from it. */
export interface DownloadPosition {
	/** Bytes that were read. */
	received: number;
	/** Length and ETag from the service. */
	total?: number;
	etag?: string;
}

/** 8 GiB. */
export const MAX_DOWNLOAD_BYTES = 8 * 1024 ** 3;

export interface DownloadOptions {
	open: OpenDownload;
	clock: Clock;
	/** How often a cut download is taken up again without progress in between. Default 4. */
	retries?: number;
	/** Largest file in bytes; a larger one is refused. Default `MAX_DOWNLOAD_BYTES`. */
	maxBytes?: number;
	/**
	 * Least bytes a second, on average over a minute: a slower download is taken up again, and given
	 * up after as many slow minutes in a row as it may be cut. Default 1 KiB.
	 */
	minBytesPerSecond?: number;
	/** Where to begin; it moves on with what is read. Default: the beginning. */
	position?: DownloadPosition;
}

/**
 * Checks the download address of a job's result. The address comes from the service, so it must not
 * point into the network of this host: private addresses are rejected unless they are the data
 * service's own host, or the user allows them. Throws `Failure` of kind `invalid-response`.
 */
export function checkDownloadUrl(downloadUrl: string, dataUrl: string, allowPrivate = false): URL {
	const refuse = (why: string) =>
		new Failure({
			kind: 'invalid-response',
			message: `The download address that the service gave is refused: ${why}`,
			retryable: false,
		});
	let url: URL;
	try {
		url = new URL(downloadUrl);
	} catch {
		throw refuse('it is no URL');
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('it is no http(s) URL');
	if (url.username || url.password) throw refuse('it holds a user name');
	const isOwn = url.hostname === new URL(dataUrl).hostname;
	if (!allowPrivate && !isOwn && isPrivateHost(url.hostname)) {
		throw refuse(`${url.hostname} is a private address`);
	}
	return url;
}

/**
 * The bytes of a file, in order, each once. A cut download is taken up where it ended, by Range and
 * ETag; the length that the service announced is checked at the end. One that brings too little is
 * given up. Throws `Failure`.
 */
export async function* downloadChunks(
	url: string,
	{
		open,
		clock,
		retries = 4,
		maxBytes = MAX_DOWNLOAD_BYTES,
		minBytesPerSecond = 1024,
		position = { received: 0 },
	}: DownloadOptions,
): AsyncGenerator<Uint8Array, void, void> {
	const pace = downloadPace({ minBytesPerSecond, slowMinutes: retries + 1 });
	// The time of the reader, who may be slow to ask for more, is not the download's.
	let waiting = clock.now();
	for (let attempt = 0; ; attempt++) {
		try {
			const { received: begun, etag } = position;
			const resume = begun > 0;
			const { status, headers, body } = await open(url, {
				// Compressed, the announced length and a Range would count other bytes.
				'accept-encoding': 'identity',
				...(resume && { range: `bytes=${begun}-`, ...(isStrong(etag) && { 'if-range': etag }) }),
			});
			checkStatus(status, resume);
			if (resume) checkResumed(headers, position);
			else {
				position.total = lengthOf(headers['content-length']);
				position.etag = headers.etag;
			}
			const { total = maxBytes } = position;
			if (total > maxBytes) throw tooLarge(maxBytes);
			for await (const chunk of body) {
				position.received += chunk.length;
				if (position.received > total) throw tooLarge(total);
				attempt = 0;
				const isSlow = pace.isSlow(clock.now() - waiting, chunk.length);
				yield chunk;
				waiting = clock.now();
				if (isSlow) throw pace.failure();
			}
			if (position.total === undefined || position.received === total) return;
			throw new Failure({
				kind: 'network',
				reason: 'reset',
				message: `The download ended after ${position.received} of ${total} bytes`,
			});
		} catch (error) {
			const failure = isFailure(error) ? error : networkFailure(error);
			// Cut after the last byte: nothing is missing.
			const { received, total } = position;
			if (failure.kind === 'network' && received > 0 && received === total) return;
			if (!failure.retryable || attempt >= retries || pace.isHopeless()) throw failure;
			await clock.sleep(growingPause(DEFAULT_RETRY, attempt, clock.random()));
		}
	}
}

/** Parses a length; undefined if it is invalid. */
function lengthOf(header: string | undefined): number | undefined {
	return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

const CHANGED = 'The file changed or cannot be taken up again: start the download anew';

/** Only a strong ETag guarantees identical bytes. */
function isStrong(etag: string | undefined): etag is string {
	return etag !== undefined && !etag.startsWith('W/');
}

/** A part must continue the received bytes, and be of the same file. */
function checkResumed(
	headers: Record<string, string>,
	{ received, total, etag }: DownloadPosition,
): void {
	const range = headers['content-range']?.trim();
	const follows = range === undefined || range.startsWith(`bytes ${received}-`);
	const length = lengthOf(range?.slice(range.indexOf('/') + 1));
	const same =
		(etag === undefined || headers.etag === undefined || headers.etag === etag) &&
		(total === undefined || length === undefined || length === total);
	if (follows && same) return;
	throw new Failure({ kind: 'invalid-response', message: CHANGED, retryable: false });
}

function checkStatus(status: number, resume: boolean): void {
	if (status === (resume ? 206 : 200)) return;
	const passing = status === 429 || status >= 500;
	const changed = resume && (status === 200 || status === 412 || status === 416);
	throw new Failure({
		kind: status === 403 || status === 404 ? 'not-found' : passing ? 'server' : 'invalid-response',
		status,
		message: changed
			? CHANGED
			: `The file cannot be downloaded: status ${status}${status === 403 ? ' (the address may have expired: read the operation again for a fresh one)' : ''}`,
		retryable: passing,
	});
}

function tooLarge(bytes: number): Failure {
	return new Failure({
		kind: 'invalid-response',
		message: `The file is larger than the ${bytes} bytes that were announced or are allowed`,
		retryable: false,
	});
}
