import { hash } from 'node:crypto';
import { type Failure, isFailure } from '../failure';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	type StartFrom,
	oldestFirst,
	pollMark,
	startMomentOf,
	stateFor,
	watchedOf,
} from './event';
import { fingerprint, packFingerprints, unpackFingerprints } from './fingerprints';
import {
	type Difference,
	type Member,
	type MemberChange,
	type SetRules,
	byStart,
	departures,
	differencesOf,
	flagsOf,
	memberMark,
	nameKey,
} from './setChanges';
import { type Lenient, lenient, maybeIn, reported } from './unreadable';
import { type Waiting, observedTimes, packWaiting } from './waiting';

/**
 * The engine of events about a set whose members change: those that join and leave, and turn inactive or
 * active; each change once. A source defines how the set is read and what its changes say.
 */

/** Settings that every such source has. */
export interface SetSettings {
	startFrom?: StartFrom;
}

/** A change that is reported: `id` and `alertKey` without the type of the event. */
export type IdentifiedChange<M> = MemberChange<M> & {
	id: string;
	alertKey: string;
	/** Time when a poll first saw it (ms). */
	at: number;
};

/** The definition of one set for the engine. */
export interface Sets<Settings extends SetSettings, M extends Member> {
	key(settings: Settings): string;
	rules(settings: Settings): SetRules<M>;
	/**
	 * All members, also inactive ones. Records that cannot be read are collected by the context,
	 * and their members are missing. Throws `Failure`.
	 */
	read(settings: Settings, context: PollContext): Promise<M[]>;
	event(change: IdentifiedChange<M>, settings: Settings): NetworkEvent;
}

/**
 * v: packed fingerprints of the known members. d: the digest of the set in which each member is known as
 * it is, if it was read like that: the same set again has no changes, and its members need no fingerprints.
 * n: polls with events so far. h: names of the known members by fingerprint, stored only to report leaving
 * ones and only for small sets. w: changes that did not fit into a poll. unreadable: marks of records that
 * were reported as unreadable.
 */
interface SetState extends SourceState {
	v: string;
	d?: string;
	n: number;
	h?: Record<string, string>;
	w?: Waiting;
	unreadable?: readonly string[];
}

/** In a larger set, a member that leaves is reported without its name, to keep the state small. */
const MOST_NAMED = 2_048;

/** An event source of a set. */
export function setsSource<Settings extends SetSettings, M extends Member>(
	source: Sets<Settings, M>,
): EventSource<Settings> {
	return {
		key: (settings) => source.key(settings),

		async poll(settings, previous, given) {
			const key = source.key(settings);
			const known = stateFor(key, previous) as SetState | undefined;
			const context = lenient(given);
			const done = (result: PollResult) => reported(result, context.skipped, known?.unreadable);
			let current = await source.read(settings, context);
			if (known) return done(await compare(source, settings, known, current, context));
			// No baseline is taken from a single empty response: the service may not be ready.
			if (current.length === 0) current = await source.read(settings, context);
			const startFrom = startMomentOf(settings.startFrom, context.clock.now());
			const old = startFrom === 'now' ? current : current.filter(({ since }) => since < startFrom);
			const present = presentIn(old);
			const marks = new Map([...present].map(([mark, each]) => [mark, flagsOf(each)]));
			const base = stateOf(key, 0, marks, source.rules(settings), present);
			if (startFrom === 'now') return done({ events: [], state: base, more: false });
			return done(await compare(source, settings, base, current, context));
		},

		async sample(settings, context, limit) {
			const current = await source.read(settings, lenient(context));
			const { counts } = source.rules(settings);
			return current
				.filter(counts)
				.sort((a, b) => b.since - a.since)
				.slice(0, limit)
				.map((member) => joinedEvent(source, settings, member, context));
		},
	};
}

/** The event of a member that joined. */
export function joinedEvent<Settings extends SetSettings, M extends Member>(
	source: Sets<Settings, M>,
	settings: Settings,
	member: M,
	{ clock }: PollContext,
): NetworkEvent {
	const id = `joined:${member.id}`;
	const change = { change: 'joined', member, id, alertKey: id, at: clock.now() } as const;
	return source.event(change, settings);
}

