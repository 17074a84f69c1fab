import * as z from 'zod/v4';
import {
	addressMistake,
	evmAddressMistake,
	hashMistake,
	idMistake,
	nodeIdMistake,
} from '../formats/mistakes';
import { trimmed } from '../formats/trim';
import { isAddress, isEvmAddress, isEvmHash, isId, isNodeId } from '../formats/ids';
import { type Choice, type Kind, type Named, type Value, value } from './field';

/**
 * The kinds of value that operations take. Each accepts loose input from users and expressions,
 * checks it against one rule, and converts it to the one form that is sent.
 */

/** No list is as long; checking each value of one from an expression could take for ever. */
const MAX_ITEMS = 65_536;
/** The most values of a closed set that are taken, repeated ones included. */
const MAX_CHOSEN = 1024;
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
function asList(value: unknown): unknown {
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
function asMeasure(value: unknown): unknown {
	const text = typeof value === 'string' && value.length <= MAX_LENGTH ? trimmed(value) : '';
	return /^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : value;
}

/** `true` and `false` are booleans or their names. */
function asBoolean(value: unknown): unknown {
	if (value === 'true') return true;
	return value === 'false' ? false : value;
}

/** Explains why a value breaks a rule, if that can be determined. */
export type Explain = (value: string) => string | undefined;

/** A rule for texts of the user's own choice: on one line, and not longer than `longest`. */
function line(
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
function text(
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

/** Words of the user's own on one line, at most `max` characters. */
export function words(max: number) {
	const rule = `must be text on one line, at most ${max} characters`;
	const check = (given: string) => given.length <= max && given.isWellFormed();
	return loose<string, string | number>(asText, () => line(rule, check), {
		control: 'text',
		rule,
		free: true,
	});
}

/** The same, or an empty text, which clears what was set before. */
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
	return loose<string>(asText, () => line(rule, check), { control: 'text', rule, free: true });
}

/**
 * The spelling of a closed set for a text that differs in upper and lower case only; anything else
 * as it is, for the check to refuse.
 */
function spelledAs(values: readonly string[]) {
	const spelling = new Map(values.map((value) => [value.toLowerCase(), value]));
	return (value: unknown): unknown => {
		const text = asText(value);
		return typeof text === 'string' && text.length <= MAX_LENGTH
			? (spelling.get(text.toLowerCase()) ?? text)
			: text;
	};
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

/** A number of which leaving it out means the latest: `latest`, in any case, is the same. */
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
	return z.array(each, { error: rule }).min(1, { error: rule }).max(max, { error: rule });
}

/** Several values of one form, at most `max` of them. */
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

/** A name as the services use them: letters, digits, dot, dash and underscore. */
export function isName(value: string): boolean {
	return /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value) && !value.includes('..');
}

/** A page token: opaque, but never a URL or a path. */
export function token() {
	const rule = 'must be a page token from a previous response';
	// Printable ASCII that ends no path or query and is not encoded already, and no mere dots.
	const check = (value: string) => /^(?!\.+$)(?![^]*[/\\?#%])[!-~]{1,2048}$/.test(value);
	return textValue(rule, check);
}

/** The kinds of id of which services have lists. */
const NAMED: Readonly<Record<string, Named>> = {
	'a subnet id': 'subnet',
	'a blockchain id': 'blockchain',
	'an asset id': 'asset',
};

/** A text that names something of which a service has a list. */
export function naming<Out, In>(names: Named | undefined, text: Value<Out, In>): Value<Out, In> {
	return value(() => text.schema, { ...text.kind, ...(names && { names }) });
}

/** A 32-byte id in cb58: transaction, block, blockchain, subnet, asset. */
export function id(what: string) {
	return naming(NAMED[what], textValue(`must be ${what} (cb58)`, isId, undefined, idMistake));
}

const NODE_ID = 'NodeID- and some 33 letters and digits (cb58)';

/** A node id. */
export function nodeId() {
	const text = textValue(`must be a node id: ${NODE_ID}`, isNodeId, undefined, nodeIdMistake);
	return naming('validator', text);
}

/** Several node ids. */
export function nodeIds() {
	return listOf(`must be node ids: ${NODE_ID} each`, isNodeId, undefined, nodeIdMistake);
}

const ADDRESS = 'avax1… or fuji1… (bech32), with or without P-, X- or C- before it';

/** Several X-, P- or C-Chain addresses. */
export function addresses() {
	const rule = `must be addresses of the P-, X- or C-Chain: ${ADDRESS}`;
	return listOf(rule, isAddress, undefined, (value) => addressMistake(value));
}

/** One X-, P- or C-Chain address. */
export function address() {
	const rule = `must be an address of the P-, X- or C-Chain: ${ADDRESS}`;
	return textValue(rule, isAddress, undefined, (value) => addressMistake(value));
}

const EVM_ADDRESS = '0x and 40 hexadecimal digits';

/** An address of an EVM chain. */
export function evmAddress() {
	return textValue(`must be ${EVM_ADDRESS}`, isEvmAddress, undefined, evmAddressMistake);
}

/** Several addresses of an EVM chain. */
export function evmAddresses() {
	const rule = `must be EVM addresses: ${EVM_ADDRESS} each`;
	return listOf(rule, isEvmAddress, undefined, evmAddressMistake);
}

/** A transaction hash of an EVM chain. */
export function evmHash() {
	return textValue('must be 0x and 64 hexadecimal digits', isEvmHash, undefined, hashMistake);
}

/** True for an EVM chain id or a blockchain id in cb58. */
export function isChain(value: string): boolean {
	return /^[1-9]\d{0,18}$/.test(value) || isId(value);
}

/** A supported chain: EVM chain id or blockchain id; chosen from a list where the host has one. */
export function chain() {
	const rule = 'must be an EVM chain id such as 43114, or a blockchain id (cb58)';
	return loose<string, string | number>(asText, () => text(rule, isChain), {
		control: 'text',
		rule,
		names: 'chain',
	});
}

/** A supported EVM chain, or one of the given names for several chains together. */
export function chainOr(names: readonly string[]) {
	const rule = `must be an EVM chain id such as 43114, or ${names.join(', ')}`;
	const check = (given: string) => isChain(given) || names.includes(given);
	return loose<string, string | number>(spelledAs(names), () => text(rule, check), {
		control: 'text',
		rule,
		names: 'chain',
	});
}
