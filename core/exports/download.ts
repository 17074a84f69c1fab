import { Failure, isFailure, networkFailure } from '../protocol/failure';
import type { Clock } from '../protocol/ports';

/** An answer whose body is read piece by piece. */
export interface OpenedDownload {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: AsyncIterable<Uint8Array>;
}

/** Opens a URL with extra headers, follows no redirect, and rejects where no answer came. */
export type OpenDownload = (url: string, headers: Record<string, string>) => Promise<OpenedDownload>;

export interface DownloadOptions {
	open: OpenDownload;
	clock: Clock;
	/** How often a cut download is taken up again without progress in between. Default 4. */
	retries?: number;
	/** Largest file in bytes; a larger one is refused. Default 8 GiB. */
	maxBytes?: number;
}

// Loopback, private, link-local, carrier-grade NAT and unspecified ranges.
const PRIVATE_V4 = /^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01])|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

function isPrivateHost(hostname: string): boolean {
	const host = hostname.replace(/^\[|\]$/g, '').toLowerCase();
	if (host === 'localhost' || host.endsWith('.localhost') || host.endsWith('.local') || host.endsWith('.internal')) {
		return true;
	}
	return PRIVATE_V4.test(host) || host === '::' || host === '::1' || /^(f[cd]|fe[89ab]|::ffff:)/.test(host);
}

/**
 * Checks where a job's result is to be read from. The service says the address, so it may not lead
 * into the network of the host that runs this: private addresses are refused unless they are the
 * data service's own host. Throws `Failure` of kind `invalid-response`.
 */
export function checkDownloadUrl(downloadUrl: string, dataUrl: string): URL {
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
	if (url.hostname !== new URL(dataUrl).hostname && isPrivateHost(url.hostname)) {
		throw refuse(`${url.hostname} is a private address`);
	}
	return url;
}

/**
 * The bytes of a file, in order, each once. A cut download is taken up where it ended, by Range and
 * ETag; the length that the service announced is checked at the end. Throws `Failure`.
 */
export async function* downloadChunks(
	url: string,
	{ open, clock, retries = 4, maxBytes = 8 * 1024 ** 3 }: DownloadOptions,
): AsyncGenerator<Uint8Array, void, void> {
	let received = 0;
	let total: number | undefined;
	let etag: string | undefined;
	for (let attempt = 0; ; attempt++) {
		try {
			const resume = received > 0;
			const { status, headers, body } = await open(url, {
				// Compressed, the announced length and a Range would count other bytes.
				'accept-encoding': 'identity',
				...(resume && { range: `bytes=${received}-`, ...(etag && { 'if-range': etag }) }),
			});
			checkStatus(status, resume);
			if (!resume) {
				total = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
				etag = headers.etag?.startsWith('W/') ? undefined : headers.etag;
			}
			if ((total ?? 0) > maxBytes) throw tooLarge(maxBytes);
			for await (const chunk of body) {
				received += chunk.length;
				if (received > (total ?? maxBytes)) throw tooLarge(total ?? maxBytes);
				attempt = 0;
				yield chunk;
			}
			if (total === undefined || received === total) return;
			throw new Failure({
				kind: 'network',
				reason: 'reset',
				message: `The download ended after ${received} of ${total} bytes`,
			});
		} catch (error) {
			const failure = isFailure(error) ? error : networkFailure(error);
			if (!failure.retryable || attempt >= retries) throw failure;
			await clock.sleep(clock.random() * Math.min(20_000, 500 * 2 ** attempt));
		}
	}
}

function checkStatus(status: number, resume: boolean): void {
	if (status === (resume ? 206 : 200)) return;
	const passing = status === 429 || status >= 500;
	const changed = resume && (status === 200 || status === 412 || status === 416);
	throw new Failure({
		kind: status === 403 || status === 404 ? 'not-found' : passing ? 'server' : 'invalid-response',
		status,
		message: changed
			? 'The file changed or cannot be taken up again: start the download anew'
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
