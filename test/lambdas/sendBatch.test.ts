import type { Answer } from '../../core/channels/verdict';
import { HOUR_MS } from '../../core/formats/timeUnits';
import { type VirtualClock, virtualClock } from '../../core/testing/virtualClock';
import { type Item, type MemoryTable, memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { configuredRecipients } from '../../lambdas/notify/recipients';
import { type Store, dynamoStore } from '../../lambdas/notify/dynamoStore';
import type { Lane, QueuedDelivery } from '../../lambdas/notify/sendQueue';
import { settingsOf } from '../../lambdas/notify/settings';
import { urlMarkOf } from '../../lambdas/notify/disable';
import { createTally } from '../../lambdas/notify/tally';
import { OF_SUBSCRIPTIONS } from '../../lambdas/subscriptions/subscription';
import { sendBatch } from '../../lambdas/sender/sendBatch';

/** One batch of a sender: what it sends, what is in the queue again, and what the table has then. */

const event = { id: 'e', type: 'x', timestamp: new Date(NOON).toISOString(), data: {} };
const delivery = (target: string, more: Partial<QueuedDelivery> = {}): QueuedDelivery => ({
	...{ target, id: 'msg_1', source: 'staking', attempts: 0, createdAt: NOON, event },
	...more,
});
const several = (target: string, count: number, more: Partial<QueuedDelivery> = {}) =>
	Array.from({ length: count }, (_, at) => delivery(target, { id: `msg_${at + 1}`, ...more }));

const slack = { format: 'slack', unsigned: undefined, url: 'https://slack.example.org/' };
const TARGETS = [
	targetNamed('hook', { disableAfterHours: 24, reportTo: 'narrow' }),
	targetNamed('claims', slack),
	targetNamed('narrow', { concurrency: 3 }),
	targetNamed('paced', { perMinute: 60 }),
];

interface Given {
	lane?: Lane;
	answer?: Partial<Answer> & { ms?: number; silent?: boolean };
	before?: (store: Store) => Promise<unknown>;
	refuse?: (command: string) => Error | undefined;
}

const subscribed = (name: string) => `${OF_SUBSCRIPTIONS}owner:${name}`;

let clock: VirtualClock;
let table: MemoryTable;

async function sent(deliveries: readonly QueuedDelivery[], given: Given = {}) {
	const { lane = 'slow', answer: { ms = 1, ...answer } = {}, before, refuse } = given;
	clock = virtualClock(NOON);
	table = memoryTable({ clock, latencyMs: 0 });
	const store = dynamoStore(table as never, 'notify');
	const { targets } = await settingsOf(JSON.stringify({ sources: [staking], targets: TARGETS }));
	const calls: string[] = [];
	const queued: unknown[] = [];
	const reports: string[] = [];
	const tally = createTally();
	let leases: Item[] = [];
	const result = await clock.run(async () => {
		await before?.(store);
		table.state.refuse = refuse;
		return await sendBatch(
			deliveries.map((one, at) => ({ messageId: String(at), delivery: one })),
			{
				...{ store, lane, tally, memory: new Map(), senders: 10 },
				clock: {
					...clock,
					async sleep(wait) {
						if (wait <= 0) throw new Error('a timer for nothing');
						await clock.sleep(wait);
					},
				},
				recipients: configuredRecipients([
					...targets,
					...targets.map((one) => ({ ...one, name: subscribed(one.name) })),
				]),
				queue: {
					async send(messages, to) {
						if (messages.length === 0) throw new Error('a call for nothing');
						for (const { delivery: one, delaySeconds } of messages) {
							const { target, attempts, paced, id, source } = one;
							if (source === 'notify') reports.push(`${target} ${id}`);
							else queued.push([to, target, attempts, delaySeconds, ...(paced ? ['paced'] : [])]);
						}
					},
				},
				async send(target) {
					leases = table.items().filter(({ sk }) => sk === 'lease');
					calls.push(String(new URL(String(target.url)).hostname.split('.')[0]));
					await clock.sleep(ms);
					return { status: 200, ...answer };
				},
			},
		);
	});
	table.state.refuse = undefined;
	const items = table.items().filter(({ pk }) => String(pk).startsWith('delivery#'));
	return { calls, queued, items, leases, result, store, reports, tally };
}

const fails = { answer: { status: 500 } };
const known = (more: object) => (store: Store) =>
	store.states.change('hook', NOON, () => ({ quick: true, ...more }));
/** Claims of another sender, and its turns and requests. */
const claimed = (attempts: number) => (store: Store) =>
	store.queued.claim(delivery('claims', { attempts }), NOON + 45_000, NOON);
const reserved = (count: number) => (store: Store) =>
	store.queued.turns('paced', count, 1000, { now: NOON, latest: Infinity });
const leased = (count: number) => async (store: Store) => {
	for (let at = 0; at < count; at++)
		await store.lease(`slot#${at}#narrow`, 'another', NOON + 60_000, NOON);
};

/** Disabled, and a turn of its rate would come in half a minute. */
const disabledPaced = async (store: Store) => {
	const disabled = { at: NOON, reason: 'gone', urlMark: urlMarkOf(TARGETS[3]) };
	await store.states.change('paced', NOON, () => ({ disabled }));
	await reserved(30)(store);
};

test.each<
	[
		string,
		QueuedDelivery[],
		Given,
		calls: number,
		queued: unknown[],
		items?: Array<object | string>,
	]
>([
	['one', [delivery('hook')], {}, 1, [], [{ deliveredAt: NOON + 1 }]],
	['one of a subscription', [delivery(subscribed('hook'))], {}, 1, [], []],
	[
		'one of a subscription whose receiver would show it again',
		[delivery(subscribed('claims'))],
		{},
		1,
		[],
		[{ deliveredAt: NOON + 1 }],
	],
	[
		'the later of two attempts',
		[delivery('hook', { attempts: 1 }), delivery('hook')],
		fails,
		1,
		[['slow', 'hook', 2, 300]],
	],
	[
		'the later of two attempts, which came last',
		[delivery('hook'), delivery('hook', { attempts: 1 })],
		fails,
		1,
		[['slow', 'hook', 2, 300]],
	],
	[
		'an attempt after which the queue cannot delay the next one',
		[delivery('hook', { attempts: 2 })],
		fails,
		1,
		[],
		[{ queue: expect.stringContaining('late'), attempts: 3, dueAt: NOON + 1 + 30 * 60_000 }],
	],
	[
		'a longest delay of the queue',
		[delivery('hook')],
		{ answer: { status: 503, retryAfterMs: 900_000 } },
		1,
		[['slow', 'hook', 1, 900]],
	],
	[
		'a last attempt',
		[delivery('hook', { attempts: 9 })],
		fails,
		1,
		[],
		[{ queue: 'dead', attempts: 10 }],
	],
	['an unknown target', [delivery('gone')], {}, 0, [], [{ queue: 'dead', attempts: 0 }]],
	['one in the main lane', [delivery('gone')], { lane: 'main' }, 0, [], [{ queue: 'dead' }]],
	[
		'a disabled target',
		[delivery('paced')],
		{ before: disabledPaced, lane: 'main' },
		0,
		[],
		[{ queue: 'dead', attempts: 0, lastError: 'gone' }],
	],
	[
		'an event that is gone',
		[delivery('hook', { event: undefined })],
		{},
		0,
		[],
		[{ queue: 'dead', lastError: 'its event is not in the table any more' }],
	],
	[
		'an event of the table',
		[delivery('hook', { event: undefined })],
		{ before: (store) => store.events.put('msg_1', event, NOON) },
		1,
		[],
		[{ deliveredAt: NOON + 1 }],
	],
	[
		'a target that is quick',
		[delivery('hook')],
		{ before: known({}) },
		0,
		[['main', 'hook', 0, undefined]],
	],
	['a quick one in its lane', [delivery('hook')], { lane: 'main', before: known({}) }, 1, []],
	[
		'a slow one in the main lane',
		[delivery('hook')],
		{ lane: 'main' },
		0,
		[['slow', 'hook', 0, undefined]],
	],
	[
		'an attempt that is claimed until after its timeout',
		[delivery('claims')],
		fails,
		1,
		[['slow', 'claims', 1, 5]],
		[{ claimed: 0, heldUntil: NOON + 15_000 + 30_000 }],
	],
	[
		'an attempt that another sender has claimed',
		[delivery('claims')],
		{ before: claimed(0) },
		0,
		[['slow', 'claims', 0, 5]],
	],
	[
		'an attempt of which a later one is claimed',
		[delivery('claims')],
		{ before: claimed(1) },
		0,
		[],
		[{ claimed: 1 }],
	],
	[
		'more than begin in the time of a batch',
		several('claims', 3),
		{ answer: { ms: 5_000 } },
		1,
		[
			['slow', 'claims', 0, 5],
			['slow', 'claims', 0, 5],
		],
	],
	['a request at once', several('narrow', 2), { before: leased(2) }, 2, []],
	[
		'no request at once',
		several('narrow', 2),
		{ before: leased(3) },
		0,
		[
			['slow', 'narrow', 0, 5],
			['slow', 'narrow', 0, 5],
		],
	],
	[
		'turns of a rate',
		several('paced', 8),
		{},
		6,
		[
			['slow', 'paced', 0, 5],
			['slow', 'paced', 0, 2, 'paced'],
		],
	],
	['a turn in one second', [delivery('paced')], { before: reserved(1) }, 1, []],
	[
		'turns that others have',
		[delivery('paced'), delivery('paced', { id: 'msg_2', paced: true })],
		{ before: reserved(30) },
		1,
		[['slow', 'paced', 0, 30, 'paced']],
	],
	[
		'the latest turns',
		several('paced', 2),
		{ before: reserved(897) },
		0,
		[
			['slow', 'paced', 0, 897, 'paced'],
			['slow', 'paced', 0, 898, 'paced'],
		],
	],
	[
		'turns that come too late',
		several('paced', 2),
		{ before: reserved(898) },
		0,
		[
			['slow', 'paced', 0, 900],
			['slow', 'paced', 0, 900],
		],
	],
	[
		'a target that is gone, which gets no more messages of the batch',
		several('narrow', 5),
		{ answer: { status: 410 } },
		1,
		[],
	],
	[
		'a failure in its turn',
		[delivery('paced', { paced: true })],
		fails,
		1,
		[['slow', 'paced', 1, 5]],
	],
])('%s', async (_, deliveries, given, calls, queued, ...[items]) => {
	const found = await sent(deliveries, given);
	expect(found.calls).toHaveLength(calls);
	expect(found.queued).toEqual(queued);
	expect(found.result).toMatchObject({ failed: [], error: undefined });
	if (items) expect(found.items).toEqual(items.map((one) => expect.objectContaining(one)));
});

const failing = (hours: number, first: string, ms = 0) =>
	known({ failing: { since: NOON + 1 + ms - hours * HOUR_MS, first, reason: 'status 500' } });

test.each<[string, ReturnType<typeof failing>, isDisabled: boolean]>([
	['of which one message fails', failing(100, 'msg_1'), false],
	['that has failed for almost a day', failing(24, 'msg_0', 1), false],
	['that has failed for a day', failing(24, 'msg_0'), true],
])('a target %s', async (_, before, isDisabled) => {
	const { items, queued, store, reports } = await sent([delivery('hook')], {
		...{ ...fails, before, lane: 'main' },
	});
	const states = await clock.run(() => store.states.read(['hook']));
	expect(states.get('hook')?.disabled !== undefined).toBe(isDisabled);
	expect(queued).toHaveLength(isDisabled ? 0 : 1);
	expect(items).toEqual(
		isDisabled ? [expect.objectContaining({ queue: 'dead', attempts: 1 })] : [],
	);
	if (!isDisabled) return;
	// Another process that sends another message reports it under the same id, and is not heard twice.
	const given = { ...{ before, lane: 'main' as const }, answer: { status: 500, ms: 7 } };
	const other = await sent([delivery('hook', { id: 'msg_2' })], given);
	expect(reports).toEqual([expect.stringMatching(/^narrow msg_/)]);
	expect(other.reports).toEqual(reports);
});

test('a target gives one of its requests to a batch, for as long as that may take, and gets it back', async () => {
	const { store, leases } = await sent(several('narrow', 2));
	expect(leases).toMatchObject([
		{ pk: 'lease#slot#1#narrow', heldUntil: NOON + 5_000 + 15_000 + 30_000 },
	]);
	for (const at of [0, 1, 2]) {
		const name = `slot#${at}#narrow`;
		const lease = clock.run(() => store.lease(name, 'another', clock.time + 1, clock.time + 1));
		expect(await lease).toBeDefined();
	}
});

test.each<[string, NonNullable<Given['answer']>, isKnown: boolean, isQuick: boolean]>([
	['quickly', { ms: 1_999 }, false, true],
	['after 2 seconds', { ms: 2_000 }, false, false],
	['without a status', { status: undefined }, false, false],
	['with an error at once, as before', { status: undefined }, true, true],
	['not within its time', { ms: 1_000, status: undefined, silent: true }, true, false],
])('a target that answers %s', async (_, answer, isKnown, isQuick) => {
	const given = isKnown ? ({ before: known({}), lane: 'main' } as const) : {};
	const { store } = await sent([delivery('hook')], { answer, ...given });
	const states = await clock.run(() => store.states.read(['hook']));
	expect(states.get('hook')?.quick).toBe(isQuick || undefined);
});

test('each of the requests that a target accepts at once is tried once', async () => {
	await sent([delivery('narrow')], { before: leased(3) });
	expect(table.count.conditionsFailed).toBe(3);
});

const down = () => Object.assign(new Error('down'), { name: 'InternalServerError' });
test.each<[string, QueuedDelivery[], string, failed: string[]]>([
	['a claim', [delivery('claims'), delivery('hook')], 'UpdateCommand', ['0']],
	['a turn', [delivery('hook'), ...several('paced', 2)], 'GetCommand', ['1', '2']],
	['an outcome', [delivery('hook'), delivery('hook')], 'BatchWriteCommand', ['0', '1']],
	['a dead letter', [delivery('gone'), delivery('hook')], 'PutCommand', ['0']],
])('messages come again if %s cannot be stored', async (_, deliveries, command, failed) => {
	const refuse = (name: string) => (name === command ? down() : undefined);
	const { result } = await sent(deliveries, { refuse });
	expect(result).toMatchObject({ failed, error: { message: 'down' } });
});

test('what was learned of a target is not needed for its outcomes, and its error is told', async () => {
	const refuse = (name: string) => (name === 'GetCommand' ? down() : undefined);
	const { result } = await sent([delivery(subscribed('hook'))], { refuse });
	expect(result).toEqual({ failed: [], heldBack: 0, error: down() });
});

test('the results of a batch are counted', async () => {
	const { tally, result } = await sent([delivery('hook'), delivery('gone')], fails);
	expect(tally.counts()).toMatchObject({
		failingTargets: [
			{ name: 'gone', failed: 0, dead: 1 },
			{ name: 'hook', failed: 1, dead: 0, status: 500 },
		],
	});
	expect(result).toMatchObject({ heldBack: 0 });
});

test('a request that cannot be given back ends by itself', async () => {
	const refuse = (name: string) => (name === 'UpdateCommand' ? down() : undefined);
	const { calls, result, queued } = await sent(several('narrow', 2), { refuse });
	expect([calls.length, queued]).toEqual([2, []]);
	expect(result).toMatchObject({ failed: [] });
});

test('a delivery in its turn reserves none', async () => {
	const { calls } = await sent([delivery('paced', { paced: true })]);
	expect(calls).toHaveLength(1);
	expect(table.items().filter(({ sk }) => sk === 'turn')).toEqual([]);
});
