import fc from '../../../core/testing/properties';
import { field } from '../../../core/fields/field';
import { fieldSet, parseFields } from '../../../core/fields/fieldSet';
import { MOST_BYTES, hex } from '../../../core/fields/hex';
import {
	addresses,
	evmAddress,
	evmAddresses,
	evmHash,
	id,
	idOrAlias,
	nodeId,
} from '../../../core/fields/identifiers';
import { listOf, token } from '../../../core/fields/inputs';
import { json } from '../../../core/fields/json';
import { day, timestamp } from '../../../core/fields/moments';
import type { Value } from '../../../core/fields/field';
import { keccak_256 } from '../../../core/formats/base';
import { chainAddress } from '../../../core/subjects/shared/node/fields';

// A value of any type: only its own checks count here.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type AnyValue = Value<any, any>;

/** Value that a kind of input makes of a loose value, or its error. */
function read(kind: AnyValue, value: unknown): unknown {
	const set = fieldSet({ it: field(kind, { in: 'form', label: 'It', description: '' }) });
	try {
		return parseFields(set, { it: value }, 'test').it;
	} catch (error) {
		return error;
	}
}
const refusal = (kind: AnyValue, value: unknown): string => {
	const error = read(kind, value);
	if (!(error instanceof Error)) throw new Error(`accepted: ${String(error)}`);
	return error.message;
};

describe('bytes in hex', () => {
	const call = hex(MOST_BYTES.evmCall, 0);

	it('are sent with 0x, whatever they are given with', () => {
		fc.assert(
			fc.property(
				fc.uint8Array({ maxLength: 300 }),
				fc.constantFrom('', '0x', '0X'),
				(bytes, x) => {
					const digits = Buffer.from(bytes).toString('hex');
					fc.pre(digits !== '' || x !== '');
					expect(read(call, x + digits)).toBe(`0x${digits}`);
					expect(read(call, ` ${x}${digits.toUpperCase()}\n`)).toBe(`0x${digits.toUpperCase()}`);
				},
			),
			{ seed: 23 },
		);
	});

	it('are not bytes as 0x alone, where none may be sent', () => {
		expect(read(call, '0x')).toBe('0x');
		expect(refusal(hex(10), '0x')).toMatch(/this one has no bytes/);
		expect(refusal(call, '')).toMatch(/must be hexadecimal/);
	});

	it.each(Object.entries(MOST_BYTES))('reach up to the bound of %s, and name it', (_, most) => {
		const digits = 'ab'.repeat(most);
		expect(read(hex(most), digits)).toBe(`0x${digits}`);
		expect(refusal(hex(most), `${digits}ab`)).toMatch(
			new RegExp(`\\(1 to ${most}\\).*this one has ${most + 1} bytes; given: "ababab`),
		);
	});

	it('say what is wrong with them', () => {
		expect(refusal(call, '0x123')).toMatch(/this one has 3 digits, an odd number/);
		expect(refusal(call, '0x12zz')).toMatch(/this one has "z" among its digits/);
	});
});

describe('EVM addresses', () => {
	// The examples of EIP-55.
	const right = [
		'0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
		'0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
		'0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
		'0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
		'0x52908400098527886E0F7030069857D2E4169EE7',
		'0xde709f2102306220921060314715629080e2fb77',
	];
	it('keep the checksum of EIP-55, or are in one case', () => {
		for (const address of right) {
			const digits = address.slice(2);
			for (const each of [address, `0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`])
				expect(read(evmAddress(), each)).toBe(each);
		}
	});

	it('with another case of one letter are errors that say so', () => {
		for (const address of right.slice(0, 4)) {
			const at = address.slice(2).search(/[a-f]/i) + 2;
			const letter = address[at];
			const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
			const wrong = address.slice(0, at) + other + address.slice(at + 1);
			expect(refusal(evmAddress(), wrong)).toContain(
				`wrong checksum (EIP-55): a letter is wrong; if every letter is right, write it as ${address}; given: `,
			);
		}
	});

	it('are hashed with Keccak, not with SHA-3', () => {
		expect(Buffer.from(keccak_256(new Uint8Array())).toString('hex')).toBe(
			'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
		);
	});
});

