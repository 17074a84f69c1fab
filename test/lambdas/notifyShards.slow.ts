import fc from '../../core/testing/properties';
import { memoryTable } from '../../lab/campaigns/notifyWorld/table';
import { MINUTE, callsOf } from '../../lab/campaigns/notifyWorld/checks';
import { NOON, staking, targetNamed } from '../../lab/campaigns/notifyWorld/world';
import type { HttpRequest, Transport } from '../../core/protocol/ports';
import { virtualClock } from '../../core/testing/virtualClock';
import { createNotify } from '../../lambdas/notify/create';
import { dynamoStore } from '../../lambdas/notify/dynamoStore';
import { retryingTableClient } from '../../lambdas/notify/patience';
import { sqsQueue } from '../../lambdas/notify/sqsQueue';
import { memoryQueue } from '../../lab/kit/lambda/memoryQueue';
import { type ShardedReport, SHARD_SOURCES, shardsOf } from '../../lambdas/notify/shardedRun';
import { MOST_LINKS } from '../../lambdas/notify/store';
import { quietTelemetry } from '../../lab/kit/lambda/quietTelemetry';

/** Sources in the table, and runs of several invocations, in virtual time. */

/** Lambda's limit of the event of an asynchronous invocation (bytes), before it was raised to 1 MB. */
const MOST_EVENT_BYTES = 256 * 1024;

interface Options {
	sources?: object[];
	storedSources?: boolean;
	/** Time of one request to the service (ms). */
	serviceMs?: number;
	/** Of an invocation. */
	seconds?: number;
	/** False: the function cannot invoke itself. */
	again?: boolean;
	random?: () => number;
	targets?: object[];
}

function shardWorld(options: Options = {}) {
	const { seconds = 300, storedSources = true, serviceMs = 100, again = true } = options;
	const clock = virtualClock(NOON, options.random);
	const table = memoryTable({ clock });
	const lane = memoryQueue({ clock, name: 'deliveries' });
	const state = {
		serviceMs,
		/** Error of the invocation of a shard. */
		refuse: undefined as ((event: object) => Error | undefined) | undefined,
		/** True for an invocation whose process dies at its first read of a source. */
		dies: undefined as ((event: object) => boolean) | undefined,
		transactions: [] as object[],
	};
	const settings = {
		...(options.sources && { sources: options.sources }),
		...(storedSources && { storedSources }),
		targets: options.targets ?? [targetNamed('a', { types: ['staking.transaction'] })],
	};
	/** The cursors that were read, in order. */
	const reads: string[] = [];
	const running: Array<Promise<unknown>> = [];
	const invocations: object[] = [];
	const errors: Error[] = [];
	const reports: ShardedReport[] = [];

	const transport: Transport = async ({ url }: HttpRequest) => {
		await clock.sleep(state.serviceMs);
		const after = Number(new URL(url).searchParams.get('startTimestamp') ?? 0);
		const newest = (state.transactions as Array<{ blockTimestamp: number }>).filter(
			({ blockTimestamp }) => blockTimestamp > after,
		);
		const desc = new URL(url).searchParams.get('sortOrder') !== 'asc';
		const transactions = desc ? newest.toReversed() : newest;
		return { status: 200, headers: {}, text: JSON.stringify({ transactions }) };
	};
	async function invoke(event: object = {}): Promise<unknown> {
		invocations.push(event);
		if ('shard' in event) expect(JSON.stringify(event).length).toBeLessThan(MOST_EVENT_BYTES);
		const dying = state.dies?.(event) === true;
		const death = Promise.withResolvers<undefined>();
		let dead = false;
		const client = {
			async send(command: never) {
				const { Key } = (command as { input: { Key?: { pk: string; sk: string } } }).input;
				if (Key?.sk === 'cursor' && !dead) {
					reads.push(Key.pk.slice('source#'.length));
					if (dying) {
						dead = true;
						death.resolve(undefined);
					}
				}
				if (dead) return await new Promise<never>(() => undefined);
				return await table.send(command);
			},
		};
		const quiet = { debug() {}, info() {}, warn() {}, error() {} };
		const handler = createNotify({
			environment: {
				AVALANCHE_DATA_URL: 'https://data.example.org',
				AVALANCHE_WITHOUT_API_KEY: 'true',
				NOTIFY_SETTINGS_SECRET: 'notify',
				NOTIFY_TABLE: 'notify',
				NOTIFY_QUEUE_URL: lane.url,
				NOTIFY_SLOW_QUEUE_URL: `${lane.url}-slow`,
			},
			readSecret: async () => JSON.stringify(settings),
			store: async (name, patience) =>
				dynamoStore(retryingTableClient(client, patience) as never, name),
			transport,
			clock,
			send: async () => ({ status: 200 }),
			queue: async (urls, patience) => sqsQueue(urls, patience, lane as never),
			...(again && {
				async again(name: string, next: object) {
					expect(name).toBe('arn:of:notify');
					const refusal = state.refuse?.(next);
					if (refusal) throw refusal;
					await clock.sleep(10);
					running.push(clock.sleep(50).then(async () => await invoke(next)));
				},
			}),
			telemetry: { ...quietTelemetry, logger: quiet },
		});
		const ends = clock.now() + seconds * 1000;
		const work = handler(event, {
			getRemainingTimeInMillis: () => ends - clock.now(),
			invokedFunctionArn: 'arn:of:notify',
		});
		const answer = await Promise.race([work, death.promise]).catch((error: Error) => {
			errors.push(error);
			return undefined;
		});
		if ((answer as ShardedReport | undefined)?.sources) reports.push(answer as ShardedReport);
		return answer;
	}
	/** A run with all the invocations that it causes. */
	const run = async (event?: object) =>
		await clock.run(async () => {
			const answer = await invoke(event);
			while (running.length > 0) await running.shift();
			return answer;
		});
	const add = () => {
		const blockTimestamp = Math.floor(clock.time / 1000);
		const txHash = `tx${state.transactions.length}`;
		state.transactions.push({ txHash, txType: 'AddPermissionlessDelegatorTx', blockTimestamp });
	};
	add();
	const clear = () => [reads, invocations, errors, reports].forEach((all) => (all.length = 0));
	return {
		clock,
		table,
		state,
		settings,
		reads,
		/** The ids of the deliveries in the queue. */
		put: () => lane.bodies().map((body) => (JSON.parse(body) as { id: string }).id),
		invocations,
		errors,
		reports,
		run,
		invoke,
		running,
		add,
		clear,
	};
}

