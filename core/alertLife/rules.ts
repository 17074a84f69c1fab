import { preview } from '../fields/preview';
import { Failure } from '../failure';
import { isMap } from '../formats/json';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../formats/timeUnits';
import { isZone, minuteOf } from './localTime';
import { MATCHED, type Matched, type Matchers } from './matchers';
import { FIRING } from './alert';

/** The rules that hold alerts, and the times of deliveries. Times are milliseconds since 1970, durations milliseconds. */
export interface Rules {
	silences: readonly Silence[];
	windows: readonly Window[];
	inhibitions: readonly Inhibition[];
	/** Events with equal fields `by` within a time make one delivery. */
	group?: { by: readonly Matched[]; waitMs: number; intervalMs: number; match?: Matchers };
	/** Alerts with severity `info`, in one delivery each day, or each week on `weekday` (0 is Sunday). */
	digest?: { zone: string; at: string; weekday?: number; empty?: boolean };
	/** An alert is repeated with the same severity only after this time. */
	repeat?: { everyMs: number; match?: Matchers };
	/** An alert that nobody acknowledged is delivered again, at most `steps` times. */
	escalation?: { afterMs: number; steps: number; match?: Matchers };
	/** Duration of an acknowledgement. */
	acknowledgedMs: number;
	/** Maximum number of deliveries of one step beside those of new events. */
	most: number;
}

export interface Silence {
	id: string;
	match: Matchers;
	from: number;
	until: number;
	by?: string;
	why?: string;
}

/** A planned silence: quiet hours, or the maintenance of a subject. Several are a union. */
export interface Window {
	name: string;
	kind: 'quiet' | 'maintenance';
	match?: Matchers;
	once?: { from: number; until: number };
	weekly?: WeeklyTimes;
}

/** On these days (0 is Sunday) from a time to another one; it ends the next day if it is not later. */
export interface WeeklyTimes {
	zone: string;
	days: readonly number[];
	from: string;
	until: string;
}

/** While an alert that matches `source` fires, others that match `target` with equal fields are held. */
export interface Inhibition {
	name: string;
	source: Matchers;
	target: Matchers;
	equal: readonly Matched[];
}

export const LONGEST_SILENCE_MS = 30 * DAY_MS;
const DEFAULTS = { acknowledgedMs: 8 * HOUR_MS, most: 100 };
const GROUP = { waitMs: 30 * SECOND_MS, intervalMs: 5 * MINUTE_MS };
const MOST_RULES = 100;
const MOST_VALUES = 100;
const LONGEST_VALUE = 300;

/** A value of a rule that breaks what must hold. */
function refused(field: string, rule: string, value: unknown): Failure {
	const message = `"${field}" must be ${rule}; given: ${preview(value)}`;
	return new Failure({ kind: 'invalid-input', message, field });
}

function must(holds: boolean, field: string, rule: string, value: unknown): asserts holds {
	if (!holds) throw refused(field, rule, value);
}

type Given = Record<string, unknown>;

/** Checks that a value is an object without other keys than these. */
function mapOf(value: unknown, field: string, keys: readonly string[]): Given {
	must(isMap(value), field, `an object with ${keys.join(', ')}`, value);
	const unknown = Object.keys(value).find((key) => !keys.includes(key));
	if (unknown !== undefined) {
		const path = field ? `${field}.${unknown}` : unknown;
		throw refused(path, `left out: the fields are ${keys.join(', ')}`, value[unknown]);
	}
	return value;
}

function listOf<Item>(
	value: unknown,
	field: string,
	item: (value: unknown, field: string) => Item,
	most = MOST_RULES,
): Item[] {
	const fits = Array.isArray(value) && value.length <= most;
	must(fits, field, `a list of at most ${most}`, value);
	return (value as unknown[]).map((one, i) => item(one, `${field}[${i}]`));
}

function textOf(value: unknown, field: string): string {
	const fits = typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_VALUE;
	must(fits, field, `a text of 1 to ${LONGEST_VALUE} characters`, value);
	return value as string;
}

