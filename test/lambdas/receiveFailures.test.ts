import { queueEnvironment } from '../../lab/kit/lambda/notifyKit';
import { deathsAt } from '../../core/testing/deaths';
import { setTimeout as wait } from 'node:timers/promises';
import {
	HOOK,
	MINE,
	type ReceiveBench,
	TRANSFERS,
	startReceiveBench,
} from '../../lab/kit/lambda/receiveKit';

/** Failures around receive: no message that was answered with 200 is lost, and one failure stops nothing else. */

let bench: ReceiveBench;
beforeAll(async () => {
	bench = await startReceiveBench();
});
afterEach(async () => {
	bench.emulator.control.reset();
	await bench.table.clear();
	bench.newProcess();
	bench.parts = {};
	bench.settings = { webhooks: [TRANSFERS], targets: [HOOK] };
	for (const list of [bench.statuses, bench.bodies, bench.logged]) list.splice(0);
	bench.measured = {};
});
afterAll(async () => await bench.close());

const SECRET_PATH = '/v1/webhooks:getSharedSecret';
const fault = (path: string, times: number, status = 503) =>
	bench.emulator.control.addFaults({ faults: [{ kind: 'status', status, path, times } as never] });

async function pay(value = 250_000_000n): Promise<string> {
	const [txHash] = bench.emulator.control.addTransfers({ transfers: [{ to: MINE, value }] });
	await bench.emulator.webhooksSettled();
	return txHash;
}

/** Transactions of the events; those of repairs have none. */
const hashes = async () =>
	(await bench.outbox())
		.map(({ event }) => (event as { data: { txHash?: string } }).data.txHash)
		.filter((hash) => hash !== undefined);

/** Attempt 2 comes after 10 ms, attempt 3 after 60. */
const fast = () => bench.emulator.control.setWebhooks({ timeScale: 1_000 });

const FIRST_WRITES = deathsAt(1, 4);

test.each(FIRST_WRITES)('a process that ends $side write $at loses nothing', async (death) => {
	await bench.check();
	fast();
	bench.newProcess(death);
	const paying = pay();
	// The next attempt finds a new process.
	while (bench.statuses.length === 0) await wait(1);
	bench.newProcess();
	const txHash = await paying;
	expect(bench.statuses.at(-1)).toBe(200);
	expect(await hashes()).toEqual([txHash]);
});

test.each(FIRST_WRITES)('a check that ends $side write $at is continued', async (death) => {
	bench.emulator.control.setWebhooks({ hold: true });
	await bench.check();
	const [{ id }] = bench.active();
	const txHash = await pay();
	bench.emulator.control.deactivateWebhook({ id: String(id) });
	bench.newProcess(death);
	await bench.check().catch(() => undefined);
	bench.newProcess();
	// The claim of the check that ended has to expire.
	bench.emulator.control.moveClock({ ms: 10 * 60_000 });
	await bench.check();
	expect(await hashes()).toEqual([txHash]);
	expect(bench.active()).toMatchObject([{ id }]);
});

test('a first check that ends after a webhook was created makes no twin', async () => {
	bench.newProcess({ at: 2, side: 'before' });
	await bench.check().catch(() => undefined);
	bench.newProcess({ at: 3, side: 'before' });
	bench.emulator.control.moveClock({ ms: 10 * 60_000 });
	await bench.check().catch(() => undefined);
	bench.newProcess();
	bench.emulator.control.moveClock({ ms: 10 * 60_000 });
	await bench.check();
	expect(bench.active()).toHaveLength(1);
});

test('without the secret a message is refused, and comes again', async () => {
	await bench.check();
	// Each attempt of the service comes 10 s after the one before.
	const now = () => bench.emulator.world.clock.now() + 10_000 * bench.statuses.length;
	bench.parts = { clock: { ...bench.clock, now } };
	bench.newProcess();
	fast();
	fault(SECRET_PATH, 2);
	const txHash = await pay();
	expect(bench.statuses).toEqual([503, 200]);
	expect(await hashes()).toEqual([txHash]);
});

