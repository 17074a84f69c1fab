import { ACTIVE, fingerprint } from './fingerprints';

/** The changes of a set between two polls. */

/** One member of a set at one read. */
export interface Member {
	/** Identifies the member: a new id is a new member. */
	id: string;
	active: boolean;
	/** Unix seconds of its start. */
	since: number;
	/** Display name, such as a node id; several members may have the same. */
	name: string;
}

/** A change of one member: `member` is absent if it left. */
export type MemberChange<M> =
	| { change: 'joined' | 'active' | 'inactive'; member: M }
	| { change: 'left'; name?: string };

/** The changes that are events, besides new members. */
export interface SetRules<M> {
	/** True if members that leave are events. */
	leaves: boolean;
	/** True if members that turn inactive, or active again, are events. */
	activity: boolean;
	/** True if a member that joins is an event. */
	counts(member: M): boolean;
}

/** A difference between the known and the current set. */
export type Difference<M> = MemberChange<M> & {
	mark: number;
	/** The order of differences that were first seen by the same poll. */
	order: [since: number, id: string];
	/** The known state after the report; `undefined` for a member that left. */
	flags?: number;
};

/**
 * New members and changes of activity. A change of activity that is not an event updates the known
 * state; a member that joins without an event remains unknown.
 */
export function differencesOf<M extends Member>(
	{ counts, activity }: SetRules<M>,
	marks: Map<number, number>,
	present: ReadonlyMap<number, M>,
): Array<Difference<M>> {
	const found: Array<Difference<M>> = [];
	for (const [mark, member] of present) {
		const before = marks.get(mark);
		const flags = flagsOf(member);
		if (before === flags) continue;
		const order: [number, string] = [member.since, member.id];
		const common = { mark, member, flags, order };
		if (before === undefined) {
			if (counts(member)) found.push({ ...common, change: 'joined' });
		} else if (activity) {
			found.push({ ...common, change: member.active ? 'active' : 'inactive' });
		} else {
			marks.set(mark, flags);
		}
	}
	return found;
}

/** Members that left; after the others of the same poll, because their start is not known. */
export function departures<M extends Member>(
	{ leaves }: SetRules<M>,
	marks: Map<number, number>,
	gone: readonly number[],
	names: Record<string, string> = {},
): Array<Difference<M>> {
	if (!leaves) {
		for (const mark of gone) marks.delete(mark);
		return [];
	}
	return gone.map((mark) => {
		const key = nameKey(mark);
		const name = names[key] as string | undefined;
		return { change: 'left', mark, order: [Number.MAX_SAFE_INTEGER, key], ...(name && { name }) };
	});
}

/** A fingerprint as text, as in ids and in the state. */
export function nameKey(mark: number): string {
	return mark.toString(36);
}

/** The fingerprint of a member. */
export function memberMark({ id }: Member): number {
	return fingerprint(id);
}

/** The stored state of a member in addition to its fingerprint. */
export function flagsOf({ active }: Member): number {
	return active ? ACTIVE : 0;
}

/** The order of differences that were first seen by the same poll. */
export function byStart<M>({ order: a }: Difference<M>, { order: b }: Difference<M>): number {
	return a[0] - b[0] || (a[1] < b[1] ? -1 : 1);
}
