import fc, { anyText, rounds } from '../../../core/testing/properties';
import { parseJson } from '../../../core/formats/json';

const LARGEST_SAFE = 2n ** 53n - 1n;

/** A JSON value whose integers may have any size. */
type Value = null | boolean | string | number | bigint | Value[] | Map<string, Value>;

/** Texts that look like what the parser looks for. */
const trickyText = fc.oneof(
	anyText(),
	fc.string({ unit: fc.constantFrom('"', '\\', '1', '9', ',', ':', '-', '.', 'e', '[', '}', ' ') }),
	fc.bigInt().map((digits) => `"${digits}":${digits}\\`),
	fc.constantFrom('12345678901234567890', '\\', '\\"', '__proto__', 'toJSON', '\u2028'),
);

// Keys with escapes are read on their own below: V8 13.6 takes one for another (`\\"` after `\\\\`),
// also without us.
const key = trickyText.filter((text) => JSON.stringify(text).length === text.length + 2);

const integer = fc.oneof(
	fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
	fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }),
	fc.bigInt({ min: -(2n ** 53n) - 3n, max: -(2n ** 53n) + 3n }),
);

const { value: jsonValue } = fc.letrec<{ value: Value; leaf: Value }>((tie) => ({
	leaf: fc.oneof(
		fc.constantFrom(null, true, false),
		trickyText,
		integer,
		fc.double({ noNaN: true, noDefaultInfinity: true }).filter((it) => !Number.isInteger(it)),
	),
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		tie('leaf'),
		fc.array(tie('value'), { maxLength: 5 }),
		fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map((all) => new Map(all)),
	),
}));

const space = fc.constantFrom('', '', ' ', '\n', '\t', '\r\n  ');

/** The text of a value, with white space wherever JSON allows it. */
function write(value: Value, gap: string): string {
	if (Array.isArray(value))
		return `[${gap}${value.map((it) => write(it, gap)).join(`,${gap}`)}${gap}]`;
	if (value instanceof Map) {
		const members = [...value].map(
			([key, it]) => `${JSON.stringify(key)}${gap}:${gap}${write(it, gap)}`,
		);
		return `{${gap}${members.join(`${gap},${gap}`)}${gap}}`;
	}
	return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}

/** Expected value of a parsed text: integers that a double cannot hold are text of their digits. */
function expected(value: Value): unknown {
	if (typeof value === 'bigint') {
		const safe = value <= LARGEST_SAFE && value >= -LARGEST_SAFE;
		return safe ? Number(value) : value.toString();
	}
	if (Array.isArray(value)) return value.map(expected);
	if (!(value instanceof Map)) return value;
	const out = {};
	for (const [key, it] of value) {
		// Left out, so that nobody who copies key by key sets a prototype.
		if (key === '__proto__') continue;
		Object.defineProperty(out, key, {
			value: expected(it),
			enumerable: true,
			configurable: true,
			writable: true,
		});
	}
	return out;
}

describe('JSON without loss', () => {
	it('keeps every digit of every integer, and changes nothing else', () => {
		fc.assert(
			fc.property(jsonValue, space, (value, gap) => {
				expect(parseJson(gap + write(value, gap) + gap)).toStrictEqual(expected(value));
			}),
			{ numRuns: rounds(2_000) },
		);
	});

	it('keeps the digits behind any key', () => {
		fc.assert(
			fc.property(trickyText, integer, (name, value) => {
				fc.pre(name !== '__proto__');
				const text = `{${JSON.stringify(name)}:${value}}`;
				expect(Object.values(parseJson(text) as object)).toStrictEqual([expected(value)]);
			}),
			{ numRuns: rounds(1_000) },
		);
	});

	it.each([
		['9007199254740991', 9007199254740991],
		['9007199254740992', '9007199254740992'],
		['9007199254740993', '9007199254740993'],
		['-9007199254740991', -9007199254740991],
		['-9007199254740993', '-9007199254740993'],
		['18446744073709551615', '18446744073709551615'],
		['1000000000000000', 1000000000000000],
		['[18446744073709551615,1]', ['18446744073709551615', 1]],
		['{"a":18446744073709551615}', { a: '18446744073709551615' }],
		// A fraction or an exponent makes it a double by its sender's choice.
		['12345678901234567890.5', 1.2345678901234567e19],
		['0.12345678901234567890', 0.12345678901234568],
		['12345678901234567890e2', 1.2345678901234568e21],
		['12345678901234567890E+2', 1.2345678901234568e21],
		['1e0000000000000000002', 100],
		['1e-0000000000000000002', 0.01],
		[
			'{"12345678901234567890":"12345678901234567890"}',
			{ '12345678901234567890': '12345678901234567890' },
		],
		['"\\\\",12345678901234567890'.replace(/^(.*)$/, '[$1]'), ['\\', '12345678901234567890']],
		['["\\"12345678901234567890",1]', ['"12345678901234567890', 1]],
	])('%s', (text, value) => {
		expect(parseJson(text)).toStrictEqual(value);
	});

	it('refuses what JSON.parse refuses', () => {
		const broken = fc.tuple(jsonValue, fc.nat(), trickyText).map(([value, cut, text]) => {
			const whole = write(value, '');
			const at = cut % (whole.length + 1);
			return whole.slice(0, at) + text + whole.slice(at + 1);
		});
		const refuses = (parse: (text: string) => unknown, text: string) => {
			try {
				parse(text);
				return false;
			} catch (error) {
				return error instanceof SyntaxError;
			}
		};
		fc.assert(
			fc.property(broken, (text) => refuses(parseJson, text) === refuses(JSON.parse, text)),
			{ numRuns: rounds(2_000) },
		);
	});

	it.each([
		'{12345678901234567890:1}',
		'[012345678901234567890]',
		'[--12345678901234567890]',
		'[+12345678901234567890]',
		'[1 12345678901234567890]',
		'',
		'{"a":12345678901234567890',
	])('refuses %s', (text) => {
		expect(() => parseJson(text)).toThrow(SyntaxError);
	});

	it('does not let a key change the prototype of anything', () => {
		for (const key of ['__proto__', '\\u005f_proto__', '__proto\\u005F_']) {
			const value = parseJson(`{"${key}":{"polluted":12345678901234567890},"b":[1]}`) as object;
			expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
			expect(Object.keys(value)).toEqual(['b']);
		}
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});

	it('reads long lists of long integers without strings in one pass', () => {
		// With a search from each integer to the end of the text this would take minutes.
		const list = parseJson(`[${'12345678901234567890,'.repeat(200_000)}"end"]`) as unknown[];
		expect(list).toHaveLength(200_001);
		expect(list[199_999]).toBe('12345678901234567890');
	});
});
