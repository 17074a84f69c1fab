import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { type ExportJob, waitForJob } from '../../../core/exports/wait';
import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { flag, numberWithin } from '../../../core/fields/inputs';
import * as transactionExport from '../../../core/subjects/transactionExport/export';
import type { InputOf, Tolerance } from '../../../core/operations/declare';
import { Failure, isFailure } from '../../../core/failure';
import type { Action, Run } from '../../shared/action';
import { downloadToBinary } from '../../shared/download';
import { outputItem, presentItem } from '../../shared/output';
import { DEFAULT_BINARY_FIELD, binaryField, withFileHint } from '../../shared/binaryField';
import { locatedIn, optionalProperty } from '../../shared/fieldProperties';
import { outputFrom } from '../../shared/outputFields';
import { inputFromParameters, valuesOf } from '../../shared/parameters';
import { n8nClock } from '../../shared/transport';

const downloadFields = fieldSet({
	download: field(flag().optional(), {
		in: 'form',
		label: 'Download Result',
		description: 'Whether to download the finished export as a CSV file into the binary data',
		default: true,
		show: 'option',
	}),
	binaryField: binaryField('Download Result'),
	neutralizeFormulas: field(flag().optional(), {
		in: 'form',
		label: 'Neutralize Formulas',
		description:
			'Whether to put an apostrophe in front of cells of the file that a spreadsheet would run as formulas. Numbers are not changed. Without it, the file is as the service wrote it.',
		default: false,
		show: 'option',
	}),
	allowPrivateDownload: field(flag().optional(), {
		in: 'form',
		label: 'Allow Private Address',
		description:
			'Whether to allow a download address in a private network other than the host of the data service',
		default: false,
		show: 'option',
	}),
});

export const downloadOptions: INodeProperties[] = withFileHint(
	locatedIn(downloadFields).map(optionalProperty),
);

const DEFAULT_MINUTES = 30;

const waitFields = fieldSet({
	waitMinutes: field(numberWithin(0, 1440).optional(), {
		in: 'form',
		label: 'Wait at Most (Minutes)',
		description:
			"How long to wait for the export. After that, it continues in the background, and Get returns its state. For more than a minute, n8n's Wait node holds no worker.",
		default: DEFAULT_MINUTES,
		show: 'option',
	}),
});

export const waitOptions: INodeProperties[] = locatedIn(waitFields).map(optionalProperty);

/** The finished job as an item, with its file if the user selects it. */
async function finished(run: Run, job: ExportJob<Tolerance>): Promise<INodeExecutionData> {
	const options = valuesOf(downloadFields, run);
	const how = outputFrom(run).how();
	const json = presentItem(transactionExport.get, job, how, {});
	const item = outputItem(json, run.itemIndex);
	const downloadUrl = job.metadata?.downloadUrl;
	if (options.download !== true || !downloadUrl) return item;
	const { binaryField: name = DEFAULT_BINARY_FIELD } = options;
	const fileName = `${job.operationType}-${job.operationId}.csv`.toLowerCase();
	const { url } = run.client.access('data');
	const allowPrivate = options.allowPrivateDownload === true;
	const neutralize = options.neutralizeFormulas === true;
	const about = { fileName, allowPrivate, neutralize };
	const file = await downloadToBinary(run.context, downloadUrl, url, about);
	return { ...item, binary: { [name]: file } };
}

/**
 * A started job continues after any failure here: the error must contain its id to find it again.
 */
function withOperationId(error: unknown, operationId: string): unknown {
	if (!isFailure(error) || error.message.includes(operationId)) return error;
	const hint = `The export was started: read it with Get and its operation ID ${operationId}`;
	const { retryable } = error;
	return new Failure({ ...error, message: `${error.message}. ${hint}`, retryable });
}

/** Starts an export, waits for its end, and returns the finished job and its file. */
export const startAndWait: Action = {
	async run(run) {
		const { waitMinutes = DEFAULT_MINUTES } = valuesOf(waitFields, run);
		valuesOf(downloadFields, run);
		const input = inputFromParameters(transactionExport.start.input, run) as InputOf<
			typeof transactionExport.start
		>;
		const started = await run.client.call(transactionExport.start, input);
		try {
			const job = await waitForJob(run.client, started.operationId, {
				timeoutMs: waitMinutes * 60_000,
				clock: n8nClock,
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
		const input = inputFromParameters(transactionExport.get.input, run) as InputOf<
			typeof transactionExport.get
		>;
		valuesOf(downloadFields, run);
		return [await finished(run, await run.client.call(transactionExport.get, input))];
	},
};
