import * as z from 'zod/v4';
import { type Kind, type Value, value } from './field';

/**
 * Conversions of loose input from users and expressions before it is checked, and the rules that
 * all texts keep.
 */

/**
 * Above the length of real lists; checking every value of a longer one from an expression could
 * block.
 */
const MAX_ITEMS = 65_536;
/** Maximum length of a single value: above that of any real id, list or message. */
const MAX_LENGTH = 65_536;
// Control characters are never part of an id, a token or a name, and could end a header or a line.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Converts a number to text, for ids, and removes white space around a text. */
export function asText(value: unknown): unknown {
	if (typeof value === 'string') return trimmed(value);
	return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}

/** The values of a list in a text, which are separated by commas, semicolons or white space. */
export function valuesIn(text: string): string[] {
	return text.split(/[\s,;]+/).filter((part) => trimmed(part) !== '');
}

/** Converts a text to a list; arrays are unchanged. */
export function asList(value: unknown): unknown {
	if (typeof value === 'string' && value.length <= MAX_LENGTH) return valuesIn(value);
	if (Array.isArray(value) && value.length > MAX_ITEMS) return undefined;
	return value;
}

/** Converts digits to a whole number. */
export function asNumber(value: unknown): unknown {
	const text = typeof value === 'string' && value.length <= MAX_LENGTH ? trimmed(value) : '';
	return /^-?\d{1,16}$/.test(text) ? Number(text) : value;
}

/** Converts a decimal text to a number. */
export function asMeasure(value: unknown): unknown {
	const text = typeof value === 'string' && value.length <= MAX_LENGTH ? trimmed(value) : '';
	return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : value;
}

/** Converts `true` and `false` in text to booleans. */
export function asBoolean(value: unknown): unknown {
	if (value === 'true') return true;
	return value === 'false' ? false : value;
}

/**
 * The spelling in a closed set of a text that differs from it in case only; any other value
 * unchanged, so that the check rejects it.
 */
export function spelledAs(values: readonly string[]) {
	const spelling = new Map(values.map((value) => [value.toLowerCase(), value]));
	return (value: unknown): unknown => {
		const text = asText(value);
		return typeof text === 'string' && text.length <= MAX_LENGTH
			? (spelling.get(text.toLowerCase()) ?? text)
			: text;
	};
}

/** Returns the reason why a value breaks a rule, if it can be determined. */
export type Explain = (value: string) => string | undefined;

/** A rule for free text: on one line, and not longer than `longest`. */
export function line(
	rule: string,
	check: (value: string) => boolean,
	explain?: Explain,
	longest = MAX_LENGTH,
) {
	const sound = (value: string) =>
		value.length > 0 && value.length <= longest && !CONTROL_CHARACTER.test(value);
	const error = ({ input }: { input?: unknown }) => {
		const why = explain && typeof input === 'string' && sound(input) ? explain(input) : undefined;
		return why === undefined ? rule : `${rule}; ${why}`;
	};
	return z.string({ error: rule }).refine((value) => sound(value) && check(value), { error });
}

/** The texts that JavaScript writes for a missing value. No id, name or token is one of them. */
const MISSING: ReadonlySet<string> = new Set(['undefined', 'null', 'NaN']);

/** A rule for texts that name or measure something. */
export function text(
	rule: string,
	check: (value: string) => boolean,
	explain?: Explain,
	longest?: number,
) {
	const why = (value: string) =>
		MISSING.has(value) ? 'this one is the text of a missing value' : explain?.(value);
	return line(rule, (value) => !MISSING.has(value) && check(value), why, longest);
}

/** The input of a preprocessed schema is `unknown`; callers see the type that they should pass. */
export function loose<Out, In = Out>(
	convert: (value: unknown) => unknown,
	schema: () => z.ZodType,
	about: Kind,
): Value<Out, In> {
	return value(() => z.preprocess(convert, schema()) as unknown as z.ZodType<Out, In>, about);
}

/** True for white space and invisible characters, such as those that remain when text is copied. */
function isInvisible(code: number): boolean {
	return (
		/\s/.test(String.fromCharCode(code)) ||
		code === 0xad ||
		(code >= 0x200b && code <= 0x200f) ||
		// Copied texts may contain direction marks; the direction overrides after them can only
		// disguise a text.
		(code >= 0x202a && code <= 0x202c) ||
		(code >= 0x2060 && code <= 0x206f)
	);
}

/** A text without white space and invisible characters at its ends, in linear time. */
export function trimmed(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && isInvisible(text.charCodeAt(start))) start++;
	while (end > start && isInvisible(text.charCodeAt(end - 1))) end--;
	return text.slice(start, end);
}
