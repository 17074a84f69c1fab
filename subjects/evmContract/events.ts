import type { AnyClient } from '../../core/client';
import { checkDecimals } from '../../core/abi/decimals';
import { topicsOf } from '../../core/abi/events';
import { checks } from '../../core/abi/fields';
import { withEvent } from '../../core/abi/logs';
import { isMap } from '../../core/formats/map';
import { field } from '../../core/fields/field';
import { type InputValues, fieldSet, parseFields } from '../../core/fields/fieldSet';
import { evmAddresses } from '../../core/fields/identifiers';
import { json } from '../../core/fields/json';
import * as out from '../../core/fields/outputs';
import * as evm from '../evm/evmLogs';
import { log } from '../shared/node/evmShapes';
import { decimalsField } from './decimalsField';
import { EVENT, eventField, inputsOfEvents } from './decodeLogs';

/** The events of contracts: logs that are searched by their event, and decoded. */

const SUBJECT = 'evmContract.getManyEvents';

const { topics: _, address: __, blockHash, ...range } = evm.getManyLogs.input.fields;

const FIELDS = {
	...range,
	abi: eventField(),
	address: field(evmAddresses().optional(), {
		in: 'form',
		label: 'Contract Addresses',
		description: 'Only events of these contracts, separated by commas; of all contracts if empty',
		placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
		show: 'main',
	}),
	eventArgs: field(
		json('must be a JSON object of values by the names of indexed arguments', isMap).optional(),
		{
			in: 'form',
			label: 'Arguments (JSON)',
			description:
				'Only events with these indexed arguments, as a JSON object by name: a value, or a list of values of which one must match',
			placeholder: '{ "to": "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC" }',
		},
	),
	blockHash,
	decimals: decimalsField('arguments', '{ "value": 18 }'),
} as const;

const argumentsIn = (given: unknown) => given as Record<string, unknown> | undefined;

/** The fields of the search. */
export const eventsFields = fieldSet(FIELDS, evm.blockOrRange, (input, context) => {
	const { abi, eventArgs, decimals } = input;
	checks(context, 'eventArgs', () => topicsOf(abi, argumentsIn(eventArgs)));
	checks(context, 'decimals', () => checkDecimals(decimals, inputsOfEvents(abi)));
});

/** The input of `getContractEvents`, as the form of *EVM Contract: Get Many Events* has it. */
export type ContractEventsInput = InputValues<typeof FIELDS>;

/** A log with its event. */
export const CONTRACT_EVENT = out.object({ ...EVENT, ...log() });

/** A log with its event, of a tolerant client: a field that the node leaves out is absent. */
export type ContractEvent = out.TolerantValueOf<typeof CONTRACT_EVENT>;

/**
 * The logs of events in a range of blocks or in a block (`eth_getLogs`), with their arguments. A log with the
 * topic of an event that does not fit it has `event` null, and `undecoded` says why. Throws `Failure`: of
 * kind `invalid-input` before anything is sent, and those of the call.
 *
 * @example
 * const transfers = await getContractEvents(client, {
 * 	blockchainId: 'C',
 * 	address: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
 * 	abi: 'Transfer(address indexed from, address indexed to, uint256 value)',
 * 	eventArgs: { to: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC' },
 * 	fromBlock: 79000000,
 * 	toBlock: 79002000,
 * });
 */
export async function getContractEvents(
	client: AnyClient,
	given: ContractEventsInput,
): Promise<ContractEvent[]> {
	const input = parseFields(eventsFields, given, SUBJECT);
	const { abi, eventArgs, decimals, ...filter } = input;
	const topics = topicsOf(abi, argumentsIn(eventArgs));
	const call = { ...filter, ...(topics.length > 0 && { topics }) };
	const { logs } = await client.call(evm.getManyLogs, call);
	return logs.map((each) => withEvent(abi, each, decimals) as ContractEvent);
}
