import { canonicalJson } from '../../../core/webhooks/canonical';
import fc from '../../../core/testing/properties';

/** The examples of RFC 8785. */

test('RFC 8785, section 3.2.2: numbers, texts and literals', () => {
	const given = String.raw`{
		"numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
		"string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
		"literals": [null, true, false]
	}`;
	const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
	expect(canonicalJson(JSON.parse(given))).toBe(expected);
});

test('RFC 8785, section 3.2.3: names are sorted by UTF-16 code units', () => {
	const given = String.raw`{
		"\u20ac": "Euro Sign",
		"\r": "Carriage Return",
		"\ufb33": "Hebrew Letter Dalet With Dagesh",
		"1": "One",
		"\ud83d\ude00": "Emoji: Grinning Face",
		"\u0080": "Control",
		"\u00f6": "Latin Small Letter O With Diaeresis"
	}`;
	const names = ['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'];
	const written = canonicalJson(JSON.parse(given));
	const offsets = names.map((name) => written.indexOf(`"${name}":`));
	expect(offsets.every((offset) => offset > 0)).toBe(true);
	expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
});

test.each([
	['0000000000000000', '0'],
	['8000000000000000', '0'],
	['0000000000000001', '5e-324'],
	['8000000000000001', '-5e-324'],
	['7fefffffffffffff', '1.7976931348623157e+308'],
	['ffefffffffffffff', '-1.7976931348623157e+308'],
	['4340000000000000', '9007199254740992'],
	['c340000000000000', '-9007199254740992'],
	['4430000000000000', '295147905179352830000'],
	['44b52d02c7e14af5', '9.999999999999997e+22'],
	['44b52d02c7e14af6', '1e+23'],
	['44b52d02c7e14af7', '1.0000000000000001e+23'],
	['444b1ae4d6e2ef4e', '999999999999999700000'],
	['444b1ae4d6e2ef4f', '999999999999999900000'],
	['444b1ae4d6e2ef50', '1e+21'],
	['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
	['3eb0c6f7a0b5ed8d', '0.000001'],
	['41b3de4355555553', '333333333.3333332'],
	['41b3de4355555554', '333333333.33333325'],
	['41b3de4355555555', '333333333.3333333'],
	['41b3de4355555556', '333333333.3333334'],
	['41b3de4355555557', '333333333.33333343'],
	['becbf647612f3696', '-0.0000033333333333333333'],
	['43143ff3c1cb0959', '1424953923781206.2'],
])('RFC 8785, appendix B: the double %s', (bits, expected) => {
	const view = new DataView(new ArrayBuffer(8));
	view.setBigUint64(0, BigInt(`0x${bits}`));
	expect(canonicalJson(view.getFloat64(0))).toBe(expected);
});

test.each([
	['a number beyond the range of doubles', '{"a":1e400}'],
	['a lone surrogate in a text', String.raw`["\ud800"]`],
	['a lone surrogate in a name', String.raw`{"\udc00":1}`],
	['more than 200 levels', '['.repeat(100_000) + ']'.repeat(100_000)],
])('%s has no canonical text', (_, given) => {
	expect(() => canonicalJson(JSON.parse(given))).toThrow(RangeError);
});

test('a member __proto__ is one like any other', () => {
	expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"c":2},"a":{}}'))).toBe(
		'{"__proto__":{"c":2},"a":{},"b":1}',
	);
});

/** Any JSON value without lone surrogates. */
const values = fc.jsonValue({ stringUnit: 'grapheme' });

test('a canonical text says the same, and is its own canonical text', () => {
	fc.assert(
		fc.property(values, (value) => {
			const written = canonicalJson(value);
			const read = JSON.parse(written) as unknown;
			expect(canonicalJson(read)).toBe(written);
			// -0 is written as 0.
			expect(read).toEqual(JSON.parse(JSON.stringify(value)));
		}),
	);
});

function reversed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(reversed);
	if (typeof value !== 'object' || value === null) return value;
	const members = Object.entries(value).reverse();
	return Object.fromEntries(members.map(([name, item]) => [name, reversed(item)]));
}

test('blanks and the order of names do not change it', () => {
	fc.assert(
		fc.property(values, (value) => {
			const other = JSON.parse(JSON.stringify(reversed(value), null, '\t')) as unknown;
			expect(canonicalJson(other)).toBe(canonicalJson(JSON.parse(JSON.stringify(value))));
		}),
	);
});

test.each(['[', '{"a":'])('%s: 200 levels have a canonical form, more have none', (open) => {
	const nested = (levels: number) =>
		JSON.parse(open.repeat(levels) + '0' + (open === '[' ? ']' : '}').repeat(levels)) as unknown;
	expect(canonicalJson(nested(200))).toHaveLength(200 * (open.length + 1) + 1);
	expect(() => canonicalJson(nested(201))).toThrow('more than 200 levels');
});
