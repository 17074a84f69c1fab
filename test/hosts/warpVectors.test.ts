import { createHash } from 'node:crypto';
import { blstBls } from '../../lambdas/shared/blst';
import { nobleBls } from '../../nodes/shared/nobleBls';
import { rounds } from '../../core/testing/properties';
import { cb58Encode } from '../../core/formats/cb58';
import { bytesToHex, hexToBytes } from '../../core/formats/hex';
import {
	type ValidatorEntry,
	canonicalSet,
	decodeSigned,
	encodeSigned,
	verifySignedMessage,
} from '../../core/warp';
import coston2 from '../../core/testing/vectors/coston2_icm_aggregator_13603.json';
import registerValidator from '../../core/testing/vectors/local12345_register_l1_validator.json';
import setWeight from '../../core/testing/vectors/local12345_set_l1_validator_weight.json';
import realNode from '../../core/testing/vectors/real-node/warp.json';

const withNodeIds: ValidatorEntry[] = Object.entries(coston2.validators).map(
	([nodeId, { publicKey, weight }]) => ({ nodeId, publicKey, weight }),
);
const files = [
	{ name: 'coston2 aggregation', ...coston2, validators: withNodeIds },
	{ name: 'register L1 validator', ...registerValidator },
	{ name: 'set L1 validator weight', ...setWeight },
];
const { networkId: coston } = coston2;
const libraries = [
	{ library: 'noble', bls: nobleBls },
	{ library: 'blst', bls: blstBls },
];

describe.each(libraries)('signed messages of real networks with $library', ({ bls }) => {
	test.each(files)('$name verifies', ({ signedMessage, validators, networkId }) => {
		const result = verifySignedMessage({ signedMessage, validators, networkId, bls });
		expect(result).toMatchObject({ verified: true, networkId });
		expect(result.reason).toBeUndefined();
	});

	// The two that are below the quorum of 67 % were returned by the node without an error.
	test.each(realNode.vectors)(
		'a real node: $name',
		({ name, signedMessage, networkId, ...rest }) => {
			const validators = Object.entries(rest.validators).map(([nodeId, entry]) => ({
				nodeId,
				...entry,
			}));
			const result = verifySignedMessage({ signedMessage, validators, networkId, bls });
			expect(result).toMatchObject(
				name.endsWith('below quorum')
					? { verified: false, reason: 'belowQuorum', signedWeight: '100', totalWeight: '224' }
					: { verified: true, networkId: 12345 },
			);
			// The same signature is valid for a lower quorum.
			const lower = { signedMessage, validators, networkId, bls, quorumPercentage: 44 };
			expect(verifySignedMessage(lower).verified).toBe(true);
		},
	);

	test('a flipped bit anywhere is refused', () => {
		const bytes = hexToBytes(coston2.signedMessage);
		const bits = bytes.length * 8;
		// Every bit with native code; a spread of them with the slow one. The stride is prime to the number of bits.
		const [count, stride] = bls === blstBls ? [bits, 11] : [Math.ceil(bits / 37), 401];
		for (let n = 0; n < rounds(count); n++) {
			const bit = (n * stride) % bits;
			const flipped = Uint8Array.from(bytes);
			flipped[bit >> 3] ^= 0x80 >> (bit & 7);
			const signedMessage = bytesToHex(flipped);
			const result = verifySignedMessage({
				signedMessage,
				validators: withNodeIds,
				networkId: coston,
				bls,
			});
			expect({ bit, verified: result.verified }).toEqual({ bit, verified: false });
			expect(result.reason).toBeDefined();
		}
	});

	test('bits of another order are refused: sorting the keys as they are, flags included', () => {
		// The five of the eight that signed; their bits in the order of the compressed keys.
		const message = decodeSigned(hexToBytes(coston2.signedMessage));
		const signed = new Set(
			verifySignedMessage({ ...coston2, validators: withNodeIds, bls }).signers?.flatMap(
				({ nodeIds }) => nodeIds,
			),
		);
		const byCompressedKey = [...withNodeIds].sort((a, b) =>
			String(a.publicKey) < String(b.publicKey) ? -1 : 1,
		);
		const bits = byCompressedKey.reduce(
			(sum, { nodeId }, index) => sum + (signed.has(String(nodeId)) ? 2 ** index : 0),
			0,
		);
		expect(bits).not.toBe(message.signers[0]);
		const signedMessage = bytesToHex(encodeSigned({ ...message, signers: Uint8Array.of(bits) }));
		const result = verifySignedMessage({
			signedMessage,
			validators: withNodeIds,
			networkId: coston,
			bls,
		});
		expect(result.verified).toBe(false);
	});
});