describe('times', () => {
	it.each([
		['2026-02-30', /the calendar has no such day/],
		['2026-13-01T00:00:00Z', /the calendar has no such day/],
		['2026-09-011', /must be a date-time/],
		['2026-09-01 garbage', /must be a date-time/],
		['2026-09-01Z', /a day alone has no zone/],
		['2026-09-01+02:00', /a day alone has no zone/],
		['2026-09-01T24:00:00', /must be a date-time/],
		['2026-09-01T10:61', /must be a date-time/],
		['2026-09-01T10:00:00+25:00', /must be a date-time/],
		['2026-09-01T', /must be a date-time/],
	])('%s is none', (text, message) => {
		expect(refusal(timestamp(), text)).toMatch(message);
		expect(refusal(day(), text)).toMatch(/^"It" \(it\) must be a day of the calendar/);
	});

	it('are read in their zone, else as UTC', () => {
		const noon = Date.UTC(2026, 8, 1, 12) / 1000;
		for (const text of [
			'2026-09-01T12:00:00Z',
			'2026-09-01 12:00',
			'2026-09-01T12:00:00.999',
			'2026-09-01T14:00:00+0200',
			'2026-09-01T07:00:00.000-05:00',
			`${noon}`,
		])
			expect(read(timestamp(), text)).toBe(noon);
		expect(read(timestamp(), '2026-09-01')).toBe(noon - 43_200);
		expect(read(timestamp(), { toMillis: () => noon * 1000 + 1 })).toBe(noon);
	});

	it('name their day as it is written', () => {
		expect(read(day(), '2026-09-01T00:30:00.000+02:00')).toBe('2026-09-01');
		expect(read(day(), { toMillis: () => 0, toISODate: () => '2026-09-01' })).toBe('2026-09-01');
		expect(read(day(), new Date('2026-09-01T23:00:00Z'))).toBe('2026-09-01');
	});

	it('of every day of four years are taken, and of no other one', () => {
		for (let month = 1; month <= 12; month++) {
			for (let date = 1; date <= 31; date++) {
				for (const year of [2024, 2025, 2100, 2000]) {
					const two = (part: number) => String(part).padStart(2, '0');
					const text = `${year}-${two(month)}-${two(date)}`;
					const at = new Date(Date.UTC(year, month - 1, date));
					const exists = at.getUTCMonth() === month - 1;
					expect(typeof read(timestamp(), text)).toBe(exists ? 'number' : 'object');
				}
			}
		}
	});
});

test('a list has each value once, as it is spelled first: an address in any spelling is the same', () => {
	const address = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
	const upper = `0x${address.slice(2).toUpperCase()}`;
	const both = [address, upper, address.toLowerCase(), `0x${'1'.repeat(40)}`];
	expect(read(evmAddresses(), both)).toEqual([both[0], both[3]]);
	const avax = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
	expect(read(addresses(), `P-${avax}, ${avax} X-${avax}`)).toEqual([`P-${avax}`]);
	const names = listOf('must be names', () => true, 4);
	// Of names, the part behind a dash is not the whole, and their case counts.
	expect(read(names, 'a-b, c-b, A-b, a-b')).toEqual(['a-b', 'c-b', 'A-b']);
	expect(refusal(names, 'a, a, a, a, a')).toMatch(/1 to 4 of them/);
});

test('the text of a missing value is not a value', () => {
	const kinds = [id('an id'), nodeId(), token(), evmHash(), idOrAlias('a chain', 'C'), day()];
	for (const kind of kinds as AnyValue[]) {
		for (const text of ['undefined', 'null', 'NaN', ' undefined ']) refusal(kind, text);
	}
	expect(refusal(idOrAlias('a chain', 'C'), 'undefined')).toMatch(
		/; this one is the text of a missing value; given: "undefined"$/,
	);
});

describe('an address of one chain', () => {
	const local = 'local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u';
	it.each([
		[`X-${local}`, 'this one is an address of the X-Chain'],
		[`C-${local}`, 'this one is an address of the C-Chain'],
		[`p-${local}`, 'this one begins with p- in a small letter'],
		[
			`mychain-${local}`,
			'this one begins with mychain-, which is not a chain of the primary network',
		],
		[`P-${local.toUpperCase()}`, 'this one has capital letters'],
		[`P-${local.slice(0, -1)}v`, 'this one has a typing error'],
	])('%s is not one of the P-Chain, and the error says why', (address, why) => {
		expect(refusal(chainAddress('P'), address)).toContain(`; ${why}`);
	});
	it('is taken with its chain and without', () => {
		expect(read(chainAddress('P'), local)).toBe(`P-${local}`);
		expect(read(chainAddress('P'), `P-${local}`)).toBe(`P-${local}`);
		expect(refusal(chainAddress('X'), `mychain-${local.slice(0, -1)}v`)).toContain('typing error');
	});
});

describe('JSON', () => {
	const any = json('must be JSON', () => true);
	it('keeps the digits of numbers', () => {
		expect(
			read(any, '\ufeff[18446744073709551615, 1e400, 0.10, 1e3, 0.12345678901234567890]'),
		).toEqual(['18446744073709551615', '1e400', 0.1, 1000, '0.12345678901234567890']);
	});
	it('has no name twice', () => {
		expect(refusal(any, '[{"a":{"b":1},"c":[{"b":1}],"\\u0061":2}]')).toMatch(
			/the name "a" occurs twice in one object/,
		);
		expect(read(any, '{"a":{"a":{"b:":"{\\"b:\\":1"}},"b":[{"a":1},{"a":1}]}')).toBeInstanceOf(
			Object,
		);
	});
});
