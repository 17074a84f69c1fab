import type { EventDeclaration } from '../../../core/events/declare';
import { balanceCrossed } from '../../../core/subjects/events/balanceCrossed/declare';
import { contractValue } from '../../../core/subjects/events/contractValue/declare';
import { ONE, chainOf, word } from './contractWorld';
import { polling } from './world';

/** Nodes behind one URL, of which each request reaches another one: some are behind. */

const called = { addresses: ONE, function: 'f()(uint8)' };
const watched: Array<[EventDeclaration, Record<string, unknown>]> = [
	[contractValue, { ...called, alertWhen: 'changes' }],
	[contractValue, { ...called, above: '5' }],
	[contractValue, { ...called, alertWhen: 'unchanged', limits: '1s' }],
	[balanceCrossed, { addresses: ONE, above: '5' }],
	[balanceCrossed, { addresses: ONE, below: '5' }],
];

/** Polls at a second, with the head of the node that each request of a poll reaches; the last one answers the rest. */
function pollsOf(event: EventDeclaration, given: Record<string, unknown>) {
	const chain = chainOf();
	let heads: number[] = [];
	const head = () => (heads.length > 1 ? (heads.shift() as number) : heads[0]);
	const valueAt = () => (heads[0] >= 12 ? 9 : 1);
	chain.calls.set(ONE, () => ({ result: `0x${word(valueAt())}` }));
	chain.setBalances(() => `0x${(BigInt(valueAt()) * 10n ** 18n).toString(16)}`);
	const host = chain.host(head);
	const polls = polling(event, given, host);
	const events: unknown[] = [];
	return {
		events,
		async poll(at: number, ...reached: number[]) {
			heads = reached;
			host.clock.time = 1_794_052_800_000 + at * 1000;
			events.push(...(await polls.poll()).map(({ id }) => id));
		},
	};
}

test.each(watched)('%#: a node that is behind changes nothing for ten minutes', async (...one) => {
	const { events, poll } = pollsOf(...one);
	for (const [at, block] of [10, 13, 14, 14, 14].entries()) await poll(at, block);
	const before = [...events];
	expect(before).not.toEqual([]);
	for (const [at, block] of [11, 14, 10, 15].entries()) await poll(5 + at, block);
	await poll(607, 10);
	expect(events).toEqual(before);
	// A chain that began anew.
	await poll(608, 10);
	await poll(609, 11);
	expect(events.length).toBe(before.length + 1);
});

test.each(watched)(
	'%#: nor does one that has not the block that another one named',
	async (...one) => {
		const [event, given] = one;
		const { events, poll } = pollsOf(event, { ...given, failedChecks: 1 });
		for (const [at, block] of [10, 13, 14, 14, 14].entries()) await poll(at, block);
		const before = [...events];
		await poll(5, 15, 11);
		await poll(6, 15);
		await poll(605, 16, 11);
		expect(events).toEqual(before);
		// One that stays behind is a failed check then.
		await poll(606, 16, 11);
		expect(events.slice(before.length)).toEqual([expect.stringMatching(/checkFailed/)]);
	},
);
