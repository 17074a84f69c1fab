import { Failure, isFailure } from '../failure';
import { networkFailure } from '../networkFailure';
import type { Clock } from '../protocol/ports';
import { isPrivateHost } from '../protocol/privateHosts';
import { DEFAULT_RETRY, triesOf } from '../protocol/retry';
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

/**
 * The position in a partly downloaded file, and the file's identity: a later call continues from
 * it.
 */
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
	/**
	 * Maximum number of times in a row that a broken download is resumed without receiving data in
	 * between. Default 4.
	 */
	retries?: number;
	/** Largest file in bytes; a larger one is refused. Default `MAX_DOWNLOAD_BYTES`. */
	maxBytes?: number;
	/**
	 * Minimum bytes a second, on average over a minute. A slower download is broken off and
	 * resumed; it fails after more consecutive slow minutes than `retries`. Default 1 KiB.
	 */
	minBytesPerSecond?: number;
	/** Position to start at; it is updated as bytes are read. Default: the start of the file. */
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
		throw refuse('it is not a URL');
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:')
		throw refuse('it is not an http(s) URL');
	if (url.username || url.password) throw refuse('it contains a user name');
	const isOwn = url.hostname === new URL(dataUrl).hostname;
	if (!allowPrivate && !isOwn && isPrivateHost(url.hostname)) {
		throw refuse(`${url.hostname} is a private address`);
	}
	return url;
}

/**
 * The bytes of a file, in order, each once. A broken download is resumed at its position, by Range
 * and ETag; the length that the service announced is checked at the end. A download that is too
 * slow fails. Throws `Failure`.
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
	// Only the time of waiting for the service counts, not that of the caller between chunks.
	let waiting = clock.now();
	const { total: knownTotal, etag: knownTag } = position;
	const tries = triesOf({ ...DEFAULT_RETRY, retries, budgetMs: Infinity }, { clock });
	for (;;) {
		try {
			const { received, etag } = position;
			const resume = received > 0;
			const { status, headers, body } = await open(url, {
				// With compression, the announced length and a Range would count other bytes.
				'accept-encoding': 'identity',
				...(resume && { range: `bytes=${received}-`, ...(isStrong(etag) && { 'if-range': etag }) }),
			});
			// A server without ranges sends the same file from its beginning.
			let unread = resume && status === 200 && isCertain(headers, position) ? received : 0;
			if (unread === 0) checkStatus(status, resume);
			checkType(headers['content-type']);
			if (resume && unread === 0) checkResumed(headers, position);
			else if (!resume) {
				const begun = { total: lengthOf(headers['content-length']), etag: headers.etag };
				if (!isSameFile(begun, { total: knownTotal, etag: knownTag })) throw changed();
				Object.assign(position, begun);
			}
			const { total = maxBytes } = position;
			if (total > maxBytes) throw tooLarge(maxBytes);
			for await (const sent of body) {
				const known = Math.min(unread, sent.length);
				unread -= known;
				if (known > 0 && known === sent.length) continue;
				const chunk = known === 0 ? sent : sent.slice(known);
				position.received += chunk.length;
				if (position.received > total) throw tooLarge(total);
				tries.anew();
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
			// Broken after the last byte: the file is complete.
			const { received, total } = position;
			if (failure.kind === 'network' && received > 0 && received === total) return;
			if (pace.isHopeless()) throw failure;
			await tries.again(failure);
		}
	}
}

/** Parses a length; undefined if it is invalid. */
function lengthOf(header: string | undefined): number | undefined {
	return header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

const CHANGED =
	'The download cannot be resumed, because the file has changed or the server does not support ranges: download the file again';

/** True if a complete answer is certainly of the file that was partly read. */
function isCertain(headers: Record<string, string>, { total, etag }: DownloadPosition): boolean {
	const length = lengthOf(headers['content-length']);
	return isStrong(etag) && headers.etag === etag && total !== undefined && length === total;
}

/** Only a strong ETag guarantees identical bytes. */
function isStrong(etag: string | undefined): etag is string {
	return etag !== undefined && !etag.startsWith('W/');
}

/** Documents that an export is not: pages of proxies and of object stores. */
const OTHER_TYPES = /html|xml|json|javascript|pdf|^(image|audio|video|multipart)\//i;

function checkType(type = ''): void {
	if (!OTHER_TYPES.test(type)) return;
	const message = `The service sent ${type.slice(0, 60)} instead of the file`;
	throw new Failure({ kind: 'invalid-response', message, retryable: true });
}

/** A part must continue the received bytes, and be of the same file. */
function checkResumed(
	headers: Record<string, string>,
	{ received, total, etag }: DownloadPosition,
): void {
	const range = headers['content-range']?.trim();
	const follows = range === undefined || range.startsWith(`bytes ${received}-`);
	const length = lengthOf(range?.slice(range.indexOf('/') + 1));
	if (follows && isSameFile({ total: length, etag: headers.etag }, { total, etag })) return;
	throw changed();
}

type Identity = Pick<DownloadPosition, 'total' | 'etag'>;

/** False if both are known and differ. */
function isSameFile(one: Identity, other: Identity): boolean {
	const agree = <T>(a: T | undefined, b: T | undefined) =>
		a === undefined || b === undefined || a === b;
	return agree(one.etag, other.etag) && agree(one.total, other.total);
}

const changes = new WeakSet<object>();

/** True for a failure after which the file has to be read from its beginning. */
export function isFileChange(error: unknown): boolean {
	return error instanceof Error && changes.has(error);
}

function changed(status?: number): Failure {
	const about = { kind: 'invalid-response', status, message: CHANGED, retryable: false } as const;
	const failure = new Failure(about);
	changes.add(failure);
	return failure;
}

function checkStatus(status: number, resume: boolean): void {
	if (status === (resume ? 206 : 200)) return;
	const passing = status === 429 || status >= 500;
	if (resume && (status === 200 || status === 412 || status === 416)) throw changed(status);
	throw new Failure({
		kind: status === 403 || status === 404 ? 'not-found' : passing ? 'server' : 'invalid-response',
		status,
		message: `The file cannot be downloaded: status ${status}${status === 403 ? ' (the address may have expired: read the operation again for a fresh one)' : ''}`,
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
