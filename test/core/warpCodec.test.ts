import fc from '../../core/testing/properties';
import {
	type L1Message,
	type Payload,
	WarpFormatError,
	decodeL1Message,
	decodePayload,
	decodeSigned,
	decodeSigners,
	decodeUnsigned,
	describePayload,
	encodeL1Message,
	encodePayload,
	encodeSigned,
	encodeSigners,
	encodeUnsigned,
	messageIdOf,
} from '../../core/warp';

const sized = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const u32 = fc.nat({ max: 0xffffffff });
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const unsignedMessage = fc.record({
	networkId: u32,
	sourceChainId: sized(32),
	payload: fc.uint8Array({ maxLength: 300 }),
});
const signedMessage = fc.record({
	unsignedBytes: unsignedMessage.map(encodeUnsigned),
	signers: fc.uint8Array({ maxLength: 40 }),
	signature: sized(96),
});
const payload: fc.Arbitrary<Payload> = fc.oneof(
	fc.record({ type: fc.constant('hash' as const), hash: sized(32) }),
	fc.record({
		type: fc.constant('addressedCall' as const),
		sourceAddress: fc.uint8Array({ maxLength: 40 }),
		payload: fc.uint8Array({ maxLength: 200 }),
	}),
);
const owner = fc.record({ threshold: u32, addresses: fc.array(sized(20), { maxLength: 4 }) });
const l1Message: fc.Arbitrary<L1Message> = fc.oneof(
	fc.record({ type: fc.constant('subnetToL1Conversion' as const), conversionId: sized(32) }),
	fc.record({
		type: fc.constant('registerL1Validator' as const),
		subnetId: sized(32),
		nodeId: sized(20),
		blsPublicKey: sized(48),
		expiry: u64,
		remainingBalanceOwner: owner,
		disableOwner: owner,
		weight: u64,
	}),
	fc.record({
		type: fc.constant('l1ValidatorRegistration' as const),
		validationId: sized(32),
		registered: fc.boolean(),
	}),
	fc.record({
		type: fc.constant('l1ValidatorWeight' as const),
		validationId: sized(32),
		nonce: u64,
		weight: u64,
	}),
);

const codecs = [
	{
		name: 'unsigned message',
		bytes: unsignedMessage.map(encodeUnsigned),
		decode: (bytes: Uint8Array) => encodeUnsigned(decodeUnsigned(bytes)),
	},
	{
		name: 'signed message',
		bytes: signedMessage.map(encodeSigned),
		decode: (bytes: Uint8Array) => encodeSigned(decodeSigned(bytes)),
	},
	{
		name: 'payload',
		bytes: payload.map(encodePayload),
		decode: (bytes: Uint8Array) => encodePayload(decodePayload(bytes)),
	},
	{
		name: 'L1 message',
		bytes: l1Message.map(encodeL1Message),
		decode: (bytes: Uint8Array) => encodeL1Message(decodeL1Message(bytes)),
	},
];

describe.each(codecs)('$name', ({ bytes, decode }) => {
	test('decoding then encoding gives the bytes back', () => {
		fc.assert(fc.property(bytes, (encoded) => expect(decode(encoded)).toEqual(encoded)));
	});

	test('cut anywhere it is refused', () => {
		fc.assert(
			fc.property(bytes, fc.double({ min: 0, max: 1, noNaN: true }), (encoded, share) => {
				const cut = encoded.subarray(0, Math.floor((encoded.length - 1) * share));
				expect(() => decode(cut)).toThrow(WarpFormatError);
			}),
		);
	});

	test('with bytes added it is refused', () => {
		fc.assert(
			fc.property(bytes, fc.uint8Array({ minLength: 1, maxLength: 8 }), (encoded, tail) => {
				expect(() => decode(Uint8Array.from([...encoded, ...tail]))).toThrow(WarpFormatError);
			}),
		);
	});

	test('of another codec version it is refused', () => {
		fc.assert(
			fc.property(bytes, fc.integer({ min: 1, max: 0xffff }), (encoded, version) => {
				const other = Uint8Array.from(encoded);
				other.set([version >> 8, version & 0xff]);
				expect(() => decode(other)).toThrow(/version/);
			}),
		);
	});

	test('random bytes give a format error or themselves', () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), (random) => {
				let again: Uint8Array | undefined;
				try {
					again = decode(random);
				} catch (error) {
					expect(error).toBeInstanceOf(WarpFormatError);
				}
				if (again) expect(again).toEqual(random);
			}),
			{ numRuns: 500 },
		);
	});
});

