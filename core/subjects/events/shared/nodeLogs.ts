import * as evm from '../../evm';
import { type Failure, isFailure } from '../../../failure';
import type { InputOf, ItemOf } from '../../../operations/declare';
import type { ItemPositions, ListPage, ReadingOrder } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import { firstPositionSince } from '../../../events/firstPosition';
import { hasNeeds, needed } from '../../../events/unreadable';

/** Logs of contracts from a node, as a list that grows: `eth_getLogs` over ranges of blocks. */

export type Log = ItemOf<typeof evm.getManyLogs, 'tolerant'>;

/** Blocks of 30 seconds, the most that accepted blocks wait for their execution (ACP-194), at 4 a second. */
export const NODE_OVERLAP = 120;

export const NODE_OVERLAP_NOTE = `at least and by default ${NODE_OVERLAP}, which is 30 seconds at four blocks a second: nodes behind one URL may be so far apart`;

/** The overlap of a list of logs, in blocks. */
export function nodeOverlap({ overlapBlocks = 0 }: { overlapBlocks?: number }): number {
	return Math.max(overlapBlocks, NODE_OVERLAP);
}

export interface OnChain {
	blockchainId?: string;
}

/** Anything that was logged in a block; its time is 0 if not yet known: logs do not have it. */
interface Logged {
	block: number;
	time: number;
}

/** Blocks that are searched for a test event. */
const SAMPLED = 8 * 2048;

/**
 * Items that `itemsOf` makes of the logs that the filters select, each log once and in order, in ranges of blocks that
 * the node takes: one batch of a call for each filter and one for the newest block, for each range.
 */
export async function* loggedItems<Item>(
	{ blockchainId = 'C' }: OnChain,
	filters: ReadonlyArray<Omit<InputOf<typeof evm.getManyLogs>, 'blockchainId'>>,
	itemsOf: (logs: readonly Log[]) => Promise<Item[]>,
	context: PollContext,
	reading: ReadingOrder,
): AsyncGenerator<ListPage<Item>> {
	const inputs = filters.map((filter) => ({ blockchainId, ...filter }));
	const { order } = reading;
	const to = await headOf({ blockchainId }, context);
	const from = order === 'newest' ? Math.max(0, to - SAMPLED + 1) : reading.from;
	const parts = context.client.ranges(evm.getManyLogs, inputs, { from, to, order });
	for await (const { first, last, answers, more } of parts) {
		const logs = sorted(
			answers.flatMap((answer) => answer.logs),
			{ first, last },
			context,
		);
		const items = await itemsOf(logs);
		yield order === 'newest' ? { items: items.reverse(), more } : { items, more, through: last };
	}
}

/** The logs in their order. Several filters can find one log. */
function sorted(
	given: readonly Log[],
	{ first, last }: { first: number; last: number },
	context: PollContext,
): Log[] {
	const logs = new Map<string, Log>();
	for (const log of given) {
		if (log.removed === true || !isInRange(log, first, last, context)) continue;
		logs.set(`${log.blockHash ?? log.transactionHash} ${log.logIndex}`, log);
	}
	return [...logs.values()].sort(
		(a, b) => (a.blockNumber ?? 0) - (b.blockNumber ?? 0) || (a.logIndex ?? 0) - (b.logIndex ?? 0),
	);
}

/** True for a log in one of the requested blocks; any other log is skipped. */
function isInRange(log: Log, first: number, last: number, context: PollContext): boolean {
	if (!hasNeeds(log, [['address'], ['blockNumber'], ['logIndex']], evm.getManyLogs.id, context)) {
		return false;
	}
	const { blockNumber, transactionHash } = log;
	const isIn = (blockNumber ?? 0) >= first && (blockNumber ?? 0) <= last;
	if (!isIn) {
		context.skip?.({
			operation: evm.getManyLogs.id,
			path: ['blockNumber'],
			message: `at blockNumber: must be from ${first} to ${last}; given: ${blockNumber}`,
			names: [transactionHash],
		});
	}
	return isIn;
}

/** Heights at the node. */
export const nodeBlocks: ItemPositions<OnChain, Logged> = {
	of: ({ block }) => block,
	newest: headOf,
	async at(settings, context, moment) {
		const newest = await headOf(settings, context);
		return await firstPositionSince(moment, { first: 0, newest }, (block) =>
			timeOf(settings, context, block),
		);
	},
};

/** The item with the time of its block. */
export async function timed<Item extends Logged>(
	item: Item,
	settings: OnChain,
	context: PollContext,
): Promise<Item> {
	return { ...item, time: await timeOf(settings, context, item.block) };
}

async function headOf({ blockchainId = 'C' }: OnChain, { client }: PollContext): Promise<number> {
	return (await client.call(evm.getBlockNumber, { blockchainId })).blockNumber;
}

/** Responses for blocks and contracts in one poll, so that each is requested once. */
const asked = new WeakMap<PollContext, Map<string, Promise<unknown>>>();

/** The response of `ask`, which is called once in a poll for each key. */
export function once<Answer>(context: PollContext, key: string, ask: () => Promise<Answer>) {
	const known = asked.get(context) ?? new Map<string, Promise<unknown>>();
	asked.set(context, known);
	if (!known.has(key)) known.set(key, ask());
	return known.get(key) as Promise<Answer>;
}

async function timeOf(
	{ blockchainId = 'C' }: OnChain,
	context: PollContext,
	block: number,
): Promise<number> {
	return await once(context, `block ${blockchainId} ${block}`, async () => {
		const input = { blockchainId, block: String(block) };
		return needed((await context.client.call(evm.getBlock, input)).timestamp, 'time of the block');
	});
}

/** Messages of virtual machines about calls that a contract ends: geth core/vm/errors.go, internal/ethapi/api.go. */
const ENDED =
	/revert|out of gas|invalid (opcode|jump)|stack (under|over)flow|execution aborted|return data out of bounds|write protection|gas uint64 overflow|max call depth/i;

/**
 * True for the failure of a call that is due to the contract that was called, whichever node is asked; false for
 * one that may pass. A response that is too large is the contract's too.
 */
export function isOfContract(error: unknown): error is Failure {
	if (isFailure(error, 'invalid-response')) return error.status === undefined && !error.retryable;
	return isFailure(error, 'rpc') && (error.code === 3 || ENDED.test(error.message));
}

const DECIMALS = '0x313ce567';

/** Data that a function of a contract without arguments returns; `0x` if the contract ends the call. */
export async function returned(
	contract: string,
	data: string,
	{ blockchainId = 'C' }: OnChain,
	context: PollContext,
): Promise<string> {
	try {
		return (await context.client.call(evm.call, { blockchainId, to: contract, data })).data;
	} catch (error) {
		if (isOfContract(error)) return '0x';
		throw error;
	}
}

/** Data that a contract returns for `decimals()`. */
export async function saidDecimals(contract: string, on: OnChain, context: PollContext) {
	return await returned(contract, DECIMALS, on, context);
}
