import { isoSeconds } from '../formats/time';
import type { NetworkEvent } from './event';
import { ACTIVE, fingerprint } from './fingerprints';
import { headed } from './item';
import type { Validator } from './validatorSets';
import type { ValidatorSettings } from './validators';
import { moment } from './words';

/** Whether a validator that joins is an event: without balance only if the settings include it. */
export function counts(
	{ source, includeInactive, activity }: ValidatorSettings,
	{ active }: Validator,
) {
	return source !== 'l1' || active || includeInactive === true || activity === true;
}

/** A difference between the known and the current set. */
export interface Change {
	mark: number;
	/** The sort key of changes that were first seen by the same poll. */
	id: string;
	since: number;
	/** The known state after it was reported; `undefined` for a validator that left. */
	flags?: number;
	/** `at`: when a poll first saw it (ms). `end`: the end of the ids of what can recur. */
	event(at: number, end: string): NetworkEvent;
}

/** New validators and changes of activity. Those that are not events become known without one. */
export function changesOf(
	settings: ValidatorSettings,
	marks: Map<number, number>,
	present: ReadonlyMap<number, Validator>,
): Change[] {
	const changes: Change[] = [];
	for (const [mark, validator] of present) {
		const before = marks.get(mark);
		const flags = flagsOf(validator);
		if (before === flags) continue;
		const { id, since } = validator;
		if (before === undefined) {
			if (!counts(settings, validator)) continue;
			changes.push({ mark, id, since, flags, event: () => joined(validator) });
		} else if (settings.activity) {
			changes.push({
				mark,
				id,
				since,
				flags,
				event: (at, end) => turned(validator, at, end),
			});
		} else {
			marks.set(mark, flags);
		}
	}
	return changes;
}

/** Validators that left; after the others of the same poll, because their start is not known. */
export function departures(
	settings: ValidatorSettings,
	marks: Map<number, number>,
	gone: readonly number[],
	names: Record<string, string> | undefined,
): Change[] {
	if (!settings.leaves) {
		for (const mark of gone) marks.delete(mark);
		return [];
	}
	return gone.map((mark) => ({
		mark,
		id: nameKey(mark),
		since: Number.MAX_SAFE_INTEGER,
		event: (at, end) => left(mark, names, at, end),
	}));
}

/** A fingerprint as text, as in ids and in the state. */
export function nameKey(mark: number): string {
	return mark.toString(36);
}

/** The fingerprint of a validator. */
export function markOf({ id }: Validator): number {
	return fingerprint(id);
}

/** The stored state of a validator in addition to its fingerprint. */
export function flagsOf({ active }: Validator): number {
	return active ? ACTIVE : 0;
}

/** The order of changes that were first seen by the same poll. */
export function byStart(a: Change, b: Change): number {
	return a.since - b.since || (a.id < b.id ? -1 : 1);
}

/** A validator that is new. */
export function joined(validator: Validator): NetworkEvent {
	const { id, nodeId, since, active, record } = validator;
	const unpaid = active ? '' : ' It is inactive: it has no balance for the continuous fee.';
	return headed(
		{
			id: `validator.joined:${id}`,
			event: 'validator.joined',
			severity: 'info',
			subject: nodeId,
			title: `${nodeId}: new validator`,
			text: `${nodeId} is a validator since ${moment(since)}.${unpaid}`,
			occurredAt: isoSeconds(since),
			url: null,
		},
		{ change: 'joined', validator: id, nodeId, active, ...record },
	);
}

function turned({ id, nodeId, active, record }: Validator, at: number, end: string): NetworkEvent {
	const change = active ? 'active' : 'inactive';
	return headed(
		{
			id: `validator.${change}:${id}:${end}`,
			event: `validator.${change}`,
			severity: active ? 'resolved' : 'critical',
			subject: nodeId,
			title: `${nodeId}: ${active ? 'active again' : 'inactive'}`,
			text: active
				? `${nodeId} has a balance for the continuous fee again, and is active.`
				: `${nodeId} has used up its balance for the continuous fee, and no longer validates.`,
			occurredAt: new Date(at).toISOString(),
			url: null,
		},
		{ change, validator: id, nodeId, active, ...record },
	);
}

function left(
	mark: number,
	names: Record<string, string> | undefined,
	at: number,
	end: string,
): NetworkEvent {
	const name = nameKey(mark);
	const nodeId = names?.[name];
	const subject = nodeId ?? 'A validator';
	return headed(
		{
			id: `validator.left:${name}:${end}`,
			event: 'validator.left',
			severity: 'warning',
			subject,
			title: `${subject}: no longer a validator`,
			text: `${subject} is no longer in the validator set.`,
			occurredAt: new Date(at).toISOString(),
			url: null,
		},
		{ change: 'left', ...(nodeId && { nodeId }), active: false },
	);
}
