import * as z from 'zod/v4';
import { baseUnits, formatUnits } from '../formats/amount';
import { type Value, sentAs, takenAs, value } from './field';
import { textValue } from './inputs';
import { valuesIn } from './loose';
import { timestamp } from './moments';

/**
 * Kinds of input for the thresholds of an alert: several in one field, the mildest first, such as
 * `7d, 1d, 1h`, `90, 80`, `0.5`.
 */

/** Maximum number of thresholds. */
const MOST_LINES = 10;
const MOST_CHARACTERS = 1024;

const UNIT_SECONDS: Readonly<Record<string, number>> = {
	s: 1,
	m: 60,
	h: 3600,
	d: 86_400,
	w: 604_800,
};

/** Seconds of a duration such as `90s`, `30m`, `4h`, `7d` or `2w`; undefined if it is invalid. */
export function durationSeconds(given: unknown): number | undefined {
	const match = typeof given === 'string' ? /^(\d{1,6})([smhdw])$/i.exec(given) : null;
	return match ? Number(match[1]) * UNIT_SECONDS[match[2].toLowerCase()] : undefined;
}

/** Seconds as such durations: `7d, 1d, 1h`. */
export function asDurations(seconds: readonly number[]): string {
	const units = Object.entries(UNIT_SECONDS).reverse();
	const texts = seconds.map((each) => {
		const [unit, size] = units.find(([name, size]) => name !== 'w' && each % size === 0) ?? [
			's',
			1,
		];
		return `${each / size}${unit}`;
	});
	return texts.join(', ');
}

function lines<Line>(
	rule: string,
	parse: (given: unknown) => Line | undefined,
): Value<Line[], Line[] | string | number> {
	const asList = (given: unknown): unknown => {
		if (typeof given === 'number') return [given];
		if (typeof given !== 'string' || given.length > MOST_CHARACTERS) return given;
		return valuesIn(given);
	};
	const line = () =>
		z.unknown().transform((given, context) => {
			const parsed = parse(given);
			if (parsed !== undefined) return parsed;
			// Fatal: rules between fields must not get a list with missing values.
			context.addIssue({ code: 'custom', message: rule, fatal: true });
			return z.NEVER;
		});
	const list = () =>
		z.array(line(), { error: rule }).min(1, { error: rule }).max(MOST_LINES, { error: rule });
	return value(
		() => z.preprocess(asList, list()) as unknown as z.ZodType<Line[], Line[] | string | number>,
		{ control: 'list', rule },
	);
}

/** Durations, in seconds; texts such as `7d, 1d, 1h`. */
export function durations() {
	return lines('must be durations such as 7d, 12h or 30m, separated by commas', (given) =>
		typeof given === 'number' && Number.isSafeInteger(given) && given >= 0
			? given
			: durationSeconds(given),
	);
}

/** One duration, in seconds; a text such as `90m`. */
export function duration(min: number, max: number): Value<number, number | string> {
	const rule = `must be a duration such as 7d, 12h or 30m, from ${min} seconds to ${max / 86_400} days`;
	const asSeconds = (given: unknown) => durationSeconds(given) ?? given;
	const schema = () => z.int({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
	return value(
		() => z.preprocess(asSeconds, schema()) as unknown as z.ZodType<number, number | string>,
		{ control: 'text', rule },
	);
}

/** Numbers within bounds, both included. */
export function numbers(min: number, max: number) {
	return lines(`must be numbers from ${min} to ${max}, separated by commas`, (given) => {
		const text = typeof given === 'number' ? String(given) : given;
		if (typeof text !== 'string' || !/^-?\d{1,15}(\.\d{1,9})?$/.test(text)) return undefined;
		const number = Number(text);
		return number >= min && number <= max ? number : undefined;
	});
}

const isWholeAmount = (text: string) => /^\d{1,30}(\.\d{1,36})?$/.test(text);
const AVAX_DECIMALS = 9;

/** Amounts in whole units, kept as their decimal text so that no digit is lost. */
export function wholeAmounts() {
	return lines(
		'must be amounts in whole units such as 0.5 or 1000, separated by commas',
		(given) => {
			const text = typeof given === 'number' ? String(given) : given;
			return typeof text === 'string' && isWholeAmount(text) ? text : undefined;
		},
	);
}

const asText = (given: unknown) => (typeof given === 'number' ? String(given) : given);

/** One such amount. */
export function oneAmount() {
	const rule = 'must be an amount in whole units such as 0.5 or 1000';
	return takenAs(textValue(rule, isWholeAmount), asText);
}

/** An amount of AVAX, kept as its decimal text; `max` is in nAVAX. */
export function avaxAmount(max?: bigint) {
	const most = max === undefined ? '' : `, and not above ${formatUnits(max, AVAX_DECIMALS)}`;
	const rule = `must be an amount in AVAX such as 0.5 or 1000, with at most 9 decimals${most}`;
	const isAvax = (text: string) =>
		isWholeAmount(text) &&
		(text.split('.')[1] ?? '').length <= AVAX_DECIMALS &&
		(max === undefined || baseUnits(text, AVAX_DECIMALS) <= max);
	return takenAs(textValue(rule, isAvax), asText);
}

/** An amount of AVAX, sent in nAVAX; `max` is in nAVAX, and defaults to the largest uint64. */
export function avaxSentInNavax(max = 2n ** 64n - 1n): Value<string, string | number> {
	return sentAs(avaxAmount(max), (amount) => String(baseUnits(amount, AVAX_DECIMALS)));
}

type Start = number | `${number}${'s' | 'm' | 'h' | 'd' | 'w'}` | undefined;

/**
 * The time from which events are new: Unix seconds, a date-time, or a duration before the first poll such as
 * `60m`, which stays a text; `now` is the default.
 */
export function startMoment(): Value<Start, number | string | Date | undefined> {
	const moment = timestamp();
	const isNow = (given: unknown) => typeof given === 'string' && /^\s*now\s*$/i.test(given);
	const schema = () =>
		z.unknown().transform((given, context) => {
			if (given === undefined || isNow(given)) return undefined;
			const text = typeof given === 'string' ? given.trim().toLowerCase() : given;
			if (durationSeconds(text) !== undefined) return text as Start;
			const { success, data } = moment.schema.safeParse(given);
			if (success) return data as number;
			context.addIssue({ code: 'custom', message: rule });
			return z.NEVER;
		});
	const rule = `${moment.kind.rule}, a duration before the first poll such as 60m, or now`;
	return value(
		() => schema().optional() as unknown as z.ZodType<Start, number | string | Date | undefined>,
		{ control: 'text', rule },
		false,
	);
}

/** A number within bounds, both included. */
export function decimal(min: number, max: number): Value<number, number | string> {
	const rule = `must be a number from ${min} to ${max}`;
	const asNumber = (given: unknown) =>
		typeof given === 'string' && /^\s*-?\d{1,15}(\.\d{1,9})?\s*$/.test(given)
			? Number(given)
			: given;
	const schema = () =>
		z.number({ error: rule }).min(min, { error: rule }).max(max, { error: rule });
	return value(
		() => z.preprocess(asNumber, schema()) as unknown as z.ZodType<number, number | string>,
		{
			control: 'number',
			rule,
			min,
			max,
		},
	);
}
