import fc, { rounds } from '../../core/testing/properties';
import { blstBls } from '../../lambdas/shared/blst';
import { nobleBls } from '../../nodes/shared/nobleBls';
import { bytesToHex, hexToBytes } from '../../core/formats/hex';
import { type Bls, decodeSigned, encodeSigned, verifySignedMessage } from '../../core/warp';
import {
	aggregate,
	entriesOf,
	entryOf,
	keysInOrder,
	secretOf,
	sha,
	signedBy,
	unsignedBytes,
	validatorOf,
} from '../../core/testing/warpSigning';

const libraries: Array<{ library: string; bls: Bls }> = [
	{ library: 'noble', bls: nobleBls },
	{ library: 'blst', bls: blstBls },
];
/** Two validators share a key, one has none. */
const validators = [
	validatorOf('a', 30n),
	validatorOf('b', 20n, 'shared'),
	validatorOf('c', 25n),
	validatorOf('d', 15n, 'shared'),
	validatorOf('e', 10n, null),
];
const order = keysInOrder(validators);
const all = order.map((_, index) => index);

describe.each(libraries)('verification with $library', ({ bls }) => {
	const set = entriesOf(validators);
	const verify = (signedMessage: string, more = {}) =>
		verifySignedMessage({ signedMessage, validators: set, bls, ...more });

	test('accepts what all keys signed', () => {
		expect(verify(signedBy(order, all))).toMatchObject({
			verified: true,
			signedWeight: '90',
			totalWeight: '100',
			percentage: '90.00',
		});
	});

	test('a signer that did not sign, and one that is not named', () => {
		const message = decodeSigned(hexToBytes(signedBy(order, all)));
		const withoutOne = aggregate(order.slice(1), unsignedBytes);
		const claimed = bytesToHex(encodeSigned({ ...message, signature: withoutOne }));
		expect(verify(claimed).reason).toBe('aggregateMismatch');
		const unnamed = bytesToHex(encodeSigned({ ...message, signers: Uint8Array.of(0b110) }));
		expect(verify(unnamed, { quorumPercentage: 1 }).reason).toBe('aggregateMismatch');
	});

	test('bits of another order', () => {
		const reversed = [...order].reverse();
		const two = signedBy(reversed, [0, 1]);
		expect(verify(two, { quorumPercentage: 1 }).reason).toBe('aggregateMismatch');
	});

	test('bits of the set without merging equal keys', () => {
		// One more bit than there are keys: the shared key is used twice.
		expect(verify(signedBy([...order, order[0]], [0, 1, 2, 3])).reason).toBe('unknownSigner');
		const doubled = [order[0], order[0], order[1], order[2]];
		expect(verify(signedBy(doubled, [1, 2])).verified).toBe(false);
	});

	test('weight just under the quorum, and just at it', () => {
		const weights = [67n * 10n ** 15n - 1n, 33n * 10n ** 15n + 1n];
		const edge = weights.map((weight, i) => validatorOf(`edge ${i}`, weight));
		const key = edge[0].secret!;
		const keys = keysInOrder(edge);
		const signedMessage = signedBy(keys, [keys.indexOf(key)]);
		const under = verifySignedMessage({ signedMessage, validators: entriesOf(edge), bls });
		expect(under).toMatchObject({
			verified: false,
			reason: 'belowQuorum',
			percentage: '66.99',
			detail: expect.stringContaining('the quorum is 67 %'),
		});
		edge[0].weight += 1n;
		edge[1].weight -= 1n;
		const at = verifySignedMessage({ signedMessage, validators: entriesOf(edge), bls });
		expect(at).toMatchObject({ verified: true, percentage: '67.00' });
	});

	test('keyless weight counts against the quorum', () => {
		const heavy = entriesOf([...validators, validatorOf('f', 100n, null)]);
		const result = verifySignedMessage({
			signedMessage: signedBy(order, all),
			validators: heavy,
			bls,
		});
		expect(result).toMatchObject({ reason: 'belowQuorum', percentage: '45.00' });
	});

	test('no signer, no validator', () => {
		const signature = aggregate(order, unsignedBytes);
		const signedMessage = bytesToHex(
			encodeSigned({ unsignedBytes, signers: new Uint8Array(), signature }),
		);
		expect(verify(signedMessage).reason).toBe('belowQuorum');
		expect(verifySignedMessage({ signedMessage, validators: [], bls }).reason).toBe('belowQuorum');
	});

	test('a key off the curve or outside the subgroup', () => {
		const offCurve = `0x80${'0'.repeat(93)}1`;
		// x = 4 gives a point of the curve that is not in the subgroup of prime order.
		const outside = `0x80${'0'.repeat(93)}4`;
		for (const publicKey of [offCurve, outside]) {
			const one = [{ nodeId: 'NodeID-1', publicKey, weight: '1' }];
			const signedMessage = signedBy(order, [0]);
			const result = verifySignedMessage({ signedMessage, validators: one, bls });
			expect(result).toMatchObject({ verified: false, reason: 'invalidKey' });
			expect(result.detail).toContain('NodeID-1');
		}
	});

	test('signatures that are not points, or infinity', () => {
		const message = decodeSigned(hexToBytes(signedBy(order, all)));
		const withSignature = (signature: Uint8Array) =>
			verify(bytesToHex(encodeSigned({ ...message, signature })));
		expect(withSignature(new Uint8Array(96)).reason).toBe('invalidSignature');
		const infinity = new Uint8Array(96);
		infinity[0] = 0xc0;
		expect(withSignature(infinity).reason).toBe('aggregateMismatch');
	});

	test('keys that cancel each other out have signed nothing', () => {
		const key = Uint8Array.from(order[0].toPublicKey().toBytes());
		const negative = Uint8Array.from(key);
		negative[0] ^= 0x20;
		const pair = [key, negative].map((bytes) => ({ publicKey: bytesToHex(bytes), weight: '1' }));
		const infinity = new Uint8Array(96);
		infinity[0] = 0xc0;
		const signers = Uint8Array.of(0b11);
		const signedMessage = bytesToHex(encodeSigned({ unsignedBytes, signers, signature: infinity }));
		const result = verifySignedMessage({ signedMessage, validators: pair, bls });
		expect(result).toMatchObject({ verified: false, reason: 'aggregateMismatch' });
	});

	test('text that is not a message', () => {
		for (const signedMessage of ['', '0x', 'zz', '0x0', '00', 'ünicode', '0x0x00']) {
			expect(verify(signedMessage)).toMatchObject({
				verified: false,
				reason: 'malformedMessage',
				detail: expect.stringMatching(/./),
			});
		}
	});
});

