import fc, { occurrences, rounds } from '../../../core/testing/properties';
import type { Client } from '../../../core/client';
import type { NetworkEvent, PollContext, SourceState } from '../../../core/events/event';
import type { EventDeclaration } from '../../../core/events/declare';
import { declareFlips } from '../../../core/events/flipEvent';
import { declareLevels } from '../../../core/events/levelEvent';
import { levelsSource, withMemoryOf } from '../../../core/events/levels';
import type { Change, Levels } from '../../../core/events/levelTypes';
import { GONE, linesAbove } from '../../../core/events/levelSteps';
import { Failure } from '../../../core/failure';
import { fakeClock } from '../protocol/fakes';
import { idsOf, restarted } from './world';
import { MINUTE_MS } from '../../../core/formats/timeUnits';

/** Lines at 80 and 50; a subject is back above a line once it is 5 above it. */
const LINES = [80, 50];
const MARGIN = 5;

/** A value of each subject, one that is not there, or a read that fails. */
type Reading = Readonly<Record<string, number | 'absent'>> | 'fails' | 'refused';

interface Rules {
	hold?: number;
	failedAfter?: number;
	tellFirst?: boolean;
	repeatMinutes?: number[];
	/** Subjects that are named in the settings. */
	named?: readonly string[];
}

type ValueChange = Change<{ value: number }>;

/** A source over values that a test sets. */
function worldOf(rules: Rules = {}) {
	const clock = fakeClock(Date.parse('2026-03-01T00:00:00Z'));
	const changes: ValueChange[] = [];
	let reading: Reading = {};
	const levels: Levels<Rules, { value: number }> = {
		key: () => 'key',
		rules: ({ hold = 1, failedAfter = 2, tellFirst = true, repeatMinutes = [] }) => ({
			hold,
			failedAfter,
			tellFirst,
			repeatMs: (level) => {
				const minutes = repeatMinutes.at(Math.min(level, repeatMinutes.length) - 1);
				return minutes === undefined ? undefined : minutes * MINUTE_MS;
			},
		}),
		read: async ({ named = [] }) => {
			if (reading === 'fails') throw new Failure({ kind: 'server', message: 'down' });
			if (reading === 'refused') throw new Failure({ kind: 'unauthorized', message: 'no key' });
			return Object.entries(reading).flatMap(([subject, value]) => {
				if (value === 'absent')
					return named.includes(subject) ? [{ subject, level: GONE, facts: { value: 0 } }] : [];
				const easedLevel = linesAbove(value - MARGIN, LINES);
				return [{ subject, level: linesAbove(value, LINES), easedLevel, facts: { value } }];
			});
		},
		event(change) {
			changes.push(change);
			const timestamp = new Date(change.since).toISOString();
			return { id: change.id, type: 'test.level', timestamp, data: { kind: change.kind } };
		},
	};
	const source = levelsSource(levels, () => Promise.resolve([]));
	let state: SourceState | undefined;
	const all: NetworkEvent[] = [];
	return {
		clock,
		/** All reported events in order; repeated polls of the same state do not count. */
		words: () =>
			all.map(({ id }) => wordOf(changes.find((change) => change.id === id) as ValueChange)),
		events: all,
		get state() {
			return state;
		},
		async poll(next: Reading, limits: Partial<PollContext> = {}) {
			reading = next;
			const context: PollContext = {
				client: { access: () => ({ url: 'https://services.test' }) } as unknown as Client,
				clock,
				deadline: Infinity,
				maxEvents: 10_000,
				maxPages: 10,
				...limits,
			};
			const given = restarted(state ?? null);
			try {
				const result = await source.poll(rules, state, context);
				expect(restarted(state ?? null)).toEqual(given);
				if (!limits.checksInOnePoll)
					expect(idsOf((await source.poll(rules, state, context)).events)).toEqual(
						idsOf(result.events),
					);
				expect(result.events.length).toBeLessThanOrEqual(context.maxEvents);
				all.push(...result.events);
				if (!limits.checksInOnePoll || result.events.length > 0) state = restarted(result.state);
				return result;
			} finally {
				clock.time += MINUTE_MS;
			}
		},
	};
}

function wordOf({ kind, subject, to }: ValueChange): string {
	return `${subject} ${kind} ${to}`;
}

