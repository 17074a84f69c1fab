import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { type ExportOperation, waitForExport } from '../../../core/exports/wait';
import { getExport, startExport } from '../../../core/operations/data/export';
import { Failure, isFailure } from '../../../core/protocol/failure';
import type { Action, Run } from '../../shared/action';
import { downloadToBinary } from '../../shared/download';
import { operationAction } from '../../shared/operationAction';
import { outputItem } from '../../shared/output';
import { inputFromParameters, numberOf, textOf } from '../../shared/parameters';
import { operationProperties, withOptions } from '../../shared/properties';
import { clock } from '../../shared/transport';

type Json = Record<string, unknown>;

const downloadOptions: INodeProperties[] = [
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
		description: 'Used where Download Result is on',
	},
	{
		displayName: 'Allow Private Address',
		name: 'allowPrivateDownload',
		type: 'boolean',
		default: false,
		description:
			'Whether the file may lie at an address in a private network that is not the host of the data service itself',
	},
];

const DEFAULT_MINUTES = 30;
const waitOption: INodeProperties = {
	displayName: 'Wait at Most (Minutes)',
	name: 'waitMinutes',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 1440 },
	default: DEFAULT_MINUTES,
	description:
		'How long to wait for the export. It goes on in the background after that and can be read with Get.',
};

/** The finished operation as an item; with its file where the user asks for it. */
async function finished(run: Run, operation: ExportOperation): Promise<INodeExecutionData> {
	const item = outputItem(operation, run.itemIndex);
	const options = run.parameter('options', {}) as Json;
	const downloadUrl = operation.metadata?.downloadUrl;
	if (options.download !== true || !downloadUrl) return item;
	const field = textOf(options.binaryField) || 'data';
	const fileName = `${operation.operationType}-${operation.operationId}.csv`.toLowerCase();
	const { url } = run.client.access('data');
	const allowPrivate = options.allowPrivateDownload === true;
	const about = { fileName, allowPrivate };
	const file = await downloadToBinary(run.context, downloadUrl, url, about);
	return { ...item, binary: { [field]: file } };
}

/** A started job goes on whatever happens here: without its id it could not be found again. */
function withOperationId(error: unknown, operationId: string): unknown {
	if (!isFailure(error) || error.message.includes(operationId)) return error;
	const hint = `The export was started: read it with Get and its operation ID ${operationId}`;
	const { retryable } = error;
	return new Failure({ ...error, message: `${error.message}. ${hint}`, retryable });
}

/** Starts an export, waits for its end, and hands on the finished operation and its file. */
const startAndWait: Action = {
	resource: startExport.resource,
	operation: 'Start and Wait',
	action: 'Start a transaction export and wait for it',
	description:
		'Starts an export, waits until it has finished and returns it, with the CSV file as binary data if wanted. A truncated export says in metadata.nextDate where to go on.',
	properties: withOptions(operationProperties(startExport), [waitOption, ...downloadOptions]),
	async run(run) {
		const options = run.parameter('options', {}) as Json;
		const asked = numberOf(options.waitMinutes);
		const minutes = Number.isNaN(asked) ? DEFAULT_MINUTES : Math.min(1440, Math.max(0, asked));
		const started = await run.client.call(
			startExport,
			inputFromParameters(startExport, run) as never,
		);
		try {
			const operation = await waitForExport(run.client, started.operationId, {
				timeoutMs: minutes * 60_000,
				clock,
				onProgress: ({ operationStatus }, elapsedMs) =>
					run.context.logger.debug(
						`Export ${started.operationId}: ${operationStatus} after ${Math.round(elapsedMs / 1000)} s`,
					),
			});
			return [await finished(run, operation)];
		} catch (error) {
			throw withOperationId(error, started.operationId);
		}
	},
};

/** Reads an export; a finished one can be downloaded. */
const get: Action = {
	...operationAction(getExport),
	properties: withOptions(operationProperties(getExport), downloadOptions),
	async run(run) {
		const operation = await run.client.call(
			getExport,
			inputFromParameters(getExport, run) as never,
		);
		return [await finished(run, operation)];
	},
};

export const exportActions: readonly Action[] = [operationAction(startExport), get, startAndWait];
