import { createHash } from 'node:crypto';
import fc from '../../core/testing/properties';
import { bech32Decode, bech32Encode } from '../../core/formats/bech32';
import { cb58Decode, cb58Encode } from '../../core/formats/cb58';
import { isEvmAddress } from '../../core/formats/evmAddress';
import {
	bytesToHex,
	hexToBytes,
	hexWithChecksum,
	hexWithoutChecksum,
} from '../../core/formats/hex';
import * as ids from '../../core/formats/ids';
import samples from '../../core/testing/vectors/hex_checksum_samples.json';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** A text with one letter changed for another of its alphabet, never for the same. */
function corrupted(text: string, from: number, alphabet: string, at: number, by: number): string {
	const index = from + (at % (text.length - from));
	const letter = alphabet.indexOf(text[index]);
	const other = alphabet[(letter + 1 + (by % (alphabet.length - 1))) % alphabet.length];
	return text.slice(0, index) + other + text.slice(index + 1);
}

describe('cb58', () => {
	it('gives the well-known ids of the network', () => {
		expect(cb58Encode(new Uint8Array(32))).toBe('11111111111111111111111111111111LpoYY');
		const avax = '21e67317cbc4be2aeb00677ad6462778a8f52274b9d605df2591b23027a87dff';
		expect(cb58Encode(hexToBytes(avax))).toBe('FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z');
		const xChain = 'ed5f38341e436e5d46e2bb00b45d62ae97d1b050c64bc634ae10626739e35c4b';
		expect(cb58Encode(hexToBytes(xChain))).toBe(
			'2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
		);
	});

	it.each([
		['0x', '45PJLL'],
		['0x00', '1c7hwa'],
		['0x00010203040506070809ff', '1NVSVezva3bAtJesnUj'],
		[
			'0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
			'SkB92YpWm4Q2ijQHH34cqbKkCZWszsiQgHVjtNeFF2HdvDQU',
		],
	])('encodes %s as the node does', (hex, text) => {
		expect(cb58Encode(hexToBytes(hex))).toBe(text);
		expect(bytesToHex(cb58Decode(text) as Uint8Array)).toBe(hex.slice(2));
	});

	it('gives back what it took, leading zeros too', () => {
		fc.assert(
			fc.property(fc.nat(8), fc.uint8Array({ maxLength: 40 }), (zeros, tail) => {
				const all = Uint8Array.from([...new Uint8Array(zeros), ...tail]);
				expect(cb58Decode(cb58Encode(all))).toEqual(all);
			}),
		);
	});

	it('refuses a single wrong letter', () => {
		fc.assert(
			fc.property(bytes(32), fc.nat(), fc.nat(), (all, at, by) => {
				expect(cb58Decode(corrupted(cb58Encode(all), 0, BASE58, at, by))).toBeUndefined();
			}),
			{ numRuns: 500 },
		);
	});

	it('refuses letters outside of the alphabet, short texts and long ones', () => {
		const good = cb58Encode(new Uint8Array(32).fill(7));
		for (const letter of ['0', 'O', 'I', 'l', ' ', '\n', 'é', '😀', '\u0000']) {
			expect(cb58Decode(letter + good.slice(1))).toBeUndefined();
			expect(cb58Decode(good + letter)).toBeUndefined();
		}
		for (const text of ['', '1', 'a', '111', '1'.repeat(100_000)]) {
			expect(cb58Decode(text)).toBeUndefined();
		}
	});
});

