import type { IBinaryData, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { networkFailure } from '../../core/protocol/failure';
import { type OpenedDownload, checkDownloadUrl, downloadChunks } from '../../core/exports/download';
import { type Body, chunksOf, unlessAborted } from './body';
import { clock, httpOptions } from './transport';

/** One answer of a download, a body of several gigabytes included, may take this long (ms). */
const DOWNLOAD_TIMEOUT_MS = 6 * 3600 * 1000;
/** A download that gives nothing for so long is taken as cut (ms). */
const SILENCE_MS = 60_000;
/** How much earlier than that silence may end a download. */
const RENEWAL_MS = 5_000;

const MAX_NAME = 200;

type OpenBody = Exclude<Body, string | null | undefined>;
type BinarySource = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];
type StreamClass = { from(chunks: AsyncIterable<Uint8Array>): BinarySource };

/**
 * Streams the file behind a download address into n8n's binary store, whatever its size. No
 * credential goes along: a download address carries its own permission. Throws `Failure` where the
 * address is refused or the file cannot be had whole.
 */
export async function downloadToBinary(
	context: IExecuteFunctions,
	downloadUrl: string,
	dataUrl: string,
	{ fileName, allowPrivate }: { fileName: string; allowPrivate: boolean },
): Promise<IBinaryData> {
	// Nodes may not import node:stream, but every answer's body is a stream and knows its class.
	let streams: StreamClass | undefined;
	const open = async (url: string, headers: Record<string, string>): Promise<OpenedDownload> => {
		const options = httpOptions({ method: 'GET', url, headers, timeoutMs: DOWNLOAD_TIMEOUT_MS });
		const inAll = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
		const silence = renewed(() => AbortSignal.any([inAll, AbortSignal.timeout(SILENCE_MS)]));
		const request = new AbortController();
		options.abortSignal = request.signal;
		try {
			const response = (await unlessAborted(
				context.helpers.httpRequest(options) as Promise<IN8nHttpFullResponse>,
				silence(),
			)) as IN8nHttpFullResponse;
			const body = response.body as unknown as OpenBody;
			streams = body.constructor as unknown as StreamClass;
			return {
				status: response.statusCode,
				headers: response.headers as Record<string, string>,
				body: closing(chunksOf(body, silence), request),
			};
		} catch (error) {
			request.abort();
			throw networkFailure(error);
		}
	};
	// The service names it: a name must not be a path where somebody writes the file to a disk.
	const safeName = fileName.replace(/[^\w.-]+/g, '-').slice(-MAX_NAME);
	const chunks = downloadChunks(checkDownloadUrl(downloadUrl, dataUrl, allowPrivate).href, {
		open,
		clock,
	});
	const first = await chunks.next();
	if (first.done || !streams) {
		return await context.helpers.prepareBinaryData(Buffer.alloc(0), safeName, 'text/csv');
	}
	const stream = streams.from(startingWith(first.value, chunks));
	return await context.helpers.prepareBinaryData(stream, safeName, 'text/csv');
}

/**
 * A signal that is made anew every few seconds: one for each of the many chunks of a large file,
 * alive until its time is over, would take more memory and time than the file.
 */
function renewed(make: () => AbortSignal): () => AbortSignal {
	let signal: AbortSignal | undefined;
	let madeAt = 0;
	return () => {
		const now = clock.now();
		if (!signal || Math.abs(now - madeAt) >= RENEWAL_MS) {
			signal = make();
			madeAt = now;
		}
		return signal;
	};
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
	yield first;
	yield* rest;
}

/** The same chunks; the connection is closed with them, also where the reader stops early. */
async function* closing(chunks: AsyncIterable<Uint8Array>, request: AbortController) {
	try {
		yield* chunks;
	} finally {
		request.abort();
	}
}
