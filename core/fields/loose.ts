import * as z from 'zod/v4';
import { trimmed } from '../formats/trim';
import { type Kind, type Value, value } from './field';

/**
 * How loose input from users and expressions is read: the conversions before a check, and the rules that
 * all texts keep.
 */

/** No list is as long; checking each value of one from an expression could take for ever. */
const MAX_ITEMS = 65_536;
/** The longest single value: beyond it no id, list or message is real. */
const MAX_LENGTH = 65_536;
// A control character is never part of an id, a token or a name, and could break out of its header
// or line.
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f\u2028\u2029]/;

/** Ids typed as numbers are texts; white space around a pasted text is not part of it. */
export function asText(value: unknown): unknown {
	if (typeof value === 'string') return trimmed(value);
	return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
}

/** The values of a list that is written as text: commas, semicolons or white space between them. */
export function valuesIn(text: string): string[] {
	return text.split(/[\s,;]+/).filter((part) => trimmed(part) !== '');
}

/** Lists are arrays, or text. */
export function asList(value: unknown): unknown {
	if (typeof value === 'string' && value.length <= MAX_LENGTH) return valuesIn(value);
	if (Array.isArray(value) && value.length > MAX_ITEMS) return undefined;
	return value;
}

/** Whole numbers are numbers or digits. */
export function asNumber(value: unknown): unknown {
	const text = typeof value === 'string' && value.length <= MAX_LENGTH ? trimmed(value) : '';
	return /^-?\d{1,16}$/.test(text) ? Number(text) : value;
}

/** Numbers with a fraction are numbers or digits, too. */
export function asMeasure(value: unknown): unknown {
	const text = typeof value === 'string' && value.length <= MAX_LENGTH ? trimmed(value) : '';
	return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : value;
}

/** `true` and `false` are booleans or their names. */
export function asBoolean(value: unknown): unknown {
	if (value === 'true') return true;
	return value === 'false' ? false : value;
}

/**
 * The spelling of a closed set for a text that differs in upper and lower case only; anything else
 * as it is, for the check to refuse.
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

/** Explains why a value breaks a rule, if that can be determined. */
export type Explain = (value: string) => string | undefined;

/** A rule for texts of the user's own choice: on one line, and not longer than `longest`. */
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

/** What JavaScript writes for a value that is missing. No id, name or token is one of them. */
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
