import { randomUUID } from 'node:crypto';
import { LATE_MARK, adoptLate } from './adopt';
import type { AttemptOptions } from './attempt';
import { inRounds } from './parallel';
import { targetQueue } from './queue';
import type { Recipients } from './recipients';
import type { Tally } from './tally';

export interface DeliverOptions extends AttemptOptions {
	recipients: Pick<Recipients, 'find'>;
	/** Ids of deliveries that this run has put, by target: the index may show them late. */
	added: ReadonlyMap<string, Set<string>>;
	/** Unix milliseconds: no attempt may end after it. */
	deadline: number;
	/** Receives the result of every attempt. */
	tally: Tally;
}

/** Observations of a run about its targets. */
export interface Delivered {
	/** Targets that responded late or not at all. */
	slowTargets: string[];
}

/**
 * Sends the deliveries that are due. The default sends them itself; another implementation may put
 * them into a queue.
 */
export type Deliver = (options: DeliverOptions) => Promise<Delivered>;

/** Number of targets that are served at the same time, each within its own limit. */
const PARALLEL_TARGETS = 32;

/**
 * Sends all due deliveries until none is left or the time has run out. Targets take turns, so that
 * a backlog of one does not delay the others; slow ones come last. A run has the lease of a target
 * during a turn, so that two runs share the targets and neither sends what the other sends; if a run
 * crashes after sending, the delivery is sent again, under the same id, when the lease has expired.
 */
export const deliverDue: Deliver = async (options) => {
	const { book, clock, recipients, added, tally } = options;
	await adoptLate(options);
	const now = clock.now();
	const states = book.states();
	const due = Object.entries(states)
		.filter(([name, { dueAt }]) => name !== LATE_MARK && dueAt !== undefined && dueAt <= now)
		.sort(
			([, a], [, b]) =>
				Number(a.slow ?? false) - Number(b.slow ?? false) || (a.dueAt ?? 0) - (b.dueAt ?? 0),
		);
	const targets = await recipients.find(due.map(([name]) => name));
	const holder = randomUUID();
	const queues = due.map(([name, before]) =>
		targetQueue({
			...options,
			name,
			before,
			told: (attempted) => tally.attempted(name, attempted),
			target: targets.get(name),
			awaited: new Set(added.get(name)),
			holder,
		}),
	);
	const begun = new Set<(typeof queues)[number]>();
	await inRounds(queues, PARALLEL_TARGETS, async (queue) => {
		if (clock.now() >= options.deadline) return false;
		begun.add(queue);
		return await queue.slice();
	});
	await book.change((newest) => {
		for (const queue of begun) newest[queue.name] = queue.after(newest[queue.name] ?? {});
	});
	const names = [...begun].map(({ name }) => name);
	return { slowTargets: names.filter((name) => book.states()[name]?.slow) };
};
