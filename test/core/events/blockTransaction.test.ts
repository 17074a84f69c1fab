import { encodeErrorResult, encodeFunctionData, parseAbi } from 'viem';
import { newBlock } from '../../../core/subjects/events/newBlock/declare';
import { blockTransaction } from '../../../core/subjects/events/blockTransaction/declare';
import type { SourceState } from '../../../core/events/event';
import { parseFields } from '../../../core/fields/fieldSet';
import { createRandom } from '../../../core/testing/random';
import { type Answer, ONE, TWO, chainOf, word } from './contractWorld';
import { restarted } from './world';

/** Transactions in blocks, from two nodes behind one URL that differ in height. */

const hashOf = (block: number, at: number) =>
	`0x${'7a'.repeat(27)}${at.toString(16).padStart(2, '0')}${block.toString(16).padStart(8, '0')}`;

/** Blocks of so many transfers of AVAX each; where accepted blocks wait for their execution, headers come first. */
function blocksOf(isStreaming: boolean, more: object = {}) {
	const chain = chainOf();
	const { answer } = chain;
	const counts = [0];
	chain.answer = (executed: number, method: string, params: unknown[]): Answer => {
		const [number] = params as [string];
		const block = Number(number);
		const sides = { from: TWO, to: ONE, value: '0xde0b6b3a7640000', ...more };
		const all = Array.from({ length: counts[block] ?? 0 }, (_, at) => hashOf(block, at));
		const accepted = isStreaming ? executed + 2 : executed;
		switch (method) {
			case 'eth_getTransactionReceipt': {
				if (Number(`0x${number.slice(-8)}`) > executed) return { result: null };
				return { result: { transactionHash: number, status: '0x1' } };
			}
			case 'eth_getBlockByNumber': {
				if (block > Math.min(accepted, counts.length - 1))
					return isStreaming
						? { result: null }
						: { error: { code: -32000, message: 'cannot query unfinalized data' } };
				const { result } = answer(executed, method, params) as { result: object };
				const transactions = all.map((hash) => ({ hash, ...sides }));
				return { result: { ...result, hash: hashOf(block, 255), transactions } };
			}
			default:
				return answer(executed, method, params);
		}
	};
	return { chain, counts };
}

const settings = parseFields(
	blockTransaction.fields,
	{ addresses: ONE, startBlock: 1 },
	'test',
) as never;

test.each([
	['are executed later', true],
	['are accepted and executed at once', false],
])('each transaction is one event, in order, where blocks %s', async (_, isStreaming) => {
	const stream = createRandom(`blocks ${isStreaming}`).stream('blocks');
	const { chain, counts } = blocksOf(isStreaming);
	let calm = false;
	const executed = () => Math.max(0, counts.length - 1 - (calm ? 0 : stream.whole(0, 9)));
	let hasFailed = false;
	const host = chain.host(executed, () => {
		const fails = !calm && stream.next() < 0.1;
		hasFailed ||= fails;
		return fails;
	});
	const events: unknown[] = [];
	let state: SourceState | undefined;
	for (let polls = 0; polls < 120; polls++) {
		calm = polls >= 100;
		for (let more = calm ? 0 : stream.whole(0, 9); more > 0; more--)
			counts.push(Math.max(0, stream.whole(-3, 3)));
		const limits = { maxEvents: stream.whole(1, 9), maxPages: stream.whole(1, 3) };
		hasFailed = false;
		const result = await blockTransaction.source
			.poll(settings, state && restarted(state), host.context(calm ? {} : limits))
			.catch((error: unknown) => {
				// A node that is behind fails no poll.
				if (!hasFailed) throw error;
			});
		if (!result) continue;
		({ state } = result);
		events.push(...result.events.map(({ data }) => data.txHash));
	}
	const wanted = counts.flatMap((count, block) =>
		Array.from({ length: count }, (__, at) => hashOf(block, at)),
	);
	expect(wanted.length).toBeGreaterThan(300);
	expect(events).toEqual(wanted);
});

test('a node that has dropped old blocks fails the poll: nothing is passed over', async () => {
	const { chain, counts } = blocksOf(true);
	for (let count = 0; count < 200; count++) counts.push(1);
	const { answer } = chain;
	chain.answer = (executed, method, params) =>
		method === 'eth_getBlockByNumber' && Number(params[0]) < 5
			? { result: null }
			: answer(executed, method, params);
	const host = chain.host(() => 200);
	await expect(blockTransaction.source.poll(settings, undefined, host.context())).rejects.toThrow(
		/no such block/,
	);
});

