import { bls12_381 } from '@noble/curves/bls12-381.js';
import { createHash } from 'node:crypto';
import { createWorld } from '../../emulator/world';
import { NOON, start } from './emulatorKit';
import { rounds } from '../../core/testing/properties';

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/;

test('the same seed gives the same world, another seed another', async () => {
	const paths = ['/v1/networks/mainnet/l1Validators', '/v1/chains', '/v1/networks/fuji/delegators'];
	const read = async (seed: string) => {
		const emulator = await start({ seed });
		const answers = await Promise.all(paths.map((path) => emulator.get(path)));
		await emulator.close();
		return answers.map(({ text }) => text);
	};
	const one = await read('one');
	expect(await read('one')).toEqual(one);
	expect(await read('two')).not.toEqual(one);
});

test('ids are the sha256 of their bytes, in cb58', () => {
	const { node } = createWorld({ start: NOON });
	for (const alias of ['P', 'X', 'C'] as const) {
		const log = node.chain(alias);
		const block = log.block(7)!;
		expect(block.id).toMatch(BASE58);
		expect(log.byId(block.id)).toBe(block);
		expect(block.parentId).toBe(log.block(6)!.id);
		let value = [...block.id].reduce((sum, letter) => {
			const digits = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
			return sum * 58n + BigInt(digits.indexOf(letter));
		}, 0n);
		const hash = createHash('sha256').update(block.bytes).digest();
		const checksum = createHash('sha256').update(hash).digest().subarray(-4);
		value -= BigInt(`0x${Buffer.concat([hash, checksum]).toString('hex')}`);
		expect(value).toBe(0n);
	}
});

test('staking transactions are in the blocks that they name', () => {
	const { node } = createWorld({ start: NOON });
	for (const { txHash, blockNumber, timestamp } of node.staking.find({}).slice(-20)) {
		const block = node.chain('P').block(blockNumber)!;
		expect(block.txs.map(({ id }) => id)).toEqual([txHash]);
		expect(block.timestamp).toBe(timestamp);
	}
});

test('proofs of possession hold', () => {
	const { node } = createWorld({ start: NOON, validators: 3 });
	const [{ bls }] = node.primary.current();
	const { hash, verify } = bls12_381.longSignatures;
	const domain = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
	const key = bls!.publicKey();
	expect(verify(bls!.proofOfPossession(), hash(key, domain), key)).toBe(true);
});

test('100,000 validators and 20,000 transactions are there when they are asked for', async () => {
	const [validators, transactions] = [rounds(100_000), rounds(20_000)];
	const emulator = await start({ validators, transactions });
	const { primary, subnets, l1, staking } = emulator.world.node;
	expect(primary.current()).toHaveLength(validators);
	expect(l1.of(subnets[2].id)).toHaveLength(validators);
	expect(staking.find({})).toHaveLength(transactions);
	const { body } = await emulator.get(
		`/v1/networks/mainnet/l1Validators?subnetId=${subnets[2].id}&pageSize=100`,
	);
	expect(body.validators).toHaveLength(100);
	await emulator.close();
});

test('a clock in real time runs on from where it is set', async () => {
	const emulator = await start({ realTime: true });
	const { clock } = emulator.world;
	const first = clock.now();
	expect(first).toBeGreaterThanOrEqual(NOON);
	clock.set(NOON + 3_600_000);
	expect(clock.now()).toBeGreaterThanOrEqual(NOON + 3_600_000);
	clock.advance(1000);
	expect(clock.now()).toBeGreaterThanOrEqual(NOON + 3_601_000);
	await emulator.close();
});