const named = (count: number) =>
	Array.from({ length: count }, (_, at) => ({
		...staking,
		name: `staking-${String(at).padStart(5, '0')}`,
	}));
const namesOf = (count: number) => named(count).map(({ name }) => name);
const putAll = async (world: ReturnType<typeof shardWorld>, count: number) => {
	expect(await world.run({ action: 'putSources', sources: named(count) })).toEqual({ put: count });
	world.clear();
};

test('shards have each item once, and no more sources than one invocation reads', () => {
	const counts = fc.array(fc.integer({ min: 1, max: 700 }), { maxLength: 100 });
	fc.assert(
		fc.property(counts, fc.integer({ min: 0, max: 600 }), (given, others) => {
			const buckets = given.map((count, at) => ({ name: String(at), count, sources: () => [] }));
			const shards = shardsOf(buckets, others);
			const total = given.reduce((sum, count) => sum + count, others);
			if (total <= SHARD_SOURCES) {
				expect(shards).toEqual([]);
				return;
			}
			expect(shards.flatMap((shard) => shard.buckets)).toEqual(buckets.map(({ name }) => name));
			for (const { buckets: own } of shards) {
				const count = own.reduce((sum, name) => sum + given[Number(name)], 0);
				expect(count <= SHARD_SOURCES || own.length === 1).toBe(true);
			}
		}),
	);
});

test('10,000 sources: each run reads each once, in a minute, by shards; each event arrives once', async () => {
	const world = shardWorld();
	const names = namesOf(10_000);
	await putAll(world, 10_000);
	const began = world.clock.time;
	expect(await world.run()).toMatchObject({ sources: [], shards: world.invocations.length - 1 });
	expect(world.errors).toEqual([]);
	expect([...world.reads].sort()).toEqual(names);
	expect(world.clock.time - began).toBeLessThan(MINUTE);
	expect(world.invocations.length - 1).toBeGreaterThanOrEqual(20);
	expect(world.invocations.length - 1).toBeLessThanOrEqual(26);
	world.clear();
	world.clock.time = began + MINUTE;
	const calls = callsOf(world as never);
	await world.run();
	expect([...world.reads].sort()).toEqual(names);
	// Nothing new: one read for each source, and for each shard its lease and its end, and the version of the
	// table, which each process reads once. The run reads the version, four queues of later attempts, their
	// numbers, and the targets that fail; it reads all items of sources at once, and the shards each of them once.
	const shards = world.invocations.length - 1;
	expect(callsOf(world as never) - calls).toBe(10_000 + 1 + shards * 3 + 100 + 10);
	world.clear();
	world.clock.time = began + 2 * MINUTE;
	world.add();
	await world.run();
	world.clock.time += MINUTE;
	await world.run();
	expect(world.errors).toEqual([]);
	expect(new Set(world.put()).size).toBe(10_000);
	expect(world.put()).toHaveLength(10_000);
}, 180_000);

