import { type MemoryTable, memoryTable } from '../../../lab/campaigns/notifyWorld/table';
import { makeSubscribing } from '../../../lab/campaigns/notifyWorld/subscribing';
import { NOON } from '../../../lab/campaigns/notifyWorld/world';
import { alertEvents, alertQueue } from '../../../lab/kit/lambda/alertKit';
import { echoed } from '../../../lab/kit/lambda/subscriptionKit';
import { dyingEverywhere } from '../../../core/testing/deaths';
import { type VirtualClock, virtualClock } from '../../../core/testing/virtualClock';
import { dynamoStore } from '../../../lambdas/notify/dynamoStore';
import { fanOut, putEvents } from '../../../lambdas/notify/fanOut';
import { run as runOnce } from '../../../lambdas/notify/run';
import { stepDue } from '../../../lambdas/subscriptions/dueSteps';
import { nothingKnown } from '../../../lambdas/subscriptions/recipients';
import { SCOPES, newToken } from '../../../lambdas/subscriptions/tokens';

/** The life of alerts of subscriptions: by the API, and by steps over tables and a queue in memory. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let clock: VirtualClock;
let table: MemoryTable;
let own: MemoryTable;
let queue: ReturnType<typeof alertQueue>;
let subscribing: ReturnType<typeof makeSubscribing>;
let notes: string[];
let answer: typeof echoed;
beforeEach(() => {
	clock = virtualClock(NOON);
	table = memoryTable({ clock, latencyMs: 1 });
	queue = alertQueue(clock);
	const send = async (_: unknown, request: unknown) => answer(request as never);
	subscribing = makeSubscribing({ clock, send, table: { latencyMs: 1 } });
	own = subscribing.table;
	[notes, answer] = [[], echoed];
});

async function call(method: string, path: string, body?: object, token?: string) {
	const [plain, limit] = path.split('?limit=');
	const query: Record<string, string> = limit === undefined ? {} : { limit };
	return await clock.run(() => subscribing.request({ method, path: plain, query, body, token }));
}

/** A subscription with these fields; its path. */
async function subscribe(name: string, more: object = {}): Promise<string> {
	const body = { url: `https://${name}.example.org/`, ...more };
	const made = await call('POST', '/subscriptions', body);
	expect(made).toMatchObject({ status: 201, body: { status: 'active' } });
	return `/subscriptions/${made.body.id}`;
}

const partsOf = () => ({
	store: dynamoStore(table as never, 'notify'),
	queue: queue.queue,
	subscribers: subscribing.open(own, { clock, until: Infinity }, nothingKnown()),
});

/** Events come after a time, and a run follows; what is sent, by the subject of subscriptions. */
async function run(alerts: readonly string[] = [], wait = MINUTE, deadline = Infinity) {
	clock.time += wait;
	const { store, queue: to, subscribers } = partsOf();
	const events = alertEvents(alerts, clock.time);
	const options = { store, queue: to, clock, deadline: Infinity };
	await clock.run(async () => {
		await putEvents({ name: 'staking' }, events, { ...options, recipients: subscribers });
		const telemetry = {
			logger: { warn: (line: string) => void notes.push(line) },
			measure: () => undefined,
		};
		const settings = { sources: [], targets: [], storedSources: false };
		const rest = { client: undefined, telemetry, subscribers, pollEnd: deadline, deadline };
		await runOnce({ ...options, ...rest, settings } as never);
	});
	const lines: string[] = [];
	for (const { id, event } of queue.sent()) {
		const { data } = event ?? (await clock.run(async () => store.events.get(id))) ?? { data: {} };
		const { title, text } = data as Record<string, string>;
		lines.push(`${title}: ${text}`);
	}
	return lines;
}

/** Steps that have ever more time, from none on. */
async function stepsOf(times: number) {
	const { store, queue: to, subscribers } = partsOf();
	const given = { store, queue: to, clock, settings: { targets: [] }, note: () => undefined };
	for (let ms = 0; ms < times; ms++) {
		const deadline = clock.time + ms;
		await clock.run(async () => stepDue(subscribers, { ...given, deadline }));
	}
}

