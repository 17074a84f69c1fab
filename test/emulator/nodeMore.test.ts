import { hexWithChecksum } from '../../core/formats/hex';
import { baseTx } from '../../core/testing/cases/signedTransactions';
import { type Json, useEmulator } from './emulatorKit';

/** Methods beyond the node document: what they tell agrees with the world and with each other. */

const P = '/ext/bc/P';
const INFO = '/ext/info';
const live = useEmulator({ dialect: 'live' });

test('the node is a validator: identity, uptime and peers', async () => {
	const { client, network } = live;
	const { nodeID, nodePOP } = await client.result(INFO, 'info.getNodeID');
	const { validators } = await client.result(P, 'platform.getCurrentValidators');
	const own = validators.find((one: Json) => one.nodeID === nodeID);
	expect(own.signer).toEqual(nodePOP);
	const uptime = await client.result(INFO, 'info.uptime');
	const { numPeers, peers } = await client.result(INFO, 'info.peers');
	const connected = validators.filter((one: Json) => one.connected && one !== own);
	expect(peers.map((peer: Json) => peer.nodeID)).toEqual(connected.map((one: Json) => one.nodeID));
	expect(numPeers).toBe(String(connected.length));
	// Peers that are away observe nothing, and the node itself 100 %.
	const stakeOf = (one: Json) => Number(one.weight) + Number(one.delegatorWeight);
	const stakes = validators.map(stakeOf);
	const seconds = connected.map((one: Json, i: number) => stakeOf(one) * peers[i].observedUptime);
	const sum = (all: number[]) => all.reduce((total, each) => total + each, 0);
	const mean = (100 * stakeOf(own) + sum(seconds)) / sum(stakes);
	expect(Number(uptime.weightedAveragePercentage)).toBeCloseTo(mean, 3);
	const health = await client.result('/ext/health', 'health.health');
	expect(health.checks.network.message.connectedPeers).toBe(connected.length);
	const away = network.primary.current().filter((one) => !one.connected);
	expect(health.checks.P.message.networking.disconnectedValidators).toEqual(
		away.map(({ nodeId }) => nodeId),
	);
	const some = { nodeIDs: [peers[1].nodeID] };
	expect((await client.result(INFO, 'info.peers', some)).peers).toEqual([peers[1]]);
	const name = await client.result(INFO, 'info.getNetworkName');
	expect(name).toEqual({ networkName: 'mainnet' });
	const { heliconTime } = await client.result(INFO, 'info.upgrades');
	expect(heliconTime).toBe('2026-09-22T15:00:00Z');
});

test('a node that was started again hears of its uptime with the first ping of each peer', async () => {
	const { client, control, world } = live;
	const observed = async () => {
		const { peers } = await client.result(INFO, 'info.peers');
		return new Set(peers.map((peer: Json) => peer.observedUptime));
	};
	const startOf = async () =>
		(await client.send('/ext/metrics')).text.match(/start_time_seconds ([\d.e+]+)\n/)?.[1];
	const [before, start] = [await observed(), await startOf()];
	control.restartNode();
	expect([...(await observed())]).toEqual(['0']);
	expect(await startOf()).not.toBe(start);
	expect(Number(await startOf())).toBeCloseTo(world.clock.now() / 1000, 0);
	control.moveClock({ ms: 22_000 });
	expect([...(await observed())]).toEqual(['0']);
	control.moveClock({ ms: 1_000 });
	expect(await observed()).toEqual(before);
	// A peer that comes back is heard of with its own first ping.
	const { peers } = await client.result(INFO, 'info.peers');
	const [{ nodeID: nodeId }] = peers;
	control.setValidator({ nodeId, connected: false });
	expect((await client.result(INFO, 'info.peers')).peers).toHaveLength(peers.length - 1);
	control.setValidator({ nodeId, connected: true });
	expect((await client.result(INFO, 'info.peers')).peers[0]).toMatchObject({
		nodeID: nodeId,
		observedUptime: '0',
	});
	control.setBootstrapping({ bootstrapping: true });
	expect((await client.failure(INFO, 'info.uptime')).message).toMatch(
		/^couldn't get node uptime: .*still bootstrapping$/,
	);
	control.reset();
});

