import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { kmsSigner } from '../../lambdas/topUp/kms';
import { pointOf, recoverable } from '../../lambdas/topUp/signing';

/** The client of KMS: a hash for DIGEST, the bytes for RAW, and its errors. */

const SECRET = new Uint8Array(32).fill(0x42);
const HEAD = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');
const SPKI = Buffer.concat([HEAD, secp256k1.getPublicKey(SECRET, false)]);
const BYTES = Buffer.from('bytes that are signed');
const asked: Array<Record<string, string>> = [];
let failure: string | undefined;

/** KMS as its documentation says: it hashes a message of type RAW, and signs one of type DIGEST as it is. */
function answered(action: string, body: Record<string, string>): object {
	if (failure) return { __type: failure };
	asked.push(body);
	if (action === 'GetPublicKey') return { PublicKey: SPKI.toString('base64') };
	const message = Buffer.from(body.Message, 'base64');
	const hash = body.MessageType === 'RAW' ? createHash('sha256').update(message).digest() : message;
	const signature = secp256k1.sign(hash, SECRET, { prehash: false, lowS: false, format: 'der' });
	return { Signature: Buffer.from(signature).toString('base64') };
}

const server = createServer((request, response) => {
	let text = '';
	request.setEncoding('utf8').on('data', (part: string) => (text += part));
	request.on('end', () => {
		const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
		const answer = answered(action, JSON.parse(text) as Record<string, string>);
		response.writeHead('__type' in answer ? 400 : 200, {
			'content-type': 'application/x-amz-json-1.1',
		});
		response.end(JSON.stringify(answer));
	});
});

beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	Object.assign(process.env, {
		AWS_ENDPOINT_URL_KMS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		AWS_REGION: 'us-east-1',
		AWS_ACCESS_KEY_ID: 'test',
		AWS_SECRET_ACCESS_KEY: 'test',
	});
});
afterAll(() => {
	server.closeAllConnections();
	server.close();
});

test.each(['DIGEST', 'RAW'] as const)('a message of type %s', async (type) => {
	const signer = kmsSigner('key', type);
	const point = pointOf(await signer.publicKey());
	const signature = recoverable(await signer.sign(BYTES), BYTES, point);
	const hash = createHash('sha256').update(BYTES).digest();
	const { MessageType, SigningAlgorithm, Message } = asked.at(-1) ?? {};
	expect([MessageType, SigningAlgorithm]).toEqual([type, 'ECDSA_SHA_256']);
	expect(Message).toBe((type === 'RAW' ? BYTES : hash).toString('base64'));
	const read = secp256k1.Signature.fromBytes(signature.slice(0, 64), 'compact');
	expect(read.hasHighS()).toBe(false);
	const key = read.addRecoveryBit(signature[64]).recoverPublicKey(hash).toBytes(true);
	expect(Buffer.from(key).equals(point)).toBe(true);
});

test.each(['DisabledException', 'AccessDeniedException'])(
	'%s says what to look at',
	async (name) => {
		failure = name;
		await expect(kmsSigner('key').sign(BYTES)).rejects.toMatchObject({
			name: 'KeyUnavailable',
			message: expect.stringContaining(`cannot be used (${name}): see TOP_UP_KEY`) as string,
		});
	},
);

test('a key of another curve, and a signature of another key, are refused', () => {
	const p256 = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');
	expect(() => pointOf(Buffer.concat([p256, SPKI.subarray(-65)]))).toThrow(/ECC_SECG_P256K1/);
	const other = secp256k1.sign(
		createHash('sha256').update(BYTES).digest(),
		new Uint8Array(32).fill(7),
		{
			prehash: false,
			format: 'der',
		},
	);
	expect(() => recoverable(other, BYTES, pointOf(SPKI))).toThrow(/does not verify/);
});
