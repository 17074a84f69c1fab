import * as evm from '../../evm';
import { type Failure, isFailure } from '../../../failure';
import type { OutputOf } from '../../../operations/declare';
import type { ListPage, ReadingOrder } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import { needed } from '../../../events/unreadable';
import { field } from '../../../fields/field';
import { whole } from '../../../fields/inputs';
import { BATCH_SIZE } from '../../../protocol/batchSizes';
import { NODE_OVERLAP, type OnChain, nodeBlocks } from './nodeLogs';

/** Blocks of an EVM chain from a node, as a list that grows: each of them is read, in batches. */

export type Block = OutputOf<typeof evm.getBlock, 'tolerant'>;
export type Receipt = OutputOf<typeof evm.getTransactionReceipt, 'tolerant'>;

/** The option for the first block that is new. */
export const startBlock = () =>
	field(whole(0).optional(), {
		in: 'form',
		label: 'Start at Block',
		description:
			'The first block whose events are new, in place of Start From; only for the first poll',
		placeholder: '71000000',
		show: 'option',
	});

/** The parts of blocks that are read. */
interface BlockReading<Item> {
	/** Only blocks whose number is a multiple of it. */
	step?: number;
	/** Hashes of transactions whose receipts are read; the block then has its transactions as a whole. */
	receiptsOf?(block: Block): string[];
	itemsOf(block: Block, receipts: ReadonlyMap<string, Receipt>): Item[];
}

/**
 * Items of blocks, in their order. A node answers for a block, and for the receipt of a transaction, with all of it or
 * with nothing, and what is there never changes. Where a node behind the same URL has less than the one that
 * told the newest block, a poll ends before the first block that is missing, and the next one begins there.
 */
export async function* blockItems<Item>(
	on: OnChain,
	{ step = 1, receiptsOf, itemsOf }: BlockReading<Item>,
	context: PollContext,
	reading: ReadingOrder,
): AsyncGenerator<ListPage<Item>> {
	const { blockchainId = 'C' } = on;
	const { client } = context;
	const head = await nodeBlocks.newest(on, context);
	yield* heightPages({ head, span: BATCH_SIZE * step, step }, reading, async (numbers) => {
		const fullTransactions = receiptsOf !== undefined;
		const asked = numbers.map((at) => ({ blockchainId, block: String(at), fullTransactions }));
		const { answers: blocks, missing: noBlock } = await upToMissing(
			client.many(evm.getBlock, asked),
		);
		const wanted = blocks.flatMap((block, at) =>
			(receiptsOf?.(block) ?? []).map((txHash) => ({ blockchainId, txHash, at })),
		);
		const { answers, missing = noBlock } = await upToMissing(
			client.many(
				evm.getTransactionReceipt,
				wanted.map(({ at: _, ...one }) => one),
			),
		);
		const receipts = new Map(answers.map((one) => [one.transactionHash, one]));
		const count = wanted[answers.length]?.at ?? blocks.length;
		return { found: blocks.slice(0, count).map((block) => itemsOf(block, receipts)), missing };
	});
}

interface Heights {
	head: number;
	/** Heights of one page. */
	span: number;
	step?: number;
}

/** Pages of the items that `read` finds at heights: one list for each height, up to the first that is missing or failed. */
export async function* heightPages<Item>(
	{ head, span, step = 1 }: Heights,
	reading: ReadingOrder,
	read: (heights: number[]) => Promise<{ found: Item[][]; missing?: Failure }>,
): AsyncGenerator<ListPage<Item>> {
	const isNewest = reading.order === 'newest';
	const first = reading.order === 'newest' ? Math.max(1, head - span + 1) : reading.from;
	let low = first;
	while (low <= head) {
		const last = Math.min(head, low + span - 1);
		const numbers: number[] = [];
		for (let at = Math.ceil(low / step) * step; at <= last; at += step) numbers.push(at);
		const { found, missing } = await read(numbers);
		// A node that is a little behind has the block soon; one that has dropped it, never.
		const isBehind = isMissing(missing) && head - low <= NODE_OVERLAP;
		// The first height is the last one of the poll before.
		const isStep = found.length > (low === first ? 1 : 0);
		if (missing && !isStep && !isBehind) throw missing;
		// Without the newest ones, they are not the newest.
		if (missing && isNewest && !isMissing(missing)) throw missing;
		const items = found.flat();
		const end = numbers.at(found.length);
		const through = end === undefined ? last : end - 1;
		const more = end === undefined && last < head && !isNewest;
		if (isNewest) yield { items: items.reverse(), more };
		else if (through >= low) yield { items, more, through };
		if (isNewest || end !== undefined) return;
		low = last + 1;
	}
}

/** Hash and time of a block; every accepted block has them. */
export function positionOfBlock({ number, hash, timestamp }: Block) {
	return {
		block: number,
		blockHash: needed(hash, 'hash of the block'),
		time: needed(timestamp, 'time of the block'),
	};
}

interface Outcome<Answer> {
	result?: Answer;
	failure?: Failure;
}

/**
 * The answers before the first block that the node does not have, or for which it failed, and this failure: what is read
 * is a step forward, however often requests fail. Throws a failure of the first one.
 */
export async function upToMissing<Answer>(outcomes: AsyncIterable<Outcome<Answer>>) {
	const answers: Answer[] = [];
	for await (const { result, failure } of outcomes) {
		if (failure && (isMissing(failure) || answers.length > 0)) return { answers, missing: failure };
		if (failure) throw failure;
		answers.push(result as Answer);
	}
	return { answers };
}

/**
 * True for the answer of a node that has not accepted or not executed a block; the second is of Subnet-EVM, the third of
 * the P- and X-Chain.
 */
export const isMissing = (failure: unknown) =>
	isFailure(failure, 'not-found') ||
	(isFailure(failure, 'rpc') &&
		/unfinalized|^couldn't get block .*not found$/.test(failure.message));
