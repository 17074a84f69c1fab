import { type Failure, isFailure } from '../protocol/failure';
import {
	type EventSource,
	type PollResult,
	type SourceState,
	type StartFrom,
	inOrder,
	keyOf,
	seenMark,
	stateFor,
	watchedOf,
} from './event';
import { fingerprint, packFingerprints, unpackFingerprints } from './fingerprints';
import {
	type Change,
	byStart,
	changesOf,
	counts,
	departures,
	flagsOf,
	joined,
	markOf,
	nameKey,
} from './validatorChanges';
import { type Validator, type ValidatorSet, readValidators } from './validatorSets';
import { type Lenient, lenient, maybeIn, reported } from './unreadable';
import { type Waiting, firstSeen, packWaiting } from './waiting';

/** Which validators are watched, and which changes are events besides new validators. */
export interface ValidatorSettings extends ValidatorSet {
	/** Also report validators that leave. */
	leaves?: boolean;
	/** Also report L1 validators that turn inactive (balance used up) or active again. */
	activity?: boolean;
	startFrom?: StartFrom;
}

/**
 * v: packed fingerprints of the known validators. n: polls with events so far. h: node ids of the known validators by
 * fingerprint, stored only to report leaving ones and only for small sets. w: changes that did not
 * fit into a poll. x: marks of records that were reported as unreadable.
 */
interface ValidatorState extends SourceState {
	v: string;
	n: number;
	h?: Record<string, string>;
	w?: Waiting;
	x?: readonly string[];
}

/** Above it, a validator that leaves is reported without its node id, to keep the state small. */
const MOST_NAMED = 2_048;

/** Validators that join, leave, or change between active and inactive; each change once. */
export const validatorSource: EventSource<ValidatorSettings> = {
	key: keyOfSettings,

	async poll(settings, previous, given) {
		const key = keyOfSettings(settings);
		const known = stateFor(key, previous) as ValidatorState | undefined;
		const context = lenient(given);
		const done = (result: PollResult) => reported(result, context.skipped, known?.x);
		let current = await readValidators(watched(settings), context);
		if (known) return done(await compare(settings, known, current, context));
		// No baseline is taken from a single empty response: the service may not be ready.
		if (current.length === 0) current = await readValidators(watched(settings), context);
		const { startFrom = 'now' } = settings;
		const old = startFrom === 'now' ? current : current.filter(({ since }) => since < startFrom);
		const base = stateOf(
			key,
			0,
			new Map(old.map((each) => [markOf(each), flagsOf(each)])),
			settings,
			old,
		);
		if (startFrom === 'now') return done({ events: [], state: base, more: false });
		return done(await compare(settings, base, current, context));
	},

	async sample(settings, context, limit) {
		const current = await readValidators(watched(settings), lenient(context));
		return current
			.filter((validator) => counts(settings, validator))
			.sort((a, b) => b.since - a.since)
			.slice(0, limit)
			.map((validator) => joined(validator));
	},
};

/**
 * Inactive validators are always read: otherwise one that turns active again would count as new,
 * and one that turns inactive as gone.
 */
function watched({
	leaves: _,
	activity: __,
	startFrom: ___,
	...set
}: ValidatorSettings): ValidatorSet {
	return { ...set, includeInactive: true };
}

function keyOfSettings(settings: ValidatorSettings): string {
	const includeInactive = settings.includeInactive === true || settings.activity === true;
	return keyOf({ kind: 'validators', ...watched(settings), includeInactive });
}

async function compare(
	settings: ValidatorSettings,
	known: ValidatorState,
	current: Validator[],
	context: Lenient,
): Promise<PollResult> {
	const marks = unpackFingerprints(known.v);
	// A set does not become empty at once: an empty response means that the service is not ready.
	if (current.length === 0 && marks.size > 0) return { events: [], state: known, more: false };
	const present = new Map(current.map((validator) => [markOf(validator), validator]));
	const missing = [...marks.keys()].filter((mark) => !present.has(mark));
	const { gone, failure } = await missedTwice(missing, settings, context);
	const changes = [
		...changesOf(settings, marks, present),
		...departures(settings, marks, gone, known.h),
	];

	// Changes are reported in the order in which they were seen, regardless of their start: none
	// waits behind newer ones.
	const seen = firstSeen(known.w);
	const now = Math.max(context.clock.now(), ...(known.w ?? []).map(([at]) => at));
	const seenAt = ({ mark }: Change) => seen.get(mark) ?? now;
	changes.sort((a, b) => seenAt(a) - seenAt(b) || byStart(a, b));
	const told = changes.slice(0, context.maxEvents);
	const watched = watchedOf(known.k, context);
	const number = known.n + 1;
	const events = told.map((change) => {
		const at = seenAt(change);
		return change.event(at, `${watched}:${seenMark(at, number)}`);
	});
	// A failed read does not show who is missing; the other changes do not wait for it.
	if (failure && events.length === 0) throw failure;
	for (const { mark, flags } of told) {
		if (flags === undefined) marks.delete(mark);
		else marks.set(mark, flags);
	}
	const waiting = new Map(
		changes.slice(context.maxEvents).map((change) => [change.mark, seenAt(change)]),
	);
	if (failure) {
		for (const mark of missing) if (seen.has(mark)) waiting.set(mark, seen.get(mark) as number);
	}
	const w = packWaiting(waiting);
	const state = stateOf(
		known.k,
		events.length > 0 ? number : known.n,
		marks,
		settings,
		current,
		known.h,
	);
	return {
		events: inOrder(events),
		state: { ...state, ...(w && { w }) },
		more: waiting.size > 0 || failure !== undefined,
	};
}

/**
 * The known validators that are no longer there. A list that is read page by page can miss one that
 * moves between two pages: a validator is gone if a second complete read does not contain it
 * either, also not among the records that cannot be read. `failure`: that read failed, and none
 * counts as gone.
 */
async function missedTwice(
	missing: readonly number[],
	settings: ValidatorSettings,
	context: Lenient,
): Promise<{ gone: number[]; failure?: Failure }> {
	if (missing.length === 0) return { gone: [] };
	try {
		const again = await readValidators(watched(settings), context);
		if (again.length === 0) return { gone: [] };
		const back = new Set(again.map(markOf));
		const maybe = maybeMarked(context.skipped);
		return { gone: missing.filter((mark) => !back.has(mark) && !maybe(mark)) };
	} catch (error) {
		if (!isFailure(error)) throw error;
		return { gone: [], failure: error };
	}
}

/** Whether a known validator may be one of the records that cannot be read. */
function maybeMarked(skipped: Lenient['skipped']): (mark: number) => boolean {
	const named = skipped.map(({ names, ...record }) => {
		return { ...record, names: names?.map((name) => nameKey(fingerprint(name))) };
	});
	const maybe = maybeIn(named);
	return (mark) => maybe(nameKey(mark));
}

function stateOf(
	k: string,
	n: number,
	marks: Map<number, number>,
	{ leaves }: ValidatorSettings,
	current: Validator[],
	names: Record<string, string> = {},
): ValidatorState {
	const state: ValidatorState = { k, v: packFingerprints(marks), n };
	if (!leaves || marks.size > MOST_NAMED) return state;
	const known = new Map(Object.entries(names));
	for (const validator of current) known.set(nameKey(markOf(validator)), validator.nodeId);
	const kept = [...marks.keys()].map(nameKey).flatMap((mark) => {
		const name = known.get(mark);
		return name === undefined ? [] : [[mark, name] as const];
	});
	return { ...state, h: Object.fromEntries(kept) };
}