function wholeOf(value: unknown, field: string, min: number, max: number): number {
	const fits = Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;
	must(fits, field, `a whole number from ${min} to ${max}`, value);
	return value as number;
}

const momentOf = (value: unknown, field: string) => wholeOf(value, field, 0, 8.64e15);

function zoneOf(value: unknown, field: string): string {
	must(isZone(value), field, 'a time zone such as Europe/Berlin or UTC', value);
	return value;
}

function clockOf(value: unknown, field: string): string {
	must(minuteOf(value) !== undefined, field, 'a time of the day such as 07:30', value);
	return value as string;
}

function matchedOf(value: unknown, field: string): Matched {
	must(MATCHED.includes(value as Matched), field, `one of ${MATCHED.join(', ')}`, value);
	return value as Matched;
}

/** Matchers with at least one field. */
export function matchersOf(value: unknown, field: string): Matchers {
	const given = mapOf(value, field, MATCHED);
	const rule = `an object with at least one of ${MATCHED.join(', ')}`;
	must(Object.keys(given).length > 0, field, rule, value);
	for (const [name, values] of Object.entries(given)) {
		const path = `${field}.${name}`;
		const texts = listOf(values, path, textOf, MOST_VALUES);
		must(texts.length > 0, path, 'a list with at least one value', values);
		if (name !== 'severity') continue;
		const other = texts.find((text) => !FIRING.includes(text as never));
		must(other === undefined, path, `of ${FIRING.join(', ')}`, other);
	}
	return given as Matchers;
}

const optionalMatch = (value: unknown, field: string) =>
	value === undefined ? {} : { match: matchersOf(value, field) };

function spanOf(given: Given, field: string): { from: number; until: number } {
	const from = momentOf(given.from, `${field}.from`);
	const until = momentOf(given.until, `${field}.until`);
	must(until > from, `${field}.until`, 'later than "from"', given.until);
	return { from, until };
}

/** A silence that was checked. Throws `Failure` that names the field. */
export function silenceOf(value: unknown, field = 'silence'): Silence {
	const given = mapOf(value, field, ['id', 'match', 'from', 'until', 'by', 'why']);
	const span = spanOf(given, field);
	const isShort = span.until - span.from <= LONGEST_SILENCE_MS;
	must(isShort, `${field}.until`, 'at most 30 days after "from"', given.until);
	for (const name of ['by', 'why']) {
		if (given[name] !== undefined) textOf(given[name], `${field}.${name}`);
	}
	textOf(given.id, `${field}.id`);
	matchersOf(given.match, `${field}.match`);
	return given as unknown as Silence;
}

function windowOf(value: unknown, field: string): Window {
	const given = mapOf(value, field, ['name', 'kind', 'match', 'once', 'weekly']);
	const { kind, once, weekly } = given;
	textOf(given.name, `${field}.name`);
	must(kind === 'quiet' || kind === 'maintenance', `${field}.kind`, 'quiet or maintenance', kind);
	must((once === undefined) !== (weekly === undefined), field, 'either once or weekly', value);
	optionalMatch(given.match, `${field}.match`);
	if (once !== undefined) spanOf(mapOf(once, `${field}.once`, ['from', 'until']), `${field}.once`);
	else weeklyOf(weekly, `${field}.weekly`);
	return given as unknown as Window;
}

function weeklyOf(value: unknown, field: string): void {
	const given = mapOf(value, field, ['zone', 'days', 'from', 'until']);
	zoneOf(given.zone, `${field}.zone`);
	const days = listOf(given.days, `${field}.days`, (day, at) => wholeOf(day, at, 0, 6), 7);
	must(days.length > 0, `${field}.days`, 'a list with at least one day, 0 for Sunday', given.days);
	const from = clockOf(given.from, `${field}.from`);
	const until = clockOf(given.until, `${field}.until`);
	must(from !== '24:00', `${field}.from`, 'before the end of the day', from);
	must(from !== until, `${field}.until`, 'another time than "from"', until);
}

