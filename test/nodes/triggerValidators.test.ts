import type { INodeParameters } from 'n8n-workflow';
import { ENGINE_MODES, type Item } from '../../kit/pollHost';
import { type Bench, PRIMARY, startBench } from './triggerKit';

let bench: Bench;
/** With L1 validators on more than one page. */
let paged: Bench;
beforeAll(async () => {
	[bench, paged] = await Promise.all([startBench(), startBench({ validators: 120 })]);
});
afterEach(() => bench.control.reset());
afterAll(async () => {
	await Promise.all([bench.close(), paged.close()]);
});

const changes = (items: readonly Item[]) => items.map(({ change, nodeId }) => [change, nodeId]);

/** Ids of the L1 with many validators, and of its chain. */
function largeL1({ world }: Bench = bench) {
	const [, subnet] = world.node.subnets.filter(({ kind }) => kind === 'l1');
	return { subnetId: subnet.id, blockchainId: subnet.blockchains[0].id };
}

function l1Trigger(
	options: INodeParameters = {},
	filters: INodeParameters = {},
	{ subnetId } = largeL1(),
): INodeParameters {
	return {
		event: 'validator',
		source: 'l1',
		network: 'mainnet',
		subnetId,
		filters,
		options: { retries: 0, ...options },
	};
}

