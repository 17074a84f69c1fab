import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { type ExportJob, waitForExport } from '../../../core/exports/wait';
import { getExport, startExport } from '../../../core/operations/data/export';
import type { InputOf } from '../../../core/operations/declare';
import { Failure, isFailure } from '../../../core/protocol/failure';
import type { Action, Run } from '../../shared/action';
import { downloadToBinary } from '../../shared/download';
import { outputItem, presentItem } from '../../shared/output';
import { inputFromParameters, numberOf, textOf } from '../../shared/parameters';
import { presentationOf } from '../../shared/presentation';
import { clock } from '../../shared/transport';

type Json = Record<string, unknown>;

export const downloadOptions: INodeProperties[] = [
	{
		displayName: 'Download Result',
		name: 'download',
		type: 'boolean',
		default: true,
		description: 'Whether to download the finished export as a CSV file into the binary data',
	},
	{
		displayName: 'Put Output File in Field',
		name: 'binaryField',
		type: 'string',
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'Used if Download Result is on',
	},
	{
		displayName: 'Allow Private Address',
		name: 'allowPrivateDownload',
		type: 'boolean',
		default: false,
		description:
			'Whether to allow a download address in a private network other than the host of the data service',
	},
];

const DEFAULT_MINUTES = 30;

export const waitOption: INodeProperties = {
	displayName: 'Wait at Most (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1440 },
	default: DEFAULT_MINUTES,
	description:
		'How long to wait for the export. After that, it continues in the background, and Get returns its state.',
};

/** The finished job as an item, with its file if the user selects it. */
async function finished(run: Run, job: ExportJob): Promise<INodeExecutionData> {
	const options = run.parameter('options', {}) as Json;
	const json = presentItem(getExport, job, presentationOf(options, false), {});
	const item = outputItem(json, run.itemIndex);
	const downloadUrl = job.metadata?.downloadUrl;
	if (options.download !== true || !downloadUrl) return item;
	const field = textOf(options.binaryField) || 'data';
	const fileName = `${job.operationType}-${job.operationId}.csv`.toLowerCase();
	const { url } = run.client.access('data');
	const allowPrivate = options.allowPrivateDownload === true;
	const about = { fileName, allowPrivate };
	const file = await downloadToBinary(run.context, downloadUrl, url, about);
	return { ...item, binary: { [field]: file } };
}

/** A started job continues after any failure here: without its id it could not be found again. */
function withOperationId(error: unknown, operationId: string): unknown {
	if (!isFailure(error) || error.message.includes(operationId)) return error;
	const hint = `The export was started: read it with Get and its operation ID ${operationId}`;
	const { retryable } = error;
	return new Failure({ ...error, message: `${error.message}. ${hint}`, retryable });
}

/** Starts an export, waits for its end, and returns the finished job and its file. */
export const startAndWait: Action = {
	async run(run) {
		const options = run.parameter('options', {}) as Json;
		const asked = numberOf(options.waitMinutes);
		const minutes = Number.isNaN(asked) ? DEFAULT_MINUTES : Math.min(1440, Math.max(0, asked));
		const input = inputFromParameters(startExport.input, run) as InputOf<typeof startExport>;
		const started = await run.client.call(startExport, input);
		try {
			const job = await waitForExport(run.client, started.operationId, {
				timeoutMs: minutes * 60_000,
				clock,
				onProgress: ({ operationStatus }, elapsedMs) =>
					run.context.logger.debug(
						`Export ${started.operationId}: ${operationStatus} after ${Math.round(elapsedMs / 1000)} s`,
					),
			});
			return [await finished(run, job)];
		} catch (error) {
			throw withOperationId(error, started.operationId);
		}
	},
};

/** Reads an export job; the file of a finished one can be downloaded. */
export const getJob: Action = {
	async run(run) {
		const input = inputFromParameters(getExport.input, run) as InputOf<typeof getExport>;
		return [await finished(run, await run.client.call(getExport, input))];
	},
};
