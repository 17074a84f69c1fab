import { randomBytes } from 'node:crypto';
import type { NetworkEvent, PollContext, SourceState } from '../../core/events/event';
import { virtualClock } from '../../core/testing/virtualClock';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { batchOf, webhookMessageId } from '../../lambdas/notify/batchEvents';
import { type CollectOptions, collect } from '../../lambdas/notify/collect';
import { type Store, dynamoStore } from '../../lambdas/notify/dynamoStore';
import { declared } from '../../lambdas/notify/events';
import { configuredRecipients } from '../../lambdas/notify/recipients';
import { MAX_EVENT_BYTES } from '../../lambdas/notify/store';
import { type SourceSettings, settingsOf } from '../../lambdas/notify/settings';

/** The polls of one source: what goes into the queue, and what the next run continues. */

const SOURCE = { name: 'given', event: 'given' } as unknown as SourceSettings;
const event = (at: number, data: object = {}): NetworkEvent => ({
	...{ id: `event-${at}`, type: 'given', timestamp: new Date(NOON).toISOString() },
	data: { ...data },
});

/** A source of given events, and a table, a queue and a target for them. */
async function world(events: NetworkEvent[]) {
	const clock = virtualClock(NOON);
	const store = dynamoStore(memoryTable({ clock, latencyMs: 0 }) as never, 'notify');
	const { targets } = await settingsOf(
		JSON.stringify({ sources: [staking], targets: [targetNamed('hook')] }),
	);
	const queued: string[] = [];
	const dead: string[] = [];
	const asked: number[] = [];
	const seen = { onPoll: () => {}, onQueue: () => {}, skipped: {} };
	const poll = async (_: unknown, state: SourceState | undefined, context: PollContext) => {
		asked.push(context.maxEvents);
		seen.onPoll();
		const from = Number(state?.at ?? 0);
		const some = events.slice(from, from + context.maxEvents);
		const at = from + some.length;
		const more = at < events.length;
		return Promise.resolve({ events: some, state: { k: 'k', at }, more, ...seen.skipped });
	};
	(declared as Record<string, unknown>).given = async () => Promise.resolve({ source: { poll } });
	const run = async (
		given: { maxEvents?: number; ms?: number } & Partial<
			Pick<Store['cursors'], 'move' | 'fits'>
		> = {},
	) => {
		const { maxEvents = 500, ms = 1_000, ...cursors } = given;
		const context = { clock, deadline: clock.now() + ms, maxEvents, maxPages: 100 };
		const options = {
			store: { ...store, cursors: { ...store.cursors, ...cursors } },
			recipients: configuredRecipients(targets),
			onDead: (_: string, reason: string) => void dead.push(reason),
			queue: {
				send: async (messages: ReadonlyArray<{ delivery: { event: NetworkEvent } }>) => {
					for (const { delivery } of messages) queued.push(delivery.event.id);
					seen.onQueue();
					await Promise.resolve();
				},
			},
			poll: context as unknown as PollContext,
		};
		return await clock.run(async () => await collect(SOURCE, options as unknown as CollectOptions));
	};
	return { clock, store, run, queued, dead, asked, seen };
}

const idsOf = (events: readonly NetworkEvent[]) => events.map(({ id }) => id);
const FIVE = [0, 1, 2, 3, 4].map((at) => event(at));
const ended = { contended: false, unfinished: false };

test('all pages are read, each event is queued once, and a poll without news writes nothing', async () => {
	const { run, queued, store, clock, asked } = await world(FIVE);
	const versionNow = async () => (await clock.run(() => store.cursors.read('given'))).version;
	expect(await run({ maxEvents: 2 })).toEqual({ events: 5, ...ended });
	expect(queued).toEqual(idsOf(FIVE));
	expect(asked).toEqual([2, 2, 2]);
	const version = await versionNow();
	expect(await run()).toEqual({ events: 0, ...ended });
	expect(await versionNow()).toBe(version);
	expect(queued).toHaveLength(5);
});

test.each([
	[1, 0],
	[2, 2],
	[3, 2],
])(
	'a run whose move %i comes after that of another run stops there',
	async (failing, queuedThen) => {
		const { run, queued, store } = await world(FIVE);
		let moves = 0;
		const move: Store['cursors']['move'] = async (...given) =>
			++moves === failing ? undefined : await store.cursors.move(...given);
		const { contended, unfinished } = await run({ maxEvents: 2, move });
		expect([contended, unfinished, moves]).toEqual([true, false, failing]);
		expect(queued).toHaveLength(queuedThen);
		// The next run continues a batch in the cursor, and stops at its own move.
		moves = failing - 1;
		if (failing === 2) expect(await run({ maxEvents: 2, move })).toMatchObject({ contended: true });
		await run({ maxEvents: 2 });
		expect([...new Set(queued)]).toEqual(idsOf(FIVE));
	},
);

