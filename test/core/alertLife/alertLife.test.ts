import type { LifeAlert } from '../../../core/alertLife/alert';
import { isWithin } from '../../../core/alertLife/reasons';
import { nextStepAt } from '../../../core/alertLife/nextStep';
import { rulesOf } from '../../../core/alertLife/rules';
import { type AlertLifeState, MOST_ALERTS, MOST_HELD } from '../../../core/alertLife/state';
import { type StepInput, lifeStep } from '../../../core/alertLife/step';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/formats/timeUnits';

/** Events that rules hold, and the deliveries when they do not hold any more. */

const T = Date.parse('2026-11-02T12:00:00Z');
const AT = (hours: number) => T + hours * HOUR_MS;

let ids = 0;
/** An event `key:severity`, such as `a:warning`; its subject is the key's first letter. */
function event(text: string): LifeAlert {
	const [key, severity] = text.split(':') as [string, LifeAlert['severity']];
	const id = `${key}#${++ids}`;
	return {
		id,
		alertKey: key,
		event: `test.${key[1] ?? 'x'}`,
		severity,
		subject: key[0],
		title: id,
	};
}
/** An event that nothing resolves. */
const single = (text: string) => {
	const made = event(text);
	return { ...made, alertKey: made.id };
};

/** A life with rules that can change: each call is a step at an hour, and gives what was said. */
function lifeWith(given: unknown) {
	let rules = rulesOf(given);
	let state: AlertLifeState | undefined;
	return {
		rules: (next: unknown) => void (rules = rulesOf(next)),
		state: () => state as AlertLifeState,
		at(hour: number, events: Array<string | LifeAlert> = [], more: Partial<StepInput> = {}) {
			const all = events.map((one) => (typeof one === 'string' ? event(one) : one));
			const result = lifeStep(rules, state, { now: AT(hour), events: all, ...more });
			({ state } = result);
			const said = result.deliveries.map(({ kind, alerts, text = '' }) => ({
				kind,
				keys: alerts.map(({ alertKey, severity }) => `${alertKey}:${severity}`).join(' '),
				text,
			}));
			return { ...result, said, keys: said.map(({ keys, kind }) => keys || kind) };
		},
	};
}

const ack = (alertKey: string, by = 'ann') => ({ acknowledgements: [{ alertKey, by }] });
const silence = (match: object, from = 0, until = 2, id = 's') => ({
	id,
	match,
	from: AT(from),
	until: AT(until),
});
const ON_A = { subject: ['a'] };