/** Requests and calls of a poll after one at the tip, with so many new blocks and transactions of the address in each. */
async function costOf(event: typeof blockTransaction, given: object, blocks: number, each = 0) {
	const { chain, counts } = blocksOf(true);
	const host = chain.host(() => counts.length - 1);
	counts.push(0, 0, 0);
	const own = parseFields(event.fields, given, 'test') as never;
	const { state } = await event.source.poll(own, undefined, host.context());
	for (let at = 0; at < blocks; at++) counts.push(each);
	const before = host.requests.length;
	const { more } = await event.source.poll(own, restarted(state), host.context({ maxPages: 100 }));
	const bodies = host.requests.slice(before).map(({ body = '' }) => JSON.parse(body) as unknown);
	return { requests: bodies.length, calls: bodies.flat().length, more: more === true };
}

test.each<[string, typeof blockTransaction, object, number, number, object]>([
	['at the tip, a block in 2 s', blockTransaction, {}, 30, 0, { requests: 2, calls: 32 }],
	['at the tip, a block a second', blockTransaction, {}, 60, 0, { requests: 3, calls: 62 }],
	['with a transaction in each', blockTransaction, {}, 30, 1, { requests: 3, calls: 62 }],
	['behind by an hour', blockTransaction, {}, 3600, 0, { requests: 92, calls: 3602 }],
	[
		'behind by three hours',
		blockTransaction,
		{},
		10_800,
		0,
		{ requests: 101, calls: 4001, more: true },
	],
	['new blocks, one of 100', newBlock, { every: 100 }, 600, 0, { requests: 2, calls: 7 }],
])('a minute of blocks costs: %s', async (_, event, given, blocks, each, cost) => {
	const settings = event === blockTransaction ? { addresses: ONE, ...given } : given;
	expect(await costOf(event, settings, blocks, each)).toEqual({ more: false, ...cost });
});

const reverted = (text: string) =>
	encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: [text] });

const CALLED = 'note(string text)';
const [note] = parseAbi([`function ${CALLED}`]);
const encoded = (text: string) => encodeFunctionData({ abi: [note], args: [text] });
const calls = parseFields(
	blockTransaction.fields,
	{ watch: 'function', addresses: ONE, abi: CALLED, startBlock: 1 },
	'test',
) as never;

/** The poll of calls with this data, and the answers of their repetition. */
async function polledCalls(input: string, answer: Answer = { result: '0x' }, status = '0x1') {
	const { chain, counts } = blocksOf(true, { input });
	counts.push(1);
	const { answer: usual } = chain;
	chain.answer = (executed, method, params) =>
		method === 'eth_getTransactionReceipt'
			? { result: { transactionHash: params[0], status } }
			: usual(executed, method, params);
	chain.calls.set(ONE, () => answer);
	const host = chain.host(() => counts.length - 1);
	const first = await blockTransaction.source.poll(calls, undefined, host.context());
	const again = await blockTransaction.source.poll(calls, restarted(first.state), host.context());
	expect(again).toMatchObject({ events: [] });
	expect(again.skipped ?? []).toEqual([]);
	return first;
}

test('megabytes in a call are no part of an item', async () => {
	const { events } = await polledCalls(encoded(`@here <b>${'x'.repeat(1 << 20)}`));
	expect(events[0].data).toMatchObject({ args: { text: null }, cutArgs: ['text'] });
	expect(events[0].data.text).toContain('text "\\u{40}here \\u{3c}b\\u{3e}xxx');
	expect(JSON.stringify(events[0]).length).toBeLessThan(2000);
});

test.each([
	['too little', encoded('x').slice(0, 80)],
	['a place beyond its end', `${encoded('x').slice(0, 10)}${'f'.repeat(64)}`],
	['a length of 2^255', `${encoded('x').slice(0, 10)}${word(32)}8${'0'.repeat(63)}`],
])('data of a call with %s is reported once', async (_, input) => {
	const { events, skipped } = await polledCalls(input);
	expect(events).toEqual([]);
	expect(skipped).toEqual([
		expect.objectContaining({ message: expect.stringMatching(/does not fit its function/) }),
	]);
});

test.each<[string, Answer, unknown]>([
	[
		'megabytes',
		{ error: { code: 3, message: 'execution reverted', data: reverted('y'.repeat(1 << 20)) } },
		expect.stringMatching(/^"y{10,300}…"$/),
	],
	[
		'a call for all',
		{ error: { code: 3, message: 'execution reverted', data: reverted('@channel\n<b>') } },
		'"@channel\\n<b>"',
	],
	[
		'no data',
		{ error: { code: 3, message: 'execution reverted', data: '0x' } },
		'execution reverted',
	],
	['no end', { error: { code: -32000, message: 'out of gas' } }, 'out of gas'],
])('a failed call whose reason is %s', async (_, answer, reason) => {
	const { events } = await polledCalls(encoded('x'), answer, '0x0');
	expect(events[0].data).toMatchObject({ succeeded: false, reason });
	const { title, text } = events[0].data;
	expect(`${String(title)} ${String(text)}`).not.toMatch(/[@<>\n]/);
	expect(JSON.stringify(events[0]).length).toBeLessThan(2500);
});
