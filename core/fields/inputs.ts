import * as z from 'zod/v4';
import { hasEvmForm } from '../formats/evmAddress';
import { addressKey, isAddress } from '../formats/ids';
import { type Choice, type Value, value } from './field';
import {
	type Explain,
	asBoolean,
	asList,
	asMeasure,
	asNumber,
	asText,
	line,
	loose,
	spelledAs,
	text,
} from './loose';

/**
 * The general kinds of value that operations take. Each accepts loose input from users and
 * expressions, checks it against one rule, and converts it to the one form that is sent.
 */

/** Maximum number of values of a closed set, with repeated ones. */
const MAX_CHOSEN = 1024;

/**
 * A text with a rule of its own ("must be …"). `convert` returns the form that is sent, if it
 * differs; `explain` says why a value is invalid; `longest` is its maximum number of characters.
 */
export function textValue(
	rule: string,
	check: (value: string) => boolean = () => true,
	convert?: (value: string) => string,
	explain?: Explain,
	longest?: number,
) {
	const schema = () => {
		const checked = text(rule, check, explain, longest);
		return convert ? checked.transform(convert) : checked;
	};
	return loose<string, string | number>(asText, schema, { control: 'text', rule });
}

/** Free text on one line, at most `max` characters. */
export function words(max: number) {
	const rule = `must be text on one line, at most ${max} characters`;
	const check = (given: string) => given.length <= max && given.isWellFormed();
	return loose<string, string | number>(asText, () => line(rule, check), {
		control: 'text',
		rule,
		free: true,
	});
}

/** Free text on one line, at most `max` characters; an empty text clears the stored value. */
export function wordsOrNone(max: number) {
	const rule = `must be text on one line, at most ${max} characters, or empty to clear it`;
	const filled = words(max);
	const schema = () => z.union([z.literal(''), filled.schema], { error: rule });
	return loose<string, string | number>(asText, schema, { ...filled.kind, rule, clears: true });
}

/** A web address that a service is to call. */
export function webUrl() {
	const rule = 'must be an http:// or https:// URL without user name';
	const check = (given: string) => {
		if (!URL.canParse(given) || /\s/.test(given)) return false;
		const { protocol, username, password } = new URL(given);
		return /^https?:$/.test(protocol) && !username && !password;
	};
	const about = { control: 'text', rule, free: true, hidesPath: true } as const;
	return loose<string>(asText, () => line(rule, check), about);
}

/** Exactly one of the given values, in any case; sent as it is spelled here. */
export function choice<const Values extends readonly string[]>(
	values: Values,
	choices: readonly Choice[] = values.map((value) => ({ value, name: value })),
) {
	const rule = `must be one of ${values.join(', ')}`;
	const schema = () => z.enum(values as unknown as [string, ...string[]], { error: rule });
	return loose<Values[number]>(spelledAs(values), schema, { control: 'options', rule, choices });
}

/** Several of the given values, each in any case; sent as they are spelled here. */
export function choices(values: readonly string[], offered: readonly Choice[]) {
	const rule = `must be one or more of ${values.join(', ')}`;
	const one = () =>
		z.preprocess(spelledAs(values), z.enum(values as [string, ...string[]], { error: rule }));
	const several = () =>
		z.array(one(), { error: rule }).min(1, { error: rule }).max(MAX_CHOSEN, { error: rule });
	return loose<string[], string[] | string>(asList, several, {
		control: 'multiOptions',
		rule,
		choices: offered,
	});
}

/** A whole number within bounds, both included. */
export function whole(min: number, max: number = Number.MAX_SAFE_INTEGER) {
	const upTo = max === Number.MAX_SAFE_INTEGER ? `${min} or more` : `from ${min} to ${max}`;
	const rule = `must be a whole number, ${upTo}`;
	const within = (value: number) => Number.isSafeInteger(value) && value >= min && value <= max;
	const schema = () => z.number({ error: rule }).refine(within, { error: rule });
	return loose<number, number | string>(asNumber, schema, { control: 'number', rule, min, max });
}

/** A number within bounds, both included; it may have a fraction. */
export function numberWithin(min: number, max: number) {
	const rule = `must be a number from ${min} to ${max}`;
	const within = (given: number) => given >= min && given <= max;
	const schema = () => z.number({ error: rule }).refine(within, { error: rule });
	return loose<number, number | string>(asMeasure, schema, { control: 'number', rule, min, max });
}

/**
 * A whole number that may pass 2^53 (heights, indices, amounts), kept as its decimal digits.
 * `max` defaults to the largest uint64.
 */
export function bigWhole(max = 2n ** 64n - 1n) {
	const rule = `must be a whole number from 0 to ${max}`;
	const check = (value: string) => /^\d{1,78}$/.test(value) && BigInt(value) <= max;
	return loose<string, string | number>(asText, () => text(rule, check), { control: 'text', rule });
}

/**
 * An optional number that defaults to the latest: the text `latest`, in any case, counts as absent.
 */
export function orLatest<Out, In>(number: Value<Out, In>) {
	const isLatest = (given: unknown) => /^latest$/i.test(String(asText(given)).slice(0, 10));
	const plain = (given: unknown) =>
		typeof given === 'string' && isLatest(given) ? undefined : given;
	const schema = () =>
		z.preprocess(plain, number.schema.optional()) as unknown as z.ZodType<
			Out | undefined,
			In | 'latest'
		>;
	return value(schema, { ...number.kind, rule: `${number.kind.rule}, or latest` });
}

/** true or false. */
export function flag() {
	const rule = 'must be true or false';
	return loose<boolean, boolean | 'true' | 'false'>(asBoolean, () => z.boolean({ error: rule }), {
		control: 'boolean',
		rule,
	});
}

function list(rule: string, check: (value: string) => boolean, max = 1024, explain?: Explain) {
	const each = z.preprocess(asText, text(rule, check, explain));
	const several = z.array(each, { error: rule }).min(1, { error: rule }).max(max, { error: rule });
	return several.transform(eachOnce);
}

/**
 * The values without repetitions, each in its first spelling: addresses that differ in case only are the
 * same.
 */
function eachOnce(values: readonly string[]): string[] {
	const known = new Set<string>();
	const addressKeyOf = (text: string) =>
		hasEvmForm(text) || isAddress(text) ? addressKey(text) : text;
	return values.filter((text) => known.size < known.add(addressKeyOf(text)).size);
}

/** Several values of the same kind, at most `max` of them, each once. */
export function listOf(
	rule: string,
	check: (value: string) => boolean,
	max = 1024,
	explain?: Explain,
) {
	const whole = `${rule} (1 to ${max} of them)`;
	return loose<string[], string[] | string>(asList, () => list(whole, check, max, explain), {
		control: 'list',
		rule: whole,
	});
}

/** A page token: opaque, but never a URL or a path. */
export function token() {
	const rule = 'must be a page token from a previous response';
	// Printable ASCII without the characters that end a path or query or start an encoded byte, and
	// not only dots.
	const check = (value: string) => /^(?!\.+$)(?![^]*[/\\?#%])[!-~]{1,2048}$/.test(value);
	return textValue(rule, check);
}