test('a rotated secret is read again, and never rotated', async () => {
	await bench.check();
	await pay();
	await fetch(`${bench.emulator.dataUrl}/v1/webhooks:generateOrRotateSharedSecret`, {
		method: 'POST',
	});
	bench.emulator.control.moveClock({ ms: 60_000 });
	const before = bench.emulator.control.requestCount();
	await pay();
	expect(bench.statuses).toEqual([200, 200]);
	const asked = bench.emulator.control.requests().slice(before);
	expect(asked.map(({ method }) => method)).not.toContain('POST');
});

test('a table that throttles refuses the message, and it comes again', async () => {
	await bench.check();
	fast();
	const throttled = Object.assign(new Error('slow down'), { name: 'ThrottlingException' });
	bench.parts = {
		store: async () => {
			throw throttled;
		},
	};
	bench.newProcess();
	const paying = pay();
	while (bench.statuses.length === 0) await wait(1);
	bench.parts = {};
	bench.newProcess();
	const txHash = await paying;
	expect(bench.statuses[0]).toBe(503);
	expect(bench.statuses.at(-1)).toBe(200);
	expect(await hashes()).toEqual([txHash]);
});

test('a table that does not answer is answered in time', async () => {
	await bench.check();
	bench.parts = {
		store: async () => await new Promise(() => undefined),
		clock: { ...bench.clock, sleep: async () => undefined },
	};
	bench.newProcess();
	bench.emulator.control.setWebhooks({ timeScale: 1e9 });
	await pay();
	expect(bench.statuses[0]).toBe(503);
	expect(bench.measured.FailedMessages).toBeGreaterThan(0);
	expect(JSON.stringify(bench.logged)).toContain('TimedOut');
});

test('a webhook that the plan does not allow stops no other one', async () => {
	bench.emulator.control.setWebhooks({ plan: 'free' });
	const addresses = Array.from({ length: 6 }, (_, i) => `0x${String(i).repeat(40)}`);
	const many = { ...TRANSFERS, name: 'many', addresses };
	bench.settings = { webhooks: [many, TRANSFERS], targets: [HOOK] };
	await expect(bench.check()).rejects.toMatchObject({
		name: 'CheckFailed',
		message: expect.stringMatching(
			/checked again by the next check: many \(.*a maximum of 5 addresses per webhook/,
		) as string,
	});
	expect(bench.active()).toMatchObject([{ url: `${bench.url}payments` }]);
	expect(bench.measured).toMatchObject({ Checks: 1, FailedChecks: 1 });
});

test('a list that cannot be read does not stop the repair, and is read by the next check', async () => {
	await bench.check();
	const [{ id }] = bench.active();
	bench.emulator.control.deactivateWebhook({ id: String(id) });
	const txHash = await pay();
	fault('/v2/chains/43114/addresses/', 50);
	await expect(bench.check()).rejects.toMatchObject({ name: 'CheckFailed' });
	expect(bench.active()).toMatchObject([{ id }]);
	bench.emulator.control.clearFaults();
	await bench.check();
	expect(await hashes()).toEqual([txHash]);
});

test('of two checks at the same time, one does nothing', async () => {
	const first = bench.check();
	const second = bench.check();
	const reports = await Promise.all([first, second]);
	expect(reports.filter(({ busy }) => busy)).toHaveLength(1);
	expect(bench.active()).toHaveLength(1);
	expect(await bench.check()).not.toHaveProperty('busy');
});

test.each([
	[{ action: 'chek' }, /action: must be "check"/],
	[{ action: 'check', url: 'x' }, /url: must be an http\(s\) URL/],
	[{ action: 'check' }, /url is required/],
	[{ action: 'check', colour: 1 }, /there is no field colour/],
])('event %j is refused', async (event, message) => {
	await expect(bench.invoke(event)).rejects.toMatchObject({
		name: 'InvalidEvent',
		message: expect.stringMatching(message) as string,
	});
});

test('a URL that a public service cannot reach is refused', async () => {
	bench.parts = {
		environment: {
			AVALANCHE_WITHOUT_API_KEY: 'true',
			NOTIFY_SETTINGS_SECRET: 'notify',
			NOTIFY_TABLE: 'notify',
			...queueEnvironment(bench.table, bench.clock),
		},
	};
	bench.newProcess();
	await expect(bench.check()).rejects.toMatchObject({
		name: 'InvalidInput',
		message: expect.stringMatching(/must begin with https: http:\/\/127\.0\.0\.1$/) as string,
	});
});
