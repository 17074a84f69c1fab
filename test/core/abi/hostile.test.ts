import fc, { occurrences, rounds } from '../../../core/testing/properties';
import { decodeValues } from '../../../core/abi/decode';
import { reasonOf } from '../../../core/abi/reverts';
import { readAbi } from '../../../core/abi/read';
import { AbiMistake, type AbiParameter } from '../../../core/abi/types';
import { drawn, forViem } from '../../../core/testing/abi/drawn';
import { viem } from '../../../core/testing/abi/viem';

/** Data that a contract made to do harm, or that is of another type. */

const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0');
const MAX = 2n ** 256n - 1n;

/** Parameters by their types. */
function types(...names: string[]): readonly AbiParameter[] {
	return readAbi(`f(${names.join(',')})`, 'function')[0].inputs;
}

const MEGABYTE = 1_000_000;
const text = (length: number) => word(length) + 'ab'.repeat(length);

describe('is a clear error', () => {
	test.each<[string, string[], string, RegExp]>([
		['no data', ['uint256'], '', /the data of 0 bytes ends before value 1/],
		['a part of a word', ['uint256'], 'ab'.repeat(31), /the data of 31 bytes ends before value 1/],
		[
			'decimals beyond their type',
			['uint8'],
			word(MAX),
			/value 1 is 1157\d+, which is not a value of the type uint8/,
		],
		['a negative number beyond its type', ['int8'], word(128), /value 1 is 128, which .* int8/],
		['a flag of 2', ['bool'], word(2), /which is not a value of the type bool/],
		['an address of 32 bytes', ['address'], word(MAX), /value 1 is 0xf+, which .* address/],
		['bytes behind bytes4', ['bytes4'], word(1), /which is not a value of the type bytes4/],
		[
			'an offset outside',
			['string'],
			word(MAX),
			/the offset of value 1 points outside of the data of 32 bytes/,
		],
		[
			'an offset of 2^40',
			['string'],
			word(2 ** 40),
			/the offset of value 1 points outside of the data of 32 bytes/,
		],
		['an offset at the end', ['string'], word(32), /the data of 32 bytes ends before value 1/],
		[
			'a text of 2^255 bytes',
			['string'],
			word(32) + word(2n ** 255n),
			/says that it has more than 2\^53 bytes/,
		],
		[
			'a text of 2^52 bytes',
			['bytes'],
			word(32) + word(2 ** 52),
			/says that it has 4503599627370496 bytes; the data of 64/,
		],
		[
			'a list of 2^255 entries',
			['uint8[]'],
			word(32) + word(2n ** 255n),
			/says that it has more than 2\^53 entries/,
		],
		[
			'a list of 10^9 entries',
			['bool[]'],
			word(32) + word(1e9) + word(1),
			/says that it has 1000000000 entries/,
		],
		['a list of a fixed length', ['uint8[1000000]'], word(1), /value 1 must have 1000000 entries/],
		[
			'an old token: a name of 32 bytes',
			['string'],
			Buffer.from('MKR').toString('hex').padEnd(64, '0'),
			/points outside/,
		],
	])('%s', (_, names, data, message) => {
		expect(() => decodeValues(types(...names), data)).toThrow(message);
		expect(() => decodeValues(types(...names), data)).toThrow(AbiMistake);
	});

	test('one long text that thousands of places refer to', () => {
		const count = 8000;
		const data = word(32) + word(count) + word(32 * count).repeat(count) + text(MEGABYTE / 2);
		expect(() => decodeValues(types('bytes[]'), data)).toThrow(
			/the data of 756096 bytes refers to the same bytes too often, at value 1\[\d\]/,
		);
	});

	test('lists of lists that refer to each other', () => {
		const level = word(90) + word(90 * 32).repeat(90);
		const data = word(32) + level.repeat(3) + word(90) + word(7).repeat(90);
		expect(() => decodeValues(types('uint256[][][][]'), data)).toThrow(
			/too often, at value 1\[0\]/,
		);
	});

	test('a list whose entries are the list itself', () => {
		const data = word(32) + word(3000) + word(0).repeat(3000);
		expect(() =>
			decodeValues(types('uint256[][]'), word(32) + word(2) + word(0) + word(0)),
		).not.toThrow(RangeError);
		const decoded = decodeValues(types('uint256[][]'), data) as unknown[][];
		expect(decoded[0].flat()).toEqual([]);
	});
});

