import fc from '../../../kit/properties';
import { parseJson } from '../../../core/formats/json';
import { mayHaveLongInteger } from '../../../core/formats/longDigits';

/** The integers that the search finds, as a regular expression. */
const LONG = /(?:^|[:,[ \n\t\r])-?\d{16,}/;

const piece = fc.oneof(
	fc.stringMatching(/^[0-9a-f]{1,40}$/),
	fc.stringMatching(/^[:,[ \n\t\r"{-]{1,3}$/),
	fc.stringMatching(/^\d{14,34}$/),
	// The characters after '9', which the search takes for digits at first.
	fc.stringMatching(/^[0-9:;<=>?]{1,30}$/),
);
const latin = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('The search for long integers', () => {
	it('finds exactly what the regular expression finds in a text of one chunk', () => {
		fc.assert(
			fc.property(latin, (text) => mayHaveLongInteger(text) === LONG.test(text)),
			{ numRuns: 5_000 },
		);
	});

	it('finds an integer of 16 digits at every place, also across chunks and beyond Latin-1', () => {
		const lengths = fc.oneof(
			fc.nat(100),
			fc.integer({ min: 32_600, max: 32_900 }),
			fc.integer({ min: 65_300, max: 65_700 }),
		);
		const filler = fc.constantFrom('a', ' ', 'İ', '😀', '7x');
		fc.assert(
			fc.property(lengths, fc.nat(100), filler, (before, after, each) => {
				const left = each.repeat(before).slice(0, before);
				const right = each.repeat(after);
				const text = `["${left}",9007199254740993,"${right}"]`;
				const [first, integer, last] = parseJson(text) as string[];
				return (
					mayHaveLongInteger(text) &&
					integer === '9007199254740993' &&
					first === left &&
					last === right
				);
			}),
			{ numRuns: 300 },
		);
	});

	it('finds none in hexadecimal digits and in short integers, in texts of many chunks', () => {
		const hex = fc.stringMatching(/^(?:[a-f][0-9]{0,15}){1,8}$/);
		const items = fc.array(
			fc.record({ hex, at: fc.integer({ min: 0, max: 999_999_999_999_999 }) }),
			{
				minLength: 500,
				maxLength: 1_500,
			},
		);
		fc.assert(
			fc.property(items, (all) => !mayHaveLongInteger(JSON.stringify(all))),
			{ numRuns: 20 },
		);
	});

	it('does not see what a longer text left behind', () => {
		expect(mayHaveLongInteger(`[${'1'.repeat(500)}]`)).toBe(true);
		expect(mayHaveLongInteger('[1,2]')).toBe(false);
		expect(mayHaveLongInteger('["a",123456789012345')).toBe(false);
	});
});
