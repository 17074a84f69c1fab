import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cb58Encode } from '../../core/formats/cb58';
import { nodeIdOf } from '../../core/formats/ids';
import { ENGINE_MODES } from '../../kit/pollHost';
import { type Bench, HEALTH, NOON_SECONDS, PRIMARY, STAKING, startBench } from './triggerKit';

/** docs/events.md: the one shape of events. */
const HEADLINE = [
	'id',
	'event',
	'severity',
	'subject',
	'title',
	'text',
	'occurredAt',
	'url',
	'alertKey',
];

const MESSAGE = ['title', 'severity', 'subject', 'occurredAt', 'text'];

let bench: Bench;
beforeAll(async () => {
	bench = await startBench();
});
afterEach(() => bench.control.reset());
afterAll(async () => {
	await bench.close();
});

describe('Fetch Test Event', () => {
	test('gives up to 10 of the newest transactions', async () => {
		const added = bench.stake(...Array.from({ length: 15 }, (_, i) => NOON_SECONDS + i));
		const items = await bench.trigger('default', STAKING).fetchTestEvent();
		expect(items.map(({ txHash }) => txHash)).toEqual(added.slice(5).reverse());
	});

	test('gives the validators that joined last, and the health of now', async () => {
		const { nodeId } = bench.control.addValidator({ weight: 1n });
		const validators = await bench.trigger('default', PRIMARY).fetchTestEvent();
		expect(validators).toHaveLength(10);
		expect(validators[0]).toMatchObject({ change: 'joined', nodeId });
		const [now, sample] = await bench.trigger('default', HEALTH).fetchTestEvent();
		expect(now).toMatchObject({ from: null, to: 'healthy', failingChecks: [] });
		expect(sample).toMatchObject({ sample: true, to: 'unhealthy' });
		expect(sample.failingChecks).toHaveLength(1);
		bench.control.setHealth({ healthy: false });
		const health = await bench.trigger('default', HEALTH).fetchTestEvent();
		expect(health).toEqual([expect.objectContaining({ from: null, to: 'unhealthy' })]);
	});

	test.each(
		[STAKING, PRIMARY, HEALTH].flatMap((event) =>
			[true, false].map((simplify) => ({ ...event, simplify })),
		),
	)('begins with what a message to people needs: $event, Simplify $simplify', async (form) => {
		const items = await bench.trigger('default', form).fetchTestEvent();
		for (const item of items) {
			// Without Simplify the record of the service follows the headline as it is.
			const raw = !form.simplify && !('path' in form);
			const names = Object.keys(item);
			const first = raw ? HEADLINE : MESSAGE;
			expect(names.slice(0, first.length)).toEqual(first);
			expect(names).toEqual(expect.arrayContaining(HEADLINE));
			expect(item.severity).toMatch(/^(info|warning|critical|resolved)$/);
			expect(item.text).toMatch(/^[A-Z].*[.]$/);
			expect(new Date(String(item.occurredAt)).getTime()).toBeGreaterThan(0);
		}
		expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
	});

	test.each(ENGINE_MODES)('leaves the state alone, engine mode %s', async (mode) => {
		const host = bench.trigger(mode, STAKING);
		await host.fetchTestEvent();
		expect(JSON.parse(host.database.staticData)).toEqual({});
		await host.publish();
		bench.stake(NOON_SECONDS + 1);
		const before = JSON.stringify(host.database);
		await host.fetchTestEvent();
		expect(JSON.stringify(host.database)).toBe(before);
		expect((await host.poll()).items).toHaveLength(1);
	});

	test('is a sample that says so where there is nothing real', async () => {
		const nobody = `P-${bench.world.network('mainnet').address(4000)}`;
		const host = bench.trigger('default', { ...STAKING, addresses: nobody });
		expect(await host.fetchTestEvent()).toEqual([
			expect.objectContaining({
				sample: true,
				title: expect.stringMatching(/^Sample: /) as string,
				text: expect.stringMatching(/^This is a sample, not a real event\. /) as string,
			}),
		]);
	});

	test('shows a failure of the service as it is', async () => {
		bench.control.addFaults({ faults: [{ kind: 'status', status: 502 }] });
		await expect(bench.trigger('default', STAKING).fetchTestEvent()).rejects.toMatchObject({
			name: 'NodeApiError',
			httpCode: '502',
		});
	});
});

const MANY = 100_000;

/** Validators of which only the ids matter. */
const many = () =>
	Array.from({ length: MANY }, (_, i) => {
		const bytes = new Uint8Array(32);
		new DataView(bytes.buffer).setUint32(28, i);
		const period = { startTime: '1', endTime: '2', weight: '3' };
		return { ...period, txID: cb58Encode(bytes), nodeID: nodeIdOf(bytes.subarray(12)) };
	});

describe('100,000 validators', () => {
	let validators: ReturnType<typeof many> = [];
	const node = createServer((request, response) => {
		request.resume();
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: { validators } }));
	});
	beforeAll(async () => {
		validators = many();
		await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
	});
	afterAll(() => {
		node.closeAllConnections();
		node.close();
	});

	test.each(ENGINE_MODES)('take at most 16 bytes each, engine mode %s', async (mode) => {
		const nodeUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
		const { credential } = bench.engine;
		bench.engine.credential = { ...credential, nodeUrl };
		try {
			const host = bench.trigger(mode, { ...PRIMARY, options: { leaves: true } });
			await host.publish();
			const sizes = [host.stateBytes];
			for (let i = 0; i < 2; i++) {
				validators.pop();
				expect((await host.poll()).items).toHaveLength(1);
				sizes.push(host.stateBytes);
			}
			expect(Math.max(...sizes) / MANY).toBeLessThanOrEqual(16);
		} finally {
			bench.engine.credential = credential;
		}
	});
});
