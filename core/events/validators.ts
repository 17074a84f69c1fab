import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	type StartFrom,
	inOrder,
	isoSeconds,
	keyOf,
	stateFor,
} from './event';
import { ACTIVE, fingerprint, packFingerprints, unpackFingerprints } from './fingerprints';
import { type Validator, type ValidatorSet, readValidators } from './validatorSets';

/** Whose validators are watched, and what is news beside a new one. */
export interface ValidatorSettings extends ValidatorSet {
	/** Also tell of validators that leave. */
	leaves?: boolean;
	/** Also tell of L1 validators that turn inactive (balance used up) or active again. */
	activity?: boolean;
	startFrom?: StartFrom;
}

/**
 * v: packed fingerprints of the known validators. n: polls that had news, which numbers news that
 * can recur. h: node ids of the known validators by fingerprint, kept for leaving ones only and only
 * while there are few enough.
 */
interface ValidatorState extends SourceState {
	v: string;
	n: number;
	h?: Record<string, string>;
}

/** Above it, a validator that leaves is told of without its node id: the state stays small. */
const MOST_NAMED = 2_048;

/** Validators that join, leave, or change between active and inactive; each change once. */
export const validatorSource: EventSource<ValidatorSettings> = {
	key: keyOfSettings,

	async poll(settings, previous, context) {
		const key = keyOfSettings(settings);
		const known = stateFor(key, previous) as ValidatorState | undefined;
		let current = await readValidators(watched(settings), context);
		if (known) return await compare(settings, known, current, context);
		// No baseline is taken from one empty answer: the service may not be ready.
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
		if (startFrom === 'now') return { events: [], state: base, more: false };
		return await compare(settings, base, current, context);
	},

	async sample(settings, context, limit) {
		const current = await readValidators(watched(settings), context);
		return current
			.filter((validator) => counts(settings, validator))
			.sort((a, b) => b.since - a.since)
			.slice(0, limit)
			.map((validator) => joined(validator));
	},
};

/**
 * Inactive validators are always read: one that turns active again would be taken for a new one
 * otherwise, and one that turns inactive for one that left.
 */
function watched({
	leaves: _,
	activity: __,
	startFrom: ___,
	...set
}: ValidatorSettings): ValidatorSet {
	return { ...set, includeInactive: true };
}

/** Whether one that joins is news: without balance only where that was asked for. */
function counts({ source, includeInactive, activity }: ValidatorSettings, { active }: Validator) {
	return source !== 'l1' || active || includeInactive === true || activity === true;
}

function keyOfSettings(settings: ValidatorSettings): string {
	const includeInactive = settings.includeInactive === true || settings.activity === true;
	return keyOf({ kind: 'validators', ...watched(settings), includeInactive });
}

async function compare(
	settings: ValidatorSettings,
	known: ValidatorState,
	current: Validator[],
	context: PollContext,
): Promise<PollResult> {
	const { maxEvents, clock } = context;
	const marks = unpackFingerprints(known.v);
	// A set that was there does not vanish at once: an empty answer is a service that is not ready.
	if (current.length === 0 && marks.size > 0) return { events: [], state: known, more: false };
	const marked = current.map((validator) => ({ validator, mark: markOf(validator) }));
	const present = new Set(marked.map(({ mark }) => mark));
	const gone = await missedTwice(marks, present, settings, context);
	const now = new Date(clock.now()).toISOString();
	const number = known.n + 1;
	const events: NetworkEvent[] = [];
	let more = false;
	const tell = (event: NetworkEvent): boolean => {
		if (events.length >= maxEvents) {
			more = true;
			return false;
		}
		events.push(event);
		return true;
	};

	const changed = marked
		.filter(({ validator, mark }) => marks.get(mark) !== flagsOf(validator))
		.sort((a, b) => byStart(a.validator, b.validator));
	for (const { validator, mark } of changed) {
		const flags = marks.get(mark);
		// A list may show one twice: the first time made it known.
		if (flags === flagsOf(validator)) continue;
		if (flags === undefined) {
			if (!counts(settings, validator)) continue;
			// What is not told in this poll stays unknown, and is new again in the next.
			if (tell(joined(validator))) marks.set(mark, flagsOf(validator));
			continue;
		}
		const silent = !settings.activity;
		if (silent || tell(turned(validator, number, now))) marks.set(mark, flagsOf(validator));
	}
	for (const mark of gone) {
		if (!settings.leaves || tell(left(mark, known, number, now))) marks.delete(mark);
	}
	const next = events.length > 0 ? number : known.n;
	return {
		events: inOrder(events),
		state: stateOf(known.k, next, marks, settings, current, known.h),
		more,
	};
}

/**
 * The known validators that are no longer there. A list read page by page can miss one that moves
 * between two pages: gone is what a second complete read does not show either.
 */
async function missedTwice(
	marks: ReadonlyMap<number, number>,
	present: ReadonlySet<number>,
	settings: ValidatorSettings,
	context: PollContext,
): Promise<number[]> {
	const missed = [...marks.keys()].filter((mark) => !present.has(mark));
	if (missed.length === 0) return [];
	const again = await readValidators(watched(settings), context);
	if (again.length === 0) return [];
	const back = new Set(again.map(markOf));
	return missed.filter((mark) => !back.has(mark));
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

function nameKey(mark: number): string {
	return mark.toString(36);
}

function markOf({ id }: Validator): number {
	return fingerprint(id);
}

function flagsOf({ active }: Validator): number {
	return active ? ACTIVE : 0;
}

function byStart(a: Validator, b: Validator): number {
	return a.since - b.since || (a.id < b.id ? -1 : 1);
}

function joined(validator: Validator): NetworkEvent {
	const { id, nodeId, since, active, record } = validator;
	return {
		id: `validator.joined:${id}`,
		type: 'validator.joined',
		timestamp: isoSeconds(since),
		data: { change: 'joined', validator: id, nodeId, active, ...record },
	};
}

function turned(
	{ id, nodeId, active, record }: Validator,
	number: number,
	now: string,
): NetworkEvent {
	const change = active ? 'active' : 'inactive';
	return {
		id: `validator.${change}:${id}:${number}`,
		type: `validator.${change}`,
		timestamp: now,
		data: { change, validator: id, nodeId, active, ...record },
	};
}

function left(mark: number, { h }: ValidatorState, number: number, now: string): NetworkEvent {
	const name = nameKey(mark);
	return {
		id: `validator.left:${name}:${number}`,
		type: 'validator.left',
		timestamp: now,
		data: { change: 'left', ...(h?.[name] && { nodeId: h[name] }), active: false },
	};
}
