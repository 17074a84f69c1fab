import type { Telemetry } from '../shared/telemetry';
import { keyInName } from '../subscriptions/subscription';
import type { Attempted } from './attempt';

/** The failures at one target in a run. */
export interface TargetFailures {
	name: string;
	/** Attempts that failed and are repeated later. */
	failed: number;
	/** Deliveries that became dead letters, those that were never sent included. */
	dead: number;
	/** HTTP status of the last failed attempt; absent if there was no response. */
	status?: number;
	/** Reason of the last failure; without the URL, which may contain a secret. */
	reason: string;
}

/** The counts of a run of notify. */
export type Counts = ReturnType<Tally['counts']>;
export type Tally = ReturnType<typeof createTally>;

/** Failed attempts after which a delivery counts as late: 35 minutes after the first. */
export const LATE_ATTEMPTS = 4;

/**
 * Counts the results of a run, by target. Alarms are about targets of the settings: dead letters of
 * subscriptions have a metric of their own, and their late deliveries none.
 */
export function createTally() {
	let [delivered, late, queued, ownDead] = [0, 0, 0, 0];
	const all = { failed: 0, dead: 0 };
	const failing = new Map<string, TargetFailures>();

	function fail(name: string, kind: 'failed' | 'dead', reason: string, status?: number): void {
		const { failed, dead } = failing.get(name) ?? { failed: 0, dead: 0 };
		const counted = { name, failed, dead, ...(status !== undefined && { status }), reason };
		counted[kind]++;
		all[kind]++;
		if (kind === 'dead' && !keyInName(name)) ownDead++;
		failing.set(name, counted);
	}

	const failures = () => [...failing.values()].sort((a, b) => (a.name < b.name ? -1 : 1));

	return {
		/** The result of an attempt. */
		attempted(target: string, { settlement, status }: Attempted): void {
			if (settlement.to === 'delivered') {
				delivered++;
				return;
			}
			const { to, attempts, lastError } = settlement;
			fail(target, to === 'dead' ? 'dead' : 'failed', lastError, status);
			if (to === 'pending' && attempts >= LATE_ATTEMPTS && !keyInName(target)) late++;
		},
		/** Deliveries that were put into the queue of the senders. */
		queued: (count: number) => void (queued += count),
		/** A delivery that was put into the outbox as a dead letter. */
		dead: (target: string, reason: string) => fail(target, 'dead', reason),
		/** The number of deliveries that were queued, that of dead letters, and the targets that fail, by name. */
		counts: () => ({ queued, dead: all.dead, failingTargets: failures() }),
		/** Writes the counts as metrics, of attempts if it is for sender, and one log line for each failing target. */
		tell({ logger, measure }: Pick<Telemetry, 'logger' | 'measure'>, isSender = false): void {
			if (isSender) {
				measure('Deliveries', delivered);
				measure('FailedDeliveries', all.failed);
				measure('LateDeliveries', late);
			} else measure('QueuedDeliveries', queued);
			measure('DeadLetters', ownDead);
			measure('SubscriptionDeadLetters', all.dead - ownDead);
			for (const { name, ...about } of failures()) {
				const level = about.dead > 0 && !keyInName(name) ? 'error' : 'warn';
				logger[level](`Deliveries to target ${name} failed`, { target: name, ...about });
			}
			if (ownDead > 0) logger.error('Deliveries became dead letters', { dead: ownDead });
		},
	};
}
