import * as z from 'zod/v4';
import type { Clock } from '../../core';
import { lazily } from '../shared/lazily';
import type { Delivery, Store } from './store';
import { openTargetBook } from './targetBook';

/** The actions of an event. An event without `action` starts a run. */
export const ACTION = lazily(() => {
	const target = z.string().min(1).max(64);
	const limit = z.number('must be a number').int().min(1).max(1000).default(100);
	return z.discriminatedUnion(
		'action',
		[
			z.strictObject({ action: z.literal('run') }),
			z.strictObject({ action: z.literal('listDeadLetters'), target: target.optional(), limit }),
			z.strictObject({
				action: z.literal('redrive'),
				target: target.optional(),
				ids: z.array(z.string()).min(1).max(1000).optional(),
				limit,
			}),
			z.strictObject({ action: z.literal('enableTarget'), target }),
		],
		'must be run, listDeadLetters, redrive or enableTarget',
	);
});
export type Action = z.output<ReturnType<typeof ACTION>>;

/** A dead letter in a list. */
export interface DeadLetter {
	id: string;
	target: string;
	source: string;
	/** ISO 8601 */
	diedAt: string;
	attempts: number;
	reason?: string;
	event: Delivery['event'];
}

/** Executes an action other than a run. */
export async function act(
	action: Exclude<Action, { action: 'run' }>,
	store: Store,
	clock: Clock,
): Promise<object> {
	if (action.action === 'enableTarget') {
		const book = await openTargetBook(store);
		await book.change((states) => {
			delete states[action.target]?.disabled;
			delete states[action.target]?.failing;
		});
		return { enabled: action.target };
	}
	const dead = await store.dead(action.limit, action.target);
	if (action.action === 'listDeadLetters') return { deadLetters: dead.map(shown) };
	const chosen = action.ids ? dead.filter(({ id }) => action.ids?.includes(id)) : dead;
	const book = await openTargetBook(store);
	await book.announce(new Set(chosen.map((letter) => letter.target)), clock.now());
	const revived: string[] = [];
	for (const letter of chosen) {
		if (await store.revive(letter, clock.now())) revived.push(letter.id);
	}
	return { redriven: revived };
}

function shown({
	id,
	target: name,
	source,
	dueAt,
	attempts,
	lastError,
	event,
}: Delivery): DeadLetter {
	const diedAt = new Date(dueAt).toISOString();
	return { id, target: name, source, diedAt, attempts, reason: lastError, event };
}
