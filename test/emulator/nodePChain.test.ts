import { canonicalSet, encodeSigned, encodeSigners, verifySignedMessage } from '../../core/warp';
import { nobleBls } from '../../nodes/shared/nobleBls';
import { unsignedBytes } from '../../core/testing/warpSigning';
import { aggregate } from '../../emulator/world/bls';
import { type Json, useEmulator } from './emulatorKit';

const P = '/ext/bc/P';
const spec = useEmulator();
const live = useEmulator({ dialect: 'live' });
const subnetOf = (running: typeof spec, kind: string) => {
	const found = running.network.subnets.find((subnet) => subnet.kind === kind);
	if (!found) throw new Error(`no ${kind} subnet`);
	return found;
};
const DIGITS = expect.stringMatching(/^\d+$/);
const OWNER = {
	locktime: '0',
	threshold: DIGITS,
	addresses: expect.arrayContaining([expect.stringMatching(/^P-avax1/)]),
};

describe('platform.getCurrentValidators', () => {
	const list = async (running: typeof spec, params: object = {}): Promise<Json[]> =>
		(await running.client.result(P, 'platform.getCurrentValidators', params)).validators;

	test('delegators come with one node id only; unknown node ids are left out', async () => {
		const all = await list(live);
		const popular = all.find(({ delegatorCount }) => delegatorCount !== '0');
		const [other] = all.filter((one) => one !== popular);
		const [one] = await list(live, { nodeIDs: [popular?.nodeID] });
		expect(one.delegators).toHaveLength(Number(popular?.delegatorCount));
		expect(one.delegators[0]).toEqual({
			txID: expect.any(String),
			startTime: DIGITS,
			endTime: DIGITS,
			weight: DIGITS,
			nodeID: popular?.nodeID,
			rewardOwner: OWNER,
			potentialReward: DIGITS,
		});
		const sum = one.delegators.reduce(
			(total: bigint, { weight }: Json) => total + BigInt(weight),
			0n,
		);
		expect(popular?.delegatorWeight).toBe(String(sum));
		const nobody = 'NodeID-111111111111111111116DBWJs';
		const two = await list(live, { nodeIDs: [popular?.nodeID, nobody, other.nodeID] });
		expect(two).toHaveLength(2);
		expect(two.every((validator) => !('delegators' in validator))).toBe(true);
		expect(await list(live, { nodeIDs: [nobody] })).toEqual([]);
	});

	test('an auto-renewed validator goes on with its period, and rewards belong to what ended it', async () => {
		const { network, client } = live;
		const { control, world } = live;
		const now = world.clock.seconds();
		control.setVersions({ version: '1.15.3' });
		const { nodeId, txId } = control.addValidator({
			weight: 2_000_000_000_000n,
			potentialReward: 10_000_000_000n,
			startTime: now,
			endTime: now + 172_800,
			renewal: { shares: 300_000, nextPeriod: 259_200 },
		});
		const read = async () => (await list(live, { nodeIDs: [nodeId] }))[0];
		const first = await read();
		expect(first).toMatchObject({
			validatorAuthority: OWNER,
			nextPeriod: '259200',
			autoCompoundRewardShares: '300000',
			restakedValidationRewards: '0',
			restakedDelegateeRewards: '0',
		});
		control.moveClock({ ms: 172_800_000 });
		expect(await read()).toMatchObject({
			txID: txId,
			startTime: first.endTime,
			endTime: String(now + 432_000),
			weight: '2003000000000',
			restakedValidationRewards: '3000000000',
		});
		const [{ rewardTxId, paid }] = network.primary.history(nodeId)[0].renewal?.cycles ?? [];
		const outputs = async (id?: string) =>
			(await client.result(P, 'platform.getRewardUTXOs', { txID: id })).numFetched;
		expect([paid, await outputs(txId), await outputs(rewardTxId)]).toEqual([
			7_000_000_000n,
			'0',
			'1',
		]);
		const { tx } = await client.result(P, 'platform.getTx', { txID: rewardTxId, encoding: 'json' });
		expect(tx.unsignedTx).toMatchObject({ txID: txId, timestamp: now + 172_800 });
		// Without the uptime that rewards require, the stake ends, and what was added comes back.
		control.setValidator({ nodeId, uptime: 89.9 });
		control.moveClock({ ms: 259_200_000 });
		expect(await list(live, { nodeIDs: [nodeId] })).toEqual([]);
		const [, last] = network.primary.history(nodeId)[0].renewal?.cycles ?? [];
		expect([last.paid, await outputs(last.rewardTxId)]).toEqual([0n, '1']);
		control.reset();
	});
});