describe.each(ENGINE_MODES)('new validators, engine mode %s', (mode) => {
	test('the first poll fires nothing, a validator that joins comes once', async () => {
		const host = bench.trigger(mode, PRIMARY);
		expect((await host.publish()).items).toEqual([]);
		expect((await host.poll()).items).toEqual([]);
		const { nodeId, txId } = bench.control.addValidator({ weight: 2_000_000_000_000n });
		const { items } = await host.poll();
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({
			title: `${nodeId}: new validator`,
			text: expect.stringContaining(`${nodeId} is a validator since`) as string,
		});
		expect(items[0]).toMatchObject({
			change: 'joined',
			nodeId,
			validator: txId,
			active: true,
			weight: 2000,
			weightExact: '2000000000000',
		});
		await host.restart();
		for (let i = 0; i < 2; i++) await host.poll();
		expect(host.emitted).toHaveLength(1);
	});

	test('a subnet, an L1 from the data service and one from its own chain fire for the same', async () => {
		const { subnetId, blockchainId } = largeL1();
		const hosts = [
			{ ...PRIMARY, source: 'subnet', subnetId },
			{ ...PRIMARY, source: 'evm', blockchainId },
			l1Trigger(),
		].map((parameters) => bench.trigger(mode, parameters));
		for (const host of hosts) expect((await host.publish()).items).toEqual([]);
		const { nodeId, validationId } = bench.control.addValidator({ subnetId });
		for (const host of hosts) {
			const { items } = await host.poll();
			expect(items).toEqual([
				expect.objectContaining({ change: 'joined', nodeId, validator: validationId }),
			]);
			expect((await host.poll()).items).toEqual([]);
			expect(host.errors).toEqual([]);
		}
	});

	test('leaving fires where it is asked for, and a return under a new id is new', async () => {
		const { subnetId } = largeL1();
		const hosts = [l1Trigger({ leaves: true }), l1Trigger()].map((parameters) =>
			bench.trigger(mode, parameters),
		);
		for (const host of hosts) await host.publish();
		const [one] = bench.world.node.l1.of(subnetId);
		const { nodeId, validationId } = one;
		bench.control.removeValidator({ subnetId, validationId });
		for (const host of hosts) await host.poll();
		const { validationId: anew } = bench.control.addValidator({ subnetId, nodeId });
		expect(anew).not.toBe(validationId);
		for (const host of hosts) await host.poll();
		const [telling, silent] = hosts.map(({ emitted }) => changes(emitted));
		expect(telling).toEqual([
			['left', nodeId],
			['joined', nodeId],
		]);
		expect(silent).toEqual([['joined', nodeId]]);
	});

	test('inactive and active again fire where it is asked for, and are nothing new elsewhere', async () => {
		const { subnetId } = largeL1();
		const [{ nodeId, validationId }] = bench.world.node.l1.of(subnetId);
		const told = bench.trigger(mode, l1Trigger({ activity: true }));
		const silent = bench.trigger(mode, l1Trigger({ leaves: true }));
		const node = bench.trigger(mode, {
			...PRIMARY,
			source: 'subnet',
			subnetId,
			options: { activity: true },
		});
		const hosts = [told, silent, node];
		for (const host of hosts) await host.publish();
		for (const balance of [0n, 1_000_000_000n, 0n]) {
			bench.control.setL1Balance({ validationId, balance });
			for (const host of hosts) await host.poll();
		}
		const three = ['inactive', 'active', 'inactive'].map((change) => [change, nodeId]);
		expect(changes(told.emitted)).toEqual(three);
		expect(changes(node.emitted)).toEqual(three);
		expect(silent.emitted).toEqual([]);
	});

	test('a validator that joins without balance counts where it is asked for', async () => {
		const { subnetId } = largeL1();
		const [all, funded] = [{ includeInactive: true }, {}].map((filters) =>
			bench.trigger(mode, l1Trigger({}, filters)),
		);
		for (const host of [all, funded]) await host.publish();
		const { nodeId, validationId = '' } = bench.control.addValidator({ subnetId, balance: 0n });
		for (const host of [all, funded]) await host.poll();
		expect(changes(all.emitted)).toEqual([['joined', nodeId]]);
		expect(funded.emitted).toEqual([]);
		bench.control.setL1Balance({ validationId, balance: 1_000_000_000n });
		for (const host of [all, funded]) await host.poll();
		expect(all.emitted).toHaveLength(1);
		expect(changes(funded.emitted)).toEqual([['joined', nodeId]]);
	});

	test('more than one poll may return is delivered in order over several polls', async () => {
		const { subnetId } = largeL1();
		const host = bench.trigger(mode, l1Trigger({ maxEvents: 3 }));
		await host.publish();
		const joined = Array.from({ length: 8 }, () => {
			bench.control.moveClock({ ms: 1000 });
			return bench.control.addValidator({ subnetId }).nodeId;
		});
		const sizes: number[] = [];
		for (let i = 0; i < 4; i++) sizes.push((await host.poll()).items.length);
		expect(sizes).toEqual([3, 3, 2, 0]);
		expect(host.emitted.map(({ nodeId }) => nodeId)).toEqual(joined);
	});

	test('no validator counts as gone because of an empty response, a failed page or bootstrapping', async () => {
		const { subnetId } = largeL1(paged);
		const list = paged.trigger(mode, l1Trigger({ leaves: true }, {}, largeL1(paged)));
		const node = paged.trigger(mode, {
			...PRIMARY,
			source: 'subnet',
			subnetId,
			options: { leaves: true },
		});
		for (const host of [list, node]) await host.publish();
		const { control } = paged;
		control.addFaults({
			faults: [
				{ kind: 'wrongJson', service: 'data', body: '{"validators":[]}', times: 1 },
				{ kind: 'status', status: 500, service: 'data', path: 'pageToken', times: 1 },
				{ kind: 'staleToken', times: 1 },
				{ kind: 'repeatPage', times: 1 },
			],
		});
		for (let i = 0; i < 5; i++) await list.poll();
		// A further page that fails is read again within the poll.
		expect([list.errors, list.emitted, control.faults()]).toEqual([[], [], []]);
		const empty = '{"jsonrpc":"2.0","id":1,"result":{"validators":[]}}';
		control.addFaults({ faults: [{ kind: 'wrongJson', service: 'node', body: empty, times: 1 }] });
		await node.poll();
		control.setBootstrapping({ bootstrapping: true });
		await node.poll();
		expect(node.errors).toHaveLength(1);
		control.setBootstrapping({ bootstrapping: false });
		await node.poll();
		expect([...list.emitted, ...node.emitted]).toEqual([]);
		// A validator that really leaves is reported.
		const [{ nodeId, validationId }] = paged.world.node.l1.of(subnetId);
		control.removeValidator({ subnetId, validationId });
		for (const host of [list, node]) {
			await host.poll();
			expect(changes(host.emitted)).toEqual([['left', nodeId]]);
		}
	});

	test('start from a date-time: who joined since fires at once', async () => {
		const startFrom = new Date(bench.world.clock.now()).toISOString();
		const { nodeId } = bench.control.addValidator({ weight: 1n });
		const host = bench.trigger(mode, { ...PRIMARY, options: { startFrom } });
		const { items } = await host.publish();
		expect(changes(items)).toEqual([['joined', nodeId]]);
		await host.restart();
		await host.poll();
		expect(host.emitted).toHaveLength(1);
	});

	test('another source or subnet begins a new baseline', async () => {
		const { subnetId, blockchainId } = largeL1();
		const host = bench.trigger(mode, { ...PRIMARY, source: 'subnet', subnetId });
		await host.publish();
		await host.poll();
		for (const parameters of [
			PRIMARY,
			{ ...PRIMARY, source: 'evm', blockchainId },
			{ ...PRIMARY, source: 'subnet', subnetId },
		]) {
			await host.publish({ ...parameters, options: { retries: 0, leaves: true } });
			await host.poll();
		}
		expect(host.emitted).toEqual([]);
		const { nodeId } = bench.control.addValidator({ subnetId });
		await host.poll();
		expect(changes(host.emitted)).toEqual([['joined', nodeId]]);
	});
});