test('the Coston2 result has the signers, with the shares of the capture', () => {
	const { signedMessage } = coston2;
	const result = verifySignedMessage({
		signedMessage,
		validators: withNodeIds,
		networkId: coston,
		bls: blstBls,
	});
	const unsigned = Buffer.from(coston2.unsignedMessage.slice(2), 'hex');
	expect(result.messageId).toBe(cb58Encode(createHash('sha256').update(unsigned).digest()));
	expect(result.sourceChainId).toBe(coston2.sourceChainId);
	expect(result.signers).toHaveLength(5);
	expect(result.percentage).toBe('67.05');
	expect(result.payload).toEqual({
		type: 'hash',
		hash: '0xd13425210f4daa9dca92937f27f5513dfe00add1a4cce9516e6eb29442aee2a7',
	});
	const weights = withNodeIds.map(({ weight }) => BigInt(weight));
	expect(result.totalWeight).toBe(String(weights.reduce((sum, weight) => sum + weight, 0n)));
});

test('the Coston2 set at another height, the quorum at 68 %, the wrong network', () => {
	const { signedMessage } = coston2;
	const input = { signedMessage, validators: withNodeIds, networkId: coston, bls: blstBls };
	expect(verifySignedMessage({ ...input, quorumPercentage: 68 })).toMatchObject({
		verified: false,
		reason: 'belowQuorum',
		percentage: '67.05',
	});
	for (const other of [1, 5, undefined, 0, 2 ** 32 - 1]) {
		const result = verifySignedMessage({ ...input, networkId: other });
		expect(result).toMatchObject({
			verified: false,
			reason: 'wrongNetwork',
			detail: `the message is of network 114, expected ${other ?? 1}`,
		});
	}
	const withoutFirst = withNodeIds.slice(1);
	expect(verifySignedMessage({ ...input, validators: withoutFirst }).verified).toBe(false);
});

test('what the L1 messages ask for is readable', () => {
	const { signedMessage, validators } = registerValidator;
	const result = verifySignedMessage({ signedMessage, validators, bls: blstBls });
	expect(result.payload).toMatchObject({
		type: 'addressedCall',
		sourceAddress: '0x',
		l1Message: {
			type: 'registerL1Validator',
			nodeId: expect.stringMatching(/^NodeID-/),
			expiry: String(0x6705af28),
			remainingBalanceOwner: { threshold: 0, addresses: [] },
			weight: '1',
		},
	});
	const weight = verifySignedMessage({ ...setWeight, bls: blstBls });
	expect(weight.payload?.l1Message).toEqual({
		type: 'l1ValidatorWeight',
		validationId: cb58Encode(
			hexToBytes('38e6e9fe31c6d070a8c792dbacf6d0aefb8eac2aded49cc0aa9f422d1fdd9ecd'),
		),
		nonce: '1',
		weight: '5',
	});
});

test('decoding and encoding a real message gives its bytes back', () => {
	for (const { signedMessage } of files) {
		const bytes = hexToBytes(signedMessage);
		expect(encodeSigned(decodeSigned(bytes))).toEqual(bytes);
	}
	expect(canonicalSet(withNodeIds).validators).toHaveLength(8);
});
