import type { IBinaryData, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { type OpenedDownload, checkDownloadUrl, downloadChunks } from '../../core/exports/download';
import { clock, httpOptions } from './transport';

/** One answer of a download, a body of several gigabytes included, may take this long (ms). */
const DOWNLOAD_TIMEOUT_MS = 6 * 3600 * 1000;

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
	fileName: string,
): Promise<IBinaryData> {
	// Nodes may not import node:stream, but every answer's body is a stream and knows its class.
	let streams: StreamClass | undefined;
	const open = async (url: string, headers: Record<string, string>): Promise<OpenedDownload> => {
		const options = httpOptions({ method: 'GET', url, headers, timeoutMs: DOWNLOAD_TIMEOUT_MS });
		const response = (await context.helpers.httpRequest(options)) as IN8nHttpFullResponse;
		const body = response.body as unknown as AsyncIterable<Uint8Array>;
		streams = body.constructor as unknown as StreamClass;
		return {
			status: response.statusCode,
			headers: response.headers as Record<string, string>,
			body,
		};
	};
	const chunks = downloadChunks(checkDownloadUrl(downloadUrl, dataUrl).href, { open, clock });
	const first = await chunks.next();
	if (first.done || !streams) {
		return await context.helpers.prepareBinaryData(Buffer.alloc(0), fileName, 'text/csv');
	}
	const stream = streams.from(startingWith(first.value, chunks));
	return await context.helpers.prepareBinaryData(stream, fileName, 'text/csv');
}

async function* startingWith(first: Uint8Array, rest: AsyncIterable<Uint8Array>) {
	yield first;
	yield* rest;
}
