import type { AnyClient, CallOptions, RangeOptions, RangePart } from './clientTypes';
import { Failure, isFailure } from './failure';
import type { AnyOperation, Ranges } from './operations/declare';
import { type ManyParts, batchingOf } from './many';
import { BATCH_SIZE } from './protocol/batchSizes';
import { type RangeLimit, rangeLimitOf } from './protocol/rangeLimit';

/**
 * Ranges of blocks: what a node refuses as too large is read in smaller ranges. A block is accepted before it is
 * executed, and a node answers for blocks that it has not executed as if they had no logs, so a range never ends
 * beyond the last executed block of the node that answers.
 */

type Values = Record<string, unknown>;

/** Blocks of one request: the maximum of public nodes. */
const MOST_BLOCKS = 2048;

/** The readers of ranges of a client. */
export interface RangeReader {
	/** `client.ranges`. */
	parts: AnyClient['ranges'];
	/** One call whose range is read in the parts that the node takes; `input` was checked. */
	whole(operation: AnyOperation, input: Values, call: CallOptions): Promise<unknown>;
}

/** A failure of what is asked beside an operation is one of the operation that was called. */
function ofCaller(failure: Failure, { id }: AnyOperation): Failure {
	failure.operation = id;
	return failure;
}

/** The readers of ranges of a client: see `Client`. */
export function rangesOf(client: ManyParts): RangeReader {
	const { batchSizes, built, parse, send } = client;
	const { prepared, sendBatch } = batchingOf(client);

	/** The number of a block that is named; `latest` is the last one that the node has executed. */
	async function numberOf(operation: AnyOperation, name: string, input: Values, call: CallOptions) {
		const { numberOf: asked } = rangesIn(operation);
		const { operation: reading, input: given, field } = asked(name, input);
		const { signal, retry } = call;
		try {
			const answer = await send(reading, parse(reading, given), { signal, retry });
			return (answer as Record<string, number>)[field];
		} catch (error) {
			throw isFailure(error) ? ofCaller(error, operation) : error;
		}
	}

	/** The last executed block of the node that answers, and its answers for a range; one batch. */
	async function ask(operation: AnyOperation, inputs: Values[], call: CallOptions) {
		const asked = rangesIn(operation).numberOf('latest', inputs[0]);
		const head = prepared(asked.operation, parse(asked.operation, asked.input));
		const calls = inputs.map((input) => prepared(operation, input));
		const [now, ...answers] = await sendBatch([head, ...calls], call, BATCH_SIZE);
		if (now.failure) throw ofCaller(now.failure, operation);
		const failures = answers.flatMap(({ failure }) => failure ?? []);
		return {
			head: (now.result as Record<string, number>)[asked.field],
			answers: answers.map((one) => ('result' in one ? (one.result as Values) : {})),
			failure: failures.find((each) => !rangeLimitOf(each)) ?? failures.at(0),
		};
	}

	/** The parts between two blocks, none of which is beyond `to`. */
	async function* between(
		operation: AnyOperation,
		inputs: readonly Values[],
		{ from, to, order = 'oldest', ...call }: RangeOptions & { to: number },
	): AsyncGenerator<RangePart<Values>, void, void> {
		const { from: first, to: last, block } = rangesIn(operation);
		const size = sizing(batchSizes, built(operation, inputs[0]).url);
		let [low, high] = [from, to];
		while (low <= high) {
			const start = order === 'oldest' ? low : Math.max(low, high - size.blocks() + 1);
			const end = order === 'oldest' ? Math.min(high, low + size.blocks() - 1) : high;
			const ranged = inputs.map((one) => ({ ...one, [first]: hex(start), [last]: hex(end) }));
			const { head, answers, failure } = await ask(operation, ranged, call);
			// Behind a balancer, this node may not be as far as the one before.
			if (head < end) {
				high = head;
				if (head < start || failure) continue;
			}
			if (failure) {
				const limit = rangeLimitOf(failure);
				if (!limit || start === end) throw failure;
				size.refused(limit, end - start + 1);
				continue;
			}
			size.taken();
			const read = Math.min(end, head);
			// The node may have executed more blocks before it read the range.
			const isRead = (item: Values) => !(Number(item[block]) > read);
			const { items = '' } = operation;
			const readAnswers = answers.map((one) => ({
				...one,
				[items]: (one[items] as Values[]).filter(isRead),
			}));
			if (order === 'oldest') low = read + 1;
			else high = start - 1;
			yield { first: start, last: read, answers: readAnswers, more: low <= high };
		}
	}

	async function* parts(
		operation: AnyOperation,
		inputs: readonly unknown[],
		options: RangeOptions,
	) {
		const checked = inputs.map((input) => parse(operation, input));
		const to = options.to ?? (await numberOf(operation, 'latest', checked[0], options));
		yield* between(operation, checked, { ...options, to });
	}

	async function whole(operation: AnyOperation, input: Values, call: CallOptions) {
		const { from, to, instead } = rangesIn(operation);
		const last = blockIn(input[to]);
		// An end with a name is never beyond what the node has executed.
		if (last === undefined) {
			try {
				return await send(operation, input, call);
			} catch (error) {
				if (input[instead] !== undefined || !rangeLimitOf(error as Failure)) throw error;
			}
		}
		const bound = async (field: string) =>
			blockIn(input[field]) ??
			(await numberOf(operation, String(input[field] ?? 'latest'), input, call));
		const [start, end] = [await bound(from), last ?? (await bound(to))];
		if (start > end) return await send(operation, input, call);
		const { items = '' } = operation;
		const all: unknown[] = [];
		let read = start - 1;
		for await (const part of between(operation, [input], { ...call, from: start, to: end })) {
			for (const item of part.answers[0][items] as unknown[]) all.push(item);
			read = part.last;
		}
		if (read === end) return { [items]: all };
		const message = `requested to block ${end}, which the node has not executed yet: its last block with results is ${read < start ? `before ${start}` : read}`;
		throw new Failure({ kind: 'rpc', message, operation: operation.id, service: 'node' });
	}

	return { parts: parts as RangeReader['parts'], whole };
}

function rangesIn({ ranges }: AnyOperation): Ranges {
	return ranges as Ranges;
}

const hex = (block: number) => `0x${block.toString(16)}`;

/** The number in a block argument; undefined for a name. */
function blockIn(given: unknown): number | undefined {
	if (given === 'earliest') return 0;
	return typeof given === 'string' && given.startsWith('0x') ? Number(given) : undefined;
}

/**
 * The number of blocks of the next request. A refused range is halved, or cut to what the node names. Where the
 * range itself was too large, the node's limit is remembered; where its answer was, later ranges grow again.
 */
function sizing(known: ManyParts['batchSizes'], url: string) {
	const key = `${url} blocks`;
	let most = Math.min(known.of(key) ?? MOST_BLOCKS, MOST_BLOCKS);
	let size = most;
	let isLearning = false;
	return {
		blocks: () => size,
		refused({ of, most: named = Infinity }: RangeLimit, blocks: number): void {
			size = named < blocks ? named : Math.floor(blocks / 2);
			if (of === 'answer') return;
			most = size;
			isLearning = true;
		},
		taken(): void {
			if (isLearning) known.learn(key, most);
			isLearning = false;
			size = Math.min(most, 2 * size);
		},
	};
}
