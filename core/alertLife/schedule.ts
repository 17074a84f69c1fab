import { minuteOf } from './localTime';
import type { WeeklyTimes, Window } from './rules';

/** Windows as a line of a form: `Mon-Fri 22:00-07:00, 2026-12-01T10:00Z/2026-12-01T12:00Z`. */

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MOST_WINDOWS = 50;

export const WEEKLY_RULE =
	'must be times such as 22:00-07:00 or Mon-Fri 22:00-07:00, separated by commas';
export const WINDOWS_RULE =
	'must be times such as Sun 02:00-04:00 or 2026-12-01T10:00Z/2026-12-01T12:00Z, separated by commas, each with its end after its start';
export const DIGEST_RULE =
	'must be a time of the day such as 08:00, or of the week such as Mon 08:00';

/** The days of `mon-fri`, `sat` or an empty text for all; undefined if it is none. */
function daysOf(text = ''): number[] | undefined {
	if (text === '') return DAYS.map((_, day) => day);
	const [first, last = first] = text
		.toLowerCase()
		.split('-')
		.map((name) => DAYS.indexOf(name));
	if (first < 0 || last < 0) return undefined;
	return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, i) => (first + i) % 7);
}

function weeklyIn(text: string): Omit<WeeklyTimes, 'zone'> | undefined {
	const match = /^(?:([a-z]{3}(?:-[a-z]{3})?) +)?(\d\d:\d\d) *- *(\d\d:\d\d)$/i.exec(text);
	const days = match ? daysOf(match[1]) : undefined;
	if (!match || !days) return undefined;
	const [, , from, until] = match;
	const [start, end] = [minuteOf(from), minuteOf(until)];
	if (start === undefined || end === undefined || start === end || from === '24:00')
		return undefined;
	return { days, from, until };
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/i;

function onceIn(text: string): { from: number; until: number } | undefined {
	const moments = text.split('/').map((part) => part.trim());
	if (moments.length !== 2 || !moments.every((part) => MOMENT.test(part))) return undefined;
	const [from, until] = moments.map(Date.parse);
	return from < until ? { from, until } : undefined;
}

/** The windows of a line, named by their texts; `zone` is that of weekly ones. Undefined if it is none. */
export function windowsIn(line: string, kind: Window['kind'], zone: string): Window[] | undefined {
	const texts = [...new Set(line.split(',').map((text) => text.trim()))];
	if (texts.length > MOST_WINDOWS) return undefined;
	const windows = texts.map((text): Window | undefined => {
		const weekly = weeklyIn(text);
		if (weekly) return { name: text, kind, weekly: { zone, ...weekly } };
		const once = kind === 'maintenance' ? onceIn(text) : undefined;
		return once && { name: text, kind, once };
	});
	return windows.every((window) => window !== undefined) ? windows : undefined;
}

/** The time of a digest: `08:00`, or `Mon 08:00` for once a week. Undefined if it is none. */
export function digestIn(text: string): { at: string; weekday?: number } | undefined {
	const match = /^(?:([a-z]{3}) +)?(\d\d:\d\d)$/i.exec(text.trim());
	if (!match || minuteOf(match[2]) === undefined || match[2] === '24:00') return undefined;
	if (match[1] === undefined) return { at: match[2] };
	const [weekday] = daysOf(match[1]) ?? [];
	return weekday === undefined ? undefined : { at: match[2], weekday };
}
