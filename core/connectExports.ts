import type { AnyClient, Client } from './client';
import type { Tolerance } from './operations/declare';
import { type DownloadOptions, checkDownloadUrl, downloadChunks } from './exports/download';
import { csvOnly } from './exports/csvOnly';
import { type ExportJob, type WaitOptions, waitForJob as wait } from './exports/wait';
import { Failure } from './failure';
import { clock } from './transports/clock';
import { httpDownload } from './transports/httpDownload';
import { HOUR_MS } from './formats/timeUnits';

/**
 * Reads an export job until it has finished, with pauses that grow from 1 s to 60 s. A truncated export
 * counts as finished: its `metadata.nextDate` is the day to continue from. Throws `Failure`: the
 * service's code and message if the job failed, and one of kind `unavailable` if it still runs after
 * `timeoutMs` (default 1 hour).
 *
 * @example
 * const { operationId } = await client.call(transactionExport.start, order);
 * const job = await waitForExport(client, operationId);
 * for await (const chunk of downloadExport(client, job)) file.write(chunk);
 */
export async function waitForExport<T extends Tolerance>(
	client: Client<T>,
	operationId: string,
	options: Partial<WaitOptions> = {},
): Promise<ExportJob<T>> {
	return await wait(client, operationId, { timeoutMs: HOUR_MS, clock, ...options });
}

/** Options of `downloadExport`; all have a default. */
export interface DownloadExportOptions extends Partial<DownloadOptions> {
	/** Accept a file on a private host that is not the data service's own. Default false. */
	allowPrivateHosts?: boolean;
}

/**
 * The bytes of the file of a finished export job, in order, each once. A broken download is resumed
 * at its position; a gzip file is unpacked. Throws `Failure`: of kind `invalid-response` if the job has no
 * download address, its host is private, or the file is not a CSV file, of kind `network` if the download cannot be completed.
 */
export async function* downloadExport(
	client: AnyClient,
	{ operationId, metadata }: Pick<ExportJob, 'operationId' | 'metadata'>,
	{ allowPrivateHosts = false, ...options }: DownloadExportOptions = {},
): AsyncGenerator<Uint8Array, void, void> {
	if (!metadata?.downloadUrl) {
		const message = `Export ${operationId} has no download address`;
		throw new Failure({ kind: 'invalid-response', message, retryable: false });
	}
	const { url: dataUrl } = client.access('data');
	const { href } = checkDownloadUrl(metadata.downloadUrl, dataUrl, allowPrivateHosts);
	const chunks = downloadChunks(href, { open: httpDownload, clock, ...options });
	yield* options.position?.received ? chunks : csvOnly(chunks);
}
