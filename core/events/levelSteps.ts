/**
 * What one look makes of one subject. A level is the number of lines that the subject is beyond: 0 is
 * as it should be, the highest is the worst.
 */

/** The level of a subject that is named in the settings and not there. */
export const GONE = -1;

/** A level that a look spoke for and that must hold: how many looks in a row, and since when (ms). */
export type Pending = [level: number, looks: number, since: number];

/**
 * What is kept of a subject. t: the level that was told. a: since when it is there, as seen here (ms).
 * r: when it was told last (ms). c: levels that must hold before they count.
 */
export interface Kept {
	t: number;
	a: number;
	r?: number;
	c?: Pending[];
}

/** What a look showed of a subject. */
export interface Look {
	/** The level now. */
	level: number;
	/**
	 * The level with each line moved by the margin that a recovery needs: a subject stays at the told
	 * level until this one is lower. It is never below `level`; the same where left out.
	 */
	easedLevel?: number;
}

/**
 * What is kept of a subject after one more look, and, where its level changed, what is kept instead
 * once that is told. A level counts once `hold` looks in a row have shown it or one further in its
 * direction.
 */
export function step(
	known: Kept | undefined,
	look: Look,
	hold: number,
	now: number,
): { kept: Kept; told?: Kept } {
	const { c: before = [], ...steady } = known ?? { t: 0, a: now };
	const counted = levelsShown(steady.t, look).map((level): Pending => {
		const [, looks, since] = before.find(([other]) => other === level) ?? [level, 0, now];
		return [level, looks + 1, since];
	});
	const kept = pendingIn(steady, counted);
	// The levels are listed from the told one outwards.
	const place = counted.findLastIndex(([, looks]) => looks >= hold);
	if (place < 0) return { kept };
	const [to, , since] = counted[place];
	return { kept, told: pendingIn({ t: to, a: since, r: now }, counted.slice(place + 1)) };
}

function pendingIn(steady: Kept, c: Pending[]): Kept {
	return c.length > 0 ? { ...steady, c } : steady;
}

/** The levels that a look speaks for, from the told one outwards; none where nothing changed. */
function levelsShown(told: number, { level, easedLevel = level }: Look): number[] {
	if (level === GONE || told === GONE) return level === told ? [] : [level];
	if (level > told) return range(told + 1, level);
	const eased = Math.max(level, easedLevel);
	return eased < told ? range(eased, told - 1).reverse() : [];
}

function range(from: number, to: number): number[] {
	return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** How many of the lines, mildest first, a value is below. */
export function linesAbove<N extends number | bigint>(value: N, lines: readonly N[]): number {
	return lines.filter((line) => value < line).length;
}

/** How many of the lines, mildest first, a value is above. */
export function linesBelow<N extends number | bigint>(value: N, lines: readonly N[]): number {
	return lines.filter((line) => value > line).length;
}
