import { Readable } from 'node:stream';
import type { IBinaryData, IExecuteFunctions, IN8nHttpFullResponse } from 'n8n-workflow';
import { checkDownloadUrl, downloadChunks } from '../../core/exports/download';
import { clock, httpOptions } from './transport';

/** One answer of a download, a body of several gigabytes included, may take this long (ms). */
const DOWNLOAD_TIMEOUT_MS = 6 * 3600 * 1000;

/** Opens a URL without any credential: a download address carries its own permission. */
function opener(context: IExecuteFunctions) {
	return async (url: string, headers: Record<string, string>) => {
		const options = httpOptions({ method: 'GET', url, headers, timeoutMs: DOWNLOAD_TIMEOUT_MS });
		const response = (await context.helpers.httpRequest(options)) as IN8nHttpFullResponse;
		return {
			status: response.statusCode,
			headers: response.headers as Record<string, string>,
			body: response.body as unknown as AsyncIterable<Uint8Array>,
		};
	};
}

/**
 * Streams the file behind a download address into n8n's binary store, whatever its size. Throws
 * `Failure` where the address is refused or the file cannot be had whole.
 */
export async function downloadToBinary(
	context: IExecuteFunctions,
	downloadUrl: string,
	dataUrl: string,
	fileName: string,
): Promise<IBinaryData> {
	const url = checkDownloadUrl(downloadUrl, dataUrl);
	const chunks = downloadChunks(url.href, { open: opener(context), clock });
	return await context.helpers.prepareBinaryData(Readable.from(chunks), fileName, 'text/csv');
}