describe('is an item', () => {
	test('a name of a megabyte', () => {
		const [name] = decodeValues(types('string'), word(32) + text(MEGABYTE)) as string[];
		expect(name).toHaveLength(MEGABYTE);
		// Bytes that are not UTF-8.
		expect(name[0]).toBe('�');
	});

	test('the largest and the smallest integer, exactly', () => {
		const data = word(MAX) + word(MAX) + word(2n ** 255n) + word(255);
		expect(decodeValues(types('uint256', 'int256', 'int256', 'uint8'), data)).toEqual([
			String(MAX),
			'-1',
			String(-(2n ** 255n)),
			255,
		]);
	});

	test('a text without the zeros behind it, as some contracts return it, and bytes behind the values', () => {
		const data = `${word(32)}${word(3)}${Buffer.from('abc').toString('hex')}`;
		expect(decodeValues(types('string'), data)).toEqual(['abc']);
		expect(decodeValues(types('uint8'), `${word(7)}ffff`)).toEqual([7]);
	});

	test('a name of JavaScript, and names that are there twice', () => {
		const { inputs } = readAbi('f((uint8 __proto__, uint8 a, uint8 a, uint8) p)', 'function')[0];
		const [value] = decodeValues(inputs, [1, 2, 3, 4].map(word).join(''));
		expect(Object.entries(value as object)).toEqual([
			['0', 1],
			['2', 3],
			['3', 4],
			['a', 2],
		]);
		expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
	});
});

test('any damage to data gives values or a mistake, and never more than the data has', () => {
	const saw = occurrences('values', 'mistake');
	const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom('00', 'ff', '01', '20', '80')), {
		minLength: 1,
		maxLength: 4,
	});
	fc.assert(
		fc.property(drawn, damage, fc.nat({ max: 3 }), (values, changes, cut) => {
			const json = values.map(({ parameter }) => parameter);
			const whole = viem
				.encodeAbiParameters(
					json,
					values.map(({ parameter, value }) => forViem(parameter, value)),
				)
				.slice(2);
			let digits = whole.slice(0, whole.length - 64 * cut);
			for (const [index, byte] of changes) {
				const at = 2 * (index % Math.max(1, digits.length / 2));
				digits = digits.slice(0, at) + byte + digits.slice(at + 2);
			}
			const { inputs } = readAbi([{ name: 'f', inputs: json }], 'function')[0];
			try {
				const decoded = JSON.stringify(decodeValues(inputs, digits));
				saw.saw('values');
				expect(decoded.length).toBeLessThan(40 * (digits.length + 64));
			} catch (error) {
				saw.saw('mistake');
				expect(error).toBeInstanceOf(AbiMistake);
			}
		}),
		{ numRuns: rounds(3000) },
	);
	saw.expectAll();
});

describe('the reason of a revert', () => {
	const abi = readAbi('error Short(uint256 has, uint256 needs) error Locked()', 'function');
	const data = (selector: string, ...words: string[]) => `0x${selector}${words.join('')}`;
	const long = word(32) + text(MEGABYTE);

	// The selectors are those of viem.
	test.each<[string, string, string | RegExp | undefined]>([
		['none', '0x', undefined],
		['a text', data('08c379a0', word(32), word(3), '616263'.padEnd(64, '0')), '"abc"'],
		['an empty text', data('08c379a0', word(32), word(0)), '""'],
		[
			'a text with control characters',
			data('08c379a0', word(32), word(1), '0a'.padEnd(64, '0')),
			'"\\n"',
		],
		['an overflow', data('4e487b71', word(0x11)), 'an overflow (Panic 17)'],
		['a panic of a later compiler', data('4e487b71', word(999)), 'a panic (Panic 999)'],
		['a number that is not a code', data('4e487b71', word(MAX)), `a panic (Panic ${MAX})`],
		['an error of the ABI', data('994fecf5', word(1), word(2)), 'Short(has: "1", needs: "2")'],
		['an error without arguments', '0x0f2e5b6c', 'Locked()'],
		[
			'an error that the ABI does not have',
			'0x12345678',
			'an error that the ABI does not have, 0x12345678',
		],
		[
			'an error with too little data',
			'0x994fecf5',
			/^Short, with data that does not fit it: the data of 0 bytes/,
		],
		['less than a selector', '0x12', 'an error that the ABI does not have, 0x12'],
		['a text of a megabyte', data('08c379a0', long), /^"\ufffd{300}…"$/],
		[
			'a text that says to be longer',
			data('08c379a0', word(32), word(MAX)),
			/^Error, with data that does not fit/,
		],
	])('%s', (_, given, expected) => {
		const reason = reasonOf(given, abi);
		if (expected instanceof RegExp) expect(reason).toMatch(expected);
		else expect(reason).toBe(expected);
	});
});
