import type { IBinaryData, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { networkFailure } from '../../core/networkFailure';
import { type OpenedDownload, checkDownloadUrl, downloadChunks } from '../../core/exports/download';
import { csvOnly } from '../../core/exports/csvOnly';
import { safeCsv } from '../../core/exports/safeCsv';
import { type Body, chunksOf, stepUnlessAborted } from './body';
import { n8nClock, httpOptions } from './transport';

/** Timeout of one response of a download, also with a body of several gigabytes (ms). */
const DOWNLOAD_TIMEOUT_MS = 6 * 3600 * 1000;
/** A download without data for this long counts as cut (ms). */
const SILENCE_MS = 60_000;
/**
 * Age at which the signal of the pause is renewed (ms): a pause is cut off this much earlier at
 * most.
 */
const RENEWAL_MS = 5_000;

const MAX_NAME = 200;

type OpenBody = Exclude<Body, string | null | undefined>;
type BinarySource = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];
type StreamClass = { from(chunks: AsyncIterable<Uint8Array>): BinarySource };

/**
 * Streams the file of a download address into n8n's binary store, regardless of its size; with
 * `neutralize`, formulas become texts. Sends no credential: a download address contains its own
 * permission. Throws `Failure` if the address is rejected or the download is incomplete.
 */
export async function downloadToBinary(
	context: IExecuteFunctions,
	downloadUrl: string,
	dataUrl: string,
	{
		fileName,
		allowPrivate,
		neutralize,
	}: { fileName: string; allowPrivate: boolean; neutralize: boolean },
): Promise<IBinaryData> {
	// Nodes may not import node:stream, but every response body is a stream with its class as
	// constructor.
	let streams: StreamClass | undefined;
	const open = async (url: string, headers: Record<string, string>): Promise<OpenedDownload> => {
		const options = httpOptions({ method: 'GET', url, headers, timeoutMs: DOWNLOAD_TIMEOUT_MS });
		const inAll = AbortSignal.timeout(DOWNLOAD_TIMEOUT_MS);
		const silence = renewed(() => AbortSignal.any([inAll, AbortSignal.timeout(SILENCE_MS)]));
		const request = new AbortController();
		options.abortSignal = request.signal;
		try {
			const response = (await stepUnlessAborted(
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
	// The name comes from the service: it must not contain a path, because the file may be written
	// to a disk.
	const safeName = fileName.replace(/[^\w.-]+/g, '-').slice(-MAX_NAME);
	const address = checkDownloadUrl(downloadUrl, dataUrl, allowPrivate).href;
	const downloaded = csvOnly(downloadChunks(address, { open, clock: n8nClock }));
	const chunks = neutralize ? safeCsv(downloaded) : downloaded;
	const first = await chunks.next();
	if (first.done || !streams) throw new Error('a CSV file has a first chunk');
	const stream = streams.from(startingWith(first.value, chunks));
	return await context.helpers.prepareBinaryData(stream, safeName, 'text/csv');
}

/**
 * A signal that is renewed every few seconds: one signal per chunk would take more memory and time
 * than a large file itself.
 */
function renewed(make: () => AbortSignal): () => AbortSignal {
	let signal: AbortSignal | undefined;
	let madeAt = 0;
	return () => {
		const now = n8nClock.now();
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

/** Passes the chunks on, and closes the connection at their end or when the reader stops early. */
async function* closing(chunks: AsyncIterable<Uint8Array>, request: AbortController) {
	try {
		yield* chunks;
	} finally {
		request.abort();
	}
}
