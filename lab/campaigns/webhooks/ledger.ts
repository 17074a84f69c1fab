import type { Kind } from './kinds';
import type { HandedOn } from './receiver';

/** Record of the events of the network, and of the items that a receiver handed on. */

/** Counts of a history. */
export interface Tally {
	events: number;
	/** Events that were handed on. */
	handedOn: number;
	/** Lost although a list has them, or nothing happened to their message. */
	lost: number;
	/** Those events, each with what happened to its message. */
	lostOnes: string[];
	/** Lost events that only a message reported, by what happened to it. */
	excused: Map<string, number>;
	/** Events under more than one id. */
	renamed: number;
	/** Events that were handed on more than once under one id. */
	repeated: number;
	/** Items of events that never happened. */
	strangers: number;
}

export interface Ledger {
	/** Notes an event that happened. `excuse`: the disturbance during which its message was sent. */
	happened(kind: Kind, key: string, excuse?: string): void;
	/** Notes what happened to the message of an event. */
	met(kind: Kind, key: string, what: string): void;
	/** True if nothing happened to the message of the event. */
	isPlain(kind: Kind, key: string): boolean;
	tally(items: readonly HandedOn[]): Tally;
}

/** Fates after which the message still arrives, or is sent again. */
const HARMLESS: ReadonlySet<string> = new Set([
	'late',
	'reordered',
	'repeated',
	'refused',
	'unanswered',
]);

export function createLedger(): Ledger {
	const known = new Map<string, { kind: Kind; met: string[] }>();
	const nameOf = (kind: Kind, key: string) => `${kind.event} ${key}`;
	return {
		happened(kind, key, excuse) {
			const name = nameOf(kind, key);
			if (known.has(name)) throw new Error(`The campaign made ${name} twice`);
			known.set(name, { kind, met: excuse === undefined ? [] : [excuse] });
		},
		met: (kind, key, what) => void known.get(nameOf(kind, key))?.met.push(what),
		isPlain: (kind, key) => known.get(nameOf(kind, key))?.met.length === 0,
		tally(items) {
			const ids = new Map<string, string[]>();
			for (const { kind, key, id } of items) {
				const name = nameOf(kind, key);
				ids.set(name, [...(ids.get(name) ?? []), id]);
			}
			const tally: Tally = {
				events: known.size,
				handedOn: 0,
				lost: 0,
				lostOnes: [],
				excused: new Map(),
				renamed: 0,
				repeated: 0,
				strangers: [...ids.keys()].filter((name) => !known.has(name)).length,
			};
			for (const [name, { kind, met }] of known) {
				const own = ids.get(name) ?? [];
				if (own.length > 0) tally.handedOn += 1;
				if (new Set(own).size > 1) tally.renamed += 1;
				if (own.length > new Set(own).size) tally.repeated += 1;
				if (own.length > 0) continue;
				const excuse = met.find((what) => !HARMLESS.has(what));
				if (kind.hasList || excuse === undefined) {
					tally.lost += 1;
					tally.lostOnes.push(`${name} (${met.join(', ') || 'plain'})`);
				} else tally.excused.set(excuse, (tally.excused.get(excuse) ?? 0) + 1);
			}
			return tally;
		},
	};
}