test('an invocation whose time ends is continued until all sources of its shard were read once', async () => {
	// 23 seconds for sources: 184 of them at a second each, eight at a time.
	const world = shardWorld({ serviceMs: 1_000, seconds: 60, sources: [staking] });
	await putAll(world, 1_200);
	await world.run();
	expect(world.errors).toEqual([]);
	expect([...world.reads].sort()).toEqual([staking.name, ...namesOf(1_200)].sort());
	expect(world.reports.some(({ continued = 0 }) => continued > 0)).toBe(true);
	const links = world.invocations.map(
		(event) => (event as { shard?: { links: number } }).shard?.links,
	);
	expect(Math.max(...links.map((link) => link ?? 0))).toBeGreaterThanOrEqual(2);
});

test('sources of the settings are continued in the same way', async () => {
	const world = shardWorld({
		serviceMs: 1_000,
		seconds: 60,
		sources: named(300),
		storedSources: false,
	});
	await world.run();
	expect(world.errors).toEqual([]);
	expect([...world.reads].sort()).toEqual(namesOf(300));
	expect(world.invocations.length).toBeGreaterThan(1);
});

test('a run does not begin with a shard that an earlier one is still reading', async () => {
	const world = shardWorld({ serviceMs: 1_000, seconds: 60 });
	await putAll(world, 1_200);
	await world.clock.run(async () => {
		await world.invoke();
		await world.clock.sleep(MINUTE / 2);
		await world.invoke();
		while (world.running.length > 0) await world.running.shift();
	});
	expect([...world.reads].sort()).toEqual(namesOf(1_200));
	expect(world.reports.filter(({ busy }) => busy)).toHaveLength(3);
	// The next run after its end reads it again.
	world.clear();
	await world.run();
	expect([...world.reads].sort()).toEqual(namesOf(1_200));
});

test('a chain of invocations ends before Lambda takes it for a loop', async () => {
	const world = shardWorld({ serviceMs: 20_000, seconds: 60 });
	await putAll(world, 600);
	await world.run();
	const links = world.invocations.map(
		(event) => (event as { shard?: { links: number } }).shard?.links ?? 0,
	);
	expect(Math.max(...links)).toBe(MOST_LINKS);
	expect(MOST_LINKS + 2).toBeLessThan(16);
	expect(new Set(world.reads).size).toBe(world.reads.length);
});

test('shards that could not be started are an error of the run, and are read by the next', async () => {
	const world = shardWorld();
	await putAll(world, 1_200);
	let refused = 0;
	world.state.refuse = () => (refused++ === 1 ? new Error('AccessDenied') : undefined);
	await world.run();
	expect(world.errors.map(({ name }) => name)).toEqual(['ShardsNotStarted']);
	expect(world.reads.length).toBeGreaterThan(300);
	expect(world.reads.length).toBeLessThan(1_200);
	world.clear();
	world.state.refuse = undefined;
	await world.run();
	expect(world.errors).toEqual([]);
	expect([...world.reads].sort()).toEqual(namesOf(1_200));
});

test('a shard whose process died is read again when its lease has ended', async () => {
	const world = shardWorld({ seconds: 60 });
	await putAll(world, 1_200);
	let deaths = 0;
	world.state.dies = (event) => 'shard' in event && deaths++ === 0;
	await world.run();
	const missing = 1_200 - new Set(world.reads).size;
	expect(missing).toBeGreaterThan(100);
	world.clear();
	await world.run();
	expect(world.reports.filter(({ busy }) => busy)).toHaveLength(1);
	world.clear();
	world.clock.time += 2 * MINUTE;
	await world.run();
	expect([...world.reads].sort()).toEqual(namesOf(1_200));
});

test('where the function cannot invoke itself, a random start starves no source', async () => {
	let seed = 7;
	const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
	const world = shardWorld({ again: false, serviceMs: 1_000, seconds: 60, random });
	await putAll(world, 600);
	for (let run = 0; run < 40 && new Set(world.reads).size < 600; run++) {
		await world.run();
		world.clock.time += MINUTE;
	}
	expect(new Set(world.reads).size).toBe(600);
});

