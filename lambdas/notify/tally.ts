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
	/** Of the last failed attempt; absent if there was no response. */
	status?: number;
	/** Of the last failure; without the URL, which may contain a secret. */
	reason: string;
}

/** The counts of a run. */
export interface Counts {
	delivered: number;
	failed: number;
	dead: number;
	/** Deliveries that were put into the queue of the senders; absent if there is no queue. */
	queued?: number;
	/** Targets with failed attempts or new dead letters, by name. */
	failingTargets: TargetFailures[];
}

/**
 * Counts the results of a run, by target. Alarms are about targets of the settings: dead letters of
 * subscriptions have a metric of their own, and their late deliveries none.
 */
export interface Tally {
	/** The result of an attempt. */
	attempted(target: string, attempted: Attempted): void;
	/** Deliveries that were put into the queue of the senders. */
	queued(count: number): void;
	/** A delivery that was put into the outbox as a dead letter. */
	dead(target: string, reason: string): void;
	counts(): Counts;
	/** Writes the counts as metrics, and one log line for each failing target. */
	tell(telemetry: Pick<Telemetry, 'logger' | 'measure'>): void;
}

/** Failed attempts after which a delivery counts as late: 35 minutes after the first. */
export const LATE_ATTEMPTS = 4;

export function createTally(): Tally {
	let [delivered, late] = [0, 0];
	let queued: number | undefined;
	const failing = new Map<string, TargetFailures>();

	function fail(name: string, kind: 'failed' | 'dead', reason: string, status?: number): void {
		const { failed, dead } = failing.get(name) ?? { failed: 0, dead: 0 };
		const counted = { name, failed, dead, ...(status !== undefined && { status }), reason };
		counted[kind]++;
		failing.set(name, counted);
	}

	function counts(): Counts {
		const failingTargets = [...failing.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
		const sum = (kind: 'failed' | 'dead') =>
			failingTargets.reduce((total, one) => total + one[kind], 0);
		const sums = { delivered, failed: sum('failed'), dead: sum('dead') };
		return { ...sums, ...(queued !== undefined && { queued }), failingTargets };
	}

	return {
		attempted(target, { settlement, status }) {
			if (settlement.to === 'delivered') {
				delivered++;
				return;
			}
			const { to, attempts, lastError } = settlement;
			fail(target, to === 'dead' ? 'dead' : 'failed', lastError, status);
			if (to === 'pending' && attempts >= LATE_ATTEMPTS && !keyInName(target)) late++;
		},
		queued: (count) => void (queued = (queued ?? 0) + count),
		dead: (target, reason) => fail(target, 'dead', reason),
		counts,
		tell({ logger, measure }) {
			const { failed, dead, failingTargets } = counts();
			if (queued !== undefined) measure('QueuedDeliveries', queued);
			const ofSubscriptions = failingTargets.filter(({ name }) => keyInName(name));
			const others = dead - ofSubscriptions.reduce((sum, one) => sum + one.dead, 0);
			measure('Deliveries', delivered);
			measure('FailedDeliveries', failed);
			measure('LateDeliveries', late);
			measure('DeadLetters', others);
			measure('SubscriptionDeadLetters', dead - others);
			for (const { name, ...about } of failingTargets) {
				const level = about.dead > 0 && !keyInName(name) ? 'error' : 'warn';
				logger[level](`Deliveries to target ${name} failed`, { target: name, ...about });
			}
			if (others > 0) logger.error('Deliveries became dead letters', { dead: others });
		},
	};
}