describe('bech32', () => {
	// The valid texts of BIP 173 with their bytes.
	it.each([
		['A12UEL5L', 'a', ''],
		['a12uel5l', 'a', ''],
		['?1ezyfcl', '?', ''],
		[
			'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1tt5tgs',
			'an83characterlonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio',
			'',
		],
		[
			'abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw',
			'abcdef',
			'00443214c74254b635cf84653a56d7c675be77df',
		],
		[
			'split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w',
			'split',
			'c5f38b70305f519bf66d85fb6cf03058f3dde463ecd7918f2dc743918f2d',
		],
	])('reads %s', (text, prefix, hex) => {
		const decoded = bech32Decode(text);
		expect(decoded?.prefix).toBe(prefix);
		expect(bytesToHex(decoded?.bytes as Uint8Array)).toBe(hex);
	});

	it.each([
		['mixed case', 'A12uEL5L'],
		['no separator', 'pzry9x0s0muk'],
		['an empty prefix', '1pzry9x0s0muk'],
		['a letter of data that is none', 'x1b4n0q5v'],
		['too short a checksum', 'li1dgmt3'],
		['a checksum of upper-case letters', 'A1G7SGD8'],
		['a prefix of nothing', '10a06t8'],
		['a space in the prefix', ' 1nwldj5'],
		['a prefix beyond ASCII', '\u007f1axkwrx'],
		['more than 90 letters', `a1${'q'.repeat(95)}`],
	])('refuses %s', (_, text) => {
		expect(bech32Decode(text)).toBeUndefined();
	});

	// The node's documents and the same key on two networks.
	it('accepts the addresses of the documents', () => {
		const owner = '3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c';
		expect(bech32Encode('avax', hexToBytes(owner))).toBe(
			'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		);
		expect(bech32Encode('custom', hexToBytes(owner))).toBe(
			'custom18jma8ppw3nhx5r4ap8clazz0dps7rv5u9xde7p',
		);
		const read = bech32Decode('avax1tnuesf6cqwnjw7fxjyk7lhch0vhf0v95wj5jvy');
		expect(bytesToHex(read?.bytes as Uint8Array)).toBe('5cf998275803a7277926912defdf177b2e97b0b4');
	});

	it('gives back what it took', () => {
		const prefix = fc.constantFrom('avax', 'fuji', 'custom', 'local', 'a1b');
		fc.assert(
			fc.property(prefix, fc.uint8Array({ maxLength: 40 }), (given, all) => {
				expect(bech32Decode(bech32Encode(given, all))).toEqual({ prefix: given, bytes: all });
				expect(bech32Decode(bech32Encode(given, all).toUpperCase())?.bytes).toEqual(all);
			}),
		);
	});

	it('refuses a single wrong letter', () => {
		fc.assert(
			fc.property(bytes(20), fc.nat(), fc.nat(), (all, at, by) => {
				const text = bech32Encode('avax', all);
				expect(bech32Decode(corrupted(text, 'avax1'.length, BECH32, at, by))).toBeUndefined();
			}),
			{ numRuns: 500 },
		);
	});
});

describe('hex', () => {
	it('reads and writes bytes', () => {
		expect([...hexToBytes('0x00Ff10')]).toEqual([0, 255, 16]);
		expect([...hexToBytes('0X01')]).toEqual([1]);
		expect([...hexToBytes('')]).toEqual([]);
		expect(bytesToHex(Uint8Array.of(0, 255, 16))).toBe('00ff10');
		// A view into a larger buffer is only what it shows.
		expect(bytesToHex(Uint8Array.of(1, 2, 3, 4).subarray(1, 3))).toBe('0203');
	});

	it.each(['0', '0x0', '0xg0', 'é0', '00 0', '0x0x00'])('refuses %j', (text) => {
		expect(() => hexToBytes(text)).toThrow(RangeError);
	});

	it.each(samples.map((sample) => [`${sample.file}:${sample.line}`, sample] as const))(
		'%s has a checksum or has none, as recorded',
		(_, { hex, bytes: length, checksum_ok: sound }) => {
			const all = hexToBytes(hex);
			expect(all).toHaveLength(length);
			if (!sound) {
				expect(() => hexWithoutChecksum(hex)).toThrow(RangeError);
				return;
			}
			const inner = hexWithoutChecksum(hex);
			expect(bytesToHex(inner)).toBe(hex.slice(2, -8));
			expect(hexWithChecksum(inner)).toBe(hex);
		},
	);

	it.each([
		['', '0x7852b855'],
		['00', '0x0017afa01d'],
		['00010203040506070809ff', '0x00010203040506070809ff4482539c'],
	])('%j with its checksum is %s', (plain, text) => {
		expect(hexWithChecksum(hexToBytes(plain))).toBe(text);
		expect(bytesToHex(hexWithoutChecksum(text))).toBe(plain);
	});

	it('every kind of sample is there', () => {
		expect(samples.filter((sample) => sample.checksum_ok)).toHaveLength(36);
		expect(samples.filter((sample) => !sample.checksum_ok)).toHaveLength(13);
	});

	it('a container is named by the hash of its bytes', () => {
		const named = ({ line }: { line: number }) => line === 111 || line === 455;
		const found = samples.filter((sample) => sample.file === 'indexer/service.md' && named(sample));
		const hashes = found.map(({ hex }) =>
			cb58Encode(createHash('sha256').update(hexWithoutChecksum(hex)).digest()),
		);
		expect(hashes).toEqual([
			'6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY',
			'ZGYTSU8w3zUP6VFseGC798vA2Vnxnfj6fz1QPfA9N93bhjJvo',
		]);
	});

	it('gives back what it took, and refuses a single wrong digit', () => {
		const digits = '0123456789abcdef';
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), fc.nat(), (all, at, by) => {
				const text = hexWithChecksum(all);
				expect(hexWithoutChecksum(text)).toEqual(all);
				const wrong = corrupted(text, 2, digits, at, by);
				expect(() => hexWithoutChecksum(wrong)).toThrow(RangeError);
			}),
		);
	});

	it.each(['0x', '0x00', '0x000000'])('%s is too short for a checksum', (text) => {
		expect(() => hexWithoutChecksum(text)).toThrow(RangeError);
	});
});

