import { withChecksums } from '../formats/evmAddress';
import { isMap } from '../formats/json';
import { type ResolvedColumn, valueAt } from './columns';
import type { AnyOutput, Leaf, Output } from './outputs';
import {
	exactName,
	hasWholeUnits,
	inWholeUnits,
	isRounded,
	nearestNumber,
	partFor,
} from './wholeUnits';

/** The forms of amounts and times that users can select, by the kinds of the leaves. */

/** `iso`: ISO 8601 text in UTC. `unixSeconds`: a number. */
export type TimeForm = 'iso' | 'unixSeconds';

export interface Presentation {
	/**
	 * Amounts and integers of 64 bits as numbers, with the exact text in a field of its own; other
	 * numbers have that field if they have more digits than a number holds.
	 */
	wholeUnits?: boolean;
	/** The form of times; as the service sends them if absent. */
	times?: TimeForm;
	/** EVM addresses with their checksum, which some sources leave out; as sent if absent. */
	checksums?: boolean;
}

/** The forms of a simplified item. Nodes that compute with items take numbers and dates. */
export const SIMPLIFIED: Presentation = { wholeUnits: true, times: 'iso', checksums: true };

type Values = Record<string, unknown>;
type Entry = [name: string, value: unknown];
type Input = Readonly<Record<string, unknown>>;

/** A time in a form; any other value unchanged. ISO 8601 text has no fraction if it is zero. */
export function timeAs(form: TimeForm, leaf: Leaf, value: unknown): unknown {
	const ms = millisecondsOf(leaf, value);
	if (ms === undefined) return value;
	if (form === 'unixSeconds') return ms / 1000;
	// RFC 3339 is ISO 8601; a time with a zone is converted to UTC.
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
	if (!how.wholeUnits && !how.times && !how.checksums) return item;
	const part = output as AnyOutput;
	if (item === null || item === undefined) return item;
	switch (part.type) {
		case 'leaf':
			return leafAs(part, item, how);
		case 'byInput':
			return present(partFor(part, input), item, how, input);
		case 'list':
			return Array.isArray(item) ? item.map((each) => present(part.each, each, how, input)) : item;
		case 'map':
			return isMap(item)
				? rebuilt(item, (_, value) => present(part.each, value, how, input))
				: item;
		case 'object':
			return isMap(item) ? presentObject(part.fields, item, how, input) : item;
		case 'open':
			return item;
	}
}

function leafAs(leaf: Leaf, value: unknown, how: Presentation): unknown {
	const { times, wholeUnits, checksums } = how;
	if (checksums && leaf.kind === 'address' && typeof value === 'string')
		return withChecksums(value);
	const number = wholeUnits ? nearestNumber(leaf, value) : value;
	return times ? timeAs(times, leaf, number) : number;
}

function presentObject(
	fields: Readonly<Record<string, Output>>,
	item: Values,
	how: Presentation,
	input: Input,
): Values {
	const presented = Object.entries(item).map(([key, value]) => {
		const part = Object.hasOwn(fields, key) ? partFor(fields[key], input) : undefined;
		return part ? presentField(key, part, value, item, how, input) : { own: [key, value] as Entry };
	});
	return joined(presented);
}

/** A field of an item in its selected form; `exact` is its exact text, which follows all fields. */
interface PresentedField {
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
): PresentedField {
	const exact: Entry = [exactName(name), value];
	// The plain name never has the exact text: nodes that add and sort would read it as 0 and as a
	// string.
	if (how.wholeUnits && hasWholeUnits(part)) {
		return { own: [name, inWholeUnits(part, value, owner, input)], exact };
	}
	const own: Entry = [name, present(part, value, how, input)];
	return how.wholeUnits && isRounded(part, value, input) ? { own, exact } : { own };
}

/** An item: its fields in their order, then the fields with exact texts (`<name>Exact`). */
function joined(presented: readonly PresentedField[]): Values {
	const exact = presented.flatMap((each) => (each.exact ? [each.exact] : []));
	// fromEntries, because a key of an untrusted response may be named __proto__.
	return Object.fromEntries([...presented.map(({ own }) => own), ...exact]) as Values;
}

/**
 * The fields with the added columns: names of chains after the first field, the symbol of the
 * native token after the first amount, and links at the end.
 */
function withAdded(presented: readonly PresentedField[], added: Values): PresentedField[] {
	const entries = Object.entries(added).map((own): PresentedField => ({ own }));
	const named = (end: RegExp) => entries.filter(({ own: [name] }) => end.test(name));
	const all = [...presented.slice(0, 1), ...named(/chainName$/i), ...presented.slice(1)];
	const amount = all.findIndex(({ exact }) => exact);
	const at = amount < 0 ? all.length : amount + 1;
	return [...all.slice(0, at), ...named(/symbol$/i), ...all.slice(at), ...named(/url$/i)];
}

function rebuilt(item: Values, change: (key: string, value: unknown) => unknown): Values {
	return Object.fromEntries(Object.entries(item).map(([key, value]) => [key, change(key, value)]));
}

/**
 * An item with only these columns, flat, in the selected forms; null where the service has no value.
 * `added` are columns of its chains, which do not come from the item; `others` are fields that are
 * kept as they are, after the columns.
 */
export function simplify(
	columns: readonly ResolvedColumn[],
	item: unknown,
	how: Presentation,
	input: Input = {},
	added?: Values,
	others: Values = {},
): Values {
	const presented = columns.map(({ path, base, name, part }): PresentedField => {
		const from = base ? base(item, input) : item;
		const value = valueAt(from, path) ?? null;
		const leaf = part && partFor(part, input);
		if (!leaf) return { own: [name, value] };
		return presentField(name, leaf, value, valueAt(from, path.slice(0, -1)), how, input);
	});
	const named = new Set(presented.map(({ own: [name] }) => name));
	const more = Object.entries(others).filter(([name]) => !named.has(name));
	return joined([
		...(added ? withAdded(presented, added) : presented),
		...more.map((own): PresentedField => ({ own })),
	]);
}

/** The fields of an item that no column shows. */
export function othersOf(columns: readonly ResolvedColumn[], item: unknown): Values {
	if (!isMap(item)) return {};
	const columnKeys = new Set(columns.map(({ path }) => path[0]));
	return Object.fromEntries(Object.entries(item).filter(([key]) => !columnKeys.has(key)));
}

/** True for a leaf that is a time. */
export function isTime({ kind }: Leaf): boolean {
	return kind === 'time' || kind === 'timeText';
}

/** True for a leaf that users can select another form for. */
export function hasForms(leaf: Leaf): boolean {
	return isTime(leaf) || hasWholeUnits(leaf);
}

/** True if a leaf passes the test: the form then offers the option for it. */
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