test('a set that no node would give is named as such', () => {
	const result = verifySignedMessage({
		signedMessage: signedBy(order, all),
		validators: [...entriesOf(validators), { nodeId: 'NodeID-x', publicKey: '0x00', weight: '1' }],
		bls: blstBls,
	});
	expect(result).toMatchObject({ reason: 'invalidValidatorSet' });
	expect(result.detail).toContain('NodeID-x');
});

test('a node ID that occurs twice makes the set invalid', () => {
	const [first, ...rest] = entriesOf(validators);
	const result = verifySignedMessage({
		signedMessage: signedBy(order, all),
		validators: [first, ...rest, { ...first, weight: '1' }],
		bls: blstBls,
	});
	expect(result).toMatchObject({
		verified: false,
		reason: 'invalidValidatorSet',
		detail: `${first.nodeId} occurs twice`,
	});
});

test.each([['30'], 30.5, 2 ** 53, '3e1', '-30', '', null, String(2n ** 64n)].map((one) => [one]))(
	'a weight of %p makes the set invalid',
	(given) => {
		const [first, ...rest] = entriesOf(validators);
		const set = [{ ...first, weight: given as string }, ...rest];
		const input = { signedMessage: signedBy(order, all), validators: set, bls: blstBls };
		expect(verifySignedMessage(input)).toMatchObject({ reason: 'invalidValidatorSet' });
	},
);

test('leading zeros of a weight change nothing', () => {
	const padded = entriesOf(validators).map((one) => ({
		...one,
		weight: one.weight.padStart(21, '0'),
	}));
	const input = { signedMessage: signedBy(order, all), validators: padded, bls: blstBls };
	expect(verifySignedMessage(input)).toMatchObject({ verified: true, totalWeight: '100' });
});