const lifeItems = () => own.items().filter(({ pk }) => /^(life|due|silences)#/.test(String(pk)));

test('a subscription without alertLife is sent everything at once, and nothing is read or written for it', async () => {
	await subscribe('a');
	const before = { ...own.count.calls };
	expect(await run(['x:n/warning', 'x:n/critical'])).toHaveLength(2);
	const { QueryCommand = 0, BatchGetCommand = 0, PutCommand = 0, ...rest } = own.count.calls;
	expect([lifeItems(), table.items().filter(({ pk }) => /^target/.test(String(pk)))]).toEqual([
		[],
		[],
	]);
	expect(rest).toEqual({
		...rest,
		...before,
		QueryCommand: undefined,
		BatchGetCommand: undefined,
		PutCommand: undefined,
	});
	const calls = JSON.stringify(own.count.calls);
	await run();
	expect(JSON.stringify(own.count.calls)).toBe(calls);
	expect([QueryCommand, BatchGetCommand, PutCommand].every((count) => count > 0)).toBe(true);
});

test('quiet hours of a subscription hold its events until they end, and critical ones pass', async () => {
	const quietHours = '13:00-14:00';
	const path = await subscribe('a', { alertLife: { quietHours, holdZone: 'Europe/Berlin' } });
	expect(await run(['x:n/warning', 'y:n/info', 'y:n/resolved'])).toEqual([]);
	expect(await run(['z:n/critical'])).toEqual(['z:n is critical: z:n.']);
	expect((await call('GET', `${path}/held`)).body).toMatchObject({
		waiting: [
			{ title: 'x:n is warning', because: expect.stringMatching(/^quiet hours "13:00-14:00"/) },
			{ title: 'y:n is resolved' },
		],
		held: [{ event: 'y' }, { event: 'y' }, { event: 'x', at: expect.any(String) }],
	});
	const few = (await call('GET', `${path}/held?limit=1`)).body;
	expect([few.waiting.length, few.held.length]).toEqual([1, 1]);
	expect(await run([], 20 * MINUTE)).toEqual([]);
	expect(await run([], 40 * MINUTE)).toEqual([
		expect.stringMatching(/^A window ended: 3 events held: .*1 alert fired and ended meanwhile/),
		expect.stringMatching(/^x:n is warning: x:n\. Held since.*still firing/),
	]);
	expect(await run([], MINUTE)).toEqual([]);
});

test('groups, digests and repetitions of a subscription', async () => {
	await subscribe('a', { alertLife: { groupMinutes: 5, repeatHours: 2, digestAt: '08:00' } });
	expect(await run(['x:n/warning', 'x:m/warning', 'i:n/info'])).toEqual([]);
	expect(await run([], 5 * MINUTE)).toEqual(['2 events: x:n is warning; x:m is warning']);
	expect(await run(['x:n/warning'])).toEqual([]);
	expect(await run([], 2 * HOUR)).toEqual([]);
	expect(await run([], 5 * MINUTE)).toEqual([expect.stringMatching(/^x:n is warning/)]);
	expect(await run([], 18 * HOUR)).toEqual([
		expect.stringMatching(/^Digest: 1 event: i:n is info/),
	]);
	// Two days later, a digest is at its time, too.
	expect(await run(['j:n/info'], 50 * HOUR)).toEqual([]);
	expect(await run([], 22 * HOUR)).toEqual([
		expect.stringMatching(/^Digest: 1 event: j:n is info/),
	]);
});

test('silences of a subscription are of it alone; an acknowledgement stops repetitions until its end', async () => {
	const path = await subscribe('a', { alertLife: {} });
	await subscribe('b', { alertLife: {} });
	expect(await run(['x:n/warning'])).toHaveLength(2);
	const until = new Date(clock.time + HOUR).toISOString();
	const made = await call('POST', `${path}/silences`, {
		match: { subject: ['n'] },
		until,
		why: 'work',
	});
	expect(made).toMatchObject({
		status: 201,
		body: { silence: { until, by: 'campaign', why: 'work' }, firing: ['x:n is warning'] },
	});
	const other = { match: { subject: ['m'] }, until };
	const second = (await call('POST', `${path}/silences`, other)).body;
	expect(second).toMatchObject({ firing: [], warning: expect.stringMatching(/^No alert/) });
	expect(await run(['y:n/warning'])).toHaveLength(1);
	const { silences } = (await call('GET', `${path}/silences`)).body;
	expect(silences).toEqual([made.body.silence, second.silence]);
	expect((await call('DELETE', `${path}/silences/${second.silence.id}`)).status).toBe(204);
	expect((await call('DELETE', `${path}/silences/${second.silence.id}`)).status).toBe(404);
	expect((await call('DELETE', `${path}/silences/${'a'.repeat(12)}`)).status).toBe(404);
	const acknowledge = async (alertKey: string) =>
		(await call('POST', `${path}/acknowledge`, { alertKey })).body;
	expect(await acknowledge('y:n')).toMatchObject({ acknowledged: true, result: 'acknowledged' });
	expect(await acknowledge('y:n')).toMatchObject({ acknowledged: true, result: 'already' });
	expect(await acknowledge('z')).toMatchObject({ acknowledged: false, result: 'ended' });
	await run(['x:n/resolved']);
	expect(await run([], 15 * MINUTE)).toEqual([]);
	expect((await call('DELETE', `${path}/silences/${made.body.silence.id}`)).status).toBe(204);
	expect(await run()).toEqual([
		expect.stringMatching(/^A silence ended: 2 events held/),
		expect.stringMatching(/^x:n is resolved/),
	]);
	expect(await run(['y:n/warning'])).toHaveLength(1);
	expect(await run([], 8 * HOUR)).toEqual([expect.stringMatching(/^y:n is warning.*still firing/)]);
	expect((await call('GET', `${path}/silences`)).body).toEqual({ silences: [] });
});

test('mistakes are answered with field, rule and value, and change nothing', async () => {
	const url = 'https://a.example.org/';
	const path = await subscribe('b', { alertLife: { repeatHours: 1 } });
	const plain = await subscribe('c');
	const until = new Date(NOON + HOUR).toISOString();
	const match = { subject: ['n'] };
	const of = (alertLife: object, more: object = {}) =>
		['POST', '/subscriptions', { url, alertLife, ...more }] as const;
	const silence = (body: object) => ['POST', `${path}/silences`, body] as const;
	// Beside the limit of requests: news are written before an action, and a step that finds nothing has no effect.
	const stored = () => own.items().filter(({ pk }) => !/^(owner|due)#/.test(String(pk)));
	const before = stored();
	for (const [given, field, rule, value] of [
		[of({ quietHours: '25:00-07:00' }), 'alertLife.quietHours', /must be times such as/, /25:00/],
		[
			of({ quietHours: '22:00-07:00', holdZone: 'Europe/Nowhere' }),
			'alertLife.holdZone',
			/must be a time zone/,
			/Nowhere/,
		],
		[
			of({ maintenance: '2026-12-01T12:00Z/2026-12-01T10:00Z' }),
			'alertLife.maintenance',
			/end after its start/,
			/T12:00Z/,
		],
		[of({ digestAt: '8' }), 'alertLife.digestAt', /must be a time of the day/, /8/],
		[of({ repeatHours: 0 }), 'alertLife.repeatHours', /whole number/, /0/],
		[of({ holdZone: 'UTC' }), 'alertLife.holdZone', /has no effect/, /UTC/],
		[of({ applySilences: true }), 'alertLife.applySilences', /is not a field/, /true/],
		[
			of({ groupMinutes: 5 }, { format: 'alertmanager' }),
			'alertLife.groupMinutes',
			/must not be set for/,
			/5/,
		],
		[of({}, { severities: ['info'] }), 'severities', /must have resolved/, /info/],
		[silence({ match: {}, until }), 'match', /at least one/, /\{\}/],
		[silence({ match: { title: ['x'] }, until }), 'match.title', /must be left out/, /x/],
		[silence({ match, until: new Date(NOON - 1).toISOString() }), 'until', /later/, /11:59/],
		[
			silence({ match, until: new Date(NOON + 31 * 24 * HOUR).toISOString() }),
			'until',
			/at most 30 days/,
			/12-08/,
		],
		[silence({ match }), 'until', /must be a time/, undefined],
		[['POST', `${path}/acknowledge`, {}], 'alertKey', /must be text/, undefined],
	] as const) {
		const [method, at, wish] = given;
		const { status, body } = await call(method, at, wish);
		expect([field, status]).toEqual([field, 400]);
		expect(body.problems).toEqual([
			{
				field,
				rule: expect.stringMatching(rule),
				...(value && { value: expect.stringMatching(value) }),
			},
		]);
	}
	expect(stored()).toEqual(before);
	for (const [method, end] of [
		['POST', '/silences'],
		['POST', '/acknowledge'],
	] as const) {
		const body = end === '/silences' ? { match, until } : { alertKey: 'x' };
		expect(await call(method, plain + end, body)).toMatchObject({
			status: 409,
			body: { error: 'NotHolding' },
		});
	}
	// Another owner.
	const limits = { subscriptions: 1, perMinute: 100 };
	const made = newToken({ name: 'bob', scopes: SCOPES, limits }, NOON);
	await clock.run(() => subscribing.store.addToken(made.token));
	for (const given of [
		['GET', `${path}/held`],
		['GET', `${path}/silences`],
		['POST', `${path}/silences`, { match, until }],
		['DELETE', `${path}/silences/${'a'.repeat(12)}`],
		['POST', `${path}/acknowledge`, { alertKey: 'x' }],
	] as const) {
		const [method, at, body] = given;
		expect((await call(method, at, body, made.text)).status).toBe(404);
	}
});

describe('what is held', () => {
	const alertLife = { quietHours: '11:00-20:00' };
	let path: string;
	beforeEach(async () => {
		path = await subscribe('a', { alertLife });
		expect(await run(['x:n/warning'])).toEqual([]);
	});
	const delivered = [
		expect.stringMatching(/^A window ended/),
		expect.stringMatching(/^x:n is warning/),
	];

	test('is delivered when the subscription does not hold events any more, and then forgotten', async () => {
		expect((await call('PATCH', path, { alertLife: null })).body.alertLife).toBeUndefined();
		expect(await run()).toEqual(delivered);
		expect(await run(['y:n/warning'])).toEqual(['y:n is warning: y:n.']);
		await run([], 10 * MINUTE);
		expect(lifeItems().filter(({ pk }) => !String(pk).startsWith('due'))).toEqual([]);
		await run([], 10 * HOUR);
		expect(lifeItems()).toEqual([]);
	});

	test('follows other options at once', async () => {
		const changed = await call('PATCH', path, { alertLife: { quietHours: '11:00-12:30' } });
		expect(changed.body.alertLife).toEqual({ quietHours: '11:00-12:30' });
		expect(await run()).toEqual([delivered[0]]);
		expect(await run([], 30 * MINUTE)).toEqual(delivered);
	});

	test('of a subscription that is deleted or has expired is put into the queue as what was sent before, whose sender finds no target', async () => {
		const expiration = new Date(clock.time + 20 * MINUTE).toISOString();
		const other = await subscribe('b', { alertLife, expiration });
		await run([], 15 * MINUTE);
		expect((await call('DELETE', path)).status).toBe(204);
		expect(await run()).toEqual(delivered);
		expect(await run(['y:n/critical'])).toEqual(['y:n is critical: y:n.']);
		expect((await call('GET', other)).body.status).toBe('active');
		await run([], 10 * MINUTE);
		await run([], 10 * MINUTE);
		expect(lifeItems().filter(({ pk }) => !String(pk).startsWith('due'))).toEqual([]);
	});

	test('waits while a changed URL is not proven', async () => {
		answer = () => ({ status: 200 });
		const url = 'https://b.example.org/';
		expect((await call('PATCH', path, { url })).body.status).toBe('pending');
		expect(await run([], 9 * HOUR)).toEqual([]);
		answer = echoed;
		expect((await call('PATCH', path, { status: 'active' })).body.status).toBe('active');
		expect(await run()).toEqual(delivered);
	});

	test.each<[string, () => Promise<unknown>, number]>([
		['PATCH', async () => call('PATCH', path, { alertLife: null }), 0],
		['DELETE', async () => call('DELETE', path), 0],
		[
			'a silence',
			async () => {
				const until = new Date(clock.time + HOUR).toISOString();
				return await call('POST', `${path}/silences`, { match: { subject: ['n'] }, until });
			},
			8 * HOUR,
		],
		[
			'an acknowledgement',
			async () => call('POST', `${path}/acknowledge`, { alertKey: 'x:n' }),
			8 * HOUR,
		],
	])(
		'arrives although a call dies before or after each use of the table, and is not repeated: %s',
		async (_, asked, wait) => {
			await dyingEverywhere(async ({ at, side }) => {
				path = await subscribe(`r${at}${side}`, { subjects: [`${at}${side}`], alertLife });
				// The next noon.
				clock.time += 24 * HOUR - ((clock.time - NOON) % (24 * HOUR));
				expect(await run([`x:${at}${side}/warning`])).toEqual([]);
				let calls = 0;
				let died = false;
				const fails = side === 'before' ? 'refuse' : 'lose';
				own.state[fails] = () => {
					died ||= ++calls >= at;
					return died ? new Error('it has died') : undefined;
				};
				await asked();
				own.state[fails] = undefined;
				const lines = [];
				for (const ms of [MINUTE, 10 * MINUTE, wait, MINUTE]) lines.push(...(await run([], ms)));
				const said = lines.filter((line) => line.startsWith(`x:${at}${side}`));
				// Until the end of its hours where nothing has changed.
				if (said.length === 0) said.push(...(await run([], 8 * HOUR)));
				expect(said).toContainEqual(expect.stringMatching(`^x:${at}${side} is warning`));
				return died;
			});
		},
	);

	test('is put again where there was no time for it', async () => {
		const { store, queue: to, subscribers } = partsOf();
		const batch = alertEvents(['y:a/critical', 'y:b/critical', 'y:c/critical'], clock.time);
		const given = { store, queue: to, clock, recipients: subscribers };
		const put = async (ms: number) =>
			await clock.run(() =>
				fanOut(
					{ name: 's' },
					{ version: 1, batch },
					{ ...given, deadline: clock.time + ms },
					ms > 0,
				),
			);
		let ms = 0;
		while (!(await put(ms))) ms++;
		expect(ms).toBeGreaterThan(2);
		clock.time += MINUTE;
		await stepsOf(20);
		expect(await run()).toEqual(['a', 'b', 'c'].map((one) => `y:${one} is critical: y:${one}.`));
	});

	test('arrives although the index is behind, once', async () => {
		table.state.lagMs = 3_000;
		expect(await run(['w:n/critical'])).toEqual([]);
		expect(await run()).toEqual(['w:n is critical: w:n.']);
		table.state.lagMs = 90_000;
		expect(await run(['y:n/critical', 'z:n/critical'])).toEqual([]);
		const lines = [];
		for (let round = 0; round < 12; round++) lines.push(...(await run()));
		expect(lines).toEqual(['y:n is critical: y:n.', 'z:n is critical: z:n.']);
	});

	test('of one that cannot be stepped does not keep others from theirs', async () => {
		await subscribe('b', { alertLife: {} });
		const [life] = own.items().filter(({ pk }) => String(pk).startsWith('life'));
		await clock.run(async () => void (await own.put({ ...life, data: Buffer.from('x') })));
		expect(await run(['y:n/warning'])).toEqual(['y:n is warning: y:n.']);
		expect(notes).toEqual([expect.stringMatching(/^The step of subscription sub:\w+:\w+ failed/)]);
	});
});

test('a run takes the steps that are due, and no others; one without time leaves the rest to the next', async () => {
	for (let at = 0; at < 120; at++) {
		const subjects = [`s${at % 40}`];
		await subscribe(`r${at}`, { subjects, alertLife: { quietHours: '11:00-13:00' } });
	}
	await run(['x:s1/warning', 'x:s2/warning']);
	await run([], 11 * MINUTE);
	const calls = JSON.stringify(own.count.calls);
	const before = own.count.calls.QueryCommand;
	await run();
	expect(own.count.calls).toEqual({ ...JSON.parse(calls), QueryCommand: before + 4 });
	clock.time = NOON + HOUR;
	await stepsOf(20);
	const first = await run([], 0);
	expect(first).toHaveLength(2 * 6);
	expect(await run()).toEqual([]);
});
