import { isId, isNodeId } from '../../core/formats/ids';
import { type Json, useEmulator } from './emulatorKit';

const spec = useEmulator();
const live = useEmulator({ dialect: 'live' });
const chainOf = (running: typeof spec, kind: string, nth = 0) => {
	const subnet = running.network.subnets.filter((one) => one.kind === kind)[nth];
	return subnet.blockchains.find(({ evmChainId }) => evmChainId !== undefined)!;
};
const rpc = (id: string) => `/ext/bc/${id}/rpc`;

async function eth(running: typeof spec, id: string, method: string, ...params: unknown[]) {
	return running.client.call(rpc(id), method, params);
}

const FEES = [
	'gasLimit',
	'targetBlockRate',
	'minBaseFee',
	'targetGas',
	'baseFeeChangeDenominator',
	'minBlockGasCost',
	'maxBlockGasCost',
	'blockGasCostStep',
];

describe('eth_feeConfig', () => {
	test('eight integers, at a block number, hash or name', async () => {
		const { id } = chainOf(spec, 'l1', 1);
		const { result: latest } = await eth(spec, id, 'eth_feeConfig');
		expect(Object.keys(latest)).toEqual(['feeConfig', 'lastChangedAt']);
		expect(Object.keys(latest.feeConfig).sort()).toEqual([...FEES].sort());
		for (const value of Object.values(latest.feeConfig)) expect(Number.isInteger(value)).toBe(true);
		expect(latest.lastChangedAt).toBeGreaterThan(0);
		expect((await eth(spec, id, 'eth_feeConfig', 'latest')).result).toEqual(latest);
		const early = (await eth(spec, id, 'eth_feeConfig', '0x1')).result;
		expect(early.lastChangedAt).toBe(0);
		expect(early.feeConfig).not.toEqual(latest.feeConfig);
		const { hash } = (await eth(spec, id, 'eth_getBlockByNumber', '0x1', false)).result;
		expect((await eth(spec, id, 'eth_feeConfig', hash)).result).toEqual(early);
		expect((await eth(spec, id, 'eth_feeConfig', { blockHash: hash })).result).toEqual(early);
	});

	test('integers beyond 2^53 are plain numbers on the wire', async () => {
		const { id } = chainOf(spec, 'l1');
		const { text } = await spec.client.post(rpc(id), {
			jsonrpc: '2.0',
			id: 1,
			method: 'eth_feeConfig',
			params: [],
		});
		expect(text).toMatch(/"targetGas":9007199254740993[,}]/);
	});

	test.each([
		['beyond the head', '0xffffffff', -32000],
		['an unknown hash', `0x${'ab'.repeat(32)}`, -32000],
		['no quantity', 'newest', -32602],
		['a leading zero', '0x01', -32602],
		['a number', 5, -32602],
	])('%s', async (_, block, code) => {
		const { id } = chainOf(spec, 'l1');
		expect((await eth(spec, id, 'eth_feeConfig', block)).error.code).toBe(code);
	});
});

test('precompiles and rules follow the time asked for', async () => {
	const { id } = chainOf(live, 'l1');
	const { result: config } = await eth(live, id, 'eth_getChainConfig');
	const [on, off] = config.upgrades.precompileUpgrades.map(
		(upgrade: Json) => (Object.values(upgrade)[0] as Json).blockTimestamp,
	);
	const [name] = Object.keys(config.upgrades.precompileUpgrades[0]);
	const active = async (...time: number[]) =>
		Object.keys((await eth(live, id, 'eth_getActivePrecompilesAt', ...time)).result);
	expect(await active(on - 1)).not.toContain(name);
	expect(await active(on)).toContain(name);
	expect(await active(off)).not.toContain(name);
	expect(await active()).toEqual(await active(off));

	const rules = async (...time: number[]) =>
		(await eth(live, id, 'eth_getActiveRulesAt', ...time)).result;
	const early = await rules(config.etnaTimestamp - 1);
	const late = await rules();
	expect(early).toMatchObject({
		ethRules: { IsHomestead: true, IsByzantium: true, IsCancun: false },
		avalancheRules: { IsSubnetEVM: true, IsDurango: true, IsEtna: false },
	});
	expect(late).toMatchObject({ ethRules: { IsCancun: true }, avalancheRules: { IsEtna: true } });
	expect((await rules(on)).precompiles[name]).toEqual({ timestamp: on });
	for (const time of ['0x1', -1, 1.5, '5']) {
		const { error } = await eth(live, id, 'eth_getActiveRulesAt', time);
		expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('uint64') });
	}
});