async function wordsOver(rules: Rules, history: readonly Reading[]) {
	const world = worldOf(rules);
	for (const reading of history) await world.poll(reading);
	return world.words();
}

const values = (...list: number[]) => list.map((a) => ({ a }));

describe('subjects that cross thresholds', () => {
	it('fire at the first check, or not if the settings say so', async () => {
		expect(await wordsOver({}, values(10, 10))).toEqual(['a crossed 2']);
		expect(await wordsOver({ tellFirst: false }, values(10, 10, 90))).toEqual(['a recovered 0']);
	});

	it('fire again after the interval of their level', async () => {
		const rules = { repeatMinutes: [5, 2] };
		expect(await wordsOver(rules, values(99, 79, 79, 79, 79, 79, 79, 49, 49, 49, 49))).toEqual([
			'a crossed 1',
			'a repeated 1',
			'a crossed 2',
			'a repeated 2',
		]);
	});

	it('a check that fails is thrown where that was asked for, and where it would not pass', async () => {
		const world = worldOf({ failedAfter: 0 });
		await world.poll({ a: 99 });
		await expect(world.poll('fails')).rejects.toMatchObject({ kind: 'server' });
		const other = worldOf();
		await expect(other.poll('fails')).rejects.toMatchObject({ kind: 'server' });
		await other.poll({ a: 99 });
		await expect(other.poll('refused')).rejects.toMatchObject({ kind: 'unauthorized' });
	});

	it('are looked at within one poll where the host forgets polls without events', async () => {
		for (const [reading, word] of [
			[{ a: 10 }, 'a crossed 2'],
			['fails', 'check checkFailed 0'],
		] as const) {
			const world = worldOf({ hold: 3, failedAfter: 3 });
			const limits = () => ({ deadline: world.clock.now() + 30_000, checksInOnePoll: true });
			await world.poll({ a: 99 });
			await world.poll(reading, limits());
			expect(world.words()).toEqual([word]);
			await world.poll(reading, limits());
			expect(world.words()).toEqual([word]);
		}
	});

	it('wait for room in a poll, and none is lost', async () => {
		const low = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`s${at}`, 10]));
		const world = worldOf();
		await world.poll({});
		for (let polls = 1; polls <= 5; polls++) {
			expect((await world.poll(low, { maxEvents: 2 })).more).toBe(polls < 5);
		}
		expect(new Set(world.words()).size).toBe(9);
		expect((await world.poll(low, { maxEvents: 2 })).events).toEqual([]);
	});
});

describe('the options of a form', () => {
	let reading: 'bad' | 'good' | 'fails' = 'good';
	const levelNow = () => {
		if (reading === 'fails') throw new Failure({ kind: 'network', message: 'no route' });
		return reading === 'bad' ? 1 : 0;
	};
	const head = {
		...{ value: 'one', type: 'test.one', name: 'One', description: 'One.', what: 'one' },
		...{ reads: '', remembers: '', fields: {}, columns: {}, show: () => ({}) },
	};
	const never = () => {
		throw new Error('No sample was asked for');
	};
	const declared: Record<string, EventDeclaration> = {
		levels: declareLevels<Record<never, never>, Record<never, never>, object>({
			...{ ...head, repeat: [], hold: 1, goneText: '', example: never },
			read: async () => Promise.resolve([{ subject: 'a', level: levelNow(), facts: {} }]),
			say: () => ({ name: 'One', bad: 'is bad', good: 'is good', text: 'A text.' }),
		}),
		flips: declareFlips<Record<never, never>, Record<never, never>, object>({
			...{ ...head, service: 'node', subject: 'a', states: { good: 'up', bad: 'down' } },
			read: async () => Promise.resolve({ isBad: levelNow() === 1, facts: {} }),
			say: () => ({ title: 'One', text: 'A text.' }),
			example: never,
		}),
	};
	const HISTORY = 'bad good fails fails fails fails good bad bad bad'.split(' ');

	async function told({ source }: EventDeclaration, settings: object) {
		const clock = fakeClock(0);
		const client = { access: () => ({ url: 'https://services.test' }) } as unknown as Client;
		const context = { client, clock, deadline: Infinity, maxEvents: 10, maxPages: 10 };
		const found: unknown[] = [];
		let state: SourceState | undefined;
		for (const [at, next] of HISTORY.entries()) {
			reading = next as typeof reading;
			const { events, ...result } = await source.poll(settings, state, context);
			({ state } = result);
			found.push(...events.map(({ data }) => [at, data.change ?? data.to]));
			clock.time += MINUTE_MS;
		}
		return found;
	}

	it.each([
		['levels', 'holdPolls', 2],
		['levels', 'failedChecks', 2],
		['levels', 'fireFirst', false],
		['flips', 'holdPolls', 2],
		['flips', 'unreachableAfter', 3],
		['flips', 'fireFirst', true],
	] as const)(
		'%s, %s: the default that is shown is the one that applies',
		async (of, key, other) => {
			const event = declared[of];
			const byDefault = event.fields.fields[key].info.default;
			const found = await told(event, {});
			expect(await told(event, { [key]: byDefault })).toEqual(found);
			expect(await told(event, { [key]: other })).not.toEqual(found);
		},
	);
});

