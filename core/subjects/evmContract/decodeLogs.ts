import { checkDecimals } from '../../abi/decimals';
import { type DecodedEvent, isEvent } from '../../abi/events';
import { abiWith, checks } from '../../abi/fields';
import { logsIn, withEvent } from '../../abi/logs';
import type { Abi } from '../../abi/types';
import { field } from '../../fields/field';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import { json } from '../../fields/json';
import * as out from '../../fields/outputs';
import { broken } from '../../fields/rules';
import { decimalsField } from './decimalsField';

/** Logs that another operation returned, decoded. Nothing is sent. */

const SUBJECT = 'evmContract.decodeLogs';

/** The events that logs are decoded as. */
export function eventField() {
	return field(abiWith('event'), {
		in: 'form',
		label: 'Event',
		description:
			'The event: its signature with indexed where the contract has it, several signatures, or the JSON ABI of the contract',
		placeholder: 'Transfer(address indexed from, address indexed to, uint256 value)',
	});
}

/** The parameters of each event of an ABI. */
export function inputsOfEvents(abi: Abi) {
	return abi.filter(isEvent).map(({ inputs }) => inputs);
}

const LOGS_RULE = 'must be a log with topics and data, a list of logs, or a receipt';

const FIELDS = {
	abi: eventField(),
	logs: field(json(LOGS_RULE, (given) => logsIn(given) !== undefined).optional(), {
		in: 'form',
		label: 'Logs',
		description:
			'A log with its topics and data, a list of logs, or a receipt with its logs, as JSON; the input item if empty',
		placeholder: '{{ $json.logs }}',
		show: 'main',
	}),
	decimals: decimalsField('arguments', '{ "value": 18 }'),
} as const;

/** The fields of the decoding of logs. */
export const decodeLogsFields = fieldSet(FIELDS, ({ abi, logs, decimals }, context) => {
	if (logs === undefined) broken(context, 'logs', `is required: it ${LOGS_RULE}`);
	checks(context, 'decimals', () => checkDecimals(decimals, inputsOfEvents(abi)));
});

/** The input of `decodeLogs`; a program must give `logs`. */
export type DecodeLogsInput = InputValues<typeof FIELDS>;

/** The event of a log. */
export const EVENT = out.optionalParts({
	event: out.name('Name of the event; null if the log is none of the given events'),
	args: out.open('Decoded arguments by name, or as a list if they have no names'),
	signature: out.text('Name and types of the event'),
	hashedArgs: out.texts('Arguments of which a log has the hash only'),
	undecoded: out.text('Why the log was not decoded'),
} satisfies Record<keyof DecodedEvent, out.Output>);

/** A log with its event; its other fields follow. */
export const DECODED_LOG = out.object({
	...EVENT,
	...out.optionalParts({
		address: out.address('The contract'),
		topics: out.list(out.hash()),
		data: out.hex(),
	}),
});

/** A log with its event, and its own fields. */
export type DecodedLog = out.ValueOf<typeof DECODED_LOG> & Record<string, unknown>;

/**
 * The events of logs, in their order, with the fields that the logs have. A log that is none of the events,
 * or does not fit its event, has `event` null, and `undecoded` says why: anyone can emit any log. Indexed
 * texts, bytes, lists and tuples are hashes, and `hashedArgs` names them. Throws `Failure` of kind
 * `invalid-input`.
 *
 * @example
 * const { logs } = await client.call(evm.getTransactionReceipt, { blockchainId: 'C', txHash });
 * const abi = 'Transfer(address indexed from, address indexed to, uint256 value)';
 * for (const log of decodeLogs({ abi, logs })) console.log(log.event, log.args);
 */
export function decodeLogs(given: DecodeLogsInput): DecodedLog[] {
	const { abi, logs, decimals } = parseFields(decodeLogsFields, given, SUBJECT);
	return (logsIn(logs) ?? []).map((log) => withEvent(abi, log, decimals) as DecodedLog);
}
