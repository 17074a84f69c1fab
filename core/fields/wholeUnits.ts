import { wholeUnits } from '../formats/amount';
import { valueAt } from './columns';
import type { AnyOutput, DecimalsPath, Leaf, LeafKind, Output } from './outputs';

/**
 * Amounts, integers of 64 bits and long decimal numbers as numbers in whole units. Lists and maps of them
 * have the same form.
 */

type Input = Readonly<Record<string, unknown>>;

/** Maximum number of decimals of a token. */
export const MOST_DECIMALS = 36;

/** Kinds that are text because a number would lose digits. */
const EXACT: ReadonlySet<LeafKind> = new Set(['amount', 'uint64', 'decimalText']);

/** Kinds that are numbers, and text only where a double would lose digits. */
const NUMBERS: ReadonlySet<LeafKind> = new Set(['count', 'percent', 'decimal', 'rate', 'duration']);

const DECIMAL = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** The part for an input, if it depends on the input; else the part itself. */
export function partFor(output: Output, input: Input): AnyOutput {
	const part = output as AnyOutput;
	if (part.type !== 'byInput') return part;
	return partFor(part.cases[String(input[part.field] ?? '')] ?? part.otherwise, input);
}

/** All possible parts, if the part depends on the input; else the part itself. */
function casesOf(output: Output): AnyOutput[] {
	const part = output as AnyOutput;
	if (part.type !== 'byInput') return [part];
	return [...Object.values(part.cases), part.otherwise].flatMap(casesOf);
}

/**
 * True for a part that can be shown as a number in whole units, with its exact text in another
 * field.
 */
export function hasWholeUnits(output: Output | undefined): boolean {
	return output !== undefined && casesOf(output).every(isExact);
}

/** True for a part that may have whole units, depending on the input. */
export function mayHaveWholeUnits(output: Output): boolean {
	return casesOf(output).some(isExact);
}

function isExact(part: AnyOutput): boolean {
	if (part.type === 'list' || part.type === 'map') return hasWholeUnits(part.each);
	return part.type === 'leaf' && EXACT.has(part.kind);
}

/** The name of the field with the exact text of an amount, next to its number in whole units. */
export function exactName(name: string): string {
	return `${name}Exact`;
}

/**
 * The nearest number to an amount in whole units, or to another number that is text; it has at
 * least 15 significant digits. Undefined if the decimals are not known. `owner` is the object that
 * the amount is a part of.
 */
export function wholeAmount(leaf: Leaf, value: unknown, owner: unknown): number | undefined {
	if (leaf.kind === 'decimalText') return decimalOf(value);
	const decimals = leaf.kind === 'uint64' ? 0 : rawDecimalsOf(leaf, owner);
	if (Number(decimals) > MOST_DECIMALS) return undefined;
	const exact = wholeUnits(value, decimals);
	return exact === undefined ? undefined : Number(exact);
}

function rawDecimalsOf(
	{ decimals, decimalsIfAbsent }: Pick<Leaf, 'decimals' | 'decimalsIfAbsent'>,
	owner: unknown,
): unknown {
	if (decimals === undefined) return undefined;
	if (typeof decimals === 'number') return decimals;
	if (typeof decimals === 'string') return valueAt(owner, decimals.split('.')) ?? decimalsIfAbsent;
	if ('find' in decimals) {
		const isOfKind = ({ decimals: path }: DecimalsPath) =>
			(valueAt(owner, [path.split('.')[0]]) ?? undefined) !== undefined;
		const found = decimals.find(isOfKind);
		return found && rawDecimalsOf(found, owner);
	}
	const asset = valueAt(owner, [decimals.asset]);
	const isKnown = typeof asset === 'string' && Object.hasOwn(decimals.known, asset);
	return isKnown ? decimals.known[asset] : undefined;
}

function decimalOf(value: unknown): number | undefined {
	const number = DECIMAL.test(String(value)) ? Number(value) : NaN;
	return Number.isFinite(number) ? number : undefined;
}

/**
 * The value of a part for which `hasWholeUnits` is true, in whole units: a number, or a list or a
 * map of numbers; null if the number is not known. Decimals of a map's entry are looked up in its
 * key, as `key`.
 */
export function inWholeUnits(
	output: Output,
	value: unknown,
	owner: unknown,
	input: Input,
): unknown {
	const part = partFor(output, input);
	if (value === undefined || value === null) return null;
	switch (part.type) {
		case 'leaf':
			return wholeAmount(part, value, owner) ?? null;
		case 'list':
			if (!Array.isArray(value)) return null;
			return value.map((each) => inWholeUnits(part.each, each, owner, input));
		case 'map': {
			if (typeof value !== 'object') return null;
			const entries = Object.entries(value).map(([key, each]) => [
				key,
				inWholeUnits(part.each, each, { key }, input),
			]);
			return Object.fromEntries(entries) as unknown;
		}
		default:
			return null;
	}
}

/** True for a value that is text because a number would lose digits, although its kind is a number. */
function isLong({ kind }: Leaf, value: unknown): boolean {
	return NUMBERS.has(kind) && typeof value === 'string';
}

/** The nearest number to a text whose kind is a number; any other value unchanged. */
export function nearestNumber(leaf: Leaf, value: unknown): unknown {
	return isLong(leaf, value) ? (decimalOf(value) ?? null) : value;
}

/**
 * True if `nearestNumber` changes the value of a part, or a value in its lists and maps: the exact text
 * is then in another field. Fields of objects have their own.
 */
export function isRounded(output: Output, value: unknown, input: Input): boolean {
	const part = partFor(output, input);
	if (part.type === 'leaf') return isLong(part, value);
	if (part.type !== 'list' && part.type !== 'map') return false;
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some((each) => isRounded(part.each, each, input));
}
