import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { isFast } from './tier';

/**
 * fast-check with one seed for all property tests, so that a run of the tests is the same each time.
 * `PROPERTY_SEED=random` takes another seed for each property (`npm run campaign -- properties`), a
 * number repeats one; a failure prints the command that repeats it.
 */

const FIXED = 20_261_122;
const given = process.env.PROPERTY_SEED ?? String(FIXED);
const isRandom = given === 'random';
if (!isRandom && !Number.isSafeInteger(Number(given))) {
	throw new Error(`PROPERTY_SEED must be a whole number or "random"; given: "${given}"`);
}

function report<Values>(details: fc.RunDetails<Values>): void {
	if (!details.failed) return;
	const file = expect.getState().testPath ?? '';
	const message = fc.defaultReportMessage(details);
	const repeat = `To repeat it: PROPERTY_SEED=${details.seed} npx jest ${file}`;
	throw new Error(`${message}\n${repeat}`, { cause: details.errorInstance });
}

/** A surrogate alone is not a character. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character, with the values of fast-check's unit `binary`, which makes a table of all 1.1 million of them, with
 * 0.5 s of processor time, in each file of tests.
 */
const anyCharacter = fc.nat({ max: 0x10ffff - SURROGATES.count }).map(
	(index) => String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count),
	(text) => {
		const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
		if (code === undefined || String.fromCodePoint(code) !== text || !text.isWellFormed())
			throw new Error('not one character');
		return code < SURROGATES.first ? code : code - SURROGATES.count;
	},
);

/** Texts of any characters. */
export const anyText = (
	constraints: Omit<fc.StringConstraints, 'unit'> = {},
): fc.Arbitrary<string> => fc.string({ ...constraints, unit: anyCharacter });

/** The rounds of a long property, or the size of a large set: a tenth in `npm test`, all in `npm run test:slow -- --all`. */
export const rounds = (all: number): number => (isFast ? Math.ceil(all / 10) : all);

/**
 * Parameters of a long property that takes a seed of its own in each run: a failure prints it. In `npm test`
 * it has a tenth of the rounds, and the fixed seed.
 */
export const anew = (all: number): { numRuns: number; seed?: number } => ({
	numRuns: rounds(all),
	...(isFast || process.env.PROPERTY_SEED ? {} : { seed: randomInt(2 ** 31) }),
});

fc.configureGlobal({ ...(isRandom ? {} : { seed: Number(given) }), reporter: report });

/** The classes of histories that a property must have tried at least once. */
export interface Occurrences<Class extends string> {
	/** Records that a history was of this class. */
	saw(name: Class, holds?: boolean | undefined): void;
	/**
	 * Fails if a class never occurred. With random seeds it does nothing: there a class can be absent
	 * by chance.
	 */
	expectAll(): void;
}

/** Counts which classes of histories occurred, so that a property is not true of nothing. */
export function occurrences<const Class extends string>(
	...classes: readonly Class[]
): Occurrences<Class> {
	const missing = new Set<Class>(classes);
	return {
		saw(name, holds = true) {
			if (holds) missing.delete(name);
		},
		expectAll() {
			if (!isRandom) expect([...missing]).toEqual([]);
		},
	};
}

export default fc;