describe('ids', () => {
	const ID = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
	const NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
	const BARE = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
	const EVM = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';

	it('an id is 32 bytes, a node id 20', () => {
		expect(ids.isId(ID)).toBe(true);
		expect(ids.isId(NODE.slice(7))).toBe(false);
		expect(ids.isNodeId(NODE)).toBe(true);
		for (const wrong of [
			NODE.slice(7),
			`NodeID-${ID}`,
			NODE.toLowerCase(),
			`${NODE} `,
			'NodeID-',
		]) {
			expect(ids.isNodeId(wrong)).toBe(false);
		}
		fc.assert(fc.property(bytes(20), (all) => ids.isNodeId(ids.nodeIdOf(all))));
		fc.assert(fc.property(bytes(32), (all) => ids.isId(cb58Encode(all))));
	});

	it('an address has 20 bytes and may have a chain', () => {
		for (const right of [BARE, `P-${BARE}`, `X-${BARE}`, `C-${BARE}`]) {
			expect(ids.isAddress(right)).toBe(true);
		}
		for (const wrong of [
			`Q-${BARE}`,
			BARE.toUpperCase(),
			`P-P-${BARE}`,
			bech32Encode('avax', new Uint8Array(32)),
			EVM,
			'',
		]) {
			expect(ids.isAddress(wrong)).toBe(false);
		}
	});

	it('addresses and hashes of EVM chains have their lengths', () => {
		expect(isEvmAddress(EVM)).toBe(true);
		expect(ids.isEvmHash(`0x${'aB'.repeat(32)}`)).toBe(true);
		for (const wrong of [EVM.slice(2), `${EVM}0`, EVM.slice(0, -1), `0x${'g'.repeat(40)}`]) {
			expect(isEvmAddress(wrong)).toBe(false);
			expect(ids.isEvmHash(wrong)).toBe(false);
		}
	});

	it('hex is whole bytes, at least one', () => {
		for (const right of ['00', '0xFf', 'abcdef']) expect(ids.isHex(right)).toBe(true);
		for (const wrong of ['', '0x', '0', '0x0', 'zz']) expect(ids.isHex(wrong)).toBe(false);
	});
});
