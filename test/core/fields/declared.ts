import fc from '../../../core/testing/properties';
import * as out from '../../../core/fields/outputs';
import type { Output } from '../../../core/fields/outputs';

/** Random declarations of answers, each with values as services send them and as items hold them. */

/** A part with one value of it. */
export interface Declared {
	output: Output;
	/** On the wire. */
	sent: unknown;
	/** In an item. */
	item: unknown;
	/** From the whole to each leaf, with a value that the leaf refuses. */
	leaves: Array<{ path: Array<string | number>; refused: unknown }>;
}

const digits = fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String);
const safe = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const beyond = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }).map(String);

function leafOf(output: Output, sent: unknown, item: unknown, refused: unknown): Declared {
	return { output, sent, item, leaves: [{ path: [], refused }] };
}

const NO_NUMBER = 'no number';

const leaf: fc.Arbitrary<Declared> = fc.oneof(
	fc.string().map((text) => leafOf(out.text(), text, text, {})),
	safe.map((number) => leafOf(out.id(), number, String(number), [])),
	fc.boolean().map((flag) => leafOf(out.flag(), flag, flag, 'true')),
	digits.map((text) => leafOf(out.nAvax(), text, text, NO_NUMBER)),
	safe.map((number) => leafOf(out.wei(), number, String(number), NO_NUMBER)),
	digits.map((text) =>
		leafOf(out.amount({ unit: 'wei', hexQuantity: true }), hexOf(text), text, NO_NUMBER),
	),
	beyond.map((text) => leafOf(out.uint64(), text, text, NO_NUMBER)),
	safe.map((number) => leafOf(out.count(), number, number, NO_NUMBER)),
	safe.map((number) => leafOf(out.count(), String(number), number, NO_NUMBER)),
	safe.map((number) =>
		leafOf(out.count({ hexQuantity: true }), hexOf(String(number)), number, NO_NUMBER),
	),
	beyond.map((text) => leafOf(out.count(), text, text, NO_NUMBER)),
	safe.map((number) => leafOf(out.seconds(), String(number), number, NO_NUMBER)),
	fc
		.integer({ min: 0, max: 10_000 })
		.map((tenths) => leafOf(out.percent(), (tenths / 10).toFixed(1), tenths / 10, NO_NUMBER)),
);

function hexOf(text: string): string {
	return `0x${BigInt(text).toString(16)}`;
}

const below = (key: string | number, { leaves }: Declared) =>
	leaves.map(({ path, refused }) => ({ path: [key, ...path], refused }));

function objectOf(parts: ReadonlyArray<[string, Declared]>): Declared {
	const values = (key: 'sent' | 'item') =>
		Object.fromEntries(parts.map(([name, part]) => [name, part[key]]));
	return {
		output: out.object(Object.fromEntries(parts.map(([name, { output }]) => [name, output]))),
		sent: values('sent'),
		item: values('item'),
		leaves: parts.flatMap(([name, part]) => below(name, part)),
	};
}

function listOf(part: Declared, length: number): Declared {
	const times = (value: unknown) => Array.from({ length }, () => structuredClone(value));
	return {
		output: out.list(part.output),
		sent: times(part.sent),
		item: times(part.item),
		leaves: times(part).flatMap((_, index) => below(index, part)),
	};
}

function mapOf(key: string, part: Declared): Declared {
	return {
		output: out.map(part.output),
		sent: { [key]: part.sent },
		item: { [key]: part.item },
		leaves: below(key, part),
	};
}

const name = fc.stringMatching(/^[a-z][a-zA-Z]{0,8}$/);

/** Objects, lists and maps within each other, with leaves of every kind. */
export const declared: fc.Arbitrary<Declared> = fc.letrec<{ part: Declared; whole: Declared }>(
	(tie) => ({
		part: fc.oneof({ maxDepth: 3, withCrossShrink: true }, leaf, tie('whole')),
		whole: fc.oneof(
			fc
				.uniqueArray(fc.tuple(name, tie('part')), { selector: ([key]) => key, maxLength: 5 })
				.map(objectOf),
			fc.tuple(tie('part'), fc.integer({ min: 0, max: 3 })).map(([part, n]) => listOf(part, n)),
			fc.tuple(name, tie('part')).map(([key, part]) => mapOf(key, part)),
		),
	}),
).whole;
