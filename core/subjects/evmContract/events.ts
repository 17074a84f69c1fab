import type { AnyClient } from '../../client';
import { checkDecimals } from '../../abi/decimals';
import { topicsOf } from '../../abi/events';
import { checks } from '../../abi/fields';
import { withEvent } from '../../abi/logs';
import { isMap } from '../../formats/json';
import type { InputOf } from '../../operations/declare';
import { field } from '../../fields/field';
import { type InputValues, fieldSet, parseFields } from '../../fields/fieldSet';
import { evmAddresses } from '../../fields/identifiers';
import { whole } from '../../fields/inputs';
import { json } from '../../fields/json';
import * as out from '../../fields/outputs';
import { broken } from '../../fields/rules';
import { getBlockNumber } from '../evm/evm';
import * as evm from '../evm/evmLogs';
import { log } from '../shared/node/evmShapes';
import { decimalsField } from './decimalsField';
import { EVENT, eventField, inputsOfEvents } from './decodeLogs';
import { withTokenAmounts } from './tokenAmounts';

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
	limit: field(whole(1, 1_000_000).optional(), {
		in: 'form',
		label: 'Limit',
		description:
			'Maximum number of events; all by default. The first ones of the range, or the newest ones if there is none.',
		placeholder: '50',
		show: 'option',
	}),
	decimals: decimalsField('arguments', '{ "value": 18 }'),
} as const;

/** Blocks that are searched if the input has none. */
const NEWEST = 2048;

const argumentsIn = (given: unknown) => given as Record<string, unknown> | undefined;

/** The fields of the search. */
export const eventsFields = fieldSet(FIELDS, evm.blockOrRange, (input, context) => {
	const { abi, eventArgs, decimals, fromBlock, toBlock } = input;
	if (toBlock !== undefined && fromBlock === undefined)
		broken(context, 'fromBlock', 'is required with "To Block" (toBlock)');
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
 * The logs of events in a range of blocks or in a block (`eth_getLogs`), by default in the newest 2,048 blocks,
 * with their arguments. Amounts of ERC-20 transfers and approvals are in whole units by the decimals of their
 * contract (`eth_call`); other integers of more than 48 bits are text, unless `decimals` says what they are. A log
 * with the topic of an event that does not fit it has `event` null, and `undecoded` says why. Throws `Failure`: of
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
	const { abi, eventArgs, decimals, limit, ...filter } = input;
	const topics = topicsOf(abi, argumentsIn(eventArgs));
	const logs = await logsOf(client, { ...filter, ...(topics.length > 0 && { topics }) }, limit);
	const events = logs.map((each) => withEvent(abi, each, decimals) as ContractEvent);
	if (decimals !== undefined) return events;
	return await withTokenAmounts(client, input.blockchainId, events);
}

async function logsOf(
	client: AnyClient,
	filter: InputOf<typeof evm.getManyLogs>,
	limit = Infinity,
): Promise<object[]> {
	const { blockchainId, fromBlock, toBlock = 'latest' } = filter;
	const isNewest = fromBlock === undefined && filter.blockHash === undefined;
	const [from, to] = [Number(fromBlock), toBlock === 'latest' ? Infinity : Number(toBlock)];
	// Names of blocks are left to the node.
	if (!isNewest && (limit === Infinity || Number.isNaN(from) || Number.isNaN(to))) {
		return (await client.call(evm.getManyLogs, filter)).logs.slice(0, limit);
	}
	let found: object[] = [];
	if (isNewest) {
		const { blockNumber } = await client.call(getBlockNumber, { blockchainId });
		const bounds = { from: Math.max(0, blockNumber - NEWEST + 1), order: 'newest' } as const;
		for await (const { answers } of client.ranges(evm.getManyLogs, [filter], bounds)) {
			found = [...answers[0].logs, ...found];
			if (found.length >= limit) break;
		}
		return found.slice(-Math.min(limit, found.length || 1));
	}
	let next = from;
	for await (const { answers, last } of client.ranges(evm.getManyLogs, [filter], { from, to })) {
		found.push(...answers[0].logs);
		if (found.length >= limit) return found.slice(0, limit);
		next = last + 1;
	}
	// The rest that was asked for is read too, or fails as it does without a limit.
	const isAll = to === Infinity || next > to;
	return isAll ? found : [...found, ...(await logsOf(client, { ...filter, fromBlock: next }))];
}