test('stakes, samples and subnets', async () => {
	const { client, network, world } = live;
	const now = world.clock.seconds();
	const active = network.staking
		.find({})
		.filter(({ txType }) => /^Add.*(Validator|Delegator)Tx$/.test(txType))
		.filter(({ txType }) => txType !== 'AddSubnetValidatorTx')
		.filter(
			({ startTimestamp = 0, endTimestamp = 0 }) => startTimestamp <= now && endTimestamp > now,
		);
	const [owner] = active[0].addresses;
	const expected = active
		.filter(({ addresses }) => addresses.includes(owner))
		.reduce((sum, { amount }) => sum + amount, 0n);
	const addresses = [`P-${owner}`];
	const stake = await client.result(P, 'platform.getStake', { addresses });
	expect(stake.staked).toBe(String(expected));
	expect(stake.stakeds).toEqual({ [network.assets[0].assetId]: stake.staked });
	const many = { addresses: Array(257).fill(addresses[0]) };
	expect((await client.failure(P, 'platform.getStake', many)).message).toBe(
		'257 addresses provided but this method can take at most 256',
	);
	const { validators } = await client.result(P, 'platform.sampleValidators', { size: 3 });
	const set = await client.result(P, 'platform.getValidatorsAt', { height: 'proposed' });
	expect(new Set(validators).size).toBe(3);
	for (const nodeId of validators) expect(set).toHaveProperty([nodeId]);
	expect((await client.failure(P, 'platform.sampleValidators', { size: 9999 })).message).toMatch(
		/^sampling .* errored with /,
	);
	const { subnets } = await client.result(P, 'platform.getSubnets');
	expect(subnets.map(({ id }: Json) => id).sort()).toEqual(
		network.subnets.map(({ id }) => id).sort(),
	);
	const config = await client.result(P, 'platform.getValidatorFeeConfig');
	const state = await client.result(P, 'platform.getValidatorFeeState');
	expect(state.price).toBe(config.minPrice);
});

test('a reward can be read once its stake has ended', async () => {
	const { client, control, world } = live;
	const { clock } = world;
	const [txID] = control.addTransactions({
		transactions: [{ endTimestamp: clock.seconds() + 100, estimatedReward: 123n }],
	});
	const read = () => client.result(P, 'platform.getRewardUTXOs', { txID });
	expect(await read()).toEqual({ numFetched: '0', utxos: [], encoding: 'hex' });
	control.moveClock({ ms: 100_000 });
	const { numFetched, utxos } = await read();
	expect(numFetched).toBe('1');
	expect(utxos[0]).toContain(123n.toString(16).padStart(16, '0'));
});

test.each([
	{ alias: 'X', space: 'avm', path: '/ext/bc/X' },
	{ alias: 'P', space: 'platform', path: P },
] as const)('a transaction issued on $alias is in the next block', async (chain) => {
	const { alias, space, path } = chain;
	const { client, network } = live;
	const built = baseTx(network, alias, 0);
	const tx = hexWithChecksum(built.bytes);
	const before = Number((await client.result(path, `${space}.getHeight`)).height);
	expect(await client.result(path, `${space}.issueTx`, { tx })).toEqual({ txID: built.id });
	const txID = built.id;
	const json = { encoding: 'json' };
	const { block } = await client.result(path, `${space}.getBlockByHeight`, {
		height: before + 1,
		...json,
	});
	expect(block.txs).toEqual([(await client.result(path, `${space}.getTx`, { txID, ...json })).tx]);
	expect(block.txs[0].unsignedTx.outputs[0].output.amount).toBe(5);
	const cut = { tx: hexWithChecksum(built.bytes.subarray(0, -10)) };
	expect((await client.failure(path, `${space}.issueTx`, cut)).message).toMatch(
		/^couldn't parse tx: /,
	);
});

test('what waits to be imported into the C-Chain', async () => {
	const { client, network } = live;
	const owner = network.address(4);
	const path = '/ext/bc/C/avax';
	const params = { addresses: [`C-${owner}`], sourceChain: 'X' };
	const answer = await client.result(path, 'avax.getUTXOs', params);
	expect(Number(answer.numFetched)).toBe(network.atomicUtxos('C', 'X', owner).length);
	expect(answer.utxos.length).toBeGreaterThan(0);
	const without = { addresses: [`C-${owner}`] };
	expect((await client.failure(path, 'avax.getUTXOs', without)).message).toBe(
		'no source chain provided',
	);
});

test('metrics contain heights, health and stakes', async () => {
	const { client, control, network } = live;
	const read = async () => (await client.send('/ext/metrics')).text;
	const value = (text: string, sample: string) =>
		Number(
			text
				.split('\n')
				.find((line) => line.startsWith(`${sample} `))
				?.split(' ')[1],
		);
	const text = await read();
	expect(value(text, 'avalanche_snowman_last_accepted_height{chain="P"}')).toBe(
		network.chain('P').height(),
	);
	expect(value(text, 'avalanche_platformvm_total_staked')).toBe(
		Number((await client.result(P, 'platform.getTotalStake')).stake),
	);
	const failing = 'avalanche_health_checks_failing{check="health",tag="application"}';
	expect(value(text, failing)).toBe(0);
	control.setHealth({ healthy: false });
	expect(value(await read(), failing)).toBe(1);
	control.setHealth({ healthy: true });
});
