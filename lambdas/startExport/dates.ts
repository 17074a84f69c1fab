const DAY_MS = 86_400_000;

/** Days in UTC, YYYY-MM-DD, both included. */
export interface DateRange {
	firstDate: string;
	lastDate: string;
}

/**
 * The days of a rule as seen at a moment (Unix ms), in UTC: the day before; the last whole week from
 * Monday to Sunday; the last whole calendar month; or the days as given.
 */
export function daysOf(
	rule: 'yesterday' | 'lastWeek' | 'lastMonth' | DateRange,
	now: number,
): DateRange {
	if (typeof rule === 'object') return rule;
	const at = new Date(now);
	const midnight = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate());
	if (rule === 'yesterday') return range(midnight - DAY_MS, midnight - DAY_MS);
	if (rule === 'lastWeek') {
		// getUTCDay counts from Sunday; weeks begin on Monday.
		const monday = midnight - ((at.getUTCDay() + 6) % 7) * DAY_MS;
		return range(monday - 7 * DAY_MS, monday - DAY_MS);
	}
	const first = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1);
	return range(first, Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) - DAY_MS);
}

function range(first: number, last: number): DateRange {
	return { firstDate: dayOf(first), lastDate: dayOf(last) };
}

function dayOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}
