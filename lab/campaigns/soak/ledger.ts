/** Record of the events that happened, and of the deliveries of each. */

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
	/** Maximum number of rounds between an event and the poll that delivered it. */
	longestWait: number;
}

export interface Ledger {
	/** Adds an event that happened: it must be delivered once. */
	expect(key: string): void;
	/** Counts a delivery. */
	saw(key: string): void;
	/** The execution of the delivery never started: it must be repeated. */
	neverStarted(key: string): void;
	/** The worker that ran the execution of the delivery was killed. */
	lostWithWorker(key: string): void;
	/** The state was lost: the event may be delivered once more. */
	mayRepeat(key: string): void;
	/** True until the event was delivered as often as required. */
	waits(key: string): boolean;
	/** Number of deliveries that were waited for. */
	deliveries(): number;
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
	let deliveries = 0;
	const waits = (key: string) => (due.get(key) ?? 0) > 0;
	return {
		expect(key) {
			add(expected, key);
			add(due, key);
			happened.set(key, round());
		},
		saw(key) {
			if (waits(key)) deliveries += 1;
			add(emitted, key);
			add(due, key, -1);
			const since = happened.get(key);
			// Only the first delivery counts as a wait.
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
		deliveries: () => deliveries,
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
