import { SQSClient } from '@aws-sdk/client-sqs';
import { networkFailure } from '../../core/networkFailure';
import { virtualClock } from '../../core/testing/virtualClock';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import { createNotify } from '../../lambdas/notify/create';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { awsPorts } from '../../lambdas/notify/parts';
import { THROTTLED } from '../../lambdas/notify/patience';
import { type RunOptions, run } from '../../lambdas/notify/run';
import { settingsOf } from '../../lambdas/notify/settings';
import { type ShardedRunOptions, shardedRun, shardsOf } from '../../lambdas/notify/shardedRun';
import { MOST_LINKS } from '../../lambdas/notify/store';
import { HandlerError } from '../../lambdas/shared/errors';

/** Runs that read no source: its cursor fails, or the time is up. */

const named = (...names: string[]) => names.map((name) => ({ ...staking, name }));

/** The parts of a run over an empty table; what it logs. */
async function world(sources: object[] = named('a', 'b'), more: object = {}) {
	const clock = virtualClock(NOON);
	const store = dynamoStore(memoryTable({ clock, latencyMs: 0 }) as never, 'notify');
	const text = JSON.stringify({ sources, targets: [targetNamed('hook')], ...more });
	const logged: string[] = [];
	const log = (line: string) => void logged.push(line);
	const telemetry = {
		...{ logger: { debug() {}, info() {}, warn: log, error: log }, measure() {} },
		...{ begin() {}, flush() {}, onAttempt() {} },
	};
	const options = {
		...{ settings: await settingsOf(text), store, clock, telemetry, client: {} },
		...{ deadline: NOON + 60_000, pollEnd: NOON + 30_000, onRead: () => {} },
		queue: { send: async () => {}, counts: async () => Promise.resolve({}) },
	} as unknown as ShardedRunOptions & RunOptions;
	return { clock, store, text, logged, telemetry, options };
}

describe('a cursor that cannot be read', () => {
	const reading = async (error: Error) => {
		const { clock, store, options } = await world(named('a'));
		const read = async () => {
			clock.time = options.pollEnd;
			return Promise.reject(error);
		};
		const cursors = { ...store.cursors, read };
		return await clock.run(() => run({ ...options, store: { ...store, cursors } }));
	};

	test('ends the run, since all sources need the table', async () => {
		await expect(reading(new Error('no table'))).rejects.toThrow('no table');
	});

	test.each<[string, Error, object]>([
		[
			'that is incomplete',
			new HandlerError('SourceIncomplete', 'x'),
			{ error: 'SourceIncomplete: x' },
		],
		['that waits too long', new HandlerError(THROTTLED, 'x'), { unfinished: true }],
		['of a service', networkFailure(new Error('x')), { error: expect.any(String) }],
	])('is of one source %s', async (_, error, expected) => {
		const nothing = { name: 'a', events: 0, contended: false, unfinished: false };
		expect((await reading(error)).sources).toEqual([{ ...nothing, ...expected }]);
	});
});

describe('shards', () => {
	const sizes = (counts: number[], others = 0) => {
		const buckets = counts.map((count, at) => ({ name: String(at), count, sources: () => [] }));
		return shardsOf(buckets, others).map((shard) =>
			shard.buckets.map((name) => counts[Number(name)]),
		);
	};
	test.each<[string, number[], number, number[][]]>([
		['what one invocation reads', [300, 200], 0, []],
		['one more, of the settings', [300, 200], 1, [[300, 200]]],
		['one more, of the table', [300, 200, 1], 0, [[300, 200], [1]]],
		['an item that is too large', [501, 1, 499, 1], 0, [[501], [1, 499], [1]]],
		['settings alone', [], 501, []],
	])('of %s', (_, counts, others, expected) => {
		expect(sizes(counts, others)).toEqual(expected);
	});

	test('have their own lease', () => {
		const [one, other] = shardsOf(
			['00', '01'].map((name) => ({ name, count: 500, sources: () => [] })),
			0,
		);
		expect([one.links, other.links]).toEqual([0, 0]);
		expect(one.holder).not.toBe(other.holder);
	});
});

