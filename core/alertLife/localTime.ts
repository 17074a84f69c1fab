import { DAY, DAY_MS, MINUTE } from '../formats/timeUnits';

/** The time of a wall clock in a time zone, by the runtime's own table of zones. */

export interface LocalTime {
	/** Days since 1970-01-01 of the local date. */
	day: number;
	/** 0 is Sunday. */
	weekday: number;
	/** Minutes since midnight, as the clock on the wall shows them. */
	minute: number;
}

export const MINUTES_OF_DAY = DAY / MINUTE;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone);
	if (known) return known;
	const format = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		calendar: 'gregory',
		numberingSystem: 'latn',
		hourCycle: 'h23',
		year: 'numeric',
		month: 'numeric',
		day: 'numeric',
		hour: 'numeric',
		minute: 'numeric',
	});
	formats.set(zone, format);
	return format;
}

/** True for the name of a time zone, such as `Europe/Berlin` or `UTC`; an offset such as `+02:00` is none. */
export function isZone(zone: unknown): zone is string {
	if (typeof zone !== 'string' || !/^[A-Za-z][\w+/-]{1,63}$/.test(zone)) return false;
	try {
		return Boolean(formatOf(zone));
	} catch {
		return false;
	}
}

/** The wall clock of a zone at a time (ms). In the hour that a change repeats, it shows each minute twice. */
export function localTime(zone: string, now: number): LocalTime {
	const parts: Record<string, number> = {};
	for (const { type, value } of formatOf(zone).formatToParts(now)) parts[type] = Number(value);
	const midnight = Date.UTC(parts.year, parts.month - 1, parts.day);
	return {
		day: midnight / DAY_MS,
		weekday: new Date(midnight).getUTCDay(),
		minute: parts.hour * 60 + parts.minute,
	};
}

/** Minutes since midnight of a text such as `22:30`; `24:00` is the end of the day. Undefined if it is none. */
export function minuteOf(text: unknown): number | undefined {
	const match = typeof text === 'string' ? /^(\d{2}):([0-5]\d)$/.exec(text) : null;
	const minute = match ? Number(match[1]) * 60 + Number(match[2]) : Infinity;
	return minute <= MINUTES_OF_DAY ? minute : undefined;
}
