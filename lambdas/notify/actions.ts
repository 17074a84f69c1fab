import * as z from 'zod/v4';
import { type Clock, preview } from '../../core';
import { HandlerError, invalidEvent } from '../shared/errors';
import { lazily } from '../shared/lazily';
import { onePage, positionIn, tokenOf } from './pages';
import { type Redriven, redrive } from './redrive';
import type { Delivery, QueuePosition, Store, TargetState } from './store';
import { type TargetBook, openTargetBook } from './targetBook';

/** The actions of an event. An event without `action` starts a run. */
export const ACTION = lazily(() => {
	const target = z.string().min(1).max(64);
	const paged = {
		target: target.optional(),
		limit: z.number('must be a number').int().min(1).max(1000).default(100),
		after: z
			.string()
			.refine((text) => positionIn(text), 'must be "next" of an earlier answer')
			.transform((text) => positionIn(text) as QueuePosition)
			.optional(),
	};
	return z.discriminatedUnion(
		'action',
		[
			z.strictObject({ action: z.literal('run') }),
			z.strictObject({ action: z.literal('listPending'), ...paged }),
			z.strictObject({ action: z.literal('listDeadLetters'), ...paged }),
			z.strictObject({
				action: z.literal('redrive'),
				...paged,
				ids: z.array(z.string().min(1).max(64)).min(1).max(1000).optional(),
			}),
			z.strictObject({ action: z.literal('enableTarget'), target }),
		],
		'must be run, listPending, listDeadLetters, redrive or enableTarget',
	);
});
export type Action = z.output<ReturnType<typeof ACTION>>;
type Asked<Name extends Action['action']> = Extract<Action, { action: Name }>;

/** A delivery that waits for its next attempt, in a list. Times are ISO 8601. */
export interface PendingDelivery {
	id: string;
	target: string;
	source: string;
	/** The event without its data. */
	event: Omit<Delivery['event'], 'data'>;
	createdAt: string;
	/** When the next attempt is due, or how long a run has claimed it. */
	dueAt: string;
	/** Attempts that failed. */
	attempts: number;
	/** How the last attempt failed. */
	reason?: string;
}

/** What is known of a target. Times are ISO 8601. */
export interface ShownTarget {
	name: string;
	/** Set if its last attempt failed: no attempt has succeeded since. */
	failingSince?: string;
	/** Of the last attempt. */
	status?: number;
	reason?: string;
	disabled?: { at: string; reason: string };
}

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

/** The answers. `next`, if there is more: `after` of the next call. */
export interface PendingAnswer {
	/** All of them, in the first answer. */
	targets?: ShownTarget[];
	deliveries: PendingDelivery[];
	next?: string;
}
export interface DeadLettersAnswer {
	deadLetters: DeadLetter[];
	next?: string;
}
export interface RedriveAnswer extends Omit<Redriven, 'next'> {
	next?: string;
}
export interface EnableAnswer {
	enabled: string;
	/** False if it was not disabled. */
	wasDisabled: boolean;
}

export interface ActOptions {
	store: Store;
	clock: Clock;
	/** Unix milliseconds: an answer that is not complete by then has a `next`. */
	until: number;
	/** Names of the configured targets. */
	configured: () => Promise<string[]>;
}

/** Executes an action other than a run. Throws `UnknownTarget`. */
export async function act(
	action: Exclude<Action, { action: 'run' }>,
	options: ActOptions,
): Promise<PendingAnswer | DeadLettersAnswer | RedriveAnswer | EnableAnswer> {
	switch (action.action) {
		case 'listPending':
			return await listPending(action, options);
		case 'listDeadLetters':
			return await listDeadLetters(action, options);
		case 'redrive': {
			const { next, ...answer } = await redrive(action, options);
			if (answer.redriven.length === 0) await checkTarget(action, options);
			return { ...answer, ...(next && { next: tokenOf(next) }) };
		}
		case 'enableTarget': {
			const { target } = action;
			const book = await openTargetBook(options.store);
			await checkTarget({ target }, options, book);
			const wasDisabled = book.states()[target]?.disabled !== undefined;
			await book.change((states) => {
				delete states[target]?.disabled;
				delete states[target]?.failing;
			});
			return { enabled: target, wasDisabled };
		}
	}
}

async function listPending(
	{ target, limit, after }: Asked<'listPending'>,
	options: ActOptions,
): Promise<PendingAnswer> {
	const { store } = options;
	if (after && target !== undefined && after.target !== target) {
		throw invalidEvent([`after: must be "next" of an answer for the target ${target}`]);
	}
	const book = await openTargetBook(store);
	const states = book.states();
	const names = target === undefined ? Object.keys(states).sort() : [target];
	const queues = names
		.filter((name) => after === undefined || name >= after.target)
		.map((name) => (size: number, from?: QueuePosition) => store.pending(name, size, from));
	// The first queue is another one if the target of the position has nothing left to be sent.
	const from = after && names.includes(after.target) ? after : undefined;
	const { items, next } = await onePage(queues, shownPending, { ...options, limit }, from);
	if (items.length === 0) await checkTarget({ target }, options, book);
	return {
		...(!after && { targets: names.flatMap((name) => shownTarget(name, states[name])) }),
		deliveries: items,
		...(next && { next: tokenOf(next) }),
	};
}

async function listDeadLetters(
	{ target, limit, after }: Asked<'listDeadLetters'>,
	options: ActOptions,
): Promise<DeadLettersAnswer> {
	const read = (size: number, from?: QueuePosition) => options.store.dead(size, from, target);
	const { items, next } = await onePage([read], shownDead, { ...options, limit }, after);
	if (items.length === 0) await checkTarget({ target }, options);
	return { deadLetters: items, ...(next && { next: tokenOf(next) }) };
}

/** Throws `UnknownTarget` if neither the table nor the settings have a target of this name. */
async function checkTarget(
	{ target, after }: { target?: string; after?: QueuePosition },
	{ store, configured }: ActOptions,
	opened?: TargetBook,
): Promise<void> {
	if (target === undefined || after) return;
	const book = opened ?? (await openTargetBook(store));
	if (Object.hasOwn(book.states(), target)) return;
	const names = await configured();
	if (names.includes(target)) return;
	throw new HandlerError(
		'UnknownTarget',
		`There is no target ${preview(target)}; the settings have ${shortList(names)}`,
	);
}

const LISTED = 20;

function shortList(names: readonly string[]): string {
	const more = names.length > LISTED ? ` and ${names.length - LISTED} more` : '';
	return names.slice(0, LISTED).join(', ') + more;
}

const iso = (ms: number) => new Date(ms).toISOString();

function shownTarget(name: string, state: TargetState | undefined): ShownTarget[] {
	const { failing, disabled } = state ?? {};
	if (!failing && !disabled) return [];
	const { since, ...how } = failing ?? {};
	return [
		{
			name,
			...(since !== undefined && { failingSince: iso(since) }),
			...how,
			...(disabled && { disabled: { at: iso(disabled.at), reason: disabled.reason } }),
		},
	];
}

function shownPending(delivery: Delivery): PendingDelivery {
	const { id, target, source, createdAt, dueAt, attempts, lastError: reason } = delivery;
	const { data: _, ...event } = delivery.event;
	const times = { createdAt: iso(createdAt), dueAt: iso(dueAt) };
	return { id, target, source, event, ...times, attempts, ...(reason !== undefined && { reason }) };
}

function shownDead(delivery: Delivery): DeadLetter {
	const { id, target, source, dueAt, attempts, lastError: reason, event } = delivery;
	return { id, target, source, diedAt: iso(dueAt), attempts, reason, event };
}
