import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
	KMS_PUBLIC_KEY,
	KMS_SIGNING_KEY,
	type KmsServer,
	startKms,
} from '../../lab/kit/lambda/kmsServer';
import { kmsSigner } from '../../lambdas/topUp/kms';
import { concat } from '../../core/formats/bytes';
import { u32 } from '../../core/warp/bytes';
import { pointOf, recoverable, withSignature } from '../../lambdas/topUp/signing';

/** The client of KMS: a hash for DIGEST, the bytes for RAW, and its errors. */

const BYTES = Buffer.from('bytes that are signed');
let kms: KmsServer;

beforeAll(async () => {
	kms = await startKms();
	Object.assign(process.env, {
		AWS_ENDPOINT_URL_KMS: kms.url,
		AWS_REGION: 'us-east-1',
		AWS_ACCESS_KEY_ID: 'test',
		AWS_SECRET_ACCESS_KEY: 'test',
	});
});
afterAll(() => kms.close());

test.each(['DIGEST', 'RAW'] as const)('a message of type %s', async (type) => {
	const signer = kmsSigner(KMS_SIGNING_KEY, type);
	const point = pointOf(await signer.publicKey());
	const hash = createHash('sha256').update(BYTES).digest();
	let high = 0;
	for (let count = 0; count < 12; count++) {
		const der = await signer.sign(BYTES);
		high += secp256k1.Signature.fromBytes(der, 'der').hasHighS() ? 1 : 0;
		const signature = recoverable(der, BYTES, point);
		const read = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact');
		expect(read.hasHighS()).toBe(false);
		const key = read.addRecoveryBit(signature[64]).recoverPublicKey(hash).toBytes(true);
		expect(Buffer.from(key).equals(point)).toBe(true);
	}
	// Both kinds were there.
	expect([high > 0, high < 12]).toEqual([true, true]);
	const { MessageType, SigningAlgorithm, Message } = kms.signing.asked.at(-1) ?? {};
	expect([MessageType, SigningAlgorithm]).toEqual([type, 'ECDSA_SHA_256']);
	expect(Message).toBe((type === 'RAW' ? BYTES : hash).toString('base64'));
});

test('a signed transaction has a credential for each input', () => {
	const signature = new Uint8Array(65).fill(7);
	const credential = concat(u32(9), u32(1), signature);
	expect(withSignature(BYTES, signature, 2)).toEqual(concat(BYTES, u32(2), credential, credential));
});

test.each(['DisabledException', 'KMSInvalidStateException', 'AccessDeniedException'])(
	'%s says what to look at',
	async (name) => {
		kms.signing.failure = name;
		await expect(kmsSigner(KMS_SIGNING_KEY).sign(BYTES)).rejects.toMatchObject({
			name: 'KeyUnavailable',
			message: expect.stringContaining(`cannot be used (${name}): see TOP_UP_KEY`) as string,
		});
	},
);

test.each<[string, Buffer]>([
	[
		'a point in another form',
		Buffer.concat([KMS_PUBLIC_KEY.subarray(0, -65), Buffer.of(5), KMS_PUBLIC_KEY.subarray(-64)]),
	],
	['a point that is cut', Buffer.concat([Buffer.of(4), KMS_PUBLIC_KEY.subarray(0, -65)])],
])('%s is refused', (_, key) => {
	expect(() => pointOf(key)).toThrow(/ECC_SECG_P256K1/);
});

test('a key of another curve, and a signature of another key, are refused', () => {
	const p256 = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
	expect(() => pointOf(Buffer.concat([p256, KMS_PUBLIC_KEY.subarray(-65)]))).toThrow(
		/ECC_SECG_P256K1/,
	);
	const other = secp256k1.sign(
		createHash('sha256').update(BYTES).digest(),
		new Uint8Array(32).fill(7),
		{
			prehash: false,
			format: 'der',
		},
	);
	expect(() => recoverable(other, BYTES, pointOf(KMS_PUBLIC_KEY))).toThrow(/does not verify/);
});
