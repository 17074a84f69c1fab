import type { INodeParameters } from 'n8n-workflow';
import { ENGINE_MODES, type EngineMode, type Item, type PollHost } from '../../lab/kit/pollHost';
import { benchForTests, HEALTH, PRIMARY, STAKING } from './triggerKit';
import { HOUR_MS } from '../../core/formats/timeUnits';

/** Behavior of a trigger if n8n loses its state, or an execution of it. */

const hashes = (items: readonly Item[]) => items.map(({ txHash }) => txHash);

const bench = benchForTests();

/** A trigger that has handed on an event. */
async function running(mode: EngineMode, parameters: INodeParameters = STAKING) {
	const host = bench.trigger(mode, parameters);
	await host.publish();
	const staked = bench.stake(bench.since + 10);
	await host.poll();
	return { host, staked };
}

const GONE = /is missing$/;
/** With durable cursors, a Code node has no access to the state. */
const exposed = ENGINE_MODES.filter((mode) => mode !== 'durable');

function expectOneReport({ errors }: PollHost, message = GONE): void {
	expect(errors.map((error) => error.message)).toEqual([expect.stringMatching(message)]);
	expect(errors[0].description).toMatch(/publish|\$getWorkflowStaticData.*DURABLE_CURSORS/);
}

describe.each(ENGINE_MODES)('an execution that never started, engine mode %s', (mode) => {
	test('is made up for at the next start of n8n, and only then', async () => {
		const { host, staked } = await running(mode);
		const lost = bench.stake(bench.since + 20, bench.since + 30);
		await host.poll();
		const { interrupted } = await host.restart({ lost: 'execution' });
		expect(hashes(interrupted)).toEqual(lost);
		const next = bench.stake(bench.since + 40);
		await host.poll();
		expect(hashes(host.emitted)).toEqual([...staked, ...lost, ...next]);
		const { executions } = host;
		await host.poll();
		expect(host.executions).toBe(executions);
		expect(host.errors).toEqual([]);
	});

	test('is made up for if the state has changed back since', async () => {
		const host = bench.trigger(mode, { ...HEALTH, options: { holdPolls: 1 } });
		await host.publish();
		bench.control.setHealth({ healthy: false });
		await host.poll();
		bench.control.setHealth({ healthy: true });
		await host.restart({ lost: 'execution' });
		await host.poll();
		await host.poll();
		expect(host.emitted.map(({ to }) => to)).toEqual(['unhealthy', 'healthy']);
	});

	test('is not delivered twice if it did start and its state was not saved', async () => {
		const { host, staked } = await running(mode);
		const { interrupted } = await host.restart({ lost: 'state' });
		expect(hashes(interrupted)).toEqual(mode === 'durable' ? staked : []);
		await host.poll();
		await host.poll();
		expect(hashes(host.emitted)).toEqual(staked);
	});

	test('costs one execution without items at a start of n8n, three times at most', async () => {
		const { host, staked } = await running(mode);
		for (let i = 0; i < 4; i++) {
			await host.restart();
			await host.poll();
			await host.poll();
		}
		expect([host.executions, host.dropped]).toEqual([3, 2]);
		expect(hashes(host.emitted)).toEqual(staked);
	});

	test('is lost with its worker: its events count as processed', async () => {
		const { host, staked } = await running(mode);
		expect(hashes(host.loseWorker())).toEqual(staked);
		await host.restart();
		await host.poll();
		expect(host.emitted).toEqual([]);
		expect(host.dropped).toBe(1);
	});
});

