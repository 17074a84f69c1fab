import fc from '../../core/testing/properties';
import { bytesToHex } from '../../core/formats/hex';
import {
	ValidatorSetError,
	canonicalSet,
	hasQuorum,
	percentageOf,
	requiredWeight,
} from '../../core/warp';
import { entriesOf, keysInOrder, secretOf, validatorOf } from '../../core/testing/warpSigning';

/** Two validators share a key, one has none. */
const validators = [
	validatorOf('a', 30n),
	validatorOf('b', 20n, 'shared'),
	validatorOf('c', 25n),
	validatorOf('d', 15n, 'shared'),
	validatorOf('e', 10n, null),
];
const order = keysInOrder(validators);

describe('canonical set', () => {
	test('merges keys, counts keyless weight in the total, keeps every node id', () => {
		const set = canonicalSet(entriesOf(validators));
		expect(set.totalWeight).toBe(100n);
		expect(set.validators.map(({ publicKey }) => bytesToHex(publicKey))).toEqual(
			order.map((secret) => bytesToHex(secret.toPublicKey().toBytes())),
		);
		const shared = set.validators.find(({ nodeIds }) => nodeIds.length === 2);
		expect(shared).toMatchObject({
			weight: 35n,
			nodeIds: [validators[1].nodeId, validators[3].nodeId],
		});
	});

	test('orders keys as their uncompressed form does', () => {
		const many = Array.from({ length: 400 }, (_, i) => validatorOf(`order ${i}`, 1n));
		const expected = keysInOrder(many).map((key) => bytesToHex(key.toPublicKey().toBytes()));
		const found = canonicalSet(entriesOf(many)).validators;
		expect(found.map(({ publicKey }) => bytesToHex(publicKey))).toEqual(expected);
	});

	test('orders a key and its negative (same x) by y', () => {
		const key = Uint8Array.from(secretOf('negative').toPublicKey().toBytes());
		const negative = Uint8Array.from(key);
		negative[0] ^= 0x20;
		const set = canonicalSet(
			[key, negative].map((bytes) => ({ publicKey: bytesToHex(bytes), weight: '1' })),
		);
		expect(set.validators.map(({ publicKey }) => publicKey[0] & 0x20)).toEqual([0, 0x20]);
	});

	test.each([
		['a short key', { publicKey: '0x80', weight: '1' }, /not 48 bytes/],
		['no hex', { publicKey: 'NodeID', weight: '1' }, /not 48 bytes/],
		[
			'an uncompressed flag',
			{ publicKey: `0x1${'0'.repeat(95)}`, weight: '1' },
			/not a compressed/,
		],
		['infinity', { publicKey: `0xc${'0'.repeat(95)}`, weight: '1' }, /not a compressed/],
		['x beyond the field', { publicKey: `0x9${'f'.repeat(95)}`, weight: '1' }, /not a compressed/],
		['a negative weight', { publicKey: null, weight: '-1' }, /weight/],
		['a weight of 65 bits', { publicKey: null, weight: '18446744073709551616' }, /weight/],
	])('refuses %s', (_, entry, message) => {
		expect(() => canonicalSet([entry])).toThrow(ValidatorSetError);
		expect(() => canonicalSet([entry])).toThrow(message);
	});
});

describe('quorum', () => {
	test('is exact at any size', () => {
		fc.assert(
			fc.property(
				fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }),
				fc.integer({ min: 1, max: 100 }),
				(total, percentage) => {
					const required = requiredWeight(total, percentage);
					expect(hasQuorum(required, total, percentage)).toBe(true);
					expect(hasQuorum(required - 1n, total, percentage)).toBe(false);
				},
			),
		);
	});

	test('shares are rounded down', () => {
		expect(percentageOf(2n, 3n)).toBe('66.66');
		expect(percentageOf(669_999n, 1_000_000n)).toBe('66.99');
		expect(percentageOf(1n, 1n)).toBe('100.00');
		expect(percentageOf(5n, 10_000n)).toBe('0.05');
		expect(percentageOf(0n, 0n)).toBe('0.00');
	});
});