test('fields survive, not only bytes', () => {
	fc.assert(
		fc.property(unsignedMessage, payload, l1Message, (message, content, l1) => {
			expect(decodeUnsigned(encodeUnsigned(message))).toEqual(message);
			expect(decodePayload(encodePayload(content))).toEqual(content);
			expect(decodeL1Message(encodeL1Message(l1))).toEqual(l1);
		}),
	);
});

test('lengths beyond the bytes, huge messages and huge payloads are refused at once', () => {
	const bytes = encodeUnsigned({
		networkId: 1,
		sourceChainId: new Uint8Array(32),
		payload: new Uint8Array(4),
	});
	bytes.fill(0xff, 38, 42);
	expect(() => decodeUnsigned(bytes)).toThrow('payload takes 4294967295 bytes, 4 are left');
	expect(() => decodeSigned(new Uint8Array(300_000))).toThrow(/limit/);
	expect(() => decodePayload(new Uint8Array(24 * 1024 + 1))).toThrow(/passes 24576/);
});

test('unknown types and booleans beyond 1 are refused', () => {
	expect(() => decodePayload(Uint8Array.of(0, 0, 0, 0, 0, 9))).toThrow('payload type 9');
	expect(() => decodeL1Message(Uint8Array.of(0, 0, 0, 0, 0, 4))).toThrow('L1 message type 4');
	const registration = new Uint8Array(39);
	registration[5] = 2;
	registration[38] = 2;
	expect(() => decodeL1Message(registration)).toThrow('registered is 2, not 0 or 1');
});

test('values that do not fit their field are refused when encoding', () => {
	const message = { networkId: 1, sourceChainId: new Uint8Array(32), payload: new Uint8Array() };
	expect(() => encodeUnsigned({ ...message, networkId: 2 ** 32 })).toThrow(RangeError);
	expect(() => encodeUnsigned({ ...message, sourceChainId: new Uint8Array(31) })).toThrow(/32/);
	expect(() => encodePayload({ type: 'hash', hash: new Uint8Array(33) })).toThrow(RangeError);
});

test('signer sets: bit 0 is the lowest of the last byte, no leading zero byte', () => {
	expect(encodeSigners([0])).toEqual(Uint8Array.of(1));
	expect(encodeSigners([8, 0])).toEqual(Uint8Array.of(1, 1));
	expect(decodeSigners(Uint8Array.of(0x80, 0x02))).toEqual([1, 15]);
	expect(decodeSigners(new Uint8Array())).toEqual([]);
	expect(() => decodeSigners(Uint8Array.of(0, 1))).toThrow(WarpFormatError);
	fc.assert(
		fc.property(fc.uniqueArray(fc.nat({ max: 2000 })), (indices) => {
			expect(decodeSigners(encodeSigners(indices))).toEqual([...indices].sort((a, b) => a - b));
		}),
	);
});

test('the message id is the sha256 of the unsigned bytes', () => {
	// sha256 of three bytes "abc", from FIPS 180-2.
	expect(Buffer.from(messageIdOf(Buffer.from('abc'))).toString('hex')).toBe(
		'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
	);
});

test('bytes that are not known payload are shown as bytes', () => {
	expect(describePayload(Uint8Array.of(1, 2, 3))).toEqual({ type: 'unknown', bytes: '0x010203' });
	const call = encodePayload({
		type: 'addressedCall',
		sourceAddress: new Uint8Array(20),
		payload: Uint8Array.of(7),
	});
	expect(describePayload(call)).toEqual({
		type: 'addressedCall',
		sourceAddress: `0x${'00'.repeat(20)}`,
		payload: '0x07',
	});
});
