import { aggregatePublicKeys, PublicKey, Signature, verify } from '@chainsafe/blst';
import type { SetMember } from '../../emulator';
import { start } from './emulatorKit';
import { forTests } from '../emulatorForTests';

/**
 * Messages are built and taken apart by hand here, by the layout of the protocol: what the emulator
 * signs must be right for anyone.
 */
const emulator = forTests(start);

const AGGREGATE = '/v1/signatureAggregator/mainnet/aggregateSignatures';
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const uint32 = (value: number) => value.toString(16).padStart(8, '0');

/** version, network, source chain, payload with its length. */
function unsigned(sourceChainHex: string, payload = '000000000000' + 'ab'.repeat(32), network = 1) {
	return `0000${uint32(network)}${sourceChainHex}${uint32(payload.length / 2)}${payload}`;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** The 32 bytes of a cb58 id in hex; its last 4 bytes are the checksum. */
function idHex(id: string): string {
	const value = [...id].reduce((sum, letter) => sum * 58n + BigInt(BASE58.indexOf(letter)), 0n);
	return value.toString(16).padStart(72, '0').slice(0, 64);
}

/** The canonical order: by uncompressed key; members without a key are not in it. */
function canonical(members: SetMember[]) {
	return members
		.flatMap(({ publicKey, weight }) => {
			if (!publicKey) return [];
			const key = PublicKey.fromBytes(publicKey);
			return { key, order: hexOf(key.toBytes(false)), weight };
		})
		.sort((a, b) => (a.order < b.order ? -1 : 1));
}

/** Share of the weight that signed, in percent; throws unless the aggregate holds. */
function verified(signed: string, message: string, members: SetMember[]): number {
	expect(signed.startsWith(message)).toBe(true);
	const rest = signed.slice(message.length);
	expect(rest.slice(0, 8)).toBe('00000000');
	const length = Number.parseInt(rest.slice(8, 16), 16);
	const bits = rest.slice(16, 16 + 2 * length);
	expect(bits.startsWith('00')).toBe(false);
	const signature = rest.slice(16 + 2 * length);
	expect(signature).toHaveLength(192);
	const set = canonical(members);
	const signers = set.filter((_, i) => (BigInt(`0x${bits}`) >> BigInt(i)) & 1n);
	const key = aggregatePublicKeys(signers.map((signer) => signer.key));
	const holds = verify(Buffer.from(message, 'hex'), key, Signature.fromHex(signature));
	expect(holds).toBe(true);
	const total = members.reduce((sum, { weight }) => sum + weight, 0n);
	const weight = signers.reduce((sum, signer) => sum + signer.weight, 0n);
	return Number((weight * 10_000n) / total) / 100;
}

const l1 = () => emulator.world.node.subnets[1];
const members = () => emulator.world.node.validatorsAt(l1().id);
const message = () => unsigned(idHex(l1().blockchains[0].id));

test('a message of an L1 is signed by its validators, just over the quorum', async () => {
	const { status, body } = await emulator.post(AGGREGATE, { message: `0x${message()}` });
	expect(status).toBe(201);
	expect(body.signedMessage).toMatch(/^[0-9a-f]+$/);
	const share = verified(body.signedMessage, message(), members());
	expect(share).toBeGreaterThanOrEqual(67);
	expect(share).toBeLessThan(80);
});

test('quorum and buffer are tried for, the quorum alone is enough', async () => {
	// One of eight validators is silent, one inactive: a quarter of the weight never signs.
	const lower = await emulator.post(AGGREGATE, { message: message(), quorumPercentage: 30 });
	expect(verified(lower.body.signedMessage, message(), members())).toBeLessThan(45);
	const buffered = await emulator.post(AGGREGATE, {
		message: message(),
		quorumPercentage: 50,
		quorumPercentageBuffer: 20,
	});
	expect(verified(buffered.body.signedMessage, message(), members())).toBeGreaterThanOrEqual(70);
	const modest = await emulator.post(AGGREGATE, {
		message: message(),
		quorumPercentage: 60,
		quorumPercentageBuffer: 40,
	});
	expect(verified(modest.body.signedMessage, message(), members())).toBeGreaterThanOrEqual(60);
	const all = await emulator.post(AGGREGATE, { message: message(), quorumPercentage: 100 });
	expect([all.status, all.body.message]).toEqual([
		500,
		'failed to collect a threshold of signatures',
	]);
});

test('a signing subnet and a height choose the set', async () => {
	const { chain, validatorsAt } = emulator.world.node;
	const height = chain('P').height();
	const subnetId = l1().id;
	const before = validatorsAt(subnetId);
	emulator.control.addValidator({ subnetId, weight: 10n ** 18n });
	const now = await emulator.post(AGGREGATE, { message: message() });
	verified(now.body.signedMessage, message(), validatorsAt(subnetId));
	const then = await emulator.post(AGGREGATE, { message: message(), pChainHeight: height });
	verified(then.body.signedMessage, message(), before);
	const future = await emulator.post(AGGREGATE, { message: message(), pChainHeight: 10 ** 9 });
	expect(future.status).toBe(400);
	const other = emulator.world.node.subnets[3];
	for (const signingSubnetId of [other.id, idHex(other.id), `0x${idHex(other.id)}`]) {
		const { body } = await emulator.post(AGGREGATE, { message: message(), signingSubnetId });
		verified(body.signedMessage, message(), validatorsAt(other.id));
	}
});

test('a message of the C-Chain is signed by the primary network', async () => {
	const { chains, validatorsAt } = emulator.world.node;
	const own = unsigned(idHex(chains.C));
	const { body } = await emulator.post(AGGREGATE, { message: own });
	expect(verified(body.signedMessage, own, validatorsAt(chains.P))).toBeGreaterThanOrEqual(67);
});

test('a message of 80,000 digits is signed as any other', async () => {
	const long = unsigned(idHex(l1().blockchains[0].id), '00'.repeat(40_000));
	const { status, body } = await emulator.post(AGGREGATE, { message: long });
	expect(status).toBe(201);
	expect(verified(body.signedMessage, long, members())).toBeGreaterThanOrEqual(67);
});

test.each([
	['neither message nor justification', {}],
	['a quorum beyond 100', { message: '00', quorumPercentage: 101 }],
	['a negative buffer', { message: '00', quorumPercentageBuffer: -1 }],
	['a sum beyond 100', { message: '00', quorumPercentage: 70, quorumPercentageBuffer: 31 }],
	['a default quorum and a buffer beyond 33', { message: '00', quorumPercentageBuffer: 34 }],
	['no hex', { message: '0xzz' }],
	['no warp message', { message: '0x00' }],
	['a message of an unknown chain', { message: unsigned('12'.repeat(32)) }],
	['a message of another network', { message: unsigned('00'.repeat(32), undefined, 5) }],
	['a number as text', { message: '00', quorumPercentage: '67' }],
	['a justification that no payload has room for', { justification: 'ab'.repeat(40_000) }],
	['a message beyond 256 KiB', { message: unsigned('00'.repeat(32), '00'.repeat(256 * 1024)) }],
	['a subnet in hex of other bytes', { message: unsigned('00'.repeat(32)), signingSubnetId: 'ab' }],
	[
		'a subnet in 40,000 bytes of hex',
		{ message: unsigned('00'.repeat(32)), signingSubnetId: 'ab'.repeat(40_000) },
	],
])('%s is a bad request', async (_what, body) => {
	expect((await emulator.post(AGGREGATE, body)).status).toBe(400);
});

test('the L1 messages of P-Chain transactions come signed', async () => {
	const { staking, validatorsAt, chain } = emulator.world.node;
	for (const txType of ['RegisterL1ValidatorTx', 'ConvertSubnetToL1Tx']) {
		const tx = staking.find({ txTypes: new Set([txType]) }).at(-1)!;
		const { status, body } = await emulator.get(`${AGGREGATE}/${tx.txHash}`);
		expect(status).toBe(201);
		// From the P-Chain, as an addressed call with an empty source.
		const head = `0000${uint32(1)}${'00'.repeat(32)}`;
		expect(body.signedMessage.startsWith(head)).toBe(true);
		const length = Number.parseInt(body.signedMessage.slice(76, 84), 16);
		const payload = body.signedMessage.slice(84, 84 + 2 * length);
		expect(payload.slice(0, 20)).toBe('00000000000100000000');
		const own = body.signedMessage.slice(0, 84 + 2 * length);
		verified(body.signedMessage, own, validatorsAt(tx.subnetId));
	}
	const other = staking.find({ txTypes: new Set(['AddPermissionlessDelegatorTx']) })[0];
	expect((await emulator.get(`${AGGREGATE}/${other.txHash}`)).status).toBe(400);
	const unknown = chain('C').block(1)!.id;
	expect((await emulator.get(`${AGGREGATE}/${unknown}`)).status).toBe(404);
});
