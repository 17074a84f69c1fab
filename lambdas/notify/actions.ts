import { preview } from '../../core/fields/preview';
import type { Clock } from '../../core/protocol/ports';
import { HandlerError, invalidEvent } from '../shared/errors';
import type { NotifyAction, Asked } from './actionSchema';
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
import type { Delivery, QueuePosition, Store } from './store';
import type { TargetState } from './targetStates';
import { type TestAnswer, testTarget } from './testTarget';

/** A delivery that waits for its next attempt, in a list. Times are ISO 8601. */
export interface PendingDelivery {
	id: string;
	target: string;
	source: string;
	/** The event without its data. */
	event: Omit<Delivery['event'], 'data'>;
	createdAt: string;
	/** Time of the next attempt. */
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
	/** In the first response: targets of the settings that fail or are disabled, or the requested one. */
	targets?: ShownTarget[];
	/** The number of deliveries in the queues, in the first response. */
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
	queue: () => Promise<SendQueue>;
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

/** Executes an action other than a run. Throws `UnknownTarget`. */
export async function act(
	action: Exclude<NotifyAction, { action: 'run' }>,
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
			await checkTarget({ target }, options);
			let wasDisabled = false;
			await options.store.states.change(target, options.clock.now(), (state) => {
				const { disabled, failing: _, ...rest } = state;
				wasDisabled = disabled !== undefined;
				return rest;
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

async function listPending(
	{ target, limit, after }: Asked<'listPending'>,
	options: ActOptions,
): Promise<PendingAnswer> {
	const { store } = options;
	if (after && target !== undefined && after.target !== target) {
		throw invalidEvent([`after: must be "next" of an answer for the target ${target}`]);
	}
	const left = LATE_QUEUES.filter((queue) => after?.late === undefined || queue >= after.late);
	const readers = left.map(
		(queue) => (size: number, from?: QueuePosition) => store.late(queue, size, from, { target }),
	);
	const page = await onePage(readers, shownPending, { ...options, limit }, after);
	const { items, next } = page;
	if (items.length === 0) await checkTarget({ target }, options);
	const deliveries = { deliveries: items };
	const more = next && { next: tokenOf({ ...next, late: left[page.queue ?? 0] }) };
	if (after) return { ...deliveries, ...more };
	const queue = await options.queue();
	const [states, queued] = await Promise.all([
		target === undefined ? store.states.troubled() : store.states.read([target]),
		queue.counts(),
	]);
	const targets = [...states].sort(([a], [b]) => (a < b ? -1 : 1));
	return { targets: targets.flatMap((one) => shownTarget(...one)), queued, ...deliveries, ...more };
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
): Promise<void> {
	if (target === undefined || after) return;
	if ((await store.states.read([target])).size > 0) return;
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

function shownTarget(name: string, { failing, disabled }: TargetState): ShownTarget[] {
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
