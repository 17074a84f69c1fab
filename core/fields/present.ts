import { wholeUnits } from '../formats/amount';
import { type ResolvedColumn, valueAt } from './columns';
import type { AnyOutput, Leaf, Output } from './outputs';

/** The forms of amounts and times that a user can ask for, from the kinds of the leaves. */

/** `iso`: ISO 8601 text in UTC. `unixSeconds`: a number. */
export type TimeForm = 'iso' | 'unixSeconds';

export interface Presentation {
	/** Amounts and integers of 64 bits as numbers, with the exact text in a field of its own. */
	wholeUnits?: boolean;
	/** The form of times; as the service sends them if absent. */
	times?: TimeForm;
}

/** The forms of a simplified item. Nodes that compute with items take numbers and dates. */
export const SIMPLIFIED: Presentation = { wholeUnits: true, times: 'iso' };

type Values = Record<string, unknown>;
type Entry = [name: string, value: unknown];
type Input = Readonly<Record<string, unknown>>;

/** Maximum number of decimals of a token. */
const MOST_DECIMALS = 36;

/**
 * The decimals of what is text because a number would lose digits: of an amount those that are declared,
 * 0 of an integer of 64 bits; undefined for all other leaves.
 */
function decimalsOf({ kind, decimals }: Leaf): number | string | undefined {
	if (kind === 'uint64') return 0;
	return kind === 'amount' ? decimals : undefined;
}

/** True of what can be shown as a number in whole units, with its exact text beside it. */
export function hasWholeUnits(part: Output | undefined): boolean {
	const any = part as AnyOutput | undefined;
	if (any?.type === 'byInput') {
		return [...Object.values(any.cases), any.otherwise].every(hasWholeUnits);
	}
	return any?.type === 'leaf' && decimalsOf(any) !== undefined;
}

/** The name of the field with the exact text of an amount, beside its number in whole units. */
export function exactName(name: string): string {
	return `${name}Exact`;
}

/**
 * An amount in whole units, or an integer of 64 bits, as the nearest number, which has at least 15 significant digits, or
 * undefined where its decimals are not known. `owner` is the object that the amount is a part of.
 */
export function wholeAmount(leaf: Leaf, value: unknown, owner: unknown): number | undefined {
	const decimals = decimalsOf(leaf);
	if (decimals === undefined) return undefined;
	const places = typeof decimals === 'number' ? decimals : valueAt(owner, decimals.split('.'));
	if (places === undefined || places === null || places === '') return undefined;
	if (Number(places) > MOST_DECIMALS) return undefined;
	const exact = wholeUnits(value, places);
	return exact === undefined ? undefined : Number(exact);
}