async function compare<Settings extends SetSettings, M extends Member>(
	source: Sets<Settings, M>,
	settings: Settings,
	known: SetState,
	current: M[],
	context: Lenient,
): Promise<PollResult> {
	const rules = source.rules(settings);
	if (known.d !== undefined && known.d === digestOf(current, rules)) {
		return { events: [], state: known, more: false };
	}
	const marks = unpackFingerprints(known.v);
	// A set does not become empty at once: an empty response means that the service is not ready.
	if (current.length === 0 && marks.size > 0) return { events: [], state: known, more: false };
	const present = presentIn(current);
	const missing = [...marks.keys()].filter((mark) => !present.has(mark));
	const { gone, failure } = await missedTwice(source, settings, missing, context);
	const changes = [
		...differencesOf(rules, marks, present),
		...departures<M>(rules, marks, gone, known.h),
	];

	// Changes are reported in the order in which they were first seen, regardless of their start,
	// so that none is delayed by newer ones.
	const times = observedTimes(known.w);
	const now = Math.max(context.clock.now(), ...(known.w ?? []).map(([at]) => at));
	const observedAt = ({ mark }: Difference<M>) => times.get(mark) ?? now;
	changes.sort((a, b) => observedAt(a) - observedAt(b) || byStart(a, b));
	const fitting = changes.slice(0, context.maxEvents);
	const watched = watchedOf(known.k, context);
	const number = known.n + 1;
	const events = fitting.map((change) => {
		const at = observedAt(change);
		return source.event(
			{ ...change, ...namesOf(change, watched, pollMark(at, number)), at },
			settings,
		);
	});
	// A failed read does not show which validators are missing; other changes are reported.
	if (failure && events.length === 0) throw failure;
	for (const { mark, flags } of fitting) {
		if (flags === undefined) marks.delete(mark);
		else marks.set(mark, flags);
	}
	const waiting = new Map(
		changes.slice(context.maxEvents).map((change) => [change.mark, observedAt(change)]),
	);
	if (failure) {
		for (const mark of missing) if (times.has(mark)) waiting.set(mark, times.get(mark) as number);
	}
	const w = packWaiting(waiting);
	const polls = events.length > 0 ? number : known.n;
	const state = stateOf(known.k, polls, marks, rules, present, known.h);
	return {
		events: oldestFirst(events),
		state: { ...state, ...(w && { w }) },
		more: waiting.size > 0 || failure !== undefined,
	};
}

/**
 * The id of a change and the key of its alert. A member that turns inactive and its return have the
 * same key, so that the return closes the alert. `watched`: a mark of the settings and services.
 * `ending`: the end of the id, for changes that can occur again.
 */
function namesOf<M extends Member>(change: Difference<M>, watched: string, ending: string) {
	const name = change.change === 'left' ? nameKey(change.mark) : change.member.id;
	const own =
		change.change === 'joined' ? `joined:${name}` : `${change.change}:${name}:${watched}:${ending}`;
	const isActivity = change.change === 'active' || change.change === 'inactive';
	return { id: own, alertKey: isActivity ? `activity:${watched}:${name}` : own };
}

/**
 * The known members that are no longer listed. A list that is read page by page can miss a member
 * that moves between two pages: it counts as gone if a second complete read contains it neither as
 * a member nor as a record that cannot be read. `failure`: the second read failed, and no member
 * counts as gone.
 */
async function missedTwice<Settings extends SetSettings, M extends Member>(
	source: Sets<Settings, M>,
	settings: Settings,
	missing: readonly number[],
	context: Lenient,
): Promise<{ gone: number[]; failure?: Failure }> {
	if (missing.length === 0) return { gone: [] };
	try {
		const again = await source.read(settings, context);
		if (again.length === 0) return { gone: [] };
		const back = new Set(again.map(memberMark));
		const maybe = maybeMarked(context.skipped);
		return { gone: missing.filter((mark) => !back.has(mark) && !maybe(mark)) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { gone: [], failure: error };
	}
}

/** Returns a function that is true for the mark of a known member that may be a skipped record. */
function maybeMarked(skipped: Lenient['skipped']): (mark: number) => boolean {
	const named = skipped.map(({ names, ...record }) => {
		return { ...record, names: names?.map((name) => nameKey(fingerprint(name))) };
	});
	const maybe = maybeIn(named);
	return (mark) => maybe(nameKey(mark));
}

function presentIn<M extends Member>(current: readonly M[]): Map<number, M> {
	return new Map(current.map((member) => [memberMark(member), member]));
}

/** A digest of all that the state has of the members, in the order in which they were read. */
function digestOf<M>(current: Iterable<Member>, { leaves }: SetRules<M>): string {
	let text = String(leaves);
	for (const { id, active, name } of current) {
		text += `\n${id}${active ? '+' : '-'}${leaves ? name : ''}`;
	}
	return hash('sha256', text, 'base64');
}

function stateOf<M extends Member>(
	k: string,
	n: number,
	marks: Map<number, number>,
	rules: SetRules<M>,
	present: ReadonlyMap<number, M>,
	names: Record<string, string> = {},
): SetState {
	const isWhole =
		marks.size === present.size &&
		[...present].every(([mark, member]) => marks.get(mark) === flagsOf(member));
	const state: SetState = {
		k,
		v: packFingerprints(marks),
		...(isWhole && { d: digestOf(present.values(), rules) }),
		n,
	};
	if (!rules.leaves || marks.size > MOST_NAMED) return state;
	const known = new Map(Object.entries(names));
	for (const [mark, member] of present) known.set(nameKey(mark), member.name);
	const namesOfMarks = [...marks.keys()].map(nameKey).flatMap((mark) => {
		const name = known.get(mark);
		return name === undefined ? [] : [[mark, name] as const];
	});
	return { ...state, h: Object.fromEntries(namesOfMarks) };
}
