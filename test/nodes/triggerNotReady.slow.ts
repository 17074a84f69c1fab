import type { INodeParameters } from 'n8n-workflow';
import type { Fault } from '../../emulator';
import { type EngineMode, ENGINE_MODES } from '../../lab/kit/pollHost';
import { recordedCall } from '../../core/testing/recordedCalls';
import { forTests } from '../emulatorForTests';
import { HEALTH, PRIMARY, STAKING, startBench } from './triggerKit';

// A trigger that begins without a baseline compares the services' times with n8n's clock.
const bench = forTests(() => startBench({ start: Date.now() }));
afterEach(() => {
	bench.control.reset();
	bench.warnings();
});

const l1 = () => bench.world.node.subnets.filter(({ kind }) => kind === 'l1')[1];
const EVM = (): INodeParameters => ({
	...PRIMARY,
	source: 'evm',
	blockchainId: l1().blockchains[0].id,
});

/** Answer of a real node that was not ready, as the answer to every request. */
function recordedFault(name: string): Fault {
	const { status, text: body } = recordedCall(name);
	return status === 200
		? { kind: 'wrongJson', service: 'node', body }
		: { kind: 'status', service: 'node', status, body };
}

const joinL1 = () => void bench.control.addValidator({ subnetId: l1().id });
/** An answer for each engine mode: how the trigger treats it does not depend on the answer. */
const ANSWERS: Array<[EngineMode, string, () => INodeParameters, () => void]> = [
	['default', 'err-validators.getCurrentValidators-uptime-not-tracked-yet', EVM, joinL1],
	['scheduler', 'err-C-bootstrapping-404', EVM, joinL1],
	['durable', 'err-P-bootstrapping-503', () => PRIMARY, () => void bench.control.addValidator({})],
];

describe.each(ANSWERS)(
	'a node that is not ready, engine mode %s: %s',
	(mode, name, parameters, join) => {
		const notReady = () => bench.control.addFaults({ faults: [recordedFault(name)] });

		test('fails a poll for n8n to try again soon, and says why', async () => {
			const host = bench.trigger(mode, parameters());
			await host.publish();
			await host.poll();
			join();
			notReady();
			const { error, items } = await host.poll();
			expect(items).toEqual([]);
			expect(error?.failure).toEqual({ cause: 'temporarily-unavailable' });
			// Operations of some chains only say so, too.
			expect(error?.description).toMatch(
				/bootstrapping, or this API is switched off on the node|has just started is available later/,
			);
			bench.control.clearFaults();
			expect((await host.poll()).items).toHaveLength(1);
		});

		const isUnknownChain = name === 'err-C-bootstrapping-404';
		const when = isUnknownChain ? 'at the next poll, as a chain may be unknown' : 'within the poll';
		test(`is asked again ${when}`, async () => {
			const host = bench.trigger(mode, { ...parameters(), options: { retries: 1 } });
			await host.publish();
			await host.poll();
			join();
			bench.control.addFaults({ faults: [{ ...recordedFault(name), times: 1 }] });
			if (isUnknownChain) expect((await host.poll()).error).toBeDefined();
			expect((await host.poll()).items).toHaveLength(1);
			expect(host.errors).toHaveLength(isUnknownChain ? 1 : 0);
		});

		test.each([false, true])(
			'does not stop a trigger that is published; late: %p',
			async (late) => {
				notReady();
				const host = bench.trigger(mode, parameters());
				expect((await host.publish()).error).toBeUndefined();
				expect([host.alive, host.polls]).toEqual([true, 1]);
				expect(bench.warnings()).toEqual([expect.stringMatching(/the next poll tries again/)]);
				expect((await host.poll()).error).toBeDefined();
				bench.control.clearFaults();
				bench.control.moveClock({ to: Date.now() + 1000 });
				// Nothing between activation and the first poll that succeeds is lost, in any mode.
				if (late) join();
				await host.poll();
				if (!late) join();
				await host.poll();
				await host.restart();
				await host.poll();
				expect(host.emitted).toHaveLength(1);
			},
		);

		test('does not stop a trigger at a restart of n8n', async () => {
			const host = bench.trigger(mode, parameters());
			await host.publish();
			join();
			notReady();
			expect((await host.restart()).error).toBeUndefined();
			expect(host.alive).toBe(true);
			bench.control.clearFaults();
			await host.poll();
			expect(host.emitted).toHaveLength(1);
		});
	},
);

test.each(ENGINE_MODES)(
	'a node or a service that is not ready does not stop a trigger on staking transactions or health, engine mode %s',
	async (mode) => {
		bench.control.addFaults({ faults: [{ kind: 'status', status: 503, service: 'data' }] });
		const staking = bench.trigger(mode, STAKING);
		await staking.publish();
		expect(staking.alive).toBe(true);
		bench.control.clearFaults();
		bench.control.addFaults({ faults: [recordedFault('err-X-bootstrapping-404')] });
		const health = bench.trigger(mode, HEALTH);
		await health.publish();
		expect(health.alive).toBe(true);
		bench.control.clearFaults();
		bench.control.moveClock({ to: Date.now() + 1000 });
		const expected = bench.stake(bench.world.clock.seconds());
		for (let polls = 0; polls < 2; polls++) await staking.poll();
		expect(staking.emitted.map(({ txHash }) => txHash)).toEqual(expected);
		// The node's state at activation is not known: its first state is reported.
		for (let polls = 0; polls < 2; polls++) await health.poll();
		bench.control.setHealth({ healthy: false });
		for (let polls = 0; polls < 2; polls++) await health.poll();
		expect(health.emitted.map(({ from, to }) => [from, to])).toEqual([
			[null, 'healthy'],
			['healthy', 'unhealthy'],
		]);
	},
);
