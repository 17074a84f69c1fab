import { isId, isNodeId } from '../../core/formats/ids';
import { canonicalSet, encodeSigned, encodeSigners, verifySignedMessage } from '../../core/warp';
import { nobleBls } from '../../nodes/shared/nobleBls';
import { unsignedBytes } from '../../core/testing/warpSigning';
import { aggregate } from '../../emulator/world/bls';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type Json, useEmulator } from './nodeKit';

const P = '/ext/bc/P';
const PRIMARY = '11111111111111111111111111111111LpoYY';
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

	test('primary network: every field is a string but connected', async () => {
		const validators = await list(live);
		expect(validators.map(({ nodeID }) => nodeID)).toEqual(
			live.network.primary.current().map(({ nodeId }) => nodeId),
		);
		for (const validator of validators) {
			expect(validator).toEqual({
				txID: expect.any(String),
				startTime: DIGITS,
				endTime: DIGITS,
				weight: DIGITS,
				nodeID: expect.stringMatching(/^NodeID-/),
				validationRewardOwner: OWNER,
				delegationRewardOwner: OWNER,
				potentialReward: DIGITS,
				accruedDelegateeReward: DIGITS,
				delegationFee: expect.stringMatching(/^\d+\.\d{4}$/),
				uptime: expect.stringMatching(/^\d+\.\d{4}$/),
				connected: expect.any(Boolean),
				signer: {
					publicKey: expect.stringMatching(/^0x[0-9a-f]{96}$/),
					proofOfPossession: expect.stringMatching(/^0x[0-9a-f]{192}$/),
				},
				delegatorCount: DIGITS,
				delegatorWeight: DIGITS,
			});
			expect(isId(validator.txID) && isNodeId(validator.nodeID)).toBe(true);
		}
	});

	test('proofs of possession are real', async () => {
		const [{ signer }] = await list(live);
		const { hash, verify, Signature } = bls12_381.longSignatures;
		const key = Buffer.from(signer.publicKey.slice(2), 'hex');
		const proof = Signature.fromBytes(Buffer.from(signer.proofOfPossession.slice(2), 'hex'));
		const message = hash(key, 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_');
		expect(verify(proof, message, bls12_381.G1.Point.fromBytes(key))).toBe(true);
		expect((await list(spec))[0].signer.proofOfPosession).toBe(signer.proofOfPossession);
	});

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
		const { control, world } = live.emulator;
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

	test('permissioned subnet: five fields; unknown subnet: nothing', async () => {
		const { id } = subnetOf(live, 'permissioned');
		for (const validator of await list(live, { subnetID: id })) {
			expect(Object.keys(validator)).toEqual(['txID', 'startTime', 'endTime', 'weight', 'nodeID']);
		}
		expect(await list(live, { subnetID: live.network.assets[1].assetId })).toEqual([]);
	});

	test('L1: the inactive have balance 0, large amounts keep their digits', async () => {
		const { id } = subnetOf(live, 'l1');
		const validators = await list(live, { subnetID: id });
		for (const validator of validators) {
			expect(validator).toEqual({
				nodeID: expect.stringMatching(/^NodeID-/),
				weight: DIGITS,
				startTime: DIGITS,
				validationID: expect.any(String),
				publicKey: expect.stringMatching(/^0x[0-9a-f]{96}$/),
				remainingBalanceOwner: OWNER,
				deactivationOwner: OWNER,
				minNonce: DIGITS,
				balance: DIGITS,
			});
		}
		expect(validators.some(({ balance }) => balance === '0')).toBe(true);
		expect(validators.some(({ balance }) => BigInt(balance) > 2n ** 53n)).toBe(true);
		const [one] = validators;
		const single = await live.client.result(P, 'platform.getL1Validator', {
			validationID: one.validationID,
		});
		expect(single).toMatchObject({ ...one, subnetID: id });
	});

	test('control adds and removes', async () => {
		const { control } = spec.emulator;
		const before = await list(spec);
		const { nodeId } = control.addValidator({});
		expect((await list(spec)).map(({ nodeID }) => nodeID)).toContain(nodeId);
		control.removeValidator({ nodeId });
		expect(await list(spec)).toEqual(before);
	});
});