test('what a later poll remembers is kept, also in the events of a watch', () => {
	const at = (memory?: unknown, more: object = {}): SourceState => ({
		...{ k: 'k', ...more },
		...(memory !== undefined && { memory }),
	});
	expect(withMemoryOf(at(1, { polls: 1 }), at(2, { polls: 2 }))).toEqual(at(2, { polls: 1 }));
	expect(withMemoryOf(at(1), undefined)).toEqual(at(1));
	expect(withMemoryOf(at(1), at())).toEqual(at(1));
	const watched = (...memories: unknown[]) =>
		at(undefined, {
			parts: Object.fromEntries(
				memories.map((memory, index) => [index, memory === 'none' ? {} : { state: at(memory) }]),
			),
		});
	expect(withMemoryOf(watched(1, 1, 1, 'none'), watched(2, 'none', undefined, 2))).toEqual(
		watched(2, 1, 1, 'none'),
	);
	expect(withMemoryOf(watched(1), at())).toEqual(watched(1));
});

/** Last reported level of each subject, from the words. */
function reportedLevels(words: readonly string[]): Map<string, number> {
	return new Map(
		words.map((word) => {
			const [subject, , level] = word.split(' ');
			return [subject, Number(level)];
		}),
	);
}

describe('over any history', () => {
	const level = fc.oneof(
		fc.constantFrom<number | 'absent'>(99, 84, 81, 79, 54, 51, 49, 10, 'absent'),
		fc.integer({ min: 0, max: 100 }),
	);
	const anyReading: fc.Arbitrary<Reading> = fc.oneof(
		{ weight: 8, arbitrary: fc.record({ a: level, b: level, c: level }) },
		{ weight: 1, arbitrary: fc.constant<Reading>('fails') },
	);
	const rules = fc.record({
		hold: fc.integer({ min: 1, max: 3 }),
		failedAfter: fc.integer({ min: 1, max: 3 }),
		tellFirst: fc.boolean(),
		named: fc.constant(['a', 'b']),
	});

	it('the reported levels are those of a simple model of the rules', async () => {
		const tally = occurrences(
			'crossed',
			'improved',
			'recovered',
			'gone',
			'returned',
			'checkFailed',
			'checkWorks',
		);
		await fc.assert(
			fc.asyncProperty(
				rules,
				fc.array(anyReading, { minLength: 10, maxLength: 40 }),
				async (given, history) => {
					const world = worldOf(given);
					await world.poll({ a: 99, b: 99, c: 99 });
					for (const reading of history) await world.poll(reading);
					const words = world.words();
					expect(words).toEqual(expectedWords(given, history));
					expect(new Set(idsOf(world.events)).size).toBe(world.events.length);
					for (const word of words) tally.saw(word.split(' ')[1] as 'crossed');
				},
			),
			{ numRuns: rounds(400) },
		);
		tally.expectAll();
	});

	it('polls with room for one event report all events, and nothing flaps', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(anyReading, { maxLength: 20 }),
				fc.record({ a: fc.nat(100), b: fc.nat(100), c: fc.nat(100) }),
				async (history, last) => {
					const world = worldOf({ named: ['a', 'b'] });
					await world.poll({ a: 99, b: 99, c: 99 });
					for (const reading of history) await world.poll(reading, { maxEvents: 1 });
					for (let polls = 0; polls < 8; polls++) await world.poll(last, { maxEvents: 1 });
					expect((await world.poll(last)).events).toEqual([]);
					const words = world.words();
					for (const [subject, at] of reportedLevels(words)) {
						const value = last[subject as 'a'] as number | undefined;
						if (value === undefined) continue;
						// The last report is right: within the margin, it may still be the lower
						// level.
						if (at === GONE) expect(subject).toBe('c');
						else {
							expect(at).toBeGreaterThanOrEqual(linesAbove(value, LINES));
							expect(at).toBeLessThanOrEqual(linesAbove(value - MARGIN, LINES));
						}
					}
					// No subject is reported twice in a row at the same level.
					for (const subject of ['a', 'b', 'c']) {
						const own = words.filter((word) => word.startsWith(`${subject} `));
						const levels = own.map((word) => word.split(' ')[2]);
						levels.forEach((each, index) => {
							if (index > 0 && levels[index - 1] !== '-1') expect(each).not.toBe(levels[index - 1]);
						});
					}
				},
			),
			{ numRuns: rounds(300) },
		);
	});
});

