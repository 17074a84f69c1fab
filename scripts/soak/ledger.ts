/** Which news there was, and how often each came out. */

type Counts = Map<string, number>;

function add(counts: Counts, key: string, by = 1): void {
	counts.set(key, (counts.get(key) ?? 0) + by);
}

export interface Tally {
	expected: number;
	emitted: number;
	lost: number;
	duplicated: number;
	/** Repeated because n8n died between starting their execution and saving the state. */
	repeated: number;
	/** Rounds between the moment at which something happened and the poll that told it, at most. */
	longestWait: number;
}

export interface Ledger {
	/** Something happened: it must come out once. */
	expect(key: string): void;
	/** It came out. */
	saw(key: string): void;
	/**
	 * n8n died while it stored the execution with this in it. `kept` says whether the execution is
	 * there without its state (and may come again) or is not there at all.
	 */
	interrupted(key: string, kept: boolean): void;
	/** True until it came out as often as it must. */
	waits(key: string): boolean;
	tally(): Tally;
}

/** A ledger; `round` says which round it is. */
export function createLedger(round: () => number): Ledger {
	const expected: Counts = new Map();
	const emitted: Counts = new Map();
	const excused: Counts = new Map();
	const due: Counts = new Map();
	const happened: Counts = new Map();
	let longestWait = 0;
	return {
		expect(key) {
			add(expected, key);
			add(due, key);
			happened.set(key, round());
		},
		saw(key) {
			add(emitted, key);
			add(due, key, -1);
			const since = happened.get(key);
			// What comes again after a kill has waited once.
			happened.delete(key);
			if (since !== undefined) longestWait = Math.max(longestWait, round() - since);
		},
		interrupted(key, kept) {
			if (kept) add(excused, key);
			else add(emitted, key, -1);
			add(due, key);
		},
		waits: (key) => (due.get(key) ?? 0) > 0,
		tally() {
			const tally = { expected: 0, emitted: 0, lost: 0, duplicated: 0, repeated: 0, longestWait };
			for (const key of new Set([...expected.keys(), ...emitted.keys()])) {
				const must = expected.get(key) ?? 0;
				const did = emitted.get(key) ?? 0;
				const repeated = Math.min(Math.max(0, did - must), excused.get(key) ?? 0);
				tally.expected += must;
				tally.emitted += did;
				tally.lost += Math.max(0, must - did);
				tally.repeated += repeated;
				tally.duplicated += Math.max(0, did - must - repeated);
			}
			return tally;
		},
	};
}
