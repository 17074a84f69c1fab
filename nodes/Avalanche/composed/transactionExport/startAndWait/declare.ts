import { waitForJob } from '../../../../../core/exports/wait';
import { Failure, isFailure } from '../../../../../core/failure';
import { field } from '../../../../../core/fields/field';
import { fieldSet } from '../../../../../core/fields/fieldSet';
import { numberWithin } from '../../../../../core/fields/inputs';
import type { InputOf } from '../../../../../core/operations/declare';
import * as transactionExport from '../../../../../core/subjects/transactionExport/export';
import { declareComposed } from '../../../../shared/composed';
import { inputFromParameters, valuesOf } from '../../../../shared/parameters';
import { n8nClock } from '../../../../shared/transport';
import { downloadFields, finishedJob } from '../../../actions/exports';

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
export const composed = declareComposed({
	id: 'transactionExport.startAndWait',
	name: 'Start and Wait',
	action: 'Start a transaction export and wait for it',
	description:
		'Starts an export, waits until it is finished and returns it, optionally with the CSV file as binary data. For a truncated export, metadata.nextDate is the day to continue from. Holds a worker and is lost at a restart of n8n: for more than a minute, use Start, Wait and Get as the example wait-for-export does.',
	reference: [
		'- Call: Start, then Get until the export has ended, then the optional download',
		'- Cost: 20 compute units for the start and 10 for each read of the state',
		'- Spec: Chain data: Operations',
	],
	basis: transactionExport.start,
	fields: fieldSet({ ...waitFields.fields, ...downloadFields.fields }),
	output: transactionExport.get.output,
	withFiles: true,
	async execute(_, run) {
		const { waitMinutes = DEFAULT_MINUTES } = valuesOf(waitFields, run);
		valuesOf(downloadFields, run);
		const input = inputFromParameters(transactionExport.start.input, run);
		const { operationId } = await run.client.call(
			transactionExport.start,
			input as InputOf<typeof transactionExport.start>,
		);
		try {
			const job = await waitForJob(run.client, operationId, {
				timeoutMs: waitMinutes * 60_000,
				clock: n8nClock,
				onProgress: ({ operationStatus }, elapsedMs) =>
					run.context.logger.debug(
						`Export ${operationId}: ${operationStatus} after ${Math.round(elapsedMs / 1000)} s`,
					),
			});
			return await finishedJob(run, job);
		} catch (error) {
			throw withOperationId(error, operationId);
		}
	},
});
