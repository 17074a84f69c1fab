/**
 * The effect of one check on one subject. A level is the number of thresholds that the subject is
 * beyond: 0 is normal, the highest is the worst.
 */

/** The level of a subject that is named in the settings and missing. */
export const GONE = -1;

/** The level of a subject that this check could not judge: it stays as it is. */
export const UNKNOWN = -2;

/**
 * A level that is not yet confirmed: the number of checks in a row that showed it, and since when
 * (ms).
 */
export type Pending = [level: number, checks: number, since: number];

/**
 * The stored state of a subject. t: the reported level. a: since when it has this level, as first
 * seen (ms). r: when it was last reported (ms), if later. c: unconfirmed levels. n: its
 * node without the prefix, if the subject is another one.
 */
export interface SubjectState {
	t: number;
	a: number;
	r?: number;
	c?: Pending[];
	n?: string;
}

/** The result of a check for a subject. */
export interface CheckedLevel {
	/** The current level. */
	level: number;
	/**
	 * The level with each threshold moved by the margin of a recovery: a subject stays at the
	 * reported level until this level is lower. Never below `level`; equal to it by default.
	 */
	easedLevel?: number;
}

/**
 * The state of a subject after one more check, and, if its level changed, its state after the
 * change is reported. A level counts after `hold` checks in a row have shown it or one further in
 * its direction.
 */
export function step(
	known: SubjectState | undefined,
	checked: CheckedLevel,
	hold: number,
	now: number,
): { unreported: SubjectState; reported?: SubjectState } {
	const { c: before = [], ...steady } = known ?? { t: 0, a: now };
	const counted = levelsReached(steady.t, checked).map((level): Pending => {
		const [, checks, since] = before.find(([other]) => other === level) ?? [level, 0, now];
		return [level, checks + 1, since];
	});
	const unreported = pendingIn(steady, counted);
	// The levels are listed from the reported one outwards.
	const index = counted.findLastIndex(([, checks]) => checks >= hold);
	if (index < 0) return { unreported };
	const [to, , since] = counted[index];
	const reported = { t: to, a: since, ...(since !== now && { r: now }) };
	return { unreported, reported: pendingIn(reported, counted.slice(index + 1)) };
}

function pendingIn(steady: SubjectState, c: Pending[]): SubjectState {
	return c.length > 0 ? { ...steady, c } : steady;
}

/** The levels that a check supports, from the reported one outwards; none if nothing changed. */
function levelsReached(reported: number, { level, easedLevel = level }: CheckedLevel): number[] {
	if (level === GONE || reported === GONE) return level === reported ? [] : [level];
	if (level > reported) return range(reported + 1, level);
	const eased = Math.max(level, easedLevel);
	return eased < reported ? range(eased, reported - 1).reverse() : [];
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Number of thresholds, of those listed mildest first, that a value is below. */
export function linesAbove<N extends number | bigint>(value: N, lines: readonly N[]): number {
	return lines.filter((line) => value < line).length;
}

/** Number of thresholds, of those listed mildest first, that a value is above. */
export function linesBelow<N extends number | bigint>(value: N, lines: readonly N[]): number {
	return lines.filter((line) => value > line).length;
}
