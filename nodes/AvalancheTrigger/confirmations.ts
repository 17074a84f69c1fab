import type { IExecuteFunctions } from 'n8n-workflow';
import { inTurn } from './inTurn';

/**
 * The events that a workflow has confirmed, in n8n's record of processed data with the scope of the
 * workflow, which all nodes of a workflow share. The record is one row of keys that n8n reads and writes
 * without a transaction, and it cannot be read without recording what is looked for.
 *
 * A check therefore records two keys for each event, and removes them again: the key of its confirmation
 * and a guard. If the process dies in between, both remain, and a confirmation beside its guard does not
 * count: the event is delivered again, and not lost. Only a check that found a confirmation without guard
 * removes a guard alone, so that no order of reads and writes makes a confirmation of none. The
 * confirmation comes before the guard, so that a row that is full loses it first.
 *
 * What is written between a read and a write of another process is lost: a confirmation, and its event is
 * delivered again.
 */

/**
 * Maximum number of keys in the row: more than are recorded while an event waits, so that no key of a
 * waiting event is dropped.
 */
const MOST_KEYS = 20_000;
const SCOPE = 'workflow';
const OPTIONS = { mode: 'entries', maxEntries: MOST_KEYS } as const;

/** Number of times that a confirmation is recorded, until it is found again. */
const ATTEMPTS = 4;

type Context = Pick<IExecuteFunctions, 'helpers' | 'getWorkflow'>;

/** The key of a confirmation. Triggers of one workflow may deliver events with the same id. */
const confirmationOf = (trigger: string, id: string) =>
	`avalanche confirmed ${JSON.stringify([trigger, id])}`;
const guardOf = (trigger: string, id: string) =>
	`avalanche checked ${JSON.stringify([trigger, id])}`;

const inTurnOf = <Result>(context: Context, task: () => Promise<Result>) =>
	inTurn(`${context.getWorkflow().id}:${SCOPE}`, task);

/**
 * The ids among `given` that a workflow has confirmed for a trigger, by its name. Throws what n8n throws
 * if the record cannot be used.
 */
export async function confirmedOf(
	context: Context,
	trigger: string,
	given: readonly string[],
): Promise<ReadonlySet<string>> {
	const ids = [...new Set(given)];
	if (ids.length === 0) return new Set();
	const { helpers } = context;
	return await inTurnOf(context, async () => {
		const keys = ids.flatMap((id) => [confirmationOf(trigger, id), guardOf(trigger, id)]);
		const { processed } = await helpers.checkProcessedAndRecord(keys, SCOPE, OPTIONS);
		const found = new Set(processed);
		const confirmed = new Set(
			ids.filter(
				(id) => found.has(confirmationOf(trigger, id)) && !found.has(guardOf(trigger, id)),
			),
		);
		const recorded = new Set([...confirmed].map((id) => confirmationOf(trigger, id)));
		const removed = keys.filter((key) => !recorded.has(key));
		await helpers.removeProcessed(removed, SCOPE, OPTIONS);
		return confirmed;
	});
}

/**
 * Records that a workflow has confirmed events of a trigger, by its name. Throws what n8n throws if the
 * record cannot be used.
 */
export async function confirm(
	context: Context,
	trigger: string,
	given: readonly string[],
): Promise<void> {
	const keys = [...new Set(given)].map((id) => confirmationOf(trigger, id));
	if (keys.length === 0) return;
	await inTurnOf(context, async () => {
		let failure: unknown;
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			try {
				const { new: missing } = await context.helpers.checkProcessedAndRecord(
					keys,
					SCOPE,
					OPTIONS,
				);
				// The first attempt finds what is confirmed already; another one, what nobody overwrote.
				if (missing.length === 0) return;
				failure = undefined;
			} catch (error) {
				// Two processes cannot insert the same row.
				failure = error;
			}
		}
		if (failure !== undefined) throw failure;
	});
}
