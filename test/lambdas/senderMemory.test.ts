import type { Settlement } from '../../lambdas/notify/store';
import type { TargetState } from '../../lambdas/notify/targetStates';
import { type SenderMemory, cachedStates, saveLearned } from '../../lambdas/sender/memory';

/** The memory of a sender about its targets, and the changes by a batch. */

const quick = { quick: true } as const;
const failing = { since: 1, first: 'msg_0', reason: 'status 500' };

/** A memory, and the table behind it with the names that it was asked for. */
function memory() {
	const table = new Map<string, TargetState>();
	const asked: string[][] = [];
	const clock = { time: 0, now: () => clock.time };
	const cached: SenderMemory = new Map();
	const states = cachedStates(
		cached,
		{
			read: async (names: readonly string[]) => {
				asked.push([...names]);
				const found = names.filter((name) => table.has(name));
				return Promise.resolve(new Map(found.map((name) => [name, table.get(name) ?? {}])));
			},
			change: async (name: string, _: number, apply: (state: TargetState) => TargetState) => {
				const next = apply(table.get(name) ?? {});
				table.set(name, next);
				return Promise.resolve(next);
			},
		},
		clock,
	);
	const read = async (...names: string[]) => Object.fromEntries(await states.read(names));
	return { table, asked, clock, cached, states, read };
}

test('only states of quick targets are cached, for 5 seconds', async () => {
	const { table, asked, clock, read } = memory();
	table.set('a', { ...quick, failing }).set('b', { failing });
	const both = { a: { ...quick, failing }, b: { failing } };
	expect(await read('a', 'b', 'c')).toEqual(both);
	clock.time = 4_999;
	expect(await read('a', 'b', 'c')).toEqual(both);
	clock.time = 5_000;
	expect(await read('a', 'b', 'c')).toEqual(both);
	clock.time = 9_999;
	await read('a');
	expect(asked).toEqual([['a', 'b', 'c'], ['b', 'c'], ['a', 'b', 'c'], []]);
	// Another process has found it slow, and its state is gone.
	table.delete('a');
	clock.time = 10_000;
	expect(await read('a')).toStrictEqual({});
});

test('a change is cached from then on if the target is quick, and else not any more', async () => {
	const { asked, clock, states, read, table } = memory();
	const change = async (next: TargetState) =>
		expect(await states.change('a', clock.time, () => next)).toEqual(next);
	await change(quick);
	expect(await read('a')).toEqual({ a: quick });
	expect(asked).toEqual([[]]);
	await change({ failing });
	table.set('a', {});
	expect(await read('a')).toEqual({ a: {} });
	expect(asked.at(-1)).toEqual(['a']);
});

test('above 10,000 states all are read anew, those of the batch included', async () => {
	const { table, asked, cached, read } = memory();
	const ended = { ...quick, disabled: { at: 0, reason: 'gone', urlMark: 'mark' } };
	table.set('ended', ended);
	await read('ended');
	for (let at = 1; at < 10_000; at++) cached.set(`t${at}`, { at: 0, state: quick });
	expect(await read('ended')).toEqual({ ended });
	expect([asked.at(-1), cached.size]).toEqual([[], 10_000]);
	cached.set('one', { at: 0, state: quick });
	expect(await read('ended', 'other')).toEqual({ ended });
	expect([asked.at(-1), cached.size]).toEqual([['ended', 'other'], 1]);
});

const NOW = 1_000_000;
const delivered: Settlement = { to: 'delivered' };
const pending = (attempts: number): Settlement => ({
	...{ to: 'pending', dueAt: NOW, attempts, lastError: 'no' },
});
const fails = { since: NOW, first: 'msg_1', reason: 'no' };
type Given = { settlement?: Settlement; ms?: number; status?: number; silent?: boolean };

test.each<[string, TargetState, Given[], TargetState?]>([
	['nothing sent', { ...quick, failing }, [{ settlement: pending(5) }]],
	['a response before 2 seconds', {}, [{ ms: 1_999, status: 200 }], quick],
	['a response after 2 seconds', {}, [{ ms: 2_000, status: 200 }]],
	['no response, at once', {}, [{ ms: 1, settlement: pending(1) }]],
	['a quick target after 5 seconds', quick, [{ ms: 5_000, status: 200 }]],
	['a quick target later', quick, [{ ms: 5_001, status: 200 }], {}],
	['a quick target without a response', quick, [{ ms: 1, settlement: pending(1) }]],
	[
		'a quick target that is silent',
		quick,
		[{ ms: 1_000, silent: true, settlement: pending(1) }],
		{},
	],
	['a failure of a new one', {}, [{ ms: 9, status: 500, settlement: pending(1) }], quick],
	['two failures', {}, [{ ms: 3_000, status: 500, settlement: pending(2) }]],
	['three', {}, [{ ms: 3_000, settlement: pending(3) }], { failing: fails }],
	[
		'three with a status',
		quick,
		[{ ms: 9, status: 500, settlement: pending(3) }],
		{ ...quick, failing: { ...fails, status: 500 } },
	],
	['more of them', { failing }, [{ ms: 3_000, settlement: pending(4) }]],
	['a delivery after failures', { failing }, [{ ms: 3_000, status: 200 }], {}],
	[
		'a failure, then a delivery',
		{ holdsSince: 7 },
		[
			{ ms: 3_000, settlement: pending(3) },
			{ ms: 9, status: 200 },
		],
		{ holdsSince: 7, ...quick },
	],
])('a batch learns by %s', async (_, before, attempts, ...[after]) => {
	const saved: Array<[string, TargetState]> = [];
	await saveLearned(
		attempts.map(({ settlement = delivered, ...attempted }) => ({
			delivery: { target: 'a', id: 'msg_1' },
			attempted: { settlement, ...attempted },
		})),
		new Map([['a', before]]),
		{
			change: async (name, now, apply) => {
				expect(now).toBe(NOW);
				// Changes the state that another process has written since.
				const state = apply({ ...before, holdsSince: 8 });
				saved.push([name, state]);
				return Promise.resolve(state);
			},
		},
		NOW,
	);
	expect(saved).toStrictEqual(after ? [['a', { ...after, holdsSince: 8 }]] : []);
});

test('targets that are not known begin without a state', async () => {
	const saved: unknown[] = [];
	const attempted = { settlement: delivered, ms: 1, status: 200 };
	await saveLearned(
		['a', 'b'].map((target) => ({ delivery: { target, id: 'msg_1' }, attempted })),
		new Map(),
		{
			change: async (name, _, apply) => Promise.resolve((saved.push([name, apply({})]), {})),
		},
		NOW,
	);
	expect(saved).toEqual([
		['a', quick],
		['b', quick],
	]);
});
