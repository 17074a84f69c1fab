import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ExportJob } from '../../../core/exports/wait';
import { field } from '../../../core/fields/field';
import { fieldSet } from '../../../core/fields/fieldSet';
import { flag } from '../../../core/fields/inputs';
import * as transactionExport from '../../../core/subjects/transactionExport/export';
import type { InputOf, Tolerance } from '../../../core/operations/declare';
import type { Action, Run } from '../../shared/action';
import { downloadToBinary } from '../../shared/download';
import { outputItem, presentItem } from '../../shared/output';
import { DEFAULT_BINARY_FIELD, binaryField } from '../../shared/binaryField';
import { locatedIn, optionalProperty } from '../../shared/fieldProperties';
import { outputFrom } from '../../shared/outputFields';
import { inputFromParameters, valuesOf } from '../../shared/parameters';

/** The options of the file. */
export const downloadFields = fieldSet({
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

export const downloadOptions: INodeProperties[] = locatedIn(downloadFields).map(optionalProperty);

/** The finished job as an item, with its file if the user selects it. */
export async function finishedJob(
	run: Run,
	job: ExportJob<Tolerance>,
): Promise<INodeExecutionData> {
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

/** Reads an export job; the file of a finished one can be downloaded. */
export const getJob: Action = {
	async run(run) {
		const input = inputFromParameters(transactionExport.get.input, run) as InputOf<
			typeof transactionExport.get
		>;
		valuesOf(downloadFields, run);
		return [await finishedJob(run, await run.client.call(transactionExport.get, input))];
	},
};