describe('a silence', () => {
	test('holds, and at its end says once what still fires and sums up the rest', () => {
		const life = lifeWith({ silences: [silence({ ...ON_A, severity: ['warning'] })] });
		expect(life.at(-1, ['a1:warning']).keys).toEqual(['a1:warning']);
		const { said, held } = life.at(0, ['a2:warning', 'a3:warning', 'a2:critical', 'b:warning']);
		expect(said.map(({ keys }) => keys)).toEqual(['a2:critical', 'b:warning']);
		expect(held.map(({ because }) => because)).toEqual(
			Array(2).fill('silence "s" until 2026-11-02T14:00Z'),
		);
		expect(life.at(1, ['a3:resolved', 'a4:warning', 'a4:warning']).keys).toEqual([]);
		const end = life.at(2);
		expect(end.keys).toEqual(['summary', 'a1:warning', 'a4:warning']);
		expect(end.said[0].text).toMatch(
			/5 events, because .* 1 alert fired and ended .*a3#\d+\. 2 alerts follow\./,
		);
		expect(end.said[1].text).toMatch(/^Held since 2026-11-02T12:00Z, still firing: silence/);
		expect(end.deliveries[1].id).toMatch(/:still:/);
		expect(life.at(3).keys).toEqual([]);
	});

	test('resolved inside: who was told of the alert is told of its end', () => {
		const life = lifeWith({ silences: [silence(ON_A)] });
		life.at(-1, ['a1:warning']);
		// The beginning of the third one is not known: it may have been delivered.
		expect(life.at(1, ['a1:resolved', 'a2:warning', 'a3:resolved']).keys).toEqual([]);
		expect(life.at(3).keys).toEqual(['summary', 'a1:resolved', 'a2:warning', 'a3:resolved']);
	});

	test('that ends together with an alert of which nobody was told: the alert is only counted', () => {
		const life = lifeWith({ silences: [silence(ON_A)] });
		life.at(1, ['a1:warning']);
		const { keys, said, held } = life.at(3, ['a1:resolved']);
		expect(keys).toEqual(['summary']);
		expect(said[0].text).toMatch(/2 events.*1 alert fired and ended meanwhile/);
		expect(held).toHaveLength(1);
	});

	test('that overlaps with another one: the union holds, and each is summed up', () => {
		const silences = [silence(ON_A, 0, 2, 'one'), silence(ON_A, 1, 4, 'two')];
		const life = lifeWith({ silences });
		life.at(1, ['a1:warning', 'a2:warning']);
		expect(life.at(3, ['a2:resolved']).keys).toEqual(['summary']);
		const { said } = life.at(5);
		expect(said.map(({ keys }) => keys)).toEqual(['', 'a1:warning']);
		expect(said[0].text).toMatch(/1 alert fired and ended/);
	});

	test('that matched nothing: a warning', () => {
		const life = lifeWith({ silences: [silence({ subject: ['typo*'] })] });
		life.at(1, ['a:warning']);
		expect(life.at(3).warnings).toEqual([
			'The silence "s" ended and held nothing: no event matched it.',
		]);
	});

	test('of critical alerts has to name them', () => {
		const life = lifeWith({ silences: [silence({ alertKey: ['a1'] }), silence(ON_A, 0, 2, 't')] });
		expect(life.at(1, ['a1:critical', 'a2:critical']).keys).toEqual(['a2:critical']);
	});

	test('an event that nothing resolves is delivered after it', () => {
		const life = lifeWith({ silences: [silence(ON_A)] });
		expect(life.at(1, [single('a:info'), single('a:info')]).keys).toEqual([]);
		expect(life.at(2).said).toHaveLength(3);
		expect(life.state().alerts).toEqual({});
	});

	test('more than can be held is delivered, and the bounds are kept', () => {
		const life = lifeWith({ silences: [silence(ON_A)], most: 10 });
		const events = Array.from({ length: MOST_HELD + 7 }, () => single('a:info'));
		expect(life.at(1, events).said).toHaveLength(7);
		expect(life.at(3).said).toHaveLength(11);
		expect(life.at(4).said).toHaveLength(10);
		const big = { ...single('a:info'), data: 'x'.repeat(2_000_000) };
		const other = lifeWith({ silences: [silence(ON_A)] });
		expect(other.at(1, [big]).said).toHaveLength(1);
		const many = lifeWith({});
		many.at(
			1,
			Array.from({ length: MOST_ALERTS + 9 }, (_, i) => `k${i}:warning`),
		);
		expect(Object.keys(many.state().alerts)).toHaveLength(MOST_ALERTS);
	});
});

