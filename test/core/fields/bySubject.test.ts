import fc, { occurrences, rounds } from '../../../core/testing/properties';
import { asValue, bySubject } from '../../../core/fields/bySubject';
import { type Value, field } from '../../../core/fields/field';
import { fieldSet, parseFields } from '../../../core/fields/fieldSet';
import { evmAddress } from '../../../core/fields/identifiers';
import { durations, numbers, wholeAmounts } from '../../../core/fields/lines';
import { broken } from '../../../core/fields/rules';

/** Values of single subjects: they are those that the same parser gives for one value alone. */

const ABOUT = { in: 'form', description: 'For the test' } as const;
const BOUNDS = fieldSet(
	{
		low: field(wholeAmounts().optional(), { ...ABOUT, label: 'Low' }),
		high: field(wholeAmounts().optional(), { ...ABOUT, label: 'High' }),
	},
	({ low, high }, context) => {
		if (low && high && Number(low[0]) >= Number(high[0]))
			broken(context, 'low', 'must be less than High');
	},
);
const NAMES = {
	key: evmAddress(),
	by: 'address',
	example: '"0x…": "7d"',
	same: (address: string) => address.toLowerCase(),
};

function setOf(own: Value) {
	const given = field(bySubject(NAMES, own).optional(), { ...ABOUT, label: 'By Address' });
	return fieldSet({ given });
}

/** Kinds with values that they take. */
const KINDS: ReadonlyArray<[name: string, own: Value, sound: unknown[]]> = [
	['durations', durations() as Value, ['7d', '12h, 30m', 60, ['1h', 5]]],
	['numbers', numbers(0, 100) as Value, ['95, 90', 0.5, [1, '2']]],
	['amounts', wholeAmounts() as Value, ['0.1, 5', 1000, ['7']]],
	['several fields', asValue(BOUNDS) as Value, [{ low: '0.1, 5' }, { low: 1, high: ['2'] }, {}]],
];

const address = fc
	.uint8Array({ minLength: 20, maxLength: 20 })
	.map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const line = fc.constantFrom<unknown>('7d', '12h, 30m', '95, 90', 0.5, '1', ['2', 1], 101, 'x', '');
const own = fc.oneof(
	line,
	fc.record({ low: line, high: line }, { requiredKeys: [] }),
	fc.jsonValue(),
);

describe.each(KINDS)('%s by subject', (_, kind, sound) => {
	const most = { weight: 4, arbitrary: fc.constantFrom(...sound) };
	const each = fc.oneof(most, { weight: 1, arbitrary: own });
	const map = fc.dictionary(address, each, { minKeys: 1, maxKeys: 6 });
	const set = setOf(kind);
	const read = (given: unknown) => set.schema().safeParse({ given });
	const asText = (given: unknown) => JSON.stringify(given);
	/** -0 is 0 in JSON. */
	const plain = (given: unknown): unknown => JSON.parse(JSON.stringify(given));

	test('are taken where each is taken alone, and are the same', () => {
		const tally = occurrences('accepted', 'refused', 'several subjects');
		fc.assert(
			fc.property(map, (given) => {
				const alone = Object.entries(given).map(
					([subject, each]) => [subject, kind.schema.safeParse(each)] as const,
				);
				const { success, data } = read(given);
				expect(success).toBe(alone.every(([, { success: each }]) => each));
				tally.saw(success ? 'accepted' : 'refused');
				if (!success) return;
				tally.saw('several subjects', alone.length > 1);
				const expected = Object.fromEntries(
					alone.map(([subject, { data: each }]) => [subject, each]),
				);
				expect(data.given).toEqual(expected);
			}),
			{ numRuns: rounds(500) },
		);
		tally.expectAll();
	});

	test('are the same from an object, from its text, in any order, and read again', () => {
		fc.assert(
			fc.property(map, (given) => {
				const found = read(plain(given));
				expect(read(asText(given))).toEqual(found);
				const turned = Object.fromEntries(Object.entries(given).reverse());
				if (!found.success) return;
				expect(asText(read(turned).data)).toBe(asText(found.data));
				expect(read(found.data.given)).toEqual(found);
			}),
			{ numRuns: rounds(300) },
		);
	});

	test('are refused with subject, value and rule, whatever is given', () => {
		fc.assert(
			fc.property(fc.oneof(fc.anything(), fc.string(), map), (given) => {
				if (given === undefined || read(given).success) return;
				expect(() => parseFields(set, { given }, 'test')).toThrow(
					/^"By Address" \(given[^\n]*\) (has the key|has no field|must|is required|names)[^\n]*given: /,
				);
			}),
		);
	});
});

const A = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const RULE = 'must be a JSON object by address with 1 to 1024 entries, such as {"0x…": "7d"}';

test.each<[kind: Value, given: unknown, message: string]>([
	[
		durations() as Value,
		{ [A]: '7d, soon' },
		`"By Address" (given.${A}) must be durations such as 7d, 12h or 30m, separated by commas; given: "soon"`,
	],
	[
		durations() as Value,
		`{ "${A}": "7d, soon" }`,
		`"By Address" (given.${A}) must be durations such as 7d, 12h or 30m, separated by commas; given: "soon"`,
	],
	[
		asValue(BOUNDS) as Value,
		{ [A]: { low: '5', high: '2' } },
		`"By Address" (given.${A}.low) must be less than High; given: "5"`,
	],
	[
		asValue(BOUNDS) as Value,
		{ [A]: { lo: 1 } },
		`"By Address" (given.${A}) has no field "lo": it must be an object with low, high; given: {"lo":1}`,
	],
	[durations() as Value, {}, `"By Address" (given) ${RULE}; given: {}`],
	[durations() as Value, [A], `"By Address" (given) ${RULE}; given: ["${A}"]`],
	[durations() as Value, `{"${A}"`, `"By Address" (given) ${RULE}; given: "{\\"${A}\\""`],
	[
		durations() as Value,
		{ x: '7d' },
		'"By Address" (given) has the key "x", which must be 0x and 40 hexadecimal digits; given: {"x":"7d"}',
	],
	[
		durations() as Value,
		{ [A]: '7d', [A.toLowerCase()]: '8d' },
		`"By Address" (given.${A.toLowerCase()}) names its subject a second time; given: "8d"`,
	],
])('%# an error names field, subject, value and rule', (kind, given, message) => {
	expect(() => parseFields(setOf(kind), { given }, 'test')).toThrow(message);
});

test('takes at most 1024 subjects, and keeps every digit of an amount in a text', () => {
	const many = (length: number) =>
		Object.fromEntries(
			Array.from({ length }, (_, index) => [`0x${index.toString(16).padStart(40, '0')}`, '1']),
		);
	const set = setOf(wholeAmounts() as Value);
	const read = (given: unknown) => set.schema().safeParse({ given });
	expect(read(many(1024)).success).toBe(true);
	expect(read(many(1025)).success).toBe(false);
	const amount = '123456789012345678901234567890';
	expect(read(`{"${A}": ${amount}}`).data).toEqual({ given: { [A]: [amount] } });
});
