import * as z from 'zod/v4';
import { dayOf, isDay, unixSecondsOf } from '../formats/time';
import { textValue } from './inputs';
import { asNumber, asText, loose } from './loose';
import { type Value, takenAs, value } from './field';

/** Kinds of input for times. */

/** A date object of a host, such as Luxon's. */
function isHostDate(value: unknown): value is { toMillis(): unknown; toISODate?(): unknown } {
	return typeof value === 'object' && value !== null && 'toMillis' in value;
}

/**
 * Converts a date-time to Unix seconds: ISO 8601 text, a Date object or a date object of the host.
 * A text that is not a date-time is unchanged, so that the check can explain the mistake.
 */
function asUnixSeconds(value: unknown): unknown {
	const plain = asText(asNumber(value));
	if (typeof plain === 'string') return unixSecondsOf(plain) ?? asNumber(plain);
	if (value instanceof Date) return Math.floor(value.getTime() / 1000);
	if (!isHostDate(value)) return value;
	return typeof value.toMillis === 'function'
		? Math.floor(Number(value.toMillis()) / 1000)
		: undefined;
}

/**
 * The mistake in the date of a text that is not a date-time; undefined if it does not start with a
 * date.
 */
function momentMistake(text: string): string | undefined {
	const [day, rest] = [text.slice(0, 10), text.slice(10)];
	if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
	if (!isDay(day)) return 'the calendar has no such day';
	return /^(Z|[+-])/i.test(rest) ? 'a day alone has no zone' : undefined;
}

/** A moment in Unix seconds, given as such or as a date-time. */
export function timestamp() {
	const rule = 'must be a date-time such as 2026-09-01T00:00:00Z, or Unix seconds (0 or more)';
	const max = 253_402_300_799; // The end of the year 9999: milliseconds given by mistake fail here.
	const within = (value: number) => Number.isSafeInteger(value) && value >= 0 && value <= max;
	const error = ({ input }: { input?: unknown }) => {
		const why = typeof input === 'string' ? momentMistake(input) : undefined;
		return why === undefined ? rule : `${rule}; ${why}`;
	};
	const schema = () => z.number({ error }).refine(within, { error: rule });
	return loose<number, number | string | Date>(asUnixSeconds, schema, {
		control: 'dateTime',
		rule,
	});
}

/**
 * The day of a date-time or a date object; any other value unchanged, so that the check rejects it.
 */
function asDay(value: unknown): unknown {
	const text = asText(value);
	if (typeof text === 'string') return dayOf(text) ?? text;
	if (value instanceof Date && !Number.isNaN(value.getTime()))
		return value.toISOString().slice(0, 10);
	return isHostDate(value) && typeof value.toISODate === 'function' ? value.toISODate() : value;
}

/** A day of the calendar, YYYY-MM-DD; of a date-time, its date in its own zone. */
export function day(): Value<string> {
	const rule = 'must be a day of the calendar as YYYY-MM-DD';
	const text = textValue(rule, isDay, undefined, momentMistake);
	return takenAs(
		value(() => text.schema, { ...text.kind, control: 'date' }),
		asDay,
	);
}