/** A moment in a form; unchanged where it is none. ISO 8601 has no fraction of a second of zero. */
export function timeAs(form: TimeForm, leaf: Leaf, value: unknown): unknown {
	const ms = millisecondsOf(leaf, value);
	if (ms === undefined) return value;
	if (form === 'unixSeconds') return ms / 1000;
	// RFC 3339 is ISO 8601; what has a zone is brought to UTC.
	const isUtc = leaf.kind === 'timeText' && leaf.unit !== 'ns' && String(value).endsWith('Z');
	return isUtc ? value : new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** The last moment that a Date can hold. */
const LATEST_MS = 8.64e15;

function millisecondsOf({ kind, unit }: Leaf, value: unknown): number | undefined {
	if (kind === 'time') {
		const ms = Number(value) * (unit === 'ms' ? 1 : 1000);
		return typeof value === 'number' && Math.abs(ms) <= LATEST_MS ? ms : undefined;
	}
	if (kind !== 'timeText' || typeof value !== 'string') return undefined;
	if (unit === 'ns') {
		return /^\d{1,20}$/.test(value) ? Number(BigInt(value) / 1_000_000n) : undefined;
	}
	const ms = Date.parse(value);
	return Number.isNaN(ms) ? undefined : ms;
}

/** An item with the selected forms. The item itself is not changed. */
export function present(
	output: Output,
	item: unknown,
	how: Presentation,
	input: Input = {},
): unknown {
	if (!how.wholeUnits && !how.times) return item;
	const part = output as AnyOutput;
	if (item === null || item === undefined) return item;
	switch (part.type) {
		case 'leaf':
			return how.times ? timeAs(how.times, part, item) : item;
		case 'byInput':
			return present(
				part.cases[String(input[part.field] ?? '')] ?? part.otherwise,
				item,
				how,
				input,
			);
		case 'list':
			return Array.isArray(item) ? item.map((each) => present(part.each, each, how, input)) : item;
		case 'map':
			return isObject(item)
				? rebuilt(item, (_, value) => present(part.each, value, how, input))
				: item;
		case 'object':
			return isObject(item) ? presentObject(part.fields, item, how, input) : item;
		case 'open':
			return item;
	}
}

function presentObject(
	fields: Readonly<Record<string, Output>>,
	item: Values,
	how: Presentation,
	input: Input,
): Values {
	const shown = Object.entries(item).map(([key, value]) => {
		const part = Object.hasOwn(fields, key) ? leafFor(fields[key], input) : undefined;
		return part ? presentField(key, part, value, item, how, input) : { own: [key, value] as Entry };
	});
	return joined(shown);
}

/** A field in the selected forms; `exact` is the field that follows all others. */
interface Shown {
	own: Entry;
	exact?: Entry;
}

function presentField(
	name: string,
	part: AnyOutput,
	value: unknown,
	owner: unknown,
	how: Presentation,
	input: Input,
): Shown {
	if (!how.wholeUnits || !hasWholeUnits(part))
		return { own: [name, present(part, value, how, input)] };
	// Never the text under the plain name: nodes that add and sort take it for 0 and for letters.
	const whole = wholeAmount(part as Leaf, value, owner) ?? null;
	return { own: [name, whole], exact: [exactName(name), value] };
}

/** All fields, then what `added` has, then the exact texts. */
function joined(shown: readonly Shown[], added: Values = {}): Values {
	const exact = shown.flatMap((each) => (each.exact ? [each.exact] : []));
	// fromEntries, because a key of an untrusted response may be named __proto__.
	return Object.fromEntries([
		...shown.map(({ own }) => own),
		...Object.entries(added),
		...exact,
	]) as Values;
}

/** The part that an input decides, where one does. */
function leafFor(output: Output, input: Input): AnyOutput {
	const part = output as AnyOutput;
	if (part.type !== 'byInput') return part;
	return leafFor(part.cases[String(input[part.field] ?? '')] ?? part.otherwise, input);
}

function rebuilt(item: Values, change: (key: string, value: unknown) => unknown): Values {
	return Object.fromEntries(Object.entries(item).map(([key, value]) => [key, change(key, value)]));
}

/**
 * An item with only these columns, flat, in the selected forms; null where the service has no value.
 * `added` are columns that do not come from the item: they precede the exact texts of amounts.
 */
export function simplify(
	columns: readonly ResolvedColumn[],
	item: unknown,
	how: Presentation,
	input: Input = {},
	added: Values = {},
): Values {
	const shown = columns.map(({ path, base, name, part }): Shown => {
		const from = base ? base(item, input) : item;
		const value = valueAt(from, path) ?? null;
		const leaf = part && leafFor(part, input);
		if (!leaf) return { own: [name, value] };
		return presentField(name, leaf, value, valueAt(from, path.slice(0, -1)), how, input);
	});
	return joined(shown, added);
}

/** True where some leaf is of one of these kinds: the form then offers the option for it. */
export function hasKind(output: Output, test: (leaf: Leaf) => boolean): boolean {
	const part = output as AnyOutput;
	switch (part.type) {
		case 'leaf':
			return test(part);
		case 'object':
			return Object.values(part.fields).some((each) => hasKind(each, test));
		case 'list':
		case 'map':
			return hasKind(part.each, test);
		case 'byInput':
			return [...Object.values(part.cases), part.otherwise].some((each) => hasKind(each, test));
		case 'open':
			return false;
	}
}

function isObject(value: unknown): value is Values {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