describe.each(exposed)('a state that a workflow overwrote, engine mode %s', (mode) => {
	test.each(['global', 'node'] as const)(
		'no event is lost or fires twice: %s',
		async (remaining) => {
			const { host, staked } = await running(mode);
			host.wipeStaticData(remaining);
			const next = bench.stake(bench.since + 50);
			bench.control.moveClock({ ms: HOUR_MS });
			await host.poll();
			host.wipeStaticData(remaining);
			await host.restart();
			const last = bench.stake(bench.since + 60);
			await host.poll();
			await host.poll();
			expect(hashes(host.emitted)).toEqual([...staked, ...next, ...last]);
			// At a start, a workflow without any trace of a state may be one that was never started.
			if (mode === 'scheduler' || remaining === 'global')
				expect(host.errors.length).toBeGreaterThan(0);
		},
	);

	test('is reported once a day, with what to do', async () => {
		const { host } = await running(mode);
		host.wipeStaticData();
		await host.restart();
		for (let i = 0; i < 3; i++) {
			await host.poll();
			host.wipeStaticData();
		}
		expectOneReport(host);
		bench.control.moveClock({ ms: 25 * HOUR_MS });
		await host.poll();
		expect(host.errors).toHaveLength(mode === 'scheduler' ? 2 : 1);
	});

	test('events while n8n was down fire, events older than a day do not', async () => {
		const { host, staked } = await running(mode);
		const late = bench.stake(bench.since - 30 * 3600, bench.since + 70);
		host.wipeStaticData();
		await host.restart();
		await host.poll();
		expect(hashes(host.emitted)).toEqual([...staked, late[1]]);
	});

	test('events read again fire if their execution never started; the state has no copy of them', async () => {
		const { host, staked } = await running(mode);
		const late = bench.stake(bench.since + 70, bench.since + 80);
		host.wipeStaticData();
		await host.restart();
		if (mode === 'scheduler') await host.poll();
		expect(hashes(host.emitted)).toEqual([...staked, ...late]);
		expect(host.database.staticData).not.toContain(late[0]);
		const { interrupted } = await host.restart({ lost: 'execution' });
		expect(hashes(interrupted)).toEqual(late);
		await host.poll();
		expect(hashes(host.emitted)).toEqual([...staked, ...late]);
	});

	test('joining validators and changes of health fire', async () => {
		const validators = bench.trigger(mode, PRIMARY);
		const health = bench.trigger(mode, { ...HEALTH, options: { holdPolls: 1 } });
		for (const host of [validators, health]) await host.publish();
		bench.control.moveClock({ ms: HOUR_MS });
		const { nodeId } = bench.control.addValidator({});
		bench.control.setHealth({ healthy: false });
		for (const host of [validators, health]) {
			host.wipeStaticData();
			await host.restart();
			await host.poll();
			await host.poll();
			expectOneReport(host);
		}
		expect(validators.emitted.map((item) => item.nodeId)).toContain(nodeId);
		expect(health.emitted.map(({ to }) => to)).toEqual(['unhealthy']);
	});
});

test.each(ENGINE_MODES)(
	'a first start by n8n itself takes a baseline, engine mode %s',
	async (mode) => {
		const host = bench.trigger(mode, STAKING);
		bench.stake(bench.since - 60, bench.since - 50);
		// Published by a command while n8n did not run.
		await host.restart();
		const next = bench.stake(bench.since + 5);
		await host.poll();
		expect(hashes(host.emitted)).toEqual(next);
		expect(host.errors).toEqual([]);
	},
);

test.each(ENGINE_MODES)(
	'so does one with more than a poll can tell, engine mode %s',
	async (mode) => {
		const host = bench.trigger(mode, { ...STAKING, options: { maxEvents: 5 } });
		bench.stake(...Array.from({ length: 12 }, (_, i) => bench.since - 600 + i));
		await host.restart();
		const next = bench.stake(bench.since + 5);
		for (let i = 0; i < 4; i++) await host.poll();
		expect(hashes(host.emitted)).toEqual(next);
	},
);

test('publishing by a user takes a baseline, and nothing fires', async () => {
	const { host, staked } = await running('default');
	host.wipeStaticData();
	bench.engine.newProcess();
	await host.publish();
	await host.poll();
	expect(hashes(host.emitted)).toEqual(staked);
	expect(host.errors).toEqual([]);
});

const scheduled = ENGINE_MODES.filter((mode) => mode !== 'default');

describe.each(scheduled)('a poll that the scheduler abandons, engine mode %s', (mode) => {
	test('loses and doubles nothing: the next one hands on what it had read', async () => {
		const { host, staked } = await running(mode);
		const lost = bench.stake(bench.since + 20, bench.since + 30);
		await host.poll({ abandoned: true });
		await host.poll({ abandoned: true });
		expect(hashes(host.emitted)).toEqual(staked);
		const next = bench.stake(bench.since + 40);
		await host.poll();
		await host.poll();
		expect(hashes(host.emitted)).toEqual([...staked, ...lost, ...next]);
		expect(host.errors).toEqual([]);
	});

	test('a threshold that it saw crossed fires at the next one, once', async () => {
		const host = bench.trigger(mode, HEALTH);
		await host.publish();
		bench.control.setHealth({ healthy: false });
		await host.poll({ abandoned: true });
		await host.poll();
		await host.poll();
		expect(host.emitted.map(({ statusCode }) => statusCode)).toEqual([503]);
	});
});
