import { PublicKey, SecretKey, aggregateSignatures } from '@chainsafe/blst';
import { blstWithKeys } from '../../lambdas/shared/blst';

const MESSAGE = Buffer.from('a message');
const secrets = Array.from({ length: 8 }, (_, index) =>
	SecretKey.fromKeygen(Buffer.alloc(32, index + 1)),
);
const keys = secrets.map((secret) => secret.toPublicKey().toBytes(true));
const signatureOf = (indexes: number[]) =>
	aggregateSignatures(indexes.map((index) => secrets[index].sign(MESSAGE))).toBytes(true);

/** BLS that counts the keys that it parses and checks. */
function counting(maxKeys?: number) {
	let parsed = 0;
	const bls = blstWithKeys(maxKeys, (bytes) => {
		parsed++;
		return PublicKey.fromBytes(bytes, true);
	});
	function checked(work: () => void): number {
		const before = parsed;
		work();
		return parsed - before;
	}
	return { bls, checked };
}

test('a key that was checked is not checked again, whatever object holds its bytes', () => {
	const { bls, checked } = counting();
	const all = [0, 1, 2, 3, 4, 5, 6, 7];
	const verify = () => {
		const copies = keys.map((key) => Uint8Array.from(key));
		expect(bls.checkAggregate(copies, MESSAGE, signatureOf(all))).toEqual({ valid: true });
	};
	expect(checked(verify)).toBe(8);
	expect(checked(verify)).toBe(0);
});

test('a kept key counts as itself only: signers, message and signature are checked every time', () => {
	const bls = blstWithKeys();
	const [first, second] = [
		[keys[0], keys[1]],
		[keys[0], keys[2]],
	];
	const signature = signatureOf([0, 1]);
	expect(bls.checkAggregate(first, MESSAGE, signature)).toEqual({ valid: true });
	expect(bls.checkAggregate(second, MESSAGE, signature)).toMatchObject({ fault: 'mismatch' });
	expect(bls.checkAggregate(first, Buffer.from('b'), signature)).toMatchObject({
		fault: 'mismatch',
	});
});

test('a key that is not valid is never kept', () => {
	const bls = blstWithKeys();
	const infinity = Uint8Array.from([0xc0, ...new Uint8Array(47)]);
	const broken = Uint8Array.from(keys[0], (byte, at) => (at === 47 ? byte ^ 1 : byte));
	for (const key of [infinity, broken, keys[0].subarray(1), new Uint8Array(48)]) {
		for (let time = 0; time < 2; time++) {
			expect(bls.checkAggregate([keys[1], key], MESSAGE, signatureOf([0]))).toEqual({
				valid: false,
				fault: 'publicKey',
				index: 1,
			});
		}
	}
	expect(bls.cachedKeys()).toBe(1);
});

test('the keys that were not used for longest make room', () => {
	const { bls, checked } = counting(3);
	const use = (...indexes: number[]) => {
		const some = indexes.map((index) => keys[index]);
		expect(bls.checkAggregate(some, MESSAGE, signatureOf(indexes)).valid).toBe(true);
	};
	use(0, 1, 2);
	use(0);
	use(3);
	expect(bls.cachedKeys()).toBe(3);
	expect(checked(() => use(0, 2, 3))).toBe(0);
	expect(checked(() => use(1))).toBe(1);
	// A set that is larger than the cache is verified too.
	use(0, 1, 2, 3, 4, 5, 6, 7);
	expect(bls.cachedKeys()).toBe(3);
});
