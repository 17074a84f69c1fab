import { createHmac } from 'node:crypto';
import { alertOf } from '../../core/channels/alert';
import { shortKey } from '../../core/channels/pagerDuty';
import { slackMessage } from '../../core/channels/slack';
import { type MemoryTable, memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { type SentAlert, alertEvents, alertQueue } from '../../lab/kit/lambda/alertKit';
import { quietTelemetry } from '../../lab/kit/lambda/quietTelemetry';
import { type VirtualClock, virtualClock } from '../../core/testing/virtualClock';
import { createNotify } from '../../lambdas/notify/create';
import { webhookMessageId } from '../../lambdas/notify/batchEvents';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { putEvents } from '../../lambdas/notify/fanOut';
import {
	acknowledgeByLink,
	acknowledgeIncidents,
	answerAlertLink,
	endSilence,
	listHeld,
	silenceAlerts,
	listSilences,
} from '../../lambdas/notify/heldActions';
import { type HoldingOptions, releaseFormer, stepTargets } from '../../lambdas/notify/holding';
import { configuredRecipients } from '../../lambdas/notify/recipients';
import { settingsOf } from '../../lambdas/notify/settings';

/** The life of alerts in notify: steps of targets over a table and a queue in memory. */

const MINUTE = 60_000;
let clock: VirtualClock;
let table: MemoryTable;
let queue: ReturnType<typeof alertQueue>;
let notes: string[];
beforeEach(() => {
	clock = virtualClock(NOON);
	table = memoryTable({ clock, latencyMs: 1 });
	queue = alertQueue(clock);
	notes = [];
});

/** notify with these targets. */
async function lifeOf(targets: object[], more: object = {}) {
	const given = { sources: [staking], targets, ...more };
	const settings = await settingsOf(JSON.stringify(given));
	const store = dynamoStore(table as never, 'notify');
	const options = {
		...{ settings, store, clock, deadline: Infinity, queue: queue.queue },
		note: (sentence: string) => void notes.push(sentence),
	} satisfies HoldingOptions;
	const recipients = configuredRecipients(settings.targets, settings.routes);
	const { sent } = queue;
	/** The messages of the last run. */
	const messages: SentAlert[] = [];
	return {
		...{ store, settings, options, sent, text: JSON.stringify(given) },
		messages,
		/** The alerts of a target as they are stored. */
		lifeOfTarget: async (name = 'a') => await clock.run(() => store.held.life(name)),
		silence: async (asked: object, id?: string) =>
			await clock.run(() => silenceAlerts(asked as never, options, id)),
		endSilence: async (id: string) => await clock.run(() => endSilence(id, options)),
		acknowledge: async (alertKey: string, more: object = {}) =>
			await acknowledgeIncidents([{ alertKey, by: 'me', ...more }], undefined, options),
		/** An event waits that no run has stepped. */
		async putLate(id: string) {
			const at = clock.time;
			const data = { title: id, alertKey: id, severity: 'warning' };
			const event = { id, type: 'x', timestamp: new Date(at).toISOString(), data };
			const delivery = { target: 'a', id, source: 'staking', attempts: 0, dueAt: at };
			await store.events.put(id, event, at);
			await store.held.put({ ...delivery, createdAt: at, event }, at);
		},
		/** Something happens while the first messages are on their way to the queue. */
		whileSending(happens: (own: HoldingOptions['queue']) => Promise<unknown>) {
			const { queue: own } = options;
			let isFirst = true;
			const send: typeof own.send = async (messages, ...rest) => {
				if (isFirst && messages.length > 0) {
					isFirst = false;
					await happens(own);
				}
				await own.send(messages, ...rest);
			};
			options.queue = { ...own, send };
		},
		/** Events `alert/severity` come, and the run steps; what is sent. */
		async run(alerts: readonly string[] = [], wait = 0): Promise<string[]> {
			clock.time += wait;
			const events = alertEvents(alerts, clock.time);
			await clock.run(async () => {
				await putEvents({ name: 'staking' }, events, { ...options, recipients });
				await stepTargets(options);
				await releaseFormer(await store.states.troubled(), options);
			});
			messages.splice(0, Infinity, ...sent());
			// A large event is in the table alone.
			for (const one of messages)
				one.event ??= (await clock.run(async () => store.events.get(one.id))) as SentAlert['event'];
			return messages.map(
				({ target, event }) => `${target} ${String(event.data.title)}: ${String(event.data.text)}`,
			);
		},
	};
}

test('a target without options is sent everything at once, and nothing is read or written for it', async () => {
	const { run } = await lifeOf([targetNamed('a')]);
	expect(await run(['x:n/warning', 'x:n/critical'])).toHaveLength(2);
	expect(table.items().filter(({ pk }) => /^(life|silences|target)/.test(String(pk)))).toEqual([]);
	const calls = { ...table.count.calls };
	await run();
	// The read of the states of targets that every run takes.
	expect(table.count.calls).toEqual({ ...calls, QueryCommand: (calls.QueryCommand ?? 0) + 1 });
});

test('repetitions wait, and what is worse or ends does not', async () => {
	const { run } = await lifeOf([{ ...targetNamed('a'), repeatHours: 2 }, targetNamed('b')]);
	expect((await run(['x:n/warning'])).sort()).toEqual([
		'a x:n is warning: x:n.',
		'b x:n is warning: x:n.',
	]);
	expect(await run(['x:n/warning'], MINUTE)).toEqual(['b x:n is warning: x:n.']);
	expect(await run([], 120 * MINUTE)).toEqual([
		expect.stringMatching(/^a x:n is warning: x:n\. Held since .*1 event, still firing: it was/),
	]);
	// Critical ones pass.
	expect(await run(['x:n/critical'], MINUTE)).toHaveLength(2);
	expect(await run(['x:n/critical'], MINUTE)).toHaveLength(2);
	expect((await run(['x:n/resolved'], MINUTE)).sort()).toEqual([
		'a x:n is resolved: x:n.',
		'b x:n is resolved: x:n.',
	]);
});

test('an event that nothing changes keeps its id, its source and its content', async () => {
	const { run, messages, lifeOfTarget } = await lifeOf([{ ...targetNamed('a'), repeatHours: 1 }]);
	await run(['x:n/warning']);
	const [{ id, event }] = messages;
	expect(id).toBe(webhookMessageId('staking', `x:n:warning:${NOON}`));
	expect(event).toEqual({
		...{ id: `x:n:warning:${NOON}`, type: 'x', timestamp: new Date(NOON).toISOString() },
		data: expect.objectContaining({ alertKey: 'x:n', text: 'x:n.' }),
	});
	expect(messages[0]).toMatchObject({ source: 'staking' });
	// The state has the beginning of a title.
	const key = `x:${'n'.repeat(400)}`;
	await run([`${key}/warning`], MINUTE);
	const { state, version } = await lifeOfTarget();
	expect([state?.alerts[key].latest.title.length, version > 0]).toEqual([300, true]);
	// Nothing is written where nothing has changed.
	const { PutCommand: before } = table.count.calls;
	await run([], MINUTE);
	expect(table.count.calls.PutCommand).toBe(before);
});

test('a group is one message with its events; quiet hours end with a summary and what still fires', async () => {
	const { run, sent } = await lifeOf([
		{ ...targetNamed('a'), groupMinutes: 5 },
		{ ...targetNamed('b'), quietHours: '11:00-13:00' },
	]);
	expect(await run(['x:n/warning', 'x:m/warning', 'y:n/info'])).toEqual([]);
	await run(['y:n/resolved', 'z:n/critical'], MINUTE);
	expect(await run([], 5 * MINUTE)).toEqual([
		'a 4 events: x:n is warning; x:m is warning; y:n is info; y:n is resolved',
	]);
	const [summary, first, second, ...rest] = await run([], 60 * MINUTE);
	expect(summary).toMatch(
		/^b A window ended: 4 events held: .*1 alert fired and ended meanwhile: y:n is resolved\. 2 alerts follow\./,
	);
	expect([first, second]).toEqual([
		expect.stringMatching(/^b x:n.*still firing/),
		expect.stringMatching(/^b x:m/),
	]);
	expect([rest, sent()]).toEqual([[], []]);
});

test('options that are switched off deliver what is held, and then cost nothing', async () => {
	const quiet = { ...targetNamed('a'), quietHours: '11:00-13:00' };
	expect(await (await lifeOf([quiet])).run(['x:n/warning'])).toEqual([]);
	const { run, store } = await lifeOf([targetNamed('a')]);
	expect(await run()).toEqual([
		expect.stringMatching(/^a A window ended/),
		expect.stringMatching(/^a x:n is warning/),
	]);
	const state = async () => (await clock.run(() => store.states.read(['a']))).get('a');
	const { holdsSince, holdsUntil = 0 } = (await state()) ?? {};
	expect(Math.round((holdsUntil - clock.time) / MINUTE)).toBe(10);
	await run([], MINUTE);
	expect(await state()).toEqual({ holdsSince, holdsUntil });
	await run([], 11 * MINUTE);
	expect(await state()).toEqual({});
	const failing = { since: NOON, reason: 'status 500' };
	await clock.run(async () => store.states.change('a', NOON, () => ({ failing })));
	const { GetCommand: before } = table.count.calls;
	await run([], MINUTE);
	expect(table.count.calls.GetCommand).toBe(before);
});

test('a service whose incidents nothing would end gets no summary: the run notes it', async () => {
	const pager = { name: 'p', format: 'pagerDuty', routingKey: 'k'.repeat(32) };
	await (await lifeOf([{ ...pager, quietHours: '11:00-13:00' }])).run(['x:n/warning']);
	const { run } = await lifeOf([targetNamed('a'), pager]);
	expect(await run()).toEqual([expect.stringMatching(/^p x:n is warning/)]);
	expect(notes).toEqual([expect.stringMatching(/^Target p: /)]);
});

/** Lets a run die that puts its messages into the queue. */
const dies = async (options: HoldingOptions, work: (given: HoldingOptions) => Promise<void>) => {
	const send = () => Promise.reject(new Error('it died'));
	const given = { ...options, queue: { ...options.queue, send } };
	await clock.run(async () => expect(work(given)).rejects.toThrow('it died'));
};

test('options that are switched off forget no messages of a run that died, nor events that no run had time for', async () => {
	const quiet = { ...targetNamed('a'), quietHours: '11:00-13:00' };
	expect(await (await lifeOf([quiet])).run(['x:n/warning'])).toEqual([]);
	const { run, options, store, putLate } = await lifeOf([targetNamed('a')]);
	const release = async (given: HoldingOptions) =>
		await releaseFormer(await store.states.troubled(), given);
	await dies(options, release);
	// Runs that see it at work, for longer than a target is remembered that nothing waits for.
	expect(await run([], MINUTE / 2)).toEqual([]);
	clock.time += 11 * MINUTE;
	await dies(options, release);
	expect(await run([], MINUTE / 2)).toEqual([]);
	expect(await run([], MINUTE)).toHaveLength(2);

	await (await lifeOf([quiet])).run([], MINUTE);
	await clock.run(() => putLate('late'));
	for (let passes = 0; passes < 3; passes++) {
		clock.time += 11 * MINUTE;
		await clock.run(async () => release({ ...options, deadline: clock.time }));
	}
	expect(await run()).toEqual([expect.stringMatching(/^a late/)]);
});

test('events of one moment stay in order; an index that is behind repeats none, nor does one that is put again', async () => {
	table = memoryTable({ clock, latencyMs: 0, lagMs: 90_000 });
	const { run, store } = await lifeOf([{ ...targetNamed('a'), applySilences: true }]);
	const alerts = ['x:n/warning', 'x:n/critical', 'y:n/info', 'x:n/resolved', 'z:n/critical'];
	const lines = await run(alerts);
	for (let round = 0; round < 5; round++) {
		if (round === 3) {
			const [{ pk, sk, ...rest }] = table
				.items()
				.filter(({ pk: key }) => String(key).startsWith('delivery#'));
			const again = { ...rest, target: String(pk).slice('delivery#'.length), id: String(sk) };
			await clock.run(async () => store.held.put(again as never, clock.time));
		}
		lines.push(...(await run([], MINUTE)));
	}
	expect(lines.map((line) => line.replace(/^a (\S+) is (\w+):.*/, '$1/$2'))).toEqual(alerts);
});

test('three runs at once put the messages of one step into the queue once', async () => {
	const { run, options, putLate, sent } = await lifeOf([{ ...targetNamed('a'), repeatHours: 1 }]);
	await run(['x:n/warning']);
	await run(['x:m/info'], MINUTE);
	clock.time += MINUTE;
	await clock.run(async () => {
		await putLate('e');
		await Promise.all([1, 2, 3].map(async () => stepTargets(options)));
	});
	expect(sent()).toHaveLength(1);
});

test('a run that was thought dead takes away no messages of those that took over', async () => {
	const { run, options, putLate, lifeOfTarget, whileSending } = await lifeOf([
		{ ...targetNamed('a'), repeatHours: 1 },
	]);
	const after = { ...options };
	whileSending(async (own) => {
		await clock.sleep(2 * MINUTE);
		await stepTargets(after);
		await putLate('late');
		const row = table.items().find(({ pk, sk }) => pk === 'delivery#a' && sk === 'late');
		expect(row?.dueAt).toBeGreaterThanOrEqual(NOON);
		const send = () => Promise.reject(new Error('it died'));
		const dying = { ...after, queue: { ...own, send } };
		await expect(stepTargets(dying)).rejects.toThrow('it died');
	});
	// It is sent by both, under one id.
	expect(await run(['x:n/warning'])).toHaveLength(2);
	expect((await lifeOfTarget()).batch).toHaveLength(1);
	expect(await run([], MINUTE - 1000)).toEqual([]);
	expect(await run([], MINUTE)).toEqual([expect.stringMatching(/^a late/)]);
});

test('a run whose messages another one has sent meanwhile changes nothing', async () => {
	const { run, options, lifeOfTarget, whileSending } = await lifeOf([
		{ ...targetNamed('a'), repeatHours: 1 },
	]);
	const after = { ...options };
	whileSending(async () => {
		await clock.sleep(2 * MINUTE);
		await stepTargets(after);
	});
	expect(await run(['x:n/warning'])).toHaveLength(2);
	expect(await lifeOfTarget()).not.toHaveProperty('batch');
});

test('the latest message of an alert is known until it has ended, or was delivered', async () => {
	const targets = [
		{ ...targetNamed('a'), types: ['x'], escalateTo: 'b', escalateAfterMinutes: 10 },
		{ ...targetNamed('b'), types: ['y'], repeatHours: 1 },
	];
	const { run, store, lifeOfTarget } = await lifeOf(targets, { storedSources: true });
	const known = async (name?: string) => (await lifeOfTarget(name)).sent;
	const idOf = (key: string, at: number) => webhookMessageId('staking', `${key}:warning:${at}`);
	await run(['x:n/warning', 'x:m/warning', 'y:o/warning']);
	const both = { 'x:n': idOf('x:n', NOON), 'x:m': idOf('x:m', NOON) };
	expect([await known(), await known('b')]).toEqual([both, {}]);
	const one = { target: 'a', id: both['x:n'], source: 'staking', attempts: 0, createdAt: NOON };
	await clock.run(() => store.queued.delivered([one], clock.time));
	// A change without messages is one write.
	const { PutCommand: before = 0 } = table.count.calls;
	expect(await run([], MINUTE)).toEqual([]);
	expect(table.count.calls.PutCommand).toBe(before + 1);
	expect(await known()).toEqual({ 'x:m': both['x:m'] });
	// The second target has been told; its message is not that of the first one.
	expect(await run([], 10 * MINUTE)).toHaveLength(2);
	expect(await known()).toEqual({ 'x:m': both['x:m'] });
	await run(['x:m/resolved'], MINUTE);
	expect(await known()).toEqual({});
	// The end of an alert that was not escalated is told to its own target alone.
	await run(['x:p/warning'], MINUTE);
	expect(await run(['x:p/resolved'], MINUTE)).toEqual([expect.stringMatching(/^a x:p/)]);
	// Without a second target nothing is known.
	await run(['x:q/warning'], MINUTE);
	expect(Object.keys(await known())).toEqual(['x:q']);
	const alone = await lifeOf([{ ...targetNamed('a'), repeatHours: 1 }]);
	await alone.run([], MINUTE);
	expect(await known()).toEqual({});
});

test('more events than one step takes are sent by one run', async () => {
	const { run } = await lifeOf([{ ...targetNamed('a'), repeatHours: 1 }]);
	const alerts = (count: number, name: string) =>
		Array.from({ length: count }, (_, at) => `x:${name}${at}/warning`);
	expect(await run(alerts(101, 'n'))).toHaveLength(101);
});

test('the second target is told at once of an end that waits in a group', async () => {
	const { run } = await lifeOf(
		[
			{
				...targetNamed('a'),
				types: ['x'],
				groupMinutes: 5,
				escalateTo: 'b',
				escalateAfterMinutes: 10,
			},
			{ ...targetNamed('b'), types: ['y'] },
		],
		{ storedSources: true },
	);
	await run(['x:n/warning', 'x:m/warning']);
	expect(await run([], 5 * MINUTE)).toEqual([expect.stringMatching(/^a 2 events/)]);
	expect(await run([], 10 * MINUTE)).toHaveLength(2);
	expect(await run(['x:n/resolved', 'x:k/warning'])).toEqual(['b x:n is resolved: x:n.']);
	// It is told once; an end that comes as the group is sent, with it.
	expect(await run(['x:n/resolved', 'x:m/resolved'], 5 * MINUTE)).toEqual([
		expect.stringMatching(/^a 4 events/),
		'b x:m is resolved: x:m.',
	]);
	// The end of what was not escalated is not told.
	await run(['x:p/warning']);
	expect(await run([], 5 * MINUTE)).toContainEqual(expect.stringMatching(/^a x:p/));
	expect(await run(['x:p/resolved'])).toEqual([]);
});

test('the second target is told of an end in quiet hours when they end, once', async () => {
	const { run } = await lifeOf(
		[
			{
				...targetNamed('a'),
				types: ['x'],
				quietHours: '12:30-13:00',
				escalateTo: 'b',
				escalateAfterMinutes: 10,
			},
			{ ...targetNamed('b'), types: ['y'] },
		],
		{ storedSources: true },
	);
	await run(['x:n/warning']);
	expect(await run([], 10 * MINUTE)).toHaveLength(1);
	expect(await run(['x:n/resolved'], 25 * MINUTE)).toEqual([]);
	// The first gets a summary, too.
	const told = await run([], 30 * MINUTE);
	expect(told.map((line) => line[0]).sort()).toEqual(['a', 'a', 'b']);
});

test('without its option, the second target is told of no end; nor of one that began in quiet hours', async () => {
	const quiet = { ...targetNamed('a'), types: ['x'], quietHours: '12:30-13:00' };
	const escalates = { escalateTo: 'b', escalateAfterMinutes: 10 };
	const withTarget = async (more: object) =>
		await lifeOf(
			[
				{ ...quiet, ...more },
				{ ...targetNamed('b'), types: ['y'] },
			],
			{
				storedSources: true,
			},
		);
	const { run } = await withTarget(escalates);
	await run(['x:n/warning', 'x:m/warning']);
	expect(await run([], 10 * MINUTE)).toHaveLength(2);
	const { run: later } = await withTarget({});
	expect(await later(['x:n/resolved'])).toEqual(['a x:n is resolved: x:n.']);
	const { run: grouped } = await withTarget({ groupMinutes: 5 });
	expect(await grouped(['x:m/resolved'], MINUTE)).toEqual([]);
	expect(await grouped([], 5 * MINUTE)).toEqual(['a x:m is resolved: x:m.']);
	const { run: again } = await withTarget(escalates);
	expect(await again(['x:k/warning'], 15 * MINUTE)).toEqual([]);
	expect(await again(['x:k/resolved'], MINUTE)).toEqual([]);
	expect(await again([], 30 * MINUTE)).toEqual([expect.stringMatching(/^a A window ended/)]);
});

test('nobody acknowledged: the second target is told, at once if the message is a dead letter, and of the end', async () => {
	const { run, store, messages } = await lifeOf(
		[
			{ ...targetNamed('a'), types: ['x'], escalateTo: 'b', escalateAfterMinutes: 10 },
			{ ...targetNamed('b'), types: ['y'] },
		],
		{ storedSources: true },
	);
	await run(['x:n/warning', 'x:i/info']);
	expect(await run([], 9 * MINUTE)).toEqual([]);
	expect(await run([], MINUTE)).toEqual([
		expect.stringMatching(/^b x:n is warning: x:n\. Nobody acknowledged it since/),
	]);
	expect(await run([], 60 * MINUTE)).toEqual([]);
	expect(await run(['x:n/resolved'])).toEqual([
		'a x:n is resolved: x:n.',
		'b x:n is resolved: x:n.',
	]);
	await run(['x:m/critical']);
	const [{ id }] = messages;
	const delivery = { target: 'a', id, source: 'staking', attempts: 9, createdAt: clock.time };
	const how = { to: 'dead', dueAt: clock.time, attempts: 9, lastError: 'status 500' } as const;
	await clock.run(async () => store.queued.failed(delivery, how, clock.time));
	expect(await run([], MINUTE)).toEqual([expect.stringMatching(/^b x:m is critical/)]);
});

test('an alert hides others, which its message counts', async () => {
	const inhibitions = [
		{ name: 'node', source: { event: ['down'] }, target: { subject: ['check'] }, equal: [] },
	];
	const { run } = await lifeOf([{ ...targetNamed('a'), repeatHours: 1 }], { inhibitions });
	expect(await run(['down:node/critical', 'x:check/warning', 'y:check/warning'])).toEqual([
		'a down:node is critical: down:node. It hides 2 alerts now.',
	]);
	const [, summary, ...rest] = await run(['down:node/resolved', 'y:check/resolved'], MINUTE);
	expect(summary).toMatch(/^a What hid alerts does not fire any more: 3 events held/);
	expect(rest).toEqual([expect.stringMatching(/^a x:check is warning.*still firing/)]);
});

test('routes: an event goes to the targets of the routes that it fits, and its end to all that may know it', async () => {
	const routes = [
		{ match: { subject: ['n'], severity: ['critical'] }, targets: ['a'] },
		{ match: { event: ['y*'] }, targets: ['a', 'b'] },
	];
	const { run } = await lifeOf([targetNamed('a'), targetNamed('b'), targetNamed('c')], { routes });
	const targetsOf = async (alert: string) =>
		(await run([alert], MINUTE)).map((line) => line[0]).join('');
	expect(await targetsOf('x:n/warning')).toBe('c');
	expect(await targetsOf('x:n/critical')).toBe('ac');
	expect(await targetsOf('x:n/resolved')).toBe('ac');
	expect(await targetsOf('yy:m/info')).toBe('abc');
});

test('more than an item of the table can have is delivered', async () => {
	const { run } = await lifeOf([{ ...targetNamed('a'), quietHours: '11:00-13:00' }]);
	const long = (at: number) =>
		Array.from({ length: 40 }, (_, i) => Math.sin(at * 997 + i).toString(36)).join('');
	let count = 0;
	for (let round = 0; round < 8; round++) {
		count += (
			await run(
				Array.from({ length: 50 }, (_, i) => `x:${long(round * 50 + i)}/warning`),
				MINUTE,
			)
		).length;
	}
	expect(count).toBeGreaterThan(100);
	expect(notes).toEqual([]);
});

describe('silences and acknowledgements', () => {
	const hook = { ...targetNamed('a'), applySilences: true };
	const refused = async (work: Promise<unknown>) =>
		(await work.catch((one: Error) => one)) as Error;

	test('a silence holds until it ends, warns if nothing matches, and is summed up; what was held is listed', async () => {
		const { run, store, silence, endSilence: end } = await lifeOf([hook]);
		await run(['x:n/warning']);
		const until = clock.now() + 60 * MINUTE;
		const asked = { match: { subject: ['n*'], severity: ['warning', 'info'] }, until, by: 'ops' };
		const { silence: made, ...rest } = (await silence(asked)) as { silence: { id: string } };
		expect(rest).toEqual({ firing: ['x:n is warning'] });
		const other = await silence({ ...asked, match: { subject: ['m'] } });
		expect(other).toMatchObject({ firing: [], warning: expect.stringMatching(/^No alert/) });
		expect(await run(['x:n/warning', 'y:nn/info', 'x:k/warning'], MINUTE)).toEqual([
			'a x:k is warning: x:k.',
		]);
		expect(await run(['y:nn/resolved', 'x:n/critical'], MINUTE)).toEqual([
			expect.stringMatching(/^a x:n is critical: x:n\. Held since .*still firing/),
		]);
		await run(['z:n/warning'], MINUTE);
		const listed = (await clock.run(async () =>
			listHeld({ target: 'a', limit: 100 }, store),
		)) as Record<string, object[]>;
		expect(
			listed.held.map((one) => (one as { id: string }).id.split(':').slice(0, 2).join(':')),
		).toEqual(['z:n', 'y:nn', 'y:nn', 'x:n']);
		expect(listed.waiting).toContainEqual(
			expect.objectContaining({
				alertKey: 'z:n',
				because: expect.stringMatching(/by "ops" until/),
			}),
		);
		expect(await end(made.id)).toEqual({ ended: made.id });
		const [summary, ...after] = await run([], MINUTE);
		expect(summary).toMatch(/^a A silence ended: .*1 alert fired and ended meanwhile: y:nn/);
		expect(after).toEqual([expect.stringMatching(/^a z:n is warning.*still firing/)]);
		await run([], 61 * MINUTE);
		expect(notes).toEqual([expect.stringMatching(/ended and held nothing/)]);
	});

	test('an alert that fires after a silence is delivered under another id, also as the only one of a group', async () => {
		const { run, messages, silence } = await lifeOf([{ ...hook, groupMinutes: 5 }]);
		await run(['x:n/warning']);
		expect(await run([], 5 * MINUTE)).toEqual(['a x:n is warning: x:n.']);
		const [{ id }] = messages;
		await silence({ match: { subject: ['n'] }, until: clock.now() + 60 * MINUTE });
		expect(await run([], MINUTE)).toEqual([]);
		expect(await run([], 60 * MINUTE)).toEqual([]);
		expect(await run([], 5 * MINUTE)).toEqual([expect.stringMatching(/^a x:n is warning: x:n\./)]);
		expect(messages[0].id).not.toBe(id);
	});

	test('a silence is obeyed by its target alone, and by none without applySilences', async () => {
		const targets = [hook, { ...hook, name: 'b' }, { ...targetNamed('c'), repeatHours: 1 }];
		const { run, silence } = await lifeOf(targets);
		const asked = (target?: string) => ({
			...{ match: { subject: ['n'] }, until: clock.now() + 60 * MINUTE, target },
		});
		const targetsOf = async (alert: string) =>
			(await run([alert], MINUTE)).map((line) => line[0]).sort();
		await silence(asked('a'));
		expect(await targetsOf('x:n/warning')).toEqual(['b', 'c']);
		await silence(asked());
		expect(await targetsOf('y:n/warning')).toEqual(['c']);
	});

	test('messages that an acknowledgement brings while a run sends others are sent, too', async () => {
		const { run, acknowledge, lifeOfTarget, whileSending } = await lifeOf([
			{ ...hook, quietHours: '11:00-13:00' },
		]);
		expect(await run(['x:n/warning'])).toEqual([]);
		await run(['y:n/critical'], 59 * MINUTE);
		// The quiet hours end while the messages of the step are on their way.
		whileSending(async () => {
			await clock.sleep(2 * MINUTE);
			await acknowledge('y:n');
		});
		expect(await run(['z:n/critical'])).toEqual(['a z:n is critical: z:n.']);
		expect((await lifeOfTarget()).batch).toHaveLength(2);
		expect(await run([], 2 * MINUTE)).toEqual([
			expect.stringMatching(/^a A window ended/),
			expect.stringMatching(/^a x:n is warning/),
		]);
		expect(await run([], 2 * MINUTE)).toEqual([]);
	});

	test('an acknowledgement takes no messages away from the run that sends them', async () => {
		const { run, options, acknowledge, lifeOfTarget, whileSending } = await lifeOf([hook]);
		let others = 0;
		whileSending(async (own) => {
			await acknowledge('y:n');
			const counted = async (given: readonly unknown[]) => void (others += given.length + 1);
			await stepTargets({ ...options, queue: { ...own, send: counted } });
		});
		expect(await run(['y:n/critical'])).toEqual(['a y:n is critical: y:n.']);
		expect(others).toBe(0);
		expect(await lifeOfTarget()).not.toHaveProperty('batch');
	});

	test('silences that ended a day ago are forgotten', async () => {
		const { store } = await lifeOf([hook]);
		const silence = { id: '1', match: {}, from: NOON - 1, until: NOON } as never;
		const left = async (ms: number, more: never[] = []) =>
			await clock.run(async () => {
				await store.held.changeSilences(NOON + ms, (all) => [...all, ...more]);
				return await store.held.silences();
			});
		expect(await left(0, [silence])).toHaveLength(1);
		const key = { pk: 'silences', sk: 'silences' };
		expect(table.items()).toEqual([expect.objectContaining({ ...key, version: 1 })]);
		const listedAt = async (now: number) =>
			await clock.run(
				async () => await listSilences({ store, clock: { ...clock, now: () => now } }),
			);
		expect(await listedAt(NOON - 1)).toMatchObject({ silences: [{ id: '1' }] });
		expect(await listedAt(NOON)).toEqual({ silences: [] });
		expect(await left(24 * 60 * MINUTE - 1)).toHaveLength(1);
		expect(await left(24 * 60 * MINUTE)).toEqual([]);
	});

	test('mistakes are named: too long, in the past, no field, another target, an end of nothing', async () => {
		const { silence, endSilence: end } = await lifeOf([hook, targetNamed('b')]);
		const until = NOON + 60 * MINUTE;
		const match = { subject: ['n'] };
		for (const [given, message] of [
			[{ match, until: NOON + 31 * 24 * 60 * MINUTE }, /"until" must be at most 30 days/],
			[{ match, until: NOON - MINUTE }, /"until" must be later/],
			[{ match: {}, until }, /"match" must be .*at least one/],
			[{ match: { title: ['x'] }, until }, /"match\.title" must be left out/],
			[{ match, until, target: 'b' }, /the target b does not exist, or has applySilences/],
		] as const) {
			const error = await refused(silence(given));
			expect(error).toMatchObject({
				name: 'InvalidEvent',
				message: expect.stringMatching(message),
			});
		}
		expect((await refused(end('x'))).message).toMatch(/no silence "x"/);
		const short = { match, until: NOON + MINUTE };
		for (let count = 0; count < 100; count++) await silence(short, `s${count}`);
		expect((await refused(silence(short))).message).toMatch(/there are 100 silences already/);
		clock.time += MINUTE;
		expect((await refused(end('s1'))).message).toMatch(/or it has ended/);
	});

	test('an acknowledgement for which no time is left is an error, and has no effect', async () => {
		const { run, options, acknowledge, lifeOfTarget } = await lifeOf([hook]);
		await run(['x:n/warning']);
		options.deadline = clock.time;
		const error = await refused(clock.run(() => acknowledge('x:n')));
		expect(error).toMatchObject({ name: 'TimedOut' });
		const { state } = await lifeOfTarget();
		expect(state?.alerts['x:n'].acked).toBeUndefined();
	});

	test('an acknowledged alert does not escalate nor repeat, and speaks when it is worse', async () => {
		const { run, acknowledge } = await lifeOf(
			[
				{ ...hook, types: ['x'], escalateTo: 'b', escalateAfterMinutes: 10 },
				{ ...targetNamed('b'), types: ['y'] },
			],
			{ storedSources: true },
		);
		await run(['x:n/warning']);
		const ack = async (more = {}) => await clock.run(() => acknowledge('x:n', more));
		expect((await ack({ since: NOON - 1 })).acknowledged).toBe(false);
		expect(await ack()).toMatchObject({
			acknowledged: true,
			answers: [{ result: 'acknowledged' }],
		});
		expect((await ack()).answers).toEqual([
			expect.objectContaining({ result: 'already', text: expect.stringMatching(/by "me" at/) }),
		]);
		expect(await run(['x:n/warning'], 20 * MINUTE)).toEqual([]);
		expect(await run(['x:n/critical'], MINUTE)).toEqual([
			expect.stringMatching(/^a x:n is critical: x:n\. Held since .*still firing/),
		]);
		expect(await run([], 10 * MINUTE)).toEqual([expect.stringMatching(/^b x:n is critical/)]);
		await run(['x:n/resolved'], MINUTE);
		expect((await ack()).answers).toEqual([
			expect.objectContaining({
				result: 'ended',
				text: expect.stringMatching(/nothing to acknowledge/),
			}),
		]);
	});

	const visitor =
		(own: HoldingOptions) =>
		async (link: string, method = 'GET', body = '', given = own) => {
			const queryStringParameters = Object.fromEntries(new URL(link).searchParams);
			const event = { requestContext: { http: { method } }, queryStringParameters, body };
			return await clock.run(async () => answerAlertLink(event, given));
		};
	const linkIn = ([line]: string[]) => /https:\S+$/.exec(line)?.[0] ?? '';

	test('a link of a message is shown by GET, acknowledges or silences by POST, once, and expires', async () => {
		const { run, options, store, lifeOfTarget } = await lifeOf([hook], {
			linkUrl: 'https://abc.example.org/',
		});
		const visit = visitor(options);
		const link = linkIn(await run(['x:<n>/critical']));
		expect(link).toMatch(/^https:\/\/abc\.example\.org\/\?id=[a-z0-9]{20}&token=[\w-]{43}$/);
		const page = await visit(link);
		expect(page.body).toMatch(/x:&lt;n&gt; is critical<\/p><form method="post"/);
		expect(page.headers).toMatchObject({ 'cache-control': 'no-store' });
		const { state } = await lifeOfTarget();
		expect(Object.values(state?.alerts ?? {})[0].acked).toBeUndefined();
		expect((await visit(link, 'POST', 'acknowledge=1')).body).toMatch(/is acknowledged until/);
		expect((await visit(link, 'POST', 'acknowledge=1')).body).toMatch(/this link was used/);
		expect((await visit(link)).body).not.toMatch(/form method/);
		const second = linkIn(await run(['y:m/critical'], MINUTE));
		expect((await visit(second, 'PUT')).statusCode).toBe(405);
		expect((await visit(second.replace(/token=.{8}/, 'token=AAAAAAAA'), 'POST')).statusCode).toBe(
			404,
		);
		expect((await visit(second, 'POST', 'silence=300')).body).toMatch(/is silenced until/);
		expect(await run(['y:m/critical'], MINUTE)).toEqual([]);
		// As if its use had not been written.
		const unused = { ...store.held, useLink: async () => true };
		const again = linkIn(await run(['v:m/warning'], MINUTE));
		for (const hours of [5, 1]) {
			const own = { ...options, store: { ...store, held: unused } };
			await visit(again, 'POST', `silence=${hours * 60}`, own);
		}
		const silences = await clock.run(async () => store.held.silences());
		expect(silences.map(({ from, until }) => (until - from) / MINUTE)).toEqual([300, 60]);
		const third = linkIn(await run(['z:m/warning'], MINUTE));
		clock.time += 25 * 60 * MINUTE;
		expect((await visit(third, 'POST', 'acknowledge=1')).statusCode).toBe(404);
		const settings = { ...options.settings, linkUrl: undefined };
		const fourth = linkIn(await run(['w:m/warning'], MINUTE));
		expect((await visit(fourth, 'GET', '', { ...options, settings })).statusCode).toBe(404);
		expect((await visit(fourth)).statusCode).toBe(200);
		// The end of an alert has no link.
		expect(linkIn(await run(['z:m/resolved'], MINUTE))).toBe('');
	});

	test('a link ends on time, and with the options of its target; a failure is not its end', async () => {
		const { run, options, store, messages } = await lifeOf([hook], {
			linkUrl: 'https://abc.example.org/',
		});
		const visit = visitor(options);
		const link = linkIn(await run(['x:n/critical']));
		const id = new URL(link).searchParams.get('id') ?? '';
		expect((await visit(link)).body).toMatch(/Silence for 1 h.*Silence for 5 h.*Silence for 24 h/);
		const { until = 0 } = (await clock.run(async () => store.held.link(id))) ?? {};
		const { deadline, settings } = options;
		options.deadline = clock.time;
		await expect(visit(link, 'POST', 'acknowledge=1')).rejects.toMatchObject({ name: 'TimedOut' });
		options.deadline = deadline;
		options.settings = { ...settings, targets: [{ ...settings.targets[0], holds: false }] };
		expect((await visit(link, 'POST', 'acknowledge=1')).statusCode).toBe(404);
		options.settings = settings;
		const press = async (at: number, names: string[]) => {
			clock.time = at;
			const receivers = names.map((name) => ({ ...settings.targets[0], name }));
			return await clock.run(async () => acknowledgeByLink(id, 'me', receivers, options));
		};
		// The link is read in a millisecond.
		expect(await press(until - 2, ['b', 'a'])).toMatch(/is acknowledged|has ended|is already/);
		expect(await press(until - 2, ['b'])).toBeUndefined();
		expect(await press(until - 1, ['a'])).toBeUndefined();
		options.settings = { ...settings, targets: [] };
		expect(await press(until - 2, ['b'])).toBeUndefined();
		options.settings = settings;
		clock.time = until - 100;
		expect((await visit(link, 'POST', 'x'.repeat(300))).statusCode).toBe(200);
		clock.time = until - 1;
		expect((await visit(link)).statusCode).toBe(200);
		clock.time = until;
		expect((await visit(link)).statusCode).toBe(404);
		expect(messages).toHaveLength(1);
	});

	test('a digest and a summary have no link, nor what is held of a target that is gone', async () => {
		const linkUrl = 'https://abc.example.org/';
		const options = { ...hook, quietHours: '13:00-13:30', digestAt: '12:30' };
		const { run } = await lifeOf([options], { linkUrl });
		await run(['y:n/info', 'y:m/info']);
		const digest = await run([], 40 * MINUTE);
		expect(digest).toEqual([expect.stringMatching(/^a Digest: 2 events/)]);
		expect(linkIn(digest)).toBe('');
		await run(['x:n/warning'], 30 * MINUTE);
		const after = await run([], 30 * MINUTE);
		expect(after.map((line) => linkIn([line]) !== '')).toEqual([false, true]);
		await run(['x:k/warning'], 23.5 * 60 * MINUTE);
		const { run: without } = await lifeOf([{ ...hook, name: 'b' }], { linkUrl });
		const released = await without([], MINUTE);
		expect(released).toContainEqual(expect.stringMatching(/^a x:k is warning/));
		expect(released.map((line) => linkIn([line])).join('')).toBe('');
	});

	test('the link of an alert whose key has a wildcard silences it alone', async () => {
		const { run, options } = await lifeOf([hook], { linkUrl: 'https://abc.example.org/' });
		const link = linkIn(await run(['y:*/critical']));
		expect((await visitor(options)(link, 'POST', 'silence=60')).body).toMatch(/is silenced/);
		expect(await run(['y:*/critical', 'y:n/critical'], MINUTE)).toEqual([
			expect.stringMatching(/^a y:n/),
		]);
	});

	test('the link of a group acknowledges or silences all of its alerts that fire', async () => {
		const { run, options, acknowledge } = await lifeOf(
			[{ ...hook, groupMinutes: 5, repeatHours: 1 }],
			{
				linkUrl: 'https://abc.example.org/',
			},
		);
		const visit = visitor(options);
		const group = async (alerts: string[]) => {
			await run(alerts, MINUTE);
			return linkIn(await run([], 5 * MINUTE));
		};
		const link = await group([
			'x:n/warning',
			'x:n/warning',
			'y:n/info',
			'z:n/info',
			'z:n/resolved',
		]);
		expect((await visit(link)).body).toMatch(/4 events: x:n is warning;.*<form/);
		await clock.run(() => acknowledge('y:n'));
		const { body } = await visit(link, 'POST', 'acknowledge=1');
		expect(body).toMatch(/Of 2 alerts, 1 are acknowledged now, 1 were before, 0 have ended/);
		expect(await run(['x:n/warning', 'y:n/info'], 120 * MINUTE)).toEqual([]);
		const second = await group(['v:n/warning', 'w:n/info']);
		expect((await visit(second, 'POST', 'silence=60')).body).toMatch(
			/2 events.* is silenced until/,
		);
		expect(await run(['v:n/critical', 'w:n/warning'], 2 * MINUTE)).toEqual([]);
		expect(await run([], 10 * MINUTE)).toEqual([]);
		const many = Array.from({ length: 101 }, (_, i) => `u${i}:n/warning`);
		expect(await group(many)).toBe('');
		const most = await group(many.slice(1).map((alert) => alert.replace('u', 't')));
		expect((await visit(most, 'POST', 'silence=60')).body).toMatch(/100 events.* is silenced/);
	});

	describe('requests that PagerDuty or a Slack app signed', () => {
		const [pagerSecret, slackSecret] = ['secret-of-pager-duty', 'secret-of-the-app'];
		const LONG = `x:${'n'.repeat(300)}`;
		/** notify at its URL, with what it asks for; two alerts fire. */
		async function firing(
			{ app = {}, pager = {}, other = {} }: Record<string, object> = {},
			root: object = {},
			holder = 's',
		) {
			const url = 'https://hooks.slack.com/services/T0/B0/x';
			const key = { format: 'pagerDuty', routingKey: 'k'.repeat(32) };
			const targets = [
				{ name: 's', url, applySilences: true, actionSecret: slackSecret, ...app },
				{ name: 'p', ...key, actionSecret: pagerSecret, ...pager },
				{ ...targetNamed('other'), ...other },
			];
			const life = await lifeOf(targets, {
				...{ linkUrl: 'https://abc.example.org/', storedSources: true },
				...root,
			});
			const asked: string[] = [];
			const notify = createNotify({
				environment: {
					AVALANCHE_WITHOUT_API_KEY: 'true',
					NOTIFY_SETTINGS_SECRET: 'notify',
					NOTIFY_TABLE: 'notify',
					NOTIFY_QUEUE_URL: 'https://sqs.example.org/main',
					NOTIFY_SLOW_QUEUE_URL: 'https://sqs.example.org/slow',
				},
				readSecret: async () => (asked.push('settings'), life.text),
				store: async () => (asked.push('table'), life.store),
				queue: async () => life.options.queue,
				send: async ({ url, allowPrivateNetwork }, request) => {
					asked.push(
						`${allowPrivateNetwork ? 'private ' : ''}${url} ${'body' in request ? request.body : ''}`,
					);
					return { status: 200 };
				},
				...{ clock, telemetry: quietTelemetry },
			});
			await life.run(['x:n/critical', `${LONG}/critical`]);
			const [{ event }] = life.messages.filter(({ target }) => target === holder);
			/** The status, what was asked for, and who has acknowledged which alert. */
			const request = async (given: object) => {
				asked.length = 0;
				const { statusCode } = (await clock.run(async () => notify(given))) as {
					statusCode: number;
				};
				const { state } = await life.lifeOfTarget(holder);
				const by = Object.entries(state?.alerts ?? {}).map(([key, { acked }]) => [
					key.slice(0, 4),
					acked?.by,
				]);
				return { statusCode, asked: [...asked], by: Object.fromEntries(by) as object };
			};
			return { ...life, request, event };
		}
		const hmac = (secret: string, text: string) =>
			createHmac('sha256', secret).update(text).digest('hex');
		const http = { http: { method: 'POST' } };
		/** A webhook of PagerDuty, version 3, as its documentation shows it. */
		const pagerDuty = ({
			key = 'x:n',
			at = clock.time,
			type = 'incident.acknowledged',
			agent = { id: 'PLH1HKV', summary: 'Tenex Engineer', type: 'user_reference' } as object | null,
		} = {}) => {
			const more = { status: 'acknowledged', title: 't'.repeat(200_000) };
			const data = { id: 'PGR0VU2', type: 'incident', incident_key: key, ...more };
			const event = { id: '5ac64822', event_type: type, resource_type: 'incident', agent, data };
			const body = JSON.stringify({ event: { ...event, occurred_at: new Date(at).toISOString() } });
			const signature = `v1=${'0'.repeat(64)}, v1=${hmac(pagerSecret, body)}`;
			return { requestContext: http, headers: { 'X-PagerDuty-Signature': signature }, body };
		};
		/** A button of Slack, as the URL of a function takes a form. */
		const slack = (
			value: unknown,
			{
				at = clock.time,
				action = 'acknowledge',
				type = 'block_actions',
				url = 'https://hooks.slack.com/actions/T0/1/x',
				username = '<!here>',
				text = (given: object) => JSON.stringify(given),
			} = {},
		) => {
			const actions = [{ type: 'button', action_id: action, value }];
			const user = { id: 'U0', username, name: username };
			const payload = text({ type, user, actions, response_url: url });
			const body = new URLSearchParams({ payload }).toString();
			const seconds = String(Math.floor(at / 1000));
			return {
				requestContext: http,
				headers: {
					'x-slack-request-timestamp': seconds,
					'x-slack-signature': `v0=${hmac(slackSecret, `v0:${seconds}:${body}`)}`,
				},
				body: Buffer.from(body).toString('base64'),
				isBase64Encoded: true,
			};
		};

		test('acknowledge an alert, by its key or by the button of its message; again is harmless', async () => {
			const { request, event, run } = await firing();
			const { blocks } = slackMessage(alertOf({ event: event.type, ...event.data }));
			const button = expect.objectContaining({ value: event.data.acknowledge });
			expect(blocks.at(-1)).toMatchObject({ elements: [button] });
			expect(await request(slack(event.data.acknowledge))).toEqual({
				statusCode: 200,
				asked: [
					'settings',
					'table',
					expect.stringMatching(/^https:.*actions\/T0.*&lt;!.here&gt;.*is acknowledged until/),
				],
				by: { 'x:n': '<!here> (Slack)', 'x:nn': undefined },
			});
			const at = clock.time - 5 * MINUTE + 1_000;
			const { asked, by } = await request(slack(event.data.acknowledge, { at }));
			expect(asked.at(-1)).toMatch(/is already acknowledged/);
			const key = shortKey(LONG);
			const both = { ...by, 'x:nn': 'Tenex Engineer (PagerDuty)' };
			expect(key.length).toBeLessThan(LONG.length);
			for (const at of [clock.time, clock.time - MINUTE]) {
				const given = pagerDuty({ key, at: Math.max(at, NOON) });
				expect(await request(given)).toMatchObject({ statusCode: 200, by: both });
			}
			const recipients = (await run(['x:n/critical', `${LONG}/critical`], MINUTE)).map(
				([name]) => name,
			);
			expect(recipients.sort()).toEqual(['o', 'o', 'p', 'p']);
		});

		test.each<[string, (id: unknown) => object, asked: string[]]>([
			['another secret', () => signedBy(`v1=${hmac(slackSecret, pagerDuty().body)}`), ['settings']],
			[
				'another body',
				() => ({ ...pagerDuty(), body: pagerDuty({ key: 'x:m' }).body }),
				['settings'],
			],
			['another service', (id) => ({ ...slack(id), headers: pagerDuty().headers }), ['settings']],
			[
				'another version of Slack',
				(id) => {
					const { headers, ...rest } = slack(id);
					const signature = headers['x-slack-signature'].replace('v0', 'v1');
					return { ...rest, headers: { ...headers, 'x-slack-signature': signature } };
				},
				[],
			],
			[
				'a sixth signature',
				() =>
					signedBy(`${`v1=${'0'.repeat(64)},`.repeat(5)}v1=${hmac(pagerSecret, pagerDuty().body)}`),
				['settings'],
			],
			...['v1,v0=', 'v0=00'].map((start): [string, (id: unknown) => object, string[]] => [
				`a Slack signature that begins with ${start}`,
				(id) => {
					const { headers, ...rest } = slack(id);
					const signature = headers['x-slack-signature'].replace('v0=', start);
					return { ...rest, headers: { ...headers, 'x-slack-signature': signature } };
				},
				[],
			]),
			['a longer signature', () => signedBy(`v1=${hmac(pagerSecret, pagerDuty().body)}0`), []],
			[
				'a signature behind a word',
				() => signedBy(`x v1=${hmac(pagerSecret, pagerDuty().body)}`),
				[],
			],
			['another version', () => signedBy(`v2=${hmac(pagerSecret, pagerDuty().body)}`), []],
			[
				'another method',
				() => ({ ...pagerDuty(), requestContext: { http: { method: 'GET' } } }),
				[],
			],
			['no signature', () => ({ ...pagerDuty(), headers: {} }), []],
			['too much', () => ({ ...pagerDuty(), body: ' '.repeat(300_000) }), []],
			['a time that was not signed', (id) => changedTime(slack(id)), ['settings']],
			['a time that has passed', (id) => slack(id, { at: clock.time - 5 * MINUTE - 1_000 }), []],
			['a time to come', (id) => slack(id, { at: clock.time + 6 * MINUTE }), []],
			['no time', (id) => ({ ...slack(id), headers: changedTime(slack(id), '').headers }), []],
		])('are refused before anything is read: %s', async (_, given, asked) => {
			const { request, event } = await firing();
			const nobody = { 'x:n': undefined, 'x:nn': undefined };
			const answer = await request(given(event.data.acknowledge));
			expect(answer).toEqual({ statusCode: 404, asked, by: nobody });
		});
		const elsewhere = { types: ['z'] };
		test('are of the buttons that only messages to a Slack app have, and only with a link', async () => {
			const applySilences = true;
			const url = 'https://hooks.slack.com/services/T0/B0/y';
			const life = await lifeOf(
				[
					{ name: 's', url, applySilences, actionSecret: slackSecret, ...elsewhere },
					{ name: 't', url, applySilences },
					{ name: 'p', format: 'pagerDuty', routingKey: 'k'.repeat(32), applySilences },
					{ ...hook, escalateTo: 's' },
					{ ...targetNamed('b'), repeatHours: 1 },
				],
				{ linkUrl: 'https://abc.example.org/', storedSources: true },
			);
			Object.assign(life.settings.targets[2], { actionSecret: pagerSecret });
			const targetsAfter = async (wait: number, ...alerts: string[]) => {
				await life.run(alerts, wait);
				const has = (isThere: (data: Record<string, unknown>) => boolean) =>
					life.messages
						.flatMap(({ target, event }) => (isThere(event.data) ? [target] : []))
						.sort();
				return [
					has(({ text }) => /token=/.test(String(text))),
					has((data) => 'acknowledge' in data),
				];
			};
			expect(await targetsAfter(0, 'x:n/critical')).toEqual([['a', 'p', 't'], []]);
			expect(await targetsAfter(30 * MINUTE)).toEqual([['s'], ['s']]);
			const [{ event }] = life.messages;
			const alert = (acknowledge: unknown) => alertOf({ event: 'x', ...event.data, acknowledge });
			expect(alert(event.data.acknowledge).columns).toEqual([]);
			expect(JSON.stringify(slackMessage(alert('x')))).not.toMatch(/action_id/);
		});

		const pagerKey = {
			format: 'pagerDuty',
			routingKey: 'q'.repeat(32),
			actionSecret: pagerSecret,
			url: undefined,
			applySilences: undefined,
		};
		const toApp = [{ match: { severity: ['critical'], event: ['x'] }, targets: ['s', 'p'] }];
		test.each<[string, Record<string, object>, object, boolean[]]>([
			['sent nothing', { app: elsewhere, pager: elsewhere }, {}, [false, false]],
			['of another source', { pager: { sources: ['b'] } }, {}, [false, false]],
			['sent the same alert', { app: elsewhere }, {}, [false, true]],
			[
				'sent the same alert, beside one with its secret that is not',
				{ app: { ...elsewhere, ...pagerKey }, other: {} },
				{},
				[false, true],
			],
			['routed the alert when it was critical', {}, { routes: toApp }, [false, true]],
			[
				'escalated to: the app',
				{ pager: elsewhere, other: { escalateTo: 's' } },
				{},
				[true, false],
			],
			[
				'escalated to: PagerDuty',
				{ pager: elsewhere, other: { escalateTo: 'p' } },
				{},
				[false, true],
			],
		])(
			'acknowledge at a target only what their own target is sent: one %s',
			async (_, { other, ...targets }, root, allowed) => {
				const holds = { applySilences: true, ...other };
				const { request, event, run } = await firing({ ...targets, other: holds }, root, 'other');
				await run(['x:n/warning'], MINUTE);
				const [, id] = /\?id=(\w+)/.exec(String(event.data.text)) ?? [];
				for (const [at, given] of [slack(id), pagerDuty()].entries()) {
					const { by } = await request(given);
					expect(Object.entries(by)[0][1] !== undefined).toBe(
						allowed.slice(0, at + 1).includes(true),
					);
				}
			},
		);
		const signedBy = (signature: string) => ({
			...{ ...pagerDuty(), headers: { 'X-PagerDuty-Signature': signature } },
		});
		const changedTime = (given: ReturnType<typeof slack>, seconds?: string) => {
			const time = seconds ?? String(Number(given.headers['x-slack-request-timestamp']) + 1);
			return { ...given, headers: { ...given.headers, 'x-slack-request-timestamp': time } };
		};

		test('have no effect if they are about something else, another incident, or too late', async () => {
			const { request, event, run, settings, messages } = await firing();
			const first = event.data.acknowledge;
			const before = clock.time;
			await run(['x:n/resolved'], MINUTE);
			await run(['x:n/critical'], MINUTE);
			messages.sort((a, b) => (a.target < b.target ? -1 : 1));
			for (const given of [
				...[pagerDuty({ at: before }), pagerDuty({ key: 'z' }), slack(first)],
				...[pagerDuty({ type: 'incident.resolved' }), slack('a'.repeat(20)), slack(undefined)],
				...[
					{ action: 'open' },
					{ type: 'view_submission' },
					{ url: 'http://hooks.slack.com/x' },
					{ text: () => '{' },
				].map((more) => slack(messages.at(-1)?.event.data.acknowledge, more)),
			]) {
				const { statusCode, by } = await request(given);
				expect([statusCode, by]).toEqual([200, { 'x:n': undefined, 'x:nn': undefined }]);
			}
			clock.time += 40 * MINUTE;
			expect(await request(pagerDuty({ at: clock.time - 31 * MINUTE }))).toMatchObject({
				by: { 'x:n': undefined },
			});
			settings.targets[0].applySilences = false;
			const [at, agent] = [clock.time - 30 * MINUTE, null];
			expect(await request(pagerDuty({ at, agent }))).toMatchObject({
				by: { 'x:n': 'somebody (PagerDuty)' },
			});
			clock.time += 25 * 60 * MINUTE;
			const { asked } = await request(slack(first));
			expect(asked.at(-1)).toMatch(/not valid any more/);
		});
	});
});
