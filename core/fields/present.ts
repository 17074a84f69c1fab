import { wholeUnits } from '../formats/amount';
import { type ResolvedColumn, valueAt } from './columns';
import type { AnyOutput, Leaf, Output } from './outputs';

/** The forms of amounts and times that a user can ask for, from the kinds of the leaves. */

export interface Presentation {
	/** Also whole units as a number beside each amount. */
	wholeUnits?: boolean;
	/** Times as ISO 8601 text. */
	isoTimes?: boolean;
}

type Values = Record<string, unknown>;
type Input = Readonly<Record<string, unknown>>;

/** Maximum number of decimals of a token. */
const MOST_DECIMALS = 36;

/** The name of the column with whole units: `Avax` only where the amount is declared as nAVAX. */
export function wholeName(name: string, { unit }: Leaf): string {
	return `${name}${unit === 'nAVAX' ? 'Avax' : 'Tokens'}`;
}

/**
 * An amount in whole units as a number of 15 significant digits, or undefined where its decimals are
 * not known. `owner` is the object that the amount is a part of.
 */
export function wholeAmount(leaf: Leaf, value: unknown, owner: unknown): number | undefined {
	const { decimals } = leaf;
	if (leaf.kind !== 'amount' || decimals === undefined) return undefined;
	const places = typeof decimals === 'number' ? decimals : valueAt(owner, decimals.split('.'));
	if (places === undefined || places === null || places === '') return undefined;
	if (Number(places) > MOST_DECIMALS) return undefined;
	const exact = wholeUnits(value, places);
	return exact === undefined ? undefined : Number(exact);
}

/** A moment as ISO 8601, without fractions of a second where it has none; unchanged where it is none. */
export function isoTime(leaf: Leaf, value: unknown): unknown {
	if (leaf.kind === 'time') {
		const ms = Number(value) * (leaf.unit === 'ms' ? 1 : 1000);
		return typeof value === 'number' && Math.abs(ms) <= LATEST_MS ? isoOf(ms) : value;
	}
	if (leaf.kind !== 'timeText' || typeof value !== 'string') return value;
	if (leaf.unit === 'ns') {
		return /^\d{1,20}$/.test(value) ? isoOf(Number(BigInt(value) / 1_000_000n)) : value;
	}
	// RFC 3339 is ISO 8601; what has a zone is brought to UTC.
	const ms = Date.parse(value);
	return Number.isNaN(ms) || value.endsWith('Z') ? value : isoOf(ms);
}

/** The last moment that a Date can hold. */
const LATEST_MS = 8.64e15;

function isoOf(ms: number): string {
	return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** An item with the selected forms. The item itself is not changed. */
export function present(
	output: Output,
	item: unknown,
	how: Presentation,
	input: Input = {},
): unknown {
	if (!how.wholeUnits && !how.isoTimes) return item;
	const part = output as AnyOutput;
	if (item === null || item === undefined) return item;
	switch (part.type) {
		case 'leaf':
			return how.isoTimes ? isoTime(part, item) : item;
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
	// fromEntries, because a key of an untrusted response may be named __proto__.
	const entries = Object.entries(item).flatMap(([key, value]) => {
		const part = Object.hasOwn(fields, key) ? leafFor(fields[key], input) : undefined;
		if (part === undefined) return [[key, value]];
		const own = [key, present(part, value, how, input)];
		const whole =
			how.wholeUnits && part.type === 'leaf' ? wholeAmount(part, value, item) : undefined;
		return whole === undefined ? [own] : [own, [wholeName(key, part as Leaf), whole]];
	});
	return Object.fromEntries(entries) as Values;
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

/** An item with only these columns, flat, in the selected forms. */
export function simplify(
	columns: readonly ResolvedColumn[],
	item: unknown,
	how: Presentation,
	input: Input = {},
): Values {
	const entries = columns.flatMap(({ path, base, name, part }) => {
		const from = base ? base(item, input) : item;
		const value = valueAt(from, path);
		if (value === undefined) return [];
		const leaf = part && leafFor(part, input);
		if (leaf?.type !== 'leaf') return [[name, leaf ? present(leaf, value, how, input) : value]];
		const own = [name, how.isoTimes ? isoTime(leaf, value) : value];
		const whole = how.wholeUnits
			? wholeAmount(leaf, value, valueAt(from, path.slice(0, -1)))
			: undefined;
		return whole === undefined ? [own] : [own, [wholeName(name, leaf), whole]];
	});
	return Object.fromEntries(entries) as Values;
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