describe('an acknowledgement', () => {
	const life = () => {
		const made = lifeWith({ repeat: { everyMs: 1 }, escalation: { afterMs: HOUR_MS, steps: 2 } });
		made.at(0, ['a1:warning']);
		return made;
	};
	const results = ({ answers }: { answers: Array<{ result: string }> }) =>
		answers.map(({ result }) => result);

	test('holds repetitions and escalation, a second one changes nothing', () => {
		const made = life();
		expect(results(made.at(0.1, [], ack('a1')))).toEqual(['acknowledged']);
		const again = made.at(0.2, [], ack('a1', 'bob'));
		expect(again.answers[0]).toMatchObject({
			result: 'already',
			text: expect.stringMatching(/already acknowledged by "ann" at 2026-11-02T12:06Z/) as string,
		});
		expect(made.at(3, ['a1:warning']).keys).toEqual([]);
		expect(made.at(4, ['a1:resolved']).keys).toEqual(['a1:resolved']);
		expect(results(made.at(5, [], ack('a1')))).toEqual(['ended']);
		// A new incident.
		expect(made.at(6, ['a1:warning']).keys).toEqual(['a1:warning']);
	});

	test('ends when the alert is worse, or after its time', () => {
		const made = life();
		made.at(0.1, [], ack('a1'));
		expect(made.at(1, ['a1:critical']).keys).toEqual(['a1:critical']);
		expect(results(made.at(1.5, [], ack('a1')))).toEqual(['acknowledged']);
		expect(made.at(9.4).keys).toEqual([]);
		expect(made.at(9.6).said[0]).toMatchObject({
			kind: 'event',
			text: expect.stringMatching(/still firing: acknowledged by "ann"/) as string,
		});
	});

	test('of another incident, or of what does not fire: an answer', () => {
		const made = life();
		const since = AT(-5);
		const acknowledgements = [
			{ alertKey: 'a1', by: 'x', since },
			...ack('constructor').acknowledgements,
		];
		const { answers } = made.at(1, [], { acknowledgements });
		expect(results({ answers })).toEqual(['ended', 'ended']);
		const { since: begun } = made.state().alerts.a1;
		for (const [begunBy, result] of [
			[begun - 1, 'ended'],
			[begun, 'acknowledged'],
		] as const) {
			const given = [{ alertKey: 'a1', by: 'x', begunBy }];
			expect(results(made.at(1, [], { acknowledgements: given }))).toEqual([result]);
		}
	});

	test('missing: the next target, at most so many times; at once if the delivery failed', () => {
		const made = life();
		const steps = [0.5, 1, 1.5, 2, 3, 4].flatMap((hour) =>
			made.at(hour).deliveries.map(({ kind, step: number }) => [hour, kind, number]),
		);
		expect(steps).toEqual([
			[1, 'escalation', 1],
			[2, 'escalation', 2],
		]);
		const other = life();
		expect(other.at(0.1, [], { failed: ['a1'] }).said[0].kind).toBe('escalation');
	});
});

test('an alert that hides others counts them, and what still fires when it ends is said', () => {
	const rule = { name: 'down', source: { event: ['test.n'] }, target: { event: ['test.u*'] } };
	const life = lifeWith({ inhibitions: [{ ...rule, equal: ['subject'] }] });
	const { keys, deliveries, held } = life.at(0, [
		'au:warning',
		'an:critical',
		'bu:warning',
		'au2:info',
	]);
	expect(keys).toEqual(['an:critical', 'bu:warning']);
	expect(deliveries[0].hides).toBe(2);
	expect(held[0].because).toMatch(/^"an#\d+" hides it \("down"\)$/);
	// Critical alerts are hidden only by a rule that names them.
	expect(life.at(1, ['au3:critical', 'au2:resolved']).keys).toEqual(['au3:critical']);
	expect(life.at(2, ['an:resolved']).keys).toEqual(['an:resolved', 'summary', 'au:warning']);
});

test('two alerts that match both sides of a rule do not hide each other', () => {
	const both = { subject: ['a'] };
	const life = lifeWith({ inhibitions: [{ name: 'x', source: both, target: both, equal: [] }] });
	expect(life.at(0, ['a1:warning', 'a2:warning']).keys).toHaveLength(2);
});