test.each([0, 101, 66.5, NaN, -1])('a quorum of %p is refused', (quorumPercentage) => {
	const signedMessage = signedBy(order, all);
	const input = { signedMessage, validators: entriesOf(validators), quorumPercentage };
	expect(() => verifySignedMessage({ ...input, bls: blstBls })).toThrow(RangeError);
});

test.each([-1, 0.5, 2 ** 32, NaN, '1' as unknown as number])(
	'a network id of %p is refused',
	(networkId) => {
		const input = { signedMessage: signedBy(order, all), validators: entriesOf(validators) };
		expect(() => verifySignedMessage({ ...input, networkId, bls: blstBls })).toThrow(RangeError);
	},
);

describe('random sets with shared and missing keys', () => {
	const MOST = rounds(1500);
	const pool = Array.from({ length: MOST }, (_, i) => `pool ${i}`);
	/** Sets of up to `size` validators whose keys come from a pool of as many: some share theirs. */
	const scenes = (size: number) => {
		const member = fc.record({
			key: fc.option(fc.constantFrom(...pool.slice(0, size)), { nil: null, freq: 8 }),
			weight: fc.bigInt({ min: 1n, max: 2n ** 40n }),
		});
		return fc
			.record({
				members: fc.array(member, { minLength: 1, maxLength: size, size: 'max' }),
				bits: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
				quorum: fc.integer({ min: 1, max: 100 }),
				tamper: fc.constantFrom('no', 'signature', 'message', 'signer'),
			})
			.map(({ members, ...rest }) => ({
				...rest,
				members: members.map(({ key, weight }, i) => validatorOf(`random ${i}`, weight, key)),
			}));
	};

	test.each([
		[60, 40],
		[MOST, 6],
	])(
		'noble and blst agree on sets of up to %i, with each other and with the weights',
		(size, numRuns) => {
			fc.assert(
				fc.property(scenes(size), ({ members, bits, quorum, tamper }) => {
					const keys = keysInOrder(members);
					const indices = keys.map((_, i) => i).filter((i) => bits[i]);
					if (indices.length === 0) return;
					const signers = new Set(indices.map((i) => keys[i].toPublicKey().toHex()));
					const message = decodeSigned(hexToBytes(signedBy(keys, indices)));
					if (tamper === 'signature') message.signature = aggregate([secretOf('x')], sha('y'));
					if (tamper === 'message') message.unsignedBytes[10] ^= 1;
					if (tamper === 'signer') message.signature = aggregate([secretOf('x')], unsignedBytes);
					const input = {
						signedMessage: bytesToHex(encodeSigned(message)),
						validators: members.map(entryOf),
						quorumPercentage: quorum,
					};
					const noble = verifySignedMessage({ ...input, bls: nobleBls });
					const blst = verifySignedMessage({ ...input, bls: blstBls });
					expect(noble).toEqual(blst);
					const total = members.reduce((sum, { weight }) => sum + weight, 0n);
					const signed = members
						.filter(({ secret }) => secret && signers.has(secret.toPublicKey().toHex()))
						.reduce((sum, { weight }) => sum + weight, 0n);
					expect(blst).toMatchObject({
						signedWeight: String(signed),
						totalWeight: String(total),
						verified: tamper === 'no' && signed * 100n >= total * BigInt(quorum),
					});
				}),
				{ numRuns: rounds(numRuns) },
			);
		},
	);

	test(`${MOST} validators`, () => {
		const members = Array.from({ length: MOST }, (_, i) =>
			validatorOf(`large ${i}`, BigInt(1000 + i), i % 10 === 9 ? null : `large ${i - (i % 3)}`),
		);
		const keys = keysInOrder(members);
		const indices = keys.map((_, i) => i).filter((i) => i % 11 !== 0);
		const input = { signedMessage: signedBy(keys, indices), validators: entriesOf(members) };
		const noble = verifySignedMessage({ ...input, bls: nobleBls });
		expect(noble.verified).toBe(true);
		expect(noble.signers).toHaveLength(indices.length);
		expect(verifySignedMessage({ ...input, bls: blstBls })).toEqual(noble);
	});
});
