import { type Clock, preview } from '../../core';
import { HandlerError, invalidEvent } from '../shared/errors';
import type { NotifyAction, Asked } from './actionSchema';
import { LATE_MARK } from './adopt';
import { LATE_QUEUES } from './lateQueues';
import { onePage, tokenOf } from './pages';
import { type Redriven, redrive } from './redrive';
import type { Send } from './send';
import type { Lane, QueueCounts, SendQueue } from './sendQueue';
import type { Settings, Target } from './settings';
import {
	type DeleteSourcesAnswer,
	type PutSourcesAnswer,
	type SourcesAnswer,
	deleteSources,
	listSources,
	putSources,
} from './sourceActions';
import type { Delivery, QueuePage, QueuePosition, Store, TargetState } from './store';
import { type TargetBook, openTargetBook } from './targetBook';
import { type TestAnswer, testTarget } from './testTarget';

/** A delivery that waits for its next attempt, in a list. Times are ISO 8601. */
export interface PendingDelivery {
	id: string;
	target: string;
	source: string;
	/** The event without its data. */
	event: Omit<Delivery['event'], 'data'>;
	createdAt: string;
	/** Time of the next attempt, or time until which a run has claimed the delivery. */
	dueAt: string;
	/** Attempts that failed. */
	attempts: number;
	/** Error of the last attempt. */
	reason?: string;
}

/** The recorded state of a target. Times are ISO 8601. */
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

/** The responses. `next`: `after` of the next call, if there is more. */
export interface PendingAnswer {
	/** All targets, in the first response. */
	targets?: ShownTarget[];
	/** Behind a queue, the number of deliveries in it, in the first response. */
	queued?: Record<Lane, QueueCounts>;
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
	/** False if it was not disabled before. */
	wasDisabled: boolean;
}

export interface ActOptions {
	store: Store;
	clock: Clock;
	/** Unix milliseconds: a response that is not complete by then has a `next`. */
	until: number;
	settings: () => Promise<Settings>;
	/** The queue of the senders, if there is one. */
	queue: () => Promise<SendQueue | undefined>;
	send: Send;
}

export type ActionAnswer =
	| PendingAnswer
	| DeadLettersAnswer
	| RedriveAnswer
	| EnableAnswer
	| TestAnswer
	| PutSourcesAnswer
	| SourcesAnswer
	| DeleteSourcesAnswer;

/** Executes an action other than a run or a delivery. Throws `UnknownTarget`. */
export async function act(
	action: Exclude<NotifyAction, { action: 'run' | 'deliver' }>,
	options: ActOptions,
): Promise<ActionAnswer> {
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
		case 'test': {
			const { targets } = await options.settings();
			const target = targets.find(({ name }) => name === action.target);
			if (!target) throw unknownTarget(action.target, targets);
			return await testTarget(target, action.severity, options);
		}
		case 'putSources':
			return await putSources(action, options);
		case 'listSources':
			return await listSources(action, options);
		case 'deleteSources':
			return await deleteSources(action, options);
	}
}

/** A queue of the index in a list. */
interface ListedQueue {
	/** Its name, if it is one of later attempts. */
	late?: string;
	/** False if an earlier response has ended it. */
	isLeft: boolean;
	/** True if the position of the request is in it. */
	isOf: boolean;
	read: (size: number, from?: QueuePosition) => Promise<QueuePage>;
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
	const known = Object.keys(states).filter((name) => name !== LATE_MARK);
	const names = target === undefined ? known.sort() : [target];
	// Behind a queue, attempts that are more than 15 minutes away have queues of their own in the table.
	const late = states[LATE_MARK] === undefined ? [] : LATE_QUEUES;
	const all: ListedQueue[] = [
		...names.map((name) => ({
			isLeft: !after || (after.late === undefined && name >= after.target),
			isOf: after?.late === undefined && name === after?.target,
			read: (size: number, from?: QueuePosition) => store.pending(name, size, from),
		})),
		...late.map((queue) => ({
			late: queue,
			isLeft: after?.late === undefined || queue >= after.late,
			isOf: queue === after?.late,
			read: (size: number, from?: QueuePosition) => store.late(queue, size, from, target),
		})),
	];
	const left = all.filter(({ isLeft }) => isLeft);
	// If the target of the position has no deliveries left, the page starts with the next queue.
	const from = left[0]?.isOf ? after : undefined;
	const readers = left.map(({ read }) => read);
	const page = await onePage(readers, shownPending, { ...options, limit }, from);
	const { items, next } = page;
	if (items.length === 0) await checkTarget({ target }, options, book);
	const queue = after ? undefined : await options.queue();
	return {
		...(!after && { targets: names.flatMap((name) => shownTarget(name, states[name])) }),
		...(queue && { queued: await queue.counts() }),
		deliveries: items,
		...(next && { next: tokenOf({ ...next, late: left[page.queue ?? 0].late }) }),
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
	{ store, settings }: ActOptions,
	opened?: TargetBook,
): Promise<void> {
	if (target === undefined || after) return;
	const book = opened ?? (await openTargetBook(store));
	if (Object.hasOwn(book.states(), target)) return;
	const { targets } = await settings();
	if (!targets.some(({ name }) => name === target)) throw unknownTarget(target, targets);
}

function unknownTarget(target: string, targets: readonly Target[]): HandlerError {
	const names = shortList(targets.map(({ name }) => name));
	return new HandlerError(
		'UnknownTarget',
		`There is no target ${preview(target)}; the settings have ${names}`,
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
	const { since, first: _, ...how } = failing ?? {};
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