describe('validator sets at a height', () => {
	const get = (running: typeof spec, params: object) =>
		running.client.result(P, 'platform.getValidatorsAt', params);

	test('inactive L1 validators are keyless weight under the empty node id', async () => {
		const { id } = subnetOf(live, 'l1');
		const set = await get(live, { height: 'proposed', subnetID: id });
		expect(set['NodeID-111111111111111111116DBWJs']).toEqual({ publicKey: null, weight: DIGITS });
	});

	test('a message signed by members of the set verifies against the answer', async () => {
		const { id } = subnetOf(live, 'l1');
		const { pChainHeight } = await live.client.result(
			'/ext/bc/P/proposervm',
			'proposervm.getCurrentEpoch',
		);
		const set = await get(live, { height: pChainHeight, subnetID: id });
		const validators = Object.entries(set).map(([nodeId, one]) => ({ nodeId, ...one }));
		const members = live.network.validatorsAt(id, Number(pChainHeight));
		const canonical = canonicalSet(validators).validators;
		const indices = canonical.flatMap(({ nodeIds }, i) =>
			members.find(({ nodeId }) => nodeId === nodeIds[0])?.sign ? [i] : [],
		);
		const signatures = indices.map((i) => {
			const member = members.find(({ nodeId }) => nodeId === canonical[i].nodeIds[0]);
			return member?.sign?.(unsignedBytes) ?? new Uint8Array();
		});
		const bytes = encodeSigned({
			unsignedBytes,
			signers: encodeSigners(indices),
			signature: aggregate(signatures),
		});
		const result = verifySignedMessage({
			signedMessage: Buffer.from(bytes).toString('hex'),
			validators,
			bls: nobleBls,
		});
		expect(result).toMatchObject({ verified: true });

		const all = await live.client.result(P, 'platform.getAllValidatorsAt', {
			height: pChainHeight,
		});
		expect(all.validatorSets[id].totalWeight).toBe(result.totalWeight);
		expect(all.validatorSets[id].validators.map(({ nodeIDs }: Json) => nodeIDs)).toEqual(
			canonical.map(({ nodeIds }) => nodeIds),
		);
	});

	test('a set as it was before a validator joined', async () => {
		const { id } = subnetOf(spec, 'l1');
		const { height } = await spec.client.result(P, 'platform.getHeight');
		const { nodeId } = spec.control.addValidator({ subnetId: id });
		expect(await get(spec, { height, subnetID: id })).not.toHaveProperty([nodeId]);
		expect(await get(spec, { height: 'proposed', subnetID: id })).toHaveProperty([nodeId]);
	});
});

describe('balance, blockchains, supply', () => {
	test('locked and unlocked add up', async () => {
		const { client, network } = live;
		const addresses = [0, 1, 2, 3, 4, 5].map((index) => `P-${network.address(index)}`);
		const answer = await client.result(P, 'platform.getBalance', { addresses });
		const [{ assetId }] = network.assets;
		const parts = ['unlocked', 'lockedStakeable', 'lockedNotStakeable'];
		const sum = parts.reduce((total, part) => total + BigInt(answer[part]), 0n);
		expect(answer.balance).toBe(String(sum));
		expect(answer.balances).toEqual({ [assetId]: answer.balance });
		for (const part of parts) {
			expect(answer[`${part}s`]).toEqual(answer[part] === '0' ? {} : { [assetId]: answer[part] });
		}
		const owned = addresses.flatMap((address) => network.utxos('P', address.slice(2)));
		expect(answer.balance).toBe(String(owned.reduce((total, { amount }) => total + amount, 0n)));
		expect(answer.utxoIDs).toHaveLength(owned.length);
	});
});