/**
 * The rules, read once more. For each subject the last checks that say the same thing in one direction
 * are compared: what all of the last `hold` checks agree on, at least, is told.
 */
function expectedWords(
	{ hold, failedAfter, named }: Required<Pick<Rules, 'hold' | 'failedAfter' | 'named'>>,
	history: readonly Reading[],
): string[] {
	const words: string[] = [];
	const reported = new Map<string, number>();
	const checks = new Map<string, Array<number | 'absent'>>();
	let failures = 0;
	for (const reading of history) {
		if (reading === 'fails') {
			if (++failures === failedAfter) words.push('check checkFailed 0');
			continue;
		}
		if (reading === 'refused') continue;
		const now: Array<[since: number, word: string]> = [];
		if (failures >= failedAfter) words.push('check checkWorks 0');
		failures = 0;
		for (const [subject, value] of Object.entries(reading)) {
			const at = reported.get(subject) ?? 0;
			const unlisted = value === 'absent' && !named.includes(subject);
			if (unlisted && at <= 0) {
				checks.delete(subject);
				continue;
			}
			const checked = [...(checks.get(subject) ?? []), value];
			checks.set(subject, checked);
			const last = checked.slice(-hold);
			if (last.length < hold) continue;
			const to = agreed(at, last);
			if (to === undefined) continue;
			now.push([runOf(checked, at, to), `${subject} ${kindOf(at, to)} ${to}`]);
			if (unlisted) {
				reported.delete(subject);
				checks.delete(subject);
			} else {
				reported.set(subject, to);
			}
		}
		words.push(...now.sort(([a], [b]) => b - a).map(([, word]) => word));
	}
	return words;
}

/** The level that all checks agree on, coming from a told one; undefined where they do not. */
function agreed(at: number, checks: ReadonlyArray<number | 'absent'>): number | undefined {
	if (checks.every((value) => value === 'absent')) return at === GONE ? undefined : GONE;
	if (checks.includes('absent')) return undefined;
	const numbers = checks as number[];
	const levels = numbers.map((value) => linesAbove(value, LINES));
	if (at === GONE) return levels.every((each) => each === levels[0]) ? levels[0] : undefined;
	if (levels.every((each) => each > at)) return Math.min(...levels);
	const eased = numbers.map((value) => linesAbove(value - MARGIN, LINES));
	return eased.every((each) => each < at) ? Math.max(...eased) : undefined;
}

/** For how many checks that level has been shown, the newest first. */
function runOf(checks: ReadonlyArray<number | 'absent'>, at: number, to: number): number {
	let run = 0;
	for (const value of [...checks].reverse()) {
		const reached = agreed(at, [value]);
		const counts =
			reached !== undefined &&
			(reached === GONE) === (to === GONE) &&
			(at === GONE || to === GONE ? reached === to : to > at ? reached >= to : reached <= to);
		if (!counts) break;
		run++;
	}
	return run;
}

function kindOf(from: number, to: number): string {
	if (to === GONE) return 'gone';
	if (from === GONE) return to === 0 ? 'returned' : 'crossed';
	if (to > from) return 'crossed';
	return to === 0 ? 'recovered' : 'improved';
}