describe('a run whose time is up', () => {
	/** A run without time for sources; the events of the invocations that follow. */
	async function late(more: Partial<ShardedRunOptions> = {}) {
		const made = await world();
		const { clock, options, store } = made;
		const next: Array<{ shard: { holder: string; links: number } }> = [];
		const again = async (event: object) =>
			Promise.resolve(void next.push(event as (typeof next)[0]));
		const report = await clock.run(() => shardedRun({ ...options, pollEnd: NOON, again, ...more }));
		/** True if another invocation cannot take the lease. */
		const isLeased = async () => {
			const lease = store.lease('~sources#', 'another', NOON + 1, NOON);
			return (await clock.run(() => lease)) === undefined;
		};
		return { ...made, next, report, isLeased };
	}

	test('leaves what it has not read to one other invocation', async () => {
		const { next, report, isLeased } = await late();
		expect(next).toEqual([
			{
				action: 'run',
				shard: { buckets: [], holder: expect.any(String), only: ['a', 'b'], links: 1 },
			},
		]);
		expect(report).toMatchObject({ continued: 2, sources: [{ unread: true }, { unread: true }] });
		expect(await isLeased()).toBe(true);
	});

	test.each<[string, Partial<ShardedRunOptions>]>([
		['that cannot be invoked', { again: undefined }],
		['that is refused', { again: async () => Promise.reject(new Error('no')) }],
	])('leaves it to the next run without an invocation %s', async (_, more) => {
		const { report, logged, isLeased } = await late(more);
		expect(report).not.toHaveProperty('continued');
		expect(logged).toHaveLength(more.again ? 1 : 0);
		expect(await isLeased()).toBe(false);
	});

	test.each([
		[0, 1],
		[MOST_LINKS - 1, 1],
		[MOST_LINKS, 0],
	])('continues a shard of %i links, up to a number', async (links, times) => {
		const shard = { buckets: [], holder: 'one', only: ['b'], links };
		const { next, report, isLeased } = await late({ shard });
		const then = { action: 'run', shard: { ...shard, links: links + 1 } };
		expect(next).toEqual(times ? [then] : []);
		expect(report.continued).toBe(times || undefined);
		expect(await isLeased()).toBe(times > 0);
	});

	test.each<[string, { hasAgain: boolean; own?: string }, number]>([
		['a function that may invoke itself', { hasAgain: true, own: 'arn:own' }, 1],
		['one without a name', { hasAgain: true }, 0],
		['one that may not', { hasAgain: false, own: 'arn:own' }, 0],
	])('in %s', async (_, { hasAgain, own }, times) => {
		const { clock, store, text, telemetry, logged, options } = await world();
		const calls: unknown[][] = [];
		const notify = createNotify({
			environment: {
				AVALANCHE_WITHOUT_API_KEY: 'true',
				...{ NOTIFY_SETTINGS_SECRET: 'notify', NOTIFY_TABLE: 'notify' },
				...{ NOTIFY_QUEUE_URL: 'https://a', NOTIFY_SLOW_QUEUE_URL: 'https://b' },
			},
			...{ clock, telemetry: telemetry as never, readSecret: async () => Promise.resolve(text) },
			store: async () => Promise.resolve(store),
			queue: async () => Promise.resolve(options.queue as never),
			send: async () => Promise.resolve({ status: 200 }),
			...(hasAgain && { again: async (...given) => Promise.resolve(void calls.push(given)) }),
		});
		// Nothing is left of it but the time for the answer.
		const context = { getRemainingTimeInMillis: () => 2_000, invokedFunctionArn: own };
		await clock.run(() => notify({}, context));
		const next = { action: 'run', shard: expect.objectContaining({ only: ['a', 'b'] }) };
		expect(calls).toEqual(times ? [[own, next]] : []);
		expect(logged).toEqual([]);
	});
});

test("the queues of a function are AWS's", async () => {
	const asked: unknown[] = [];
	const spy = jest.spyOn(SQSClient.prototype, 'send').mockImplementation((async (command: {
		input: { QueueUrl: string };
	}) => {
		asked.push(command.input.QueueUrl);
		return Promise.resolve({});
	}) as never);
	try {
		const patience = { clock: virtualClock(NOON), until: NOON + 1_000 };
		const queue = await awsPorts.queue({ main: 'main', slow: 'slow' }, patience);
		const delivery = { target: 'a', id: 'msg_1', source: 's', attempts: 0, createdAt: NOON };
		await queue.send([{ delivery }], 'slow');
		await queue.counts();
		expect(asked).toEqual(['slow', 'main', 'slow']);
	} finally {
		spy.mockRestore();
	}
});