test('groups: one delivery after a time, the next one not before the interval', () => {
	const group = { by: ['subject'], waitMs: 30_000, intervalMs: HOUR_MS };
	const life = lifeWith({ group });
	const { keys, held } = life.at(0, ['a1:warning', 'b1:warning', 'a2:info', 'a3:critical']);
	expect(keys).toEqual(['a3:critical']);
	expect(held[0].because).toMatch(/^it is grouped with others until/);
	expect(life.at(0.02, ['a1:resolved']).deliveries).toMatchObject([
		{ kind: 'group', severity: 'warning', title: '3 events' },
		{ kind: 'event' },
	]);
	expect(life.at(0.1, ['a4:info']).keys).toEqual([]);
	expect(life.at(0.9).keys).toEqual([]);
	expect(life.at(1.1).keys).toEqual(['a4:info']);
	// A silence that begins while events wait holds them; without the rule, nothing waits.
	life.at(3, ['a5:warning']);
	life.at(3, ['a5:resolved', 'b7:info']);
	life.rules({ silences: [silence(ON_A, 3, 4)] });
	expect(life.at(3.5).keys).toEqual(['b7:info']);
	expect(life.at(4).keys).toEqual(['summary', 'a5:resolved', 'a2:info', 'a4:info']);
});

test('a digest of infos at a time of the day, by the clock on the wall', () => {
	const life = lifeWith({ digest: { zone: 'Europe/Berlin', at: '08:00' } });
	expect(life.at(0, ['a:info', 'b:warning', single('c:info')]).keys).toEqual(['b:warning']);
	expect(life.at(18.9).keys).toEqual([]);
	expect(life.at(19, ['d:info']).deliveries).toMatchObject([
		{ title: 'Digest: 3 events', severity: 'info' },
	]);
	expect(life.at(44).keys).toEqual([]);
	const weekly = lifeWith({ digest: { zone: 'UTC', at: '08:00', weekday: 3, empty: true } });
	weekly.at(0);
	// 2026-11-04 is a Wednesday.
	expect([43.9, 44, 100, 211.9, 212].map((hour) => weekly.at(hour).keys.length)).toEqual([
		0, 1, 0, 0, 1,
	]);
	// One of a later day, whose host has not stored the days without events.
	const state = life.state();
	const later = lifeStep(rulesOf({ digest: { zone: 'Europe/Berlin', at: '08:00' } }), state, {
		now: AT(75),
		events: [event('a1:info')],
	});
	expect(later.deliveries).toEqual([]);
	// A full digest is delivered early, and the rest waits for the next one.
	const events = Array.from({ length: MOST_HELD + 5 }, () => single('a:info'));
	const full = life.at(45, events);
	expect(full.deliveries).toMatchObject([{ title: `Digest: ${MOST_HELD} events` }]);
	expect(full.held).toHaveLength(5);
});

test('repetitions at most each so long; what was held of them is said then', () => {
	const life = lifeWith({ repeat: { everyMs: 4 * HOUR_MS } });
	expect(life.at(0, ['a:warning', 'c:critical']).keys).toHaveLength(2);
	expect(life.at(1, ['a:warning', 'c:critical']).keys).toEqual(['c:critical']);
	expect(life.at(2, ['a:critical']).keys).toEqual(['a:critical']);
	expect(life.at(3, ['a:warning', 'a:warning']).keys).toEqual(['a:warning']);
	expect(life.at(7).said).toMatchObject([
		{ text: expect.stringMatching(/1 event, still/) as string },
	]);
});

