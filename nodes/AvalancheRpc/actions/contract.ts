import {
	decodeCalldata,
	decodeCalldataFields,
} from '../../../core/subjects/evmContract/decodeCalldata';
import { decodeLogs, decodeLogsFields } from '../../../core/subjects/evmContract/decodeLogs';
import {
	encodeFields,
	encodeFunctionData,
} from '../../../core/subjects/evmContract/encodeFunctionData';
import { eventsFields, getContractEvents } from '../../../core/subjects/evmContract/events';
import { readContract, readFields } from '../../../core/subjects/evmContract/read';
import { nameFields, resolveName } from '../../../core/subjects/evmContract/resolveName';
import type { Action, Run } from '../../shared/action';
import { actionOf } from './fieldsAction';

/** The actions of contracts. The functions check the values of the form. */

/** An action whose calls of the node may be sent in batches. */
const gathered = (action: Action): Action => ({ ...action, gathers: () => true });

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