describe('validators.getCurrentValidators', () => {
	const list = (running: typeof spec, id: string, params: object = {}) =>
		running.client.result(`/ext/bc/${id}/validators`, 'validators.getCurrentValidators', params);
	const FIELDS = {
		validationID: expect.any(String),
		nodeID: expect.any(String),
		weight: expect.any(Number),
		startTimestamp: expect.any(Number),
		isActive: expect.any(Boolean),
		isL1Validator: expect.any(Boolean),
		isConnected: expect.any(Boolean),
		uptimeSeconds: expect.any(Number),
		uptimePercentage: expect.any(Number),
	};

	test('of an L1: active while it has a balance', async () => {
		const { id, subnetId } = chainOf(spec, 'l1');
		const { validators } = await list(spec, id);
		for (const one of validators) {
			expect(one).toEqual(FIELDS);
			expect(isId(one.validationID) && isNodeId(one.nodeID)).toBe(true);
			expect(one.uptimePercentage).toBeLessThanOrEqual(100);
			expect(Number.isInteger(one.uptimeSeconds)).toBe(true);
			const balance = spec.network.l1.find(one.validationID)?.balance;
			expect(one).toMatchObject({ isL1Validator: true, isActive: balance !== 0n });
		}
		expect(validators).toHaveLength(spec.network.l1.of(subnetId).length);
		expect(new Set(validators.map(({ isActive }: Json) => isActive)).size).toBe(2);
	});

	test('of a permissioned subnet: always active', async () => {
		const { id } = chainOf(spec, 'permissioned');
		const { validators } = await list(spec, id);
		expect(validators.length).toBeGreaterThan(0);
		for (const one of validators) {
			expect(one).toEqual({ ...FIELDS, isActive: true, isL1Validator: false });
		}
	});

	test('weights beyond 2^53 are plain numbers on the wire', async () => {
		const { id, subnetId } = chainOf(live, 'l1');
		const answer = await live.client.post(`/ext/bc/${id}/validators`, {
			jsonrpc: '2.0',
			id: 1,
			method: 'validators.getCurrentValidators',
		});
		const heavy = live.network.l1.of(subnetId).find(({ weight }) => weight > 2n ** 53n);
		expect(answer.text).toContain(`"weight":${heavy?.weight},`);
	});

	test('of some nodes; an unknown one is left out', async () => {
		const { id } = chainOf(spec, 'l1');
		const [first, second] = (await list(spec, id)).validators;
		const nodeIDs = [first.nodeID, second.nodeID];
		expect((await list(spec, id, { nodeIDs })).validators).toEqual([first, second]);
		const nobody = ['NodeID-111111111111111111116DBWJs'];
		expect((await list(spec, id, { nodeIDs: nobody })).validators).toEqual([]);
	});

	test('fails as a whole until the uptime of who joined is known', async () => {
		const { id, subnetId } = chainOf(live, 'l1');
		const { control, world } = live;
		const uptimeKnownFrom = world.clock.seconds() + 36;
		const { validationId } = control.addValidator({ subnetId, uptimeKnownFrom });
		const path = `/ext/bc/${id}/validators`;
		const error = await live.client.failure(path, 'validators.getCurrentValidators');
		expect(error.message).toBe(
			`failed to get uptime for validation ID ${validationId}: validationID not found: ${validationId}`,
		);
		control.moveClock({ ms: 36_000 });
		const { validators } = await list(live, id);
		expect(validators.map((one: Json) => one.validationID)).toContain(validationId);
	});
});