test('a run whose time is up in a poll leaves its events to the next one, which ends after them', async () => {
	const { run, queued, seen, clock, asked } = await world(FIVE);
	seen.onPoll = () => void (clock.time += 2_000);
	expect(await run({ maxEvents: 2 })).toEqual({ events: 2, contended: false, unfinished: true });
	expect(queued).toEqual([]);
	// So does one that begins at its deadline.
	expect(await run({ ms: 0 })).toEqual({ events: 0, contended: false, unfinished: true });
	expect(queued).toEqual([]);
	seen.onQueue = () => void (clock.time += 1_000);
	expect(await run({ maxEvents: 2 })).toEqual({ events: 0, contended: false, unfinished: true });
	expect(queued).toEqual(idsOf(FIVE.slice(0, 2)));
	expect(asked).toHaveLength(1);
	// Late after the fan-out of a page: the rest is for another run.
	seen.onPoll = () => {};
	expect(await run({ maxEvents: 2 })).toEqual({ events: 2, contended: false, unfinished: true });
	seen.onQueue = () => {};
	expect(await run({ maxEvents: 2 })).toEqual({ events: 1, ...ended });
	expect(queued).toEqual(idsOf(FIVE));
});

test('a fan-out whose time was up goes on where it stopped', async () => {
	const many = Array.from({ length: 510 }, (_, at) => event(at));
	const { run, queued, seen, clock } = await world(many);
	seen.onQueue = () => void (clock.time += 1_000);
	const first = { events: 510, contended: false, unfinished: true };
	expect(await run({ maxEvents: 510 })).toEqual(first);
	expect(queued).toHaveLength(500);
	seen.onQueue = () => {};
	expect(await run({ maxEvents: 510 })).toEqual({ events: 0, ...ended });
	expect(queued).toEqual(idsOf(many));
});

test('events that do not fit into a cursor are polled for in smaller numbers, and none is cut', async () => {
	const large = FIVE.map((_, at) => event(at, { text: randomBytes(100_000).toString('base64') }));
	const { run, queued, dead, asked } = await world(large);
	expect(await run()).toEqual({ events: 5, ...ended });
	expect([queued, dead]).toEqual([idsOf(large), []]);
	expect(asked.slice(0, 5)).toEqual([500, 125, 31, 7, 1]);
});

test('one event that does not fit is a dead letter', async () => {
	const huge = event(0, { text: randomBytes(600_000).toString('base64') });
	const { run, queued, dead } = await world([huge, event(1)]);
	expect(await run()).toEqual({ events: 2, ...ended });
	expect([queued, dead]).toEqual([
		['event-1'],
		[expect.stringMatching(/^the event takes \d+ bytes/)],
	]);
});

test('one that does not fit beside the parts of its state is cut, and a dead letter', async () => {
	const { run, queued, dead, asked } = await world([event(0), event(1)]);
	const fits: Store['cursors']['fits'] = ({ batch = [] }) =>
		batch.every(({ id }) => id !== 'event-0');
	expect(await run({ maxEvents: 2, fits })).toEqual({ events: 2, ...ended });
	expect([queued, asked]).toEqual([['event-1'], [2, 1, 2]]);
	expect(dead).toEqual([expect.stringMatching(/^the event takes \d+ bytes/)]);
});

test('an event of the most bytes that the table stores is not cut', () => {
	const length = MAX_EVENT_BYTES - JSON.stringify(event(0, { text: '' })).length;
	const [most, more] = [0, 1].map((add) => event(0, { text: 'x'.repeat(length + add) }));
	expect(batchOf('given', [most])).toEqual([most]);
	expect(batchOf('given', [more])).toMatchObject([{ cutFrom: MAX_EVENT_BYTES + 1 }]);
});

test.each([1_000, 1_001])(
	'an event that is too large keeps the beginning, and an id of %i characters',
	(length) => {
		const large = { ...event(0, { text: 'x'.repeat(400_000) }), id: 'i'.repeat(length) };
		const [{ id, data, cutFrom, ...rest }] = batchOf('given', [large, large]);
		const short = `${'i'.repeat(200)}…${webhookMessageId('given', large.id)}`;
		expect(id).toBe(length > 1_000 ? short : large.id);
		expect(data.beginning).toBe(`{"text":"${'x'.repeat(991)}`);
		expect([data.truncated, data.bytes]).toEqual([true, cutFrom]);
		expect(rest).toEqual({ type: large.type, timestamp: large.timestamp });
	},
);

test('records that cannot be read are in the result', async () => {
	const { run, seen } = await world(FIVE);
	seen.skipped = { skipped: [{ operation: 'x' }] };
	expect(await run()).toEqual({ events: 5, ...ended, skipped: [{ operation: 'x' }] });
});