test('without stored sources, a run makes one call for a source, and ten', async () => {
	const world = shardWorld({ storedSources: false, sources: [staking] });
	await world.run();
	const calls = callsOf(world as never);
	await world.run();
	expect(callsOf(world as never) - calls).toBe(1 + 10);
});

test('up to 500 sources in the table cost one more call, and no other invocation', async () => {
	const world = shardWorld();
	await putAll(world, 500);
	await world.run();
	world.clear();
	const calls = callsOf(world as never);
	await world.run();
	expect(world.invocations).toHaveLength(1);
	expect(callsOf(world as never) - calls).toBe(500 + 1 + 10);
});

test('a stored source that is not valid any more fails by itself', async () => {
	const world = shardWorld({ sources: [staking] });
	await putAll(world, 3);
	const store = dynamoStore(world.table as never, 'notify');
	await world.clock.run(() =>
		store.sources.put([
			{ name: 'gone', event: 'noSuchEvent' },
			{ name: 'staking', event: 'stakingTransaction' },
		]),
	);
	await world.run();
	const [{ name, message }] = world.errors;
	expect(name).toBe('SourceFailed');
	expect(message).toMatch(/gone \(ConfigurationError: event must be one of/);
	expect(message).toMatch(/staking \(ConfigurationError: name must not be one of the settings/);
	expect([...world.reads].sort()).toEqual([staking.name, ...namesOf(3)].sort());
});

test('actions: put, replace, list in pages, delete', async () => {
	const world = shardWorld({ sources: [staking] });
	await putAll(world, 250);
	const all: unknown[] = [];
	let after: string | undefined;
	do {
		const page = (await world.run({ action: 'listSources', limit: 60, after })) as {
			sources: object[];
			total?: number;
			next?: string;
		};
		expect(page.total).toBe(after === undefined ? 250 : undefined);
		expect(page.sources.length).toBeLessThanOrEqual(60);
		all.push(...page.sources);
		after = page.next;
	} while (after !== undefined);
	const sorted = (all as Array<{ name: string }>).sort((a, b) => (a.name < b.name ? -1 : 1));
	expect(sorted).toEqual(named(250));
	const changed = { ...named(1)[0], minAmount: '5' };
	expect(await world.run({ action: 'putSources', sources: [changed] })).toEqual({ put: 1 });
	const gone = namesOf(250).slice(1);
	expect(await world.run({ action: 'deleteSources', names: [...gone, 'never', 'never'] })).toEqual({
		deleted: expect.any(Array) as unknown,
		notFound: ['never'],
	});
	expect(await world.run({ action: 'listSources' })).toEqual({ sources: [changed], total: 1 });
});

test('actions: nothing is put if one source is wrong', async () => {
	const world = shardWorld({ sources: [staking] });
	const wrong = [
		[{ name: 'a', event: 'none' }, /sources\.0: event must be one of/],
		[{ name: 'a', event: 'stakingTransaction', minAmount: 'x' }, /sources\.0: minAmount/],
		[{ name: 'a', event: 'stakingTransaction', other: 1 }, /there is no field other/],
		[{ name: 'staking', event: 'stakingTransaction' }, /name must not be one of the settings/],
		[{ name: 'a b', event: 'stakingTransaction' }, /sources\.0\.name/],
	] as const;
	for (const [source, message] of wrong) {
		world.clear();
		await world.run({ action: 'putSources', sources: [source, named(1)[0]] });
		expect(world.errors[0]).toMatchObject({
			name: 'InvalidEvent',
			message: expect.stringMatching(message) as unknown,
		});
	}
	world.clear();
	await world.run({ action: 'putSources', sources: [...named(1), ...named(1)] });
	expect(world.errors[0].message).toMatch(/name must occur once/);
	expect(await world.run({ action: 'listSources' })).toEqual({ sources: [], total: 0 });
	const off = shardWorld({ storedSources: false, sources: [staking] });
	await off.run({ action: 'putSources', sources: named(1) });
	expect(off.errors[0].message).toMatch(/"storedSources": true/);
});

test('two calls at the same time put all their sources', async () => {
	const world = shardWorld();
	const sources = named(200);
	await world.clock.run(() =>
		Promise.all([
			world.invoke({ action: 'putSources', sources: sources.slice(0, 120) }),
			world.invoke({ action: 'putSources', sources: sources.slice(80) }),
		]),
	);
	expect(await world.run({ action: 'listSources', limit: 1 })).toMatchObject({ total: 200 });
});