function inhibitionOf(value: unknown, field: string): Inhibition {
	const given = mapOf(value, field, ['name', 'source', 'target', 'equal']);
	textOf(given.name, `${field}.name`);
	matchersOf(given.source, `${field}.source`);
	matchersOf(given.target, `${field}.target`);
	listOf(given.equal, `${field}.equal`, matchedOf, MATCHED.length);
	return given as unknown as Inhibition;
}

function groupOf(value: unknown): Rules['group'] {
	const given = { ...GROUP, ...mapOf(value, 'group', ['by', 'waitMs', 'intervalMs', 'match']) };
	listOf((given as Given).by, 'group.by', matchedOf, MATCHED.length);
	wholeOf(given.waitMs, 'group.waitMs', 0, DAY_MS);
	wholeOf(given.intervalMs, 'group.intervalMs', 0, DAY_MS);
	optionalMatch((given as Given).match, 'group.match');
	return given as unknown as Rules['group'];
}

function digestOf(value: unknown): Rules['digest'] {
	const given = mapOf(value, 'digest', ['zone', 'at', 'weekday', 'empty']);
	zoneOf(given.zone, 'digest.zone');
	must(clockOf(given.at, 'digest.at') !== '24:00', 'digest.at', 'before 24:00', given.at);
	if (given.weekday !== undefined) wholeOf(given.weekday, 'digest.weekday', 0, 6);
	const { empty = false } = given;
	must(typeof empty === 'boolean', 'digest.empty', 'true or false', empty);
	return given as Rules['digest'];
}

function repeatOf(value: unknown): Rules['repeat'] {
	const given = mapOf(value, 'repeat', ['everyMs', 'match']);
	wholeOf(given.everyMs, 'repeat.everyMs', 1, LONGEST_SILENCE_MS);
	optionalMatch(given.match, 'repeat.match');
	return given as unknown as Rules['repeat'];
}

function escalationOf(value: unknown): Rules['escalation'] {
	const given = mapOf(value, 'escalation', ['afterMs', 'steps', 'match']);
	wholeOf(given.afterMs, 'escalation.afterMs', 1, LONGEST_SILENCE_MS);
	wholeOf(given.steps, 'escalation.steps', 1, 10);
	optionalMatch(given.match, 'escalation.match');
	return given as unknown as Rules['escalation'];
}

const OPTIONAL = { group: groupOf, digest: digestOf, repeat: repeatOf, escalation: escalationOf };
const KEYS = ['silences', 'windows', 'inhibitions', ...Object.keys(OPTIONAL)];

/** The rules of a user, checked, with defaults. Throws `Failure` that names the field and its rule. */
export function rulesOf(value: unknown = {}): Rules {
	const given = mapOf(value, '', [...KEYS, ...Object.keys(DEFAULTS)]);
	const { silences = [], windows = [], inhibitions = [] } = given;
	const { acknowledgedMs = DEFAULTS.acknowledgedMs, most = DEFAULTS.most } = given;
	const optional = Object.entries(OPTIONAL).flatMap(([key, check]) =>
		given[key] === undefined ? [] : [[key, check(given[key])]],
	);
	const rules: Rules = {
		silences: listOf(silences, 'silences', silenceOf),
		windows: listOf(windows, 'windows', windowOf),
		inhibitions: listOf(inhibitions, 'inhibitions', inhibitionOf),
		acknowledgedMs: wholeOf(acknowledgedMs, 'acknowledgedMs', 1, LONGEST_SILENCE_MS),
		most: wholeOf(most, 'most', 1, 10_000),
		...Object.fromEntries(optional),
	};
	for (const [list, names] of [
		['silences', rules.silences.map(({ id }) => id)],
		['windows', rules.windows.map(({ name }) => name)],
		['inhibitions', rules.inhibitions.map(({ name }) => name)],
	] as const) {
		const twice = names.find((name, i) => names.indexOf(name) !== i);
		must(twice === undefined, list, 'without two of the same name', twice);
	}
	return rules;
}
