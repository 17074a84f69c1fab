/** Unix seconds as a date-time in UTC, ISO 8601 without milliseconds. */
export function isoSeconds(seconds: number | string): string {
	return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', 'Z');
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** Of ISO 8601: hours and minutes, seconds and their fraction, a zone. */
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?$/;
const ZONE = /(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i;

/** True for a day of the calendar as YYYY-MM-DD. */
export function isDay(text: string): boolean {
	const ms = DAY.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
	// Date.parse takes 31 days in every month.
	return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** The day, time of day and zone of a date-time; undefined for any other text. */
function partsOf(text: string) {
	const [day, rest] = [text.slice(0, 10), text.slice(10)];
	if (!isDay(day)) return undefined;
	if (rest === '') return { day };
	if (!/^[T ]/i.test(rest)) return undefined;
	const [zone = ''] = ZONE.exec(rest) ?? [];
	const time = rest.slice(1, rest.length - zone.length);
	return TIME.test(time) ? { day, time, zone } : undefined;
}

/**
 * Unix seconds, rounded down, of a date-time: a day (YYYY-MM-DD, its first second), or a day and a
 * time of day after a T or a space, with a zone or in UTC. Undefined for any other text.
 */
export function unixSecondsOf(text: string): number | undefined {
	const parts = partsOf(text);
	if (!parts) return undefined;
	const { day, time = '00:00', zone } = parts;
	// A date-time without a zone is UTC, as the services count: the host's zone must not matter.
	return Math.floor(Date.parse(`${day}T${time.replace(',', '.')}${zone || 'Z'}`) / 1000);
}

/** The day in the text of a date-time; undefined if the text is not a date-time. */
export function dayOf(text: string): string | undefined {
	return partsOf(text)?.day;
}
