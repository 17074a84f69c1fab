import * as evm from '../../evm';
import { isFailure } from '../../../core/failure';
import type { ListPage, ItemPositions, ReadingOrder } from '../../../core/events/arrivalSource';
import type { PollContext } from '../../../core/events/event';
import { firstPlaceSince } from '../../../core/events/placeAt';
import { BATCH, type Log, SINGLE, TRANSFER, textIn, transfersOfLog, wordsOf } from './tokenLogs';
import { type Transfer, identified, tokenDecimals, tokenSymbol } from '../shared/transfers';
import { hasNeeds, needed } from '../../../core/events/unreadable';

/** Token transfers of addresses, from the logs of a node: `eth_getLogs` over ranges of blocks. */

export interface LogTransferSettings {
	blockchainId?: string;
	addresses: string[];
	contractAddresses?: string[];
}

/** Blocks that are searched for a test event. */
const SAMPLED = 8 * 2048;

/**
 * The token transfers of the addresses, in ranges of blocks that the node takes: one batch of five calls for
 * each, for any number of addresses.
 */
export async function* loggedTransfers(
	settings: LogTransferSettings,
	context: PollContext,
	reading: ReadingOrder,
): AsyncGenerator<ListPage<Transfer>> {
	const { blockchainId = 'C', addresses, contractAddresses: address = [] } = settings;
	const mine = addresses.map((each) => `0x${each.slice(2).toLowerCase().padStart(64, '0')}`);
	const filters = [
		[TRANSFER, mine],
		[TRANSFER, null, mine],
		[[SINGLE, BATCH], null, mine],
		[[SINGLE, BATCH], null, null, mine],
	];
	const inputs = filters.map((topics) => ({ blockchainId, address, topics }));
	const { order } = reading;
	const from =
		order === 'newest'
			? Math.max(0, (await headOf(settings, context)) - SAMPLED + 1)
			: reading.from;
	const parts = context.client.ranges(evm.getManyLogs, inputs, { from, order });
	for await (const { first, last, answers, more } of parts) {
		const logs = answers.flatMap((answer) => answer.logs);
		const items = await transfersOf(logs, { first, last }, blockchainId, context);
		yield order === 'newest' ? { items: items.reverse(), more } : { items, more, through: last };
	}
}

/** Heights at the node. */
export const nodeBlocks: ItemPositions<LogTransferSettings, Transfer> = {
	of: ({ block }) => block,
	newest: headOf,
	async at(settings, context, moment) {
		const newest = await headOf(settings, context);
		return await firstPlaceSince(moment, { first: 0, newest }, (block) =>
			timeOf(settings, context, block),
		);
	},
};

/** The same transfer with its time, which logs do not have. */
export async function timed(
	item: Transfer,
	settings: LogTransferSettings,
	context: PollContext,
): Promise<Transfer> {
	return { ...item, time: await timeOf(settings, context, item.block) };
}

async function headOf(
	{ blockchainId = 'C' }: LogTransferSettings,
	{ client }: PollContext,
): Promise<number> {
	return (await client.call(evm.getBlockNumber, { blockchainId })).blockNumber;
}

/** Responses for blocks and contracts in one poll, so that each is requested once. */
const asked = new WeakMap<PollContext, Map<string, Promise<unknown>>>();

function once<Answer>(context: PollContext, key: string, ask: () => Promise<Answer>) {
	const known = asked.get(context) ?? new Map<string, Promise<unknown>>();
	asked.set(context, known);
	if (!known.has(key)) known.set(key, ask());
	return known.get(key) as Promise<Answer>;
}

async function timeOf(
	{ blockchainId = 'C' }: LogTransferSettings,
	context: PollContext,
	block: number,
): Promise<number> {
	return await once(context, `block ${block}`, async () => {
		const input = { blockchainId, block: String(block) };
		return needed((await context.client.call(evm.getBlock, input)).timestamp, 'time of the block');
	});
}

async function transfersOf(
	given: readonly Log[],
	{ first, last }: { first: number; last: number },
	blockchainId: string,
	context: PollContext,
): Promise<Transfer[]> {
	// Several filters can find one log.
	const logs = new Map<string, Log>();
	for (const log of given) {
		if (log.removed === true || !isInRange(log, first, last, context)) continue;
		logs.set(`${log.blockHash ?? log.transactionHash} ${log.logIndex}`, log);
	}
	const sorted = [...logs.values()].sort(
		(a, b) => (a.blockNumber ?? 0) - (b.blockNumber ?? 0) || (a.logIndex ?? 0) - (b.logIndex ?? 0),
	);
	const found: Transfer[] = [];
	for (const log of sorted) found.push(...(await transfersIn(log, blockchainId, context)));
	return found;
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

async function transfersIn(
	log: Log,
	blockchainId: string,
	context: PollContext,
): Promise<Transfer[]> {
	const moves = transfersOfLog(log);
	if (moves.length === 0) return [];
	const contract = log.address ?? '';
	const token = await once(context, `token ${contract}`, () =>
		tokenOf(contract, blockchainId, context),
	);
	const parts = moves.map((move) => ({
		...move,
		contract,
		symbol: token.symbol,
		// Collections count in whole tokens.
		decimals: move.kind === 'erc20' ? token.decimals : 0,
		logIndex: String(log.logIndex),
		moved: true,
	}));
	return identified(parts, {
		chain: blockchainId,
		txHash: log.transactionHash,
		block: log.blockNumber ?? 0,
		time: 0,
	});
}

/** Decimals and symbol of a contract, if it has them; NFTs mostly have no decimals. */
async function tokenOf(contract: string, blockchainId: string, context: PollContext) {
	const read = async (data: string): Promise<string> => {
		try {
			return (await context.client.call(evm.call, { blockchainId, to: contract, data })).data;
		} catch (error) {
			if (isFailure(error) && (error.kind === 'rpc' || error.kind === 'invalid-response'))
				return '0x';
			throw error;
		}
	};
	const [decimals] = wordsOf(await read('0x313ce567')) ?? [];
	return {
		decimals: tokenDecimals(decimals),
		symbol: tokenSymbol(textIn(await read('0x95d89b41'))),
	};
}
