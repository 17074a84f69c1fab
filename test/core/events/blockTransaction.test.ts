import { blockTransaction } from '../../../subjects/events/blockTransaction/declare';
import type { SourceState } from '../../../core/events/event';
import { parseFields } from '../../../core/fields/fieldSet';
import { createRandom } from '../../../emulator/world/random';
import { type Answer, ONE, TWO, chainOf } from './contractWorld';
import { restarted } from './world';

/** Transactions in blocks, from two nodes behind one URL that differ in height. */

const hashOf = (block: number, at: number) =>
	`0x${'7a'.repeat(27)}${at.toString(16).padStart(2, '0')}${block.toString(16).padStart(8, '0')}`;

/** Blocks of so many transfers of AVAX each; where accepted blocks wait for their execution, headers come first. */
function blocksOf(isStreaming: boolean) {
	const chain = chainOf();
	const { answer } = chain;
	const counts = [0];
	chain.answer = (executed: number, method: string, params: unknown[]): Answer => {
		const [number] = params as [string];
		const block = Number(number);
		const sides = { from: TWO, to: ONE, value: '0xde0b6b3a7640000' };
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
	const told: unknown[] = [];
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
		told.push(...result.events.map(({ data }) => data.txHash));
	}
	const wanted = counts.flatMap((count, block) =>
		Array.from({ length: count }, (__, at) => hashOf(block, at)),
	);
	expect(wanted.length).toBeGreaterThan(300);
	expect(told).toEqual(wanted);
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
