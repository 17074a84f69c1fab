import { valueAt } from '../fields/columns';
import type { AnyOperation, Bound, Bounds } from '../operations/declare';
import { positionsOf } from '../operations/derived';

type Values = Record<string, unknown>;

/**
 * The positions of a list: whole numbers that grow from its first item to its last. They are the
 * numbers between the bounds, or their negatives if the greatest number comes first.
 */
export interface ListPositions {
	/** The position of an item; NaN if it has none. */
	of(item: unknown): number;
	/**
	 * The input for the positions from `from` up to `to` (exclusive); it may include some positions
	 * next to them. Infinity leaves the list's own bound unchanged.
	 */
	input(from: number, to: number): Values;
	/** The first position at or after the given one where a part may start. */
	cut(position: number): number;
	/** The expected end of the list; Infinity if unknown. */
	end: number;
	/** True if the input or the current time determines the end of the list. */
	isEndKnown: boolean;
	/** True if a part's query may start with items of the part before it. */
	mayOverlap: boolean;
	/** True if every position has one item. */
	isDense: boolean;
}

/** Before this no chain of the networks had a block: 10 September 2020, the genesis of Mainnet. */
const GENESIS = 1_599_696_000;

/**
 * The positions of a list, from checked input. Undefined if the list has no bounds for this input, or the input
 * starts in the middle of the list.
 *
 * @param now milliseconds since 1970, the expected end of a list without an end
 */
export function listPositionsOf(
	operation: AnyOperation,
	input: Values,
	now: number,
): ListPositions | undefined {
	const { bounds } = operation;
	if (!bounds || input.pageToken !== undefined) return undefined;
	if (bounds.needs !== undefined && input[bounds.needs] === undefined) return undefined;
	const { start, end, step = 1 } = bounds;
	const first = numberIn(input, start.field);
	const last = end && numberIn(input, end.field);
	if (Number.isNaN(first) || Number.isNaN(last)) return undefined;
	const isAscending = (input.sortOrder ?? bounds.order) === 'asc';
	const sign = isAscending ? 1 : -1;
	const paths = positionsOf(operation);
	const far = isAscending ? ahead(bounds, last, now) : behind(bounds, first);

	return {
		of(item) {
			for (const path of paths) {
				const number = wholeNumber(valueAt(item, path));
				if (number !== undefined) return sign * number;
			}
			return NaN;
		},
		input(from, to) {
			const [low, high] = isAscending ? [from, to - 1] : [1 - to, -from];
			const values = { ...input };
			const set = ({ field, is }: Bound, number: number, next: 1 | -1) => {
				if (!Number.isFinite(number)) return;
				const bound = is === 'inclusive' ? number : Math.max(0, number + next);
				values[field] = typeof input[field] === 'string' ? String(bound) : bound;
			};
			set(start, low, -1);
			if (end) set(end, high, 1);
			return values;
		},
		cut: (position) =>
			isAscending
				? Math.ceil(position / step) * step
				: 1 - Math.floor((1 - position) / step) * step,
		...far,
		isDense: end === undefined,
		mayOverlap: (isAscending ? start : end)?.is === 'loose',
	};
}

/** The end of a list in ascending order, and true if the end is known. */
function ahead(bounds: Bounds, last: number | undefined, now: number) {
	// Every position has an item: another one is assumed until the list ends.
	if (!bounds.end) return { end: Infinity, isEndKnown: true };
	if (last !== undefined) return { end: last + 1, isEndKnown: true };
	const isTime = bounds.unit === 'seconds';
	return { end: isTime ? Math.floor(now / 1000) + 1 : Infinity, isEndKnown: isTime };
}

/** The end of a list in descending order, and true if the end is known. */
function behind({ unit }: Bounds, first: number | undefined) {
	const lowest = first ?? (unit === 'seconds' ? GENESIS : 0);
	return { end: 1 - lowest, isEndKnown: first !== undefined };
}

function numberIn(input: Values, field: string): number | undefined {
	return input[field] === undefined ? undefined : (wholeNumber(input[field]) ?? NaN);
}

/** A safe integer, or undefined. */
function wholeNumber(value: unknown): number | undefined {
	const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
	return isNumber && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}
