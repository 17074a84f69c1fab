import type { FieldSet } from '../../../core/fields/fieldSet';
import { decodeCalldata, decodeCalldataFields } from '../../../subjects/evmContract/decodeCalldata';
import { decodeLogs, decodeLogsFields } from '../../../subjects/evmContract/decodeLogs';
import { encodeFields, encodeFunctionData } from '../../../subjects/evmContract/encodeFunctionData';
import { eventsFields, getContractEvents } from '../../../subjects/evmContract/events';
import { readContract, readFields } from '../../../subjects/evmContract/read';
import { nameFields, resolveName } from '../../../subjects/evmContract/resolveName';
import type { Action, Run } from '../../shared/action';
import { outputItem } from '../../shared/output';
import { inputFromParameters } from '../../shared/parameters';

/** The actions of contracts. The functions check the values of the form. */

/** An action whose calls of the node may be sent in batches. */
const gathered = (action: Action): Action => ({ ...action, gathers: () => true });

/** An action by its fields, and its function from their values to items. */
function actionOf(
	fields: unknown,
	items: (input: never, run: Run) => readonly unknown[] | Promise<readonly unknown[]>,
): Action {
	return {
		async run(run) {
			const input = inputFromParameters(fields as FieldSet, run);
			const made = await items(input as never, run);
			return made.map((item) => outputItem(item, run.itemIndex));
		},
	};
}

/** The JSON of the input item. */
const itemOf = ({ context, itemIndex }: Run) => context.getInputData()[itemIndex].json;

/** The actions by their menu entries. */
export const contractActions: Readonly<Record<string, Action>> = {
	read: gathered(
		actionOf(readFields, async (input, { client }) => [await readContract(client, input)]),
	),
	resolveName: gathered(
		actionOf(nameFields, async (input, { client }) => [await resolveName(client, input)]),
	),
	getManyEvents: actionOf(
		eventsFields,
		async (input, { client }) => await getContractEvents(client, input),
	),
	decodeLogs: actionOf(decodeLogsFields, (input: object, run) =>
		decodeLogs({ logs: itemOf(run), ...input } as never),
	),
	decodeCalldata: actionOf(decodeCalldataFields, (input) => [decodeCalldata(input)]),
	encodeFunctionData: actionOf(encodeFields, (input) => [encodeFunctionData(input)]),
};