describe('windows', () => {
	const night = {
		zone: 'Europe/Berlin',
		days: [0, 1, 2, 3, 4, 5, 6],
		from: '22:00',
		until: '07:00',
	};

	test('quiet hours hold all but critical alerts and their end', () => {
		const life = lifeWith({ windows: [{ name: 'night', kind: 'quiet', weekly: night }] });
		expect(life.at(10, ['a:warning', 'b:critical']).keys).toEqual(['b:critical']);
		expect(life.at(11, ['b:resolved']).keys).toEqual(['b:resolved']);
		expect(life.at(17.9).keys).toEqual([]);
		expect(life.at(18).keys).toEqual(['summary', 'a:warning']);
	});

	test('a rule that is removed ends what it held', () => {
		const once = { from: AT(0), until: AT(50) };
		const life = lifeWith({ windows: [{ name: 'w', kind: 'maintenance', match: ON_A, once }] });
		expect(life.at(1, ['a:warning', 'b:warning']).keys).toEqual(['b:warning']);
		life.rules({});
		expect(life.at(2).keys).toEqual(['summary', 'a:warning']);
	});

	const spring = { ...night, days: [0], from: '01:30', until: '03:30' };
	test.each<[string, typeof night, string, boolean]>([
		// Berlin, 2026-03-29: 02:00 is 03:00.
		['before the spring change', spring, '2026-03-29T00:59Z', true],
		['after it', spring, '2026-03-29T01:29Z', true],
		['at its end', spring, '2026-03-29T01:30Z', false],
		[
			'a time that the change skips',
			{ ...spring, from: '02:10', until: '02:50' },
			'2026-03-29T01:00Z',
			false,
		],
		// Berlin, 2026-10-25: 03:00 is 02:00.
		[
			'the first 02:30 in autumn',
			{ ...spring, from: '02:15', until: '02:45' },
			'2026-10-25T00:30Z',
			true,
		],
		['between', { ...spring, from: '02:15', until: '02:45' }, '2026-10-25T01:00Z', false],
		['the second 02:30', { ...spring, from: '02:15', until: '02:45' }, '2026-10-25T01:30Z', true],
		['the end of the night in winter time', night, '2026-10-25T05:59Z', true],
		['the day after', night, '2026-10-25T06:00Z', false],
		// A night begins on its day, and ends on the next one.
		['the night from Saturday', { ...night, days: [6] }, '2026-11-08T05:59Z', true],
		['not that from Sunday', { ...night, days: [6] }, '2026-11-08T21:30Z', false],
		[
			'a whole day',
			{ ...night, days: [0], from: '00:00', until: '24:00' },
			'2026-11-08T22:59Z',
			true,
		],
		[
			'half an hour',
			{ ...night, zone: 'Australia/Lord_Howe', from: '01:45', until: '02:00' },
			'2026-04-04T15:15Z',
			true,
		],
	])('%s', (_, weekly, time, expected) => {
		expect(isWithin(weekly, Date.parse(time))).toBe(expected);
	});
});

test('a clock that was a day ahead: nothing waits for that day', () => {
	const group = { by: ['subject'], waitMs: MINUTE_MS, intervalMs: MINUTE_MS };
	const life = lifeWith({
		group,
		digest: { zone: 'UTC', at: '08:00' },
		repeat: { everyMs: HOUR_MS },
	});
	life.at(24, ['a:info', 'b:warning']);
	life.at(0, ['b:warning'], ack('b'));
	expect(life.at(0.1).keys).toEqual(['b:warning']);
	expect(life.at(21).keys).toEqual(['a:info']);
	expect(life.at(21.1).keys).toEqual(['b:warning']);
});

test('an alert whose key is a name of JavaScript', () => {
	const life = lifeWith({ silences: [silence(ON_A)] });
	const odd = ['__proto__', 'constructor'].map((key) => ({ ...event('a:warning'), alertKey: key }));
	expect(life.at(1, odd).held).toHaveLength(2);
	expect(life.at(2).said).toHaveLength(3);
});

const WEEKLY = { zone: 'UTC', days: [1], from: '01:00', until: '02:00' };
const weekly = (change: object) => ({
	windows: [{ name: 'w', kind: 'quiet', weekly: { ...WEEKLY, ...change } }],
});
const aSilence = (change: object) => ({ silences: [{ ...silence(ON_A), ...change }] });

