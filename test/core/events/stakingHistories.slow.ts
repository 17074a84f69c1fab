import fc, { occurrences } from '../../../core/testing/properties';
import type { PollResult, SourceState } from '../../../core/events/event';
import {
	type StakingService,
	hashOf,
	stakingHost,
	stakingId,
	stakingSource,
	type StakingSettings,
} from './stakingWorld';
import { FAULTS, type Fault, idsOf, isOldestFirst, restarted } from './world';

const MAINNET: StakingSettings = { network: 'mainnet' };
const OVERLAP = 900;
const START = 1_770_000_000;

/** One step of a history. */
interface Step {
	/** Seconds that the chain moves on before each transaction, and how late each is indexed. */
	arrivals: Array<{ moves: number; late: number }>;
	faults: Array<[request: number, fault: Fault]>;
	maxEvents: number;
	maxPages: number;
	/** The host starts anew from what it saved. */
	restart: boolean;
	/** The host loses what the poll gave, and polls again from the state before. */
	repeat: boolean;
	/** Transactions that are indexed while the list is read, before these requests of the poll. */
	meanwhile: number[];
}

const step: fc.Arbitrary<Step> = fc.record({
	arrivals: fc.array(
		fc.record({
			// Mostly none: equal timestamps are what goes wrong.
			moves: fc.oneof(fc.constant(0), fc.nat(3), fc.nat(400), fc.constant(5_000)),
			late: fc.oneof(fc.constant(0), fc.nat(5), fc.nat(OVERLAP / 2)),
		}),
		{ maxLength: 40 },
	),
	faults: fc.array(fc.tuple(fc.nat(6), fc.constantFrom(...FAULTS)), { maxLength: 2 }),
	maxEvents: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 500 })),
	maxPages: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(100)),
	restart: fc.boolean(),
	repeat: fc.boolean(),
	meanwhile: fc.array(fc.nat(4), { maxLength: 2 }),
});

const service: fc.Arbitrary<StakingService> = fc.record({
	cap: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 100 })),
	inclusive: fc.boolean(),
	tokens: fc.constantFrom('offset', 'position'),
});

const begins = fc.constantFrom<'now' | 'before' | 'all'>('now', 'before', 'all');

describe('new staking transactions', () => {
	it('each fire once, oldest first, in any history', async () => {
		const tally = occurrences(
			'from now on',
			'from an earlier time',
			'from the beginning',
			'equal times',
			'a late transaction',
			'a poll that failed',
			'a poll with more to come',
			'a restart',
			'a repeated poll',
			'a transaction while the list was read',
		);
		const named = {
			now: 'from now on',
			before: 'from an earlier time',
			all: 'from the beginning',
		} as const;
		await fc.assert(
			fc.asyncProperty(
				service,
				begins,
				fc.nat(60),
				fc.array(step, { minLength: 1, maxLength: 12 }),
				async (options, begin, early, steps) => {
					let head = START;
					let made = 0;
					let request = 0;
					let meanwhile: number[] = [];
					const arrive = (moves: number, late: number) => {
						tally.saw('equal times', made > 0 && moves === 0);
						tally.saw('a late transaction', late > 0);
						head += moves;
						host.indexed.push({ hash: hashOf(made++), time: head - late });
					};
					const host = stakingHost({
						...options,
						onRequest: () => {
							for (const at of meanwhile) {
								if (at !== request) continue;
								arrive(1, 7);
								tally.saw('a transaction while the list was read');
							}
							request++;
						},
					});
					for (let index = 0; index < early; index++) arrive(index % 3 === 0 ? 40 : 0, 0);
					const startFrom = { now: 'now', before: head - 200, all: 0 }[begin] as 'now' | number;
					const settings = { ...MAINNET, startFrom, overlapSeconds: OVERLAP };

					const all: string[] = [];
					let state: SourceState | undefined;
					const poll = async ({
						maxEvents,
						maxPages,
						faults,
					}: Pick<Step, 'maxEvents' | 'maxPages' | 'faults'>) => {
						host.fail(new Map(faults));
						request = 0;
						const given = restarted(state ?? null);
						try {
							return await stakingSource.poll(
								settings,
								state,
								host.context({ maxEvents, maxPages }),
							);
						} finally {
							// A poll never changes the state that it was given.
							expect(restarted(state ?? null)).toEqual(given);
						}
					};
					const keep = (result: PollResult) => {
						expect(isOldestFirst(result.events)).toBe(true);
						all.push(...idsOf(result.events));
						state = result.state;
					};
					for (const {
						arrivals,
						faults,
						maxEvents,
						maxPages,
						restart,
						repeat,
						meanwhile: during,
					} of steps) {
						if (state) for (const { moves, late } of arrivals) arrive(moves, late);
						meanwhile = state ? during : [];
						let result: PollResult;
						try {
							result = await poll({ maxEvents, maxPages, faults });
						} catch {
							tally.saw('a poll that failed');
							continue;
						}
						tally.saw('a poll with more to come', result.more);
						tally.saw('a restart', restart && result.events.length > 0);
						tally.saw('a repeated poll', repeat && result.events.length > 0);
						expect(result.events.length).toBeLessThanOrEqual(maxEvents);
						if (repeat && state) {
							// The same state over the same list tells the same first events again.
							meanwhile = [];
							const again = await poll({ maxEvents: 10_000, maxPages: 10_000, faults: [] });
							expect(idsOf(again.events)).toEqual(expect.arrayContaining(idsOf(result.events)));
						}
						keep(restart ? restarted(result) : result);
					}
					meanwhile = [];
					// Backlogs are worked off in the end, and then there is quiet.
					for (let polls = 0; polls < 400; polls++) {
						const result = await poll({ maxEvents: 50, maxPages: 3, faults: [] });
						keep(result);
						if (!result.more) break;
					}
					const quiet = await poll({ maxEvents: 50, maxPages: 3, faults: [] });
					expect(quiet).toMatchObject({ events: [], more: false });

					const from = startFrom === 'now' ? undefined : startFrom;
					const expected = host.indexed
						.filter((each, index) => (from === undefined ? index >= early : each.time >= from))
						.map(({ hash }) => stakingId(hash));
					expect([...all].sort()).toEqual(expected.sort());
					tally.saw(named[begin], all.length > 0);
				},
			),
			{ numRuns: 150 },
		);
		tally.expectAll();
	});
});
