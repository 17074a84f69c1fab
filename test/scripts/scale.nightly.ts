import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withMeasured } from '../../lab/kit/text/measuredText';
import type { CredentialFile } from '../../lab/kit/n8n/import';
import { type Collector, startCollector } from '../../lab/campaigns/scale/collector';
import type { ConfirmedRow } from '../../lab/campaigns/scale/confirmed';
import type { LossRow } from '../../lab/campaigns/scale/losses';
import type { KeyRow } from '../../lab/campaigns/scale/oneKey';
import { supervise, until } from '../../lab/campaigns/scale/process';
import {
	confirmedTable,
	costTable,
	faultsOf,
	keyTable,
	lossTable,
	waitingTable,
	webhookTable,
} from '../../lab/campaigns/scale/report';
import type { WaitingRow } from '../../lab/campaigns/scale/waiting';
import type { WebhookRow } from '../../lab/campaigns/scale/webhookProcessors';
import {
	callsWorkflow,
	confirmedWorkflow,
	eventsWorkflow,
} from '../../lab/campaigns/scale/workflows';

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
	expect(confirmedTable([CONFIRMED])).toMatch(/worker killed +\| +6 +\| +6 +\| +0 +\| +2 +\|/);
	const cost = { events: 12, executions: 32, dropped: 14, keys: 15 };
	const costs = costTable([{ engine: 'durable', atATime: 6, ...cost }]);
	expect(costs).toMatch(/6 +\| +12 +\| +32 +\| +14 +\| +15 \|$/m);
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
	expect(waitingTable([row])).toMatch(/200 +\| +200 +\| +0 +\| +0 +\| +200 +\| +200 +\|/);
});

test('their workflow ends with Confirm, which reads the id of the trigger', () => {
	const credential = { id: '1', name: 'Avalanche API' } as CredentialFile;
	const options = { id: 'apart', collector: 'http://127.0.0.1:1', credential, perExecution: 1 };
	const { nodes } = confirmedWorkflow(options);
	expect(nodes[0].parameters.options).toMatchObject({ untilConfirmed: true, maxEvents: 1 });
	expect(nodes.at(-1)?.parameters).toEqual({
		resource: 'event',
		operation: 'confirm',
		eventId: `={{ $('${nodes[0].name}').item.json.id }}`,
	});
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

test('the tables have a line for each row; a row without executions has no wait', () => {
	const lines = lossTable([ROW, { ...ROW, executed: 0, lost: 3, seconds: undefined }]).split('\n');
	expect(lines.slice(2)).toEqual([
		'| durable     | no                 | none    |        3 |        3 |    0 |     0 |               12 |',
		'| durable     | no                 | none    |        3 |        0 |    3 |     0 |                  |',
	]);
	expect(keyTable([KEY]).split('\n').at(-1)).toBe(
		'|       2 |        10 |        400 |       400 |       97 % |           4 |     301 |',
	);
});

test('the table of webhooks has a line for each row', () => {
	expect(webhookTable([WEBHOOK]).split('\n').at(-1)).toBe(
		'| durable     | processor away |        6 |                 0 |        6 |    0 |     0 |',
	);
});

test('docs/scale.md has marks for the tables, and the others stay', () => {
	const page = readFileSync(path.resolve(__dirname, '../../docs/scale.md'), 'utf8');
	const [events, key] = ['events', 'key'].map(
		(part) => `npm run campaign -- scale --only ${part} --write`,
	);
	const first = withMeasured(page, events, 'the events');
	const both = withMeasured(first, key, 'the key');
	expect(both).toContain(`<!-- measured: ${events} -->\n\nthe events\n\n<!-- end -->`);
	expect(both).toContain(`<!-- measured: ${key} -->\n\nthe key\n\n<!-- end -->`);
	expect(withMeasured(withMeasured(page, key, 'the key'), events, 'the events')).toBe(both);
	expect(page).toContain('<!-- measured: npm run campaign -- scale --only webhooks --write -->');
	expect(() => withMeasured('no marks', key, '')).toThrow(/no marks/);
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

describe('the workflows', () => {
	const credential: CredentialFile = { id: 'key', name: 'key', type: 'avalancheApi', data: {} };
	const events = (id: string, withCode: boolean) =>
		eventsWorkflow({ id, collector: 'http://127.0.0.1:1', credential, withCode });

	test('only the workflow that is to lose its state writes static data', () => {
		expect(JSON.stringify(events('events', true))).toContain('$getWorkflowStaticData');
		expect(JSON.stringify(events('events', false))).not.toContain('$getWorkflowStaticData');
	});

	test('ids of nodes fit into the columns of Postgres, whatever the name', () => {
		const workflows = [events('a'.repeat(30), true), callsWorkflow('calls', credential, 5)];
		const ids = workflows.flatMap(({ nodes }) => nodes.map(({ id }) => id));
		expect(new Set(ids).size).toBe(ids.length);
		for (const id of ids) expect(id).toMatch(/^.{1,36}$/);
	});
});

test('it ends with 75 where Postgres or Redis is not installed, and names both in its help', () => {
	const root = path.resolve(__dirname, '../..');
	const scale = (args: string[], env: Record<string, string>) =>
		spawnSync(process.execPath, ['--import', 'tsx', 'lab/campaigns/scale.ts', ...args], {
			cwd: root,
			encoding: 'utf8',
			env: { ...process.env, ...env },
		});
	const help = scale(['--help'], {});
	expect([help.status, help.stdout]).toEqual([0, expect.stringMatching(/postgresql redis-server/)]);
	// A folder without programs.
	const none = scale(['--short'], { PATH: root });
	expect([none.status, none.stderr]).toEqual([75, expect.stringMatching(/is not installed/)]);
	expect(scale(['--mode', 'other'], {}).stderr).toMatch(/--mode must be default, scheduler/);
	expect(scale(['--short', '--write'], {}).stderr).toMatch(/--write cannot be combined/);
});