test.each<[string, unknown, RegExp]>([
	[
		'an unknown zone',
		weekly({ zone: 'Europe/Atlantis' }),
		/windows\[0\]\.weekly\.zone.*time zone.*Atlantis/,
	],
	['an offset', weekly({ zone: '+02:00' }), /zone/],
	['a time that no clock has', weekly({ from: '25:00' }), /weekly\.from.*time of the day.*25:00/],
	['the same time twice', weekly({ until: '01:00' }), /weekly\.until.*another time than "from"/],
	['no day', weekly({ days: [] }), /days.*at least one/],
	['day 7', weekly({ days: [7] }), /days\[0\].*from 0 to 6.*7/],
	[
		'an end before the start',
		aSilence({ until: AT(-1) }),
		/silences\[0\]\.until.*later than "from"/,
	],
	['more than 30 days', aSilence({ until: AT(0) + 30 * DAY_MS + 1 }), /at most 30 days/],
	['no end', aSilence({ until: undefined }), /until.*whole number/],
	['no matcher', aSilence({ match: {} }), /match.*at least one of alertKey/],
	['an unknown field', aSilence({ match: { node: ['x'] } }), /match\.node.*left out/],
	[
		'an unknown severity',
		aSilence({ match: { severity: ['fatal'] } }),
		/severity.*info, warning, critical/,
	],
	[
		'two of one name',
		{ silences: [silence(ON_A), silence(ON_A)] },
		/silences.*two of the same name/,
	],
	['once and weekly', { windows: [{ name: 'w', kind: 'quiet' }] }, /either once or weekly/],
	['an unknown rule', { quiet: [] }, /"quiet" must be left out/],
	['a group by nothing known', { group: { by: ['node'] } }, /group\.by\[0\].*one of alertKey/],
	['a digest at 8', { digest: { zone: 'UTC', at: '8' } }, /digest\.at/],
])('bad input: %s', (_, given, message) => {
	expect(() => rulesOf(given)).toThrow(message);
});

test.each<[string, string, object, string | undefined]>([
	['the end of quiet hours', '2026-11-02T23:30Z', { until: '07:00' }, '2026-11-03T06:00Z'],
	['of a day', '2026-11-02T22:30Z', { until: '24:00' }, '2026-11-02T23:00Z'],
	['after the clock is set forward', '2026-03-29T00:30Z', { until: '04:00' }, '2026-03-29T02:00Z'],
	['at a time that is skipped', '2026-03-29T00:30Z', { until: '02:30' }, '2026-03-29T00:31Z'],
	[
		'before the clock is set back, early',
		'2026-10-24T22:30Z',
		{ until: '05:00' },
		'2026-10-25T03:00Z',
	],
])('the next step: %s', (_, at, times, expected) => {
	const weekly = {
		zone: 'Europe/Berlin',
		days: [0, 1, 2, 3, 4, 5, 6],
		from: '00:30',
		until: '',
		...times,
	};
	const rules = rulesOf({ windows: [{ name: 'w', kind: 'quiet', weekly }] });
	const now = Date.parse(at);
	const { state } = lifeStep(rules, undefined, { now, events: [event('a1:warning')] });
	const next = nextStepAt(rules, state, now);
	expect(next && new Date(next).toISOString()).toBe(expected && new Date(expected).toISOString());
});

test('the next step is none where nothing is held, and now where a bound left something', () => {
	const single = (most: number) => rulesOf({ most, silences: [silence({ subject: ['a'] })] });
	const idle = lifeStep(rulesOf({}), undefined, { now: AT(0), events: [event('a1:warning')] });
	expect(nextStepAt(rulesOf({}), idle.state, AT(0))).toBeUndefined();
	const events = [event('a1:warning'), event('a2:warning')];
	const { state } = lifeStep(single(1), undefined, { now: AT(0), events });
	expect(nextStepAt(single(1), state, AT(0))).toBe(AT(2));
	const part = lifeStep(single(1), state, { now: AT(2), events: [] });
	expect(nextStepAt(single(1), part.state, AT(2))).toBe(AT(2));
});

test.each([
	['a repetition ends', { repeat: { everyMs: 4 * HOUR_MS } }, 'a:warning', 4],
	['a digest is sent', { digest: { zone: 'UTC', at: '15:00' } }, 'a:info', 3],
])('the next step is when %s', (_, given, alert, hour) => {
	const life = lifeWith(given);
	life.at(0, [alert]);
	life.at(1, [alert]);
	expect(nextStepAt(rulesOf(given), life.state(), AT(1))).toBe(AT(hour));
	// Held beyond that, it is said now.
	expect(nextStepAt(rulesOf({}), life.state(), AT(5))).toBe(AT(5));
});
