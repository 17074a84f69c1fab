import { type Call, next, pageOf } from '../../rest/endpoint';
import { DAY, HOUR } from '../../../core/formats/timeUnits';

/**
 * Series of points. A point covers [timestamp, timestamp + interval) and stands at the start of its
 * interval; the newest one is not finished. Months come once they are complete. The
 * ends of a query count in the live dialect, as those of the data service do. Newest first.
 */

export type Interval = 'hour' | 'day' | 'week' | 'month';

/** The first Monday after the Unix epoch. */
const MONDAY = 4 * DAY;
/** Length of the history of each interval, in seconds. */
const HISTORY: Record<Interval, number> = {
	hour: 90 * DAY,
	day: 400 * DAY,
	week: 400 * DAY,
	month: 400 * DAY,
};

/** The start of the interval that a moment falls into. */
export function startOf(interval: Interval, at: number): number {
	if (interval === 'hour') return at - (at % HOUR);
	if (interval === 'day') return at - (at % DAY);
	if (interval === 'week') return at - ((at - MONDAY) % (7 * DAY));
	const date = new Date(at * 1000);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
}

/** The end of the interval that begins at a moment. */
export function endOf(interval: Interval, start: number): number {
	if (interval === 'hour') return start + HOUR;
	if (interval === 'day') return start + DAY;
	if (interval === 'week') return start + 7 * DAY;
	const date = new Date(start * 1000);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}

/** The starts of the intervals that there are data of, oldest first. */
function startsOf(interval: Interval, now: number): number[] {
	const starts: number[] = [];
	for (let at = startOf(interval, now - HISTORY[interval]); at <= now; at = endOf(interval, at)) {
		if (interval !== 'month' || endOf(interval, at) <= now) starts.push(at);
	}
	return starts;
}

/**
 * The rows of one interval, one for each group where a query groups. A row is worked out when its page
 * is asked for.
 */
export type ValuesAt = (start: number, end: number) => Array<() => object>;

/**
 * The points of a query, in pages where the endpoint has them. `end` is now where the interval is not
 * over.
 */
export function series(call: Call, interval: Interval, valuesAt: ValuesAt) {
	const { input, world } = call;
	const now = world.clock.seconds();
	const from = (input.startTimestamp ?? 0) as number;
	const before = (input.endTimestamp ?? Infinity) as number;
	const edge = call.dialect === 'live' ? 1 : 0;
	const points = startsOf(interval, now)
		.filter((start) => start > from - edge && start < before + edge)
		.flatMap((start) => {
			const end = Math.min(now, endOf(interval, start));
			return valuesAt(start, end).map((values, order) => ({ start, order, values }));
		});
	const sized = { ...call, input: { pageSize: points.length, ...definedOf(input) } };
	const { items, nextPageToken } = pageOf(
		sized as Call,
		points,
		({ start, order }) => [start, order],
		true,
	);
	const results = items.map(({ start, values }) => ({ ...values(), timestamp: start }));
	return { ...next(nextPageToken), results };
}

function definedOf(input: Record<string, unknown>) {
	return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}
