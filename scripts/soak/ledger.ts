/** Which events happened, and how often each was delivered. */

type Counts = Map<string, number>;

function add(counts: Counts, key: string, by = 1): void {
	counts.set(key, (counts.get(key) ?? 0) + by);
}

export interface Tally {
	expected: number;
	emitted: number;
	lost: number;
	duplicated: number;
	/**
	 * Fired again after a loss of the state: subjects beyond a threshold fire at the first check.
	 */
	repeated: number;
	/** Lost with a worker that was killed: n8n does not start its executions again. */
	withWorkers: number;
	/** Rounds between the moment at which something happened and the poll that told it, at most. */
	longestWait: number;
}

export interface Ledger {
	/** Something happened: it must come out once. */
	expect(key: string): void;
	/** It came out. */
	saw(key: string): void;
	/** The execution that it was in never started: it must come again. */
	neverStarted(key: string): void;
	/** The worker was killed that ran the execution it was in. */
	lostWithWorker(key: string): void;
	/** The state was lost: it may be told once more. */
	mayRepeat(key: string): void;
	/** True until it came out as often as it must. */
	waits(key: string): boolean;
	/** How often something came out that was waited for. */
	told(): number;
	tally(): Tally;
}

/** A ledger; `round` says which round it is. */
export function createLedger(round: () => number): Ledger {
	const expected: Counts = new Map();
	const emitted: Counts = new Map();
	const excused: Counts = new Map();
	const due: Counts = new Map();
	const happened: Counts = new Map();
	const killed: Counts = new Map();
	let longestWait = 0;
	let told = 0;
	const waits = (key: string) => (due.get(key) ?? 0) > 0;
	return {
		expect(key) {
			add(expected, key);
			add(due, key);
			happened.set(key, round());
		},
		saw(key) {
			if (waits(key)) told += 1;
			add(emitted, key);
			add(due, key, -1);
			const since = happened.get(key);
			// What comes again has waited once.
			happened.delete(key);
			if (since !== undefined) longestWait = Math.max(longestWait, round() - since);
		},
		neverStarted(key) {
			add(emitted, key, -1);
			add(due, key);
		},
		lostWithWorker(key) {
			add(emitted, key, -1);
			add(killed, key);
		},
		mayRepeat: (key) => add(excused, key),
		waits,
		told: () => told,
		tally() {
			const tally = {
				expected: 0,
				emitted: 0,
				lost: 0,
				duplicated: 0,
				repeated: 0,
				withWorkers: 0,
				longestWait,
			};
			for (const key of new Set([...expected.keys(), ...emitted.keys()])) {
				const must = expected.get(key) ?? 0;
				const did = emitted.get(key) ?? 0;
				const repeated = Math.min(Math.max(0, did - must), excused.get(key) ?? 0);
				tally.expected += must;
				tally.emitted += did;
				const missing = Math.max(0, must - did);
				const withWorkers = Math.min(missing, killed.get(key) ?? 0);
				tally.withWorkers += withWorkers;
				tally.lost += missing - withWorkers;
				tally.repeated += repeated;
				tally.duplicated += Math.max(0, did - must - repeated);
			}
			return tally;
		},
	};
}
