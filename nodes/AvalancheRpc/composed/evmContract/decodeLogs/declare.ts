import * as logs from '../../../../../core/subjects/evmContract/decodeLogs';
import { declareComposed } from '../../../../shared/composed';

/** Decodes logs: those of the form, or the input item. */
export const composed = declareComposed({
	id: 'evmContract.decodeLogs',
	name: 'Decode Logs',
	action: 'Decode logs of a contract',
	description:
		'Returns the event and the arguments of a log, of a list of logs or of a receipt, by a signature or an ABI, one item for each log; sends no request and needs no credential',
	offline: true,
	fields: logs.decodeLogsFields,
	callOptions: 'none',
	output: logs.DECODED_LOG,
	execute: (input, { context, itemIndex }) =>
		logs.decodeLogs({
			logs: context.getInputData()[itemIndex].json,
			...(input as object),
		} as never),
});
