import { type Collector, startCollector } from '../../lab/campaigns/scale/collector';
import type { ConfirmedRow } from '../../lab/campaigns/scale/confirmed';
import type { LossRow } from '../../lab/campaigns/scale/losses';
import type { KeyRow } from '../../lab/campaigns/scale/oneKey';
import { supervise, until } from '../../lab/campaigns/scale/process';
import { faultsOf } from '../../lab/campaigns/scale/report';
import type { WaitingRow } from '../../lab/campaigns/scale/waiting';
import type { WebhookRow } from '../../lab/campaigns/scale/webhookProcessors';

/** The parts of `npm run campaign -- scale` that need neither n8n nor a database. */

/** A bound against hanging, not a measure (ms). */
const HANG_MS = 120_000;

const ROW: LossRow = {
	engine: 'durable',
	code: false,
	trouble: 'none',
	expected: 3,
	executed: 3,
	lost: 0,
	twice: 0,
	seconds: 12,
};
const KEY: KeyRow = {
	workers: 2,
	concurrency: 10,
	executions: 400,
	succeeded: 400,
	used: 0.97,
	refused: 4,
	seconds: 301,
};

const WEBHOOK: WebhookRow = {
	engine: 'durable',
	trouble: 'processor away',
	expected: 6,
	executed: 6,
	lost: 0,
	twice: 0,
	received: 0,
};

const CONFIRMED: ConfirmedRow = {
	engine: 'durable',
	trouble: 'worker killed',
	atATime: 6,
	expected: 6,
	lost: 0,
	repeats: 2,
	seconds: 100,
};

test('events that are delivered until they are confirmed: a repeat is counted, a loss is a fault', () => {
	expect(faultsOf([], [], [], true, [CONFIRMED])).toEqual([]);
	expect(faultsOf([], [], [], true, [{ ...CONFIRMED, lost: 1 }])).toEqual([
		'durable, confirmed, worker killed, 6 at a time: 1 events were lost',
	]);
});

test('executions that wait: a worker that is busy, a lost execution and an export more are faults', () => {
	const row: WaitingRow = {
		executions: 200,
		waiting: 200,
		running: 0,
		jobs: 0,
		succeeded: 200,
		exports: 200,
	};
	const faults = (more: Partial<WaitingRow>) =>
		faultsOf([], [], [], true, [], [{ ...row, ...more }]);
	expect(faults({})).toEqual([]);
	expect(faults({ running: 1, jobs: 2 })).toEqual([
		'waiting: 1 executions ran, and 2 jobs were in the queue',
	]);
	expect(faults({ succeeded: 199, exports: 201 })).toEqual([
		'waiting: 1 executions did not succeed',
		'waiting: 201 exports were started',
	]);
});

describe('what counts as a broken guarantee', () => {
	test('nothing, where all was executed once', () => {
		expect(faultsOf([ROW], [KEY], [WEBHOOK], true)).toEqual([]);
	});

	test.each<[string, Partial<WebhookRow>]>([
		['a lost transfer', { lost: 1 }],
		['a transfer that was executed twice', { twice: 1 }],
	])('%s', (_, change) => {
		expect(faultsOf([], [], [{ ...WEBHOOK, ...change }], true)).toHaveLength(1);
	});

	test.each<[string, Partial<LossRow>, number]>([
		['a lost event', { lost: 1 }, 1],
		['an event that was executed twice', { twice: 1 }, 1],
		['events that n8n lost with a worker', { trouble: 'worker killed', lost: 3 }, 0],
		['events that came twice after that', { trouble: 'worker killed', twice: 1 }, 1],
	])('%s', (_, change, faults) => {
		expect(faultsOf([{ ...ROW, ...change }], [], [], true)).toHaveLength(faults);
	});

	test.each<[string, Partial<KeyRow>]>([
		['an execution that failed', { succeeded: 399 }],
		['units that were not used', { used: 0.89 }],
		['answers 429', { refused: 20 }],
	])('%s', (_, change) => {
		expect(faultsOf([], [{ ...KEY, ...change }], [], true)).toHaveLength(1);
	});
});

test('on a machine of unknown speed, unused units are not a fault', () => {
	expect(faultsOf([], [{ ...KEY, used: 0.5 }], [], false)).toEqual([]);
	expect(faultsOf([], [{ ...KEY, used: 0.5, refused: 20 }], [], false)).toHaveLength(1);
});

describe('the collector', () => {
	let collector: Collector;
	beforeEach(async () => {
		collector = await startCollector();
	});
	afterEach(() => collector.close());

	const post = (hash: string, signal?: AbortSignal) =>
		fetch(`${collector.url}/events`, { method: 'POST', body: JSON.stringify({ hash }), signal });
	const counts = () =>
		Object.fromEntries([...collector.executed('events')].map(([hash, at]) => [hash, at.length]));

	test('counts what came', async () => {
		for (const hash of ['a', 'b', 'a']) await post(hash);
		expect(counts()).toEqual({ a: 2, b: 1 });
		expect(collector.executed('others').size).toBe(0);
	});

	test('counts what waited once it is released, and nothing of who has gone', async () => {
		collector.hold();
		const killed = new AbortController();
		const gone = post('gone', killed.signal).catch(() => 'aborted');
		const stays = post('stays');
		await until('two that wait', () => collector.held('events') === 2, HANG_MS);
		killed.abort();
		await gone;
		await until('one that waits', () => collector.held('events') === 1, HANG_MS);
		expect(counts()).toEqual({});
		collector.release();
		await stays;
		expect(counts()).toEqual({ stays: 1 });
	});
});

test('a supervised process is started again until it is to be down', async () => {
	const lasting = ['-e', 'console.log("began"); setInterval(() => {}, 1000)'];
	const one = supervise('one', process.execPath, lasting, {});
	one.up();
	await until('its start', () => one.log().includes('began'), HANG_MS);
	await one.kill();
	await until('another start', () => one.starts === 2, HANG_MS);
	await one.down();
	expect(one.starts).toBe(2);
	one.up();
	expect(one.starts).toBe(3);
	await one.end();
});