describe('validator sets at a height', () => {
	const get = (running: typeof spec, params: object) =>
		running.client.result(P, 'platform.getValidatorsAt', params);

	test('height as number, string or proposed; not above the head', async () => {
		const { height } = await live.client.result(P, 'platform.getHeight');
		const set = await get(live, { height: Number(height) });
		expect(Object.keys(set)).toHaveLength(live.network.primary.current().length);
		expect(await get(live, { height })).toEqual(set);
		expect(await get(live, { height: 'proposed', subnetID: PRIMARY })).toEqual(set);
		for (const [nodeId, { publicKey, weight }] of Object.entries(set)) {
			expect(isNodeId(nodeId)).toBe(true);
			expect(publicKey).toMatch(/^0x[0-9a-f]{96}$/);
			expect(weight).toMatch(/^\d+$/);
		}
		const error = await live.client.failure(P, 'platform.getValidatorsAt', {
			height: String(Number(height) + 1),
		});
		expect(error.message).toContain('at unfinalized height');
		const max = { height: '18446744073709551615' };
		const refused = await live.client.failure(P, 'platform.getValidatorsAt', max);
		expect(refused.message).toMatch(/^couldn't unmarshal an argument/);
	});

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
		const { nodeId } = spec.emulator.control.addValidator({ subnetId: id });
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

	test('no UTXOs: an empty list in the documents, null on the wire', async () => {
		const nobody = (running: typeof spec) =>
			running.client.result(P, 'platform.getBalance', {
				addresses: [`P-${running.network.address(999)}`],
			});
		expect(await nobody(spec)).toMatchObject({ balance: '0', balances: {}, utxoIDs: [] });
		expect(await nobody(live)).toMatchObject({ balance: '0', balances: {}, utxoIDs: null });
	});

	test('every blockchain but the P-Chain, and its status', async () => {
		const { client } = spec;
		const { blockchains } = await client.result(P, 'platform.getBlockchains');
		const names = blockchains.map(({ name }: Json) => name);
		expect(names).toEqual(expect.arrayContaining(['X-Chain', 'C-Chain']));
		expect(names).not.toContain('P-Chain');
		for (const chain of blockchains) {
			expect([chain.id, chain.subnetID, chain.vmID].every(isId)).toBe(true);
		}
		const status = async (blockchainID: string) =>
			(await client.result(P, 'platform.getBlockchainStatus', { blockchainID })).status;
		expect(await status('X')).toBe('Validating');
		expect(await status(blockchains[0].id)).toBe('Validating');
		expect(await status(blockchains[2].id)).toBe('Syncing');
		expect(await status(spec.network.assets[1].assetId)).toBe('Unknown');
		const error = async (params: object) =>
			(await client.failure(P, 'platform.getBlockchainStatus', params)).message;
		expect(await error({})).toBe("argument 'blockchainID' not given");
		expect(await error({ blockchainID: 'nowhere' })).toMatch(
			/^problem parsing blockchainID "nowhere": /,
		);
	});

	test('supply, with the height on the wire', async () => {
		const method = 'platform.getCurrentSupply';
		expect(await spec.client.result(P, method)).toEqual({ supply: DIGITS });
		expect(await live.client.result(P, method, { subnetID: PRIMARY })).toEqual({
			supply: DIGITS,
			height: DIGITS,
		});
	});

	test('methods beyond the documents', async () => {
		const { client, network } = live;
		const call = (method: string, params: object = {}) =>
			client.result(P, `platform.${method}`, params);
		const [l1] = network.subnets.filter(({ kind }) => kind === 'l1');
		expect((await call('getTimestamp')).timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/);
		expect((await call('getStakingAssetID')).assetID).toBe(network.assets[0].assetId);
		expect((await call('getMinStake')).minValidatorStake).toBe('2000000000000');
		expect(await call('validatedBy', { blockchainID: l1.blockchains[0].id })).toEqual({
			subnetID: l1.id,
		});
		expect(await call('validates', { subnetID: l1.id })).toEqual({
			blockchainIDs: [l1.blockchains[0].id],
		});
		expect(await call('getSubnet', { subnetID: l1.id })).toMatchObject({
			conversionID: l1.conversionTxId,
			managerAddress: l1.managerAddress,
		});
		const { stake, weight } = await call('getTotalStake');
		expect(stake).toBe(weight);
		const addresses = [`P-${network.address(0)}`];
		const utxos = await call('getUTXOs', { addresses });
		expect(Number(utxos.numFetched)).toBe(network.utxos('P', network.address(0)).length);
	});
});
