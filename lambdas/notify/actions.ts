import { preview } from '../../core/fields/preview';
import type { Clock } from '../../core/protocol/ports';
import { HandlerError, firstOf, invalidEvent } from '../shared/errors';
import type { NotifyAction, Asked } from './actionSchema';
import {
	acknowledgeIncidents,
	endSilence,
	listHeld,
	listSilences,
	silenceAlerts,
} from './heldActions';
import type { HoldingOptions } from './holding';
import { onePage, tokenOf } from './pages';
import { redrive } from './redrive';
import type { Send } from './send';
import type { SendQueue } from './sqsQueue';
import type { Settings, Target } from './settings';
import { deleteSources, listSources, putSources } from './sourceActions';
import type { Store } from './dynamoStore';
import { type Delivery, LATE_QUEUES, type QueuePosition, lateQueueOf } from './store';
import type { TargetState } from './targetStates';
import { testTarget } from './testTarget';

export interface ActOptions {
	store: Store;
	clock: Clock;
	/** Unix milliseconds: a response that is not complete by then has a `next`. */
	until: number;
	settings: () => Promise<Settings>;
	queue: SendQueue;
	send: Send;
}

/** Executes an action other than a run. Throws `UnknownTarget`. */
export async function act(
	action: Exclude<NotifyAction, { action: 'run' }>,
	options: ActOptions,
): Promise<object> {
	switch (action.action) {
		case 'listPending':
			return await listPending(action, options);
		case 'listDeadLetters':
			return await listDeadLetters(action, options);
		case 'redrive': {
			const { next, ...answer } = await redrive(action, options);
			if (answer.redriven.length === 0) await checkTarget(action, options);
			return { ...answer, ...(next && { next: tokenOf('dead', next) }) };
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
		case 'silence':
			return await silenceAlerts(action, await heldOptions(options));
		case 'endSilence':
			return await endSilence(action.id, options);
		case 'listSilences':
			return await listSilences(options);
		case 'acknowledge': {
			const { alertKey, by, since, target } = action;
			const given = { alertKey, by, ...(since !== undefined && { since }) };
			return await acknowledgeIncidents([given], target, await heldOptions(options));
		}
		case 'listHeld':
			await checkTarget(action, options);
			return await listHeld(action, options.store);
		case 'putSources':
			return await putSources(action, options);
		case 'listSources':
			return await listSources(action, options);
		case 'deleteSources':
			return await deleteSources(action, options);
	}
}

/** The options of steps of targets, outside of a run. */
async function heldOptions({ settings, until, ...options }: ActOptions): Promise<HoldingOptions> {
	return { ...options, settings: await settings(), deadline: until, note: () => undefined };
}

/**
 * The deliveries that wait for their next attempt. The first answer also has the targets that fail or are disabled,
 * or the requested one, and the number of deliveries in the queues. `next`: `after` of the next call, if there is
 * more.
 */
async function listPending({ target, limit, after }: Asked<'listPending'>, options: ActOptions) {
	const { store } = options;
	if (after && target !== undefined && after.target !== target) {
		throw invalidEvent([`after: must be "next" of an answer for the target ${target}`]);
	}
	const left = LATE_QUEUES.filter((queue) => !after || queue >= lateQueueOf(after));
	const readers = left.map(
		(queue) => (size: number, from?: QueuePosition) => store.late(queue, size, from, { target }),
	);
	const { items, next } = await onePage(readers, pendingView, { ...options, limit }, after);
	if (items.length === 0) await checkTarget({ target, after }, options);
	const deliveries = { deliveries: items };
	const more = next && { next: tokenOf('late', next) };
	if (after) return { ...deliveries, ...more };
	const [states, queued] = await Promise.all([
		target === undefined ? store.states.troubled() : store.states.read([target]),
		options.queue.counts(),
	]);
	const targets = [...states].sort(([a], [b]) => (a < b ? -1 : 1));
	return { targets: targets.flatMap((one) => targetView(...one)), queued, ...deliveries, ...more };
}

async function listDeadLetters(
	{ target, limit, after }: Asked<'listDeadLetters'>,
	options: ActOptions,
) {
	const read = (size: number, from?: QueuePosition) => options.store.dead(size, from, { target });
	const { items, next } = await onePage([read], deadView, { ...options, limit }, after);
	if (items.length === 0) await checkTarget({ target, after }, options);
	return { deadLetters: items, ...(next && { next: tokenOf('dead', next) }) };
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
	const names = firstOf(targets.map(({ name }) => name)).join(', ');
	return new HandlerError(
		'UnknownTarget',
		`There is no target ${preview(target)}; the settings have ${names}`,
	);
}

const iso = (ms: number) => new Date(ms).toISOString();

/** The recorded state of a target: since when no attempt has succeeded, the last attempt, and its end. */
function targetView(name: string, { failing, disabled }: TargetState) {
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

/** A delivery without the data of its event. `dueAt`: the next attempt; `attempts`: those that failed. */
function pendingView(delivery: Delivery) {
	const { id, target, source, createdAt, dueAt, attempts, lastError: reason } = delivery;
	const { data: _, ...event } = delivery.event;
	const times = { createdAt: iso(createdAt), dueAt: iso(dueAt) };
	return { id, target, source, event, ...times, attempts, ...(reason !== undefined && { reason }) };
}

function deadView(delivery: Delivery) {
	const { id, target, source, dueAt, attempts, lastError: reason, event } = delivery;
	return { id, target, source, diedAt: iso(dueAt), attempts, reason, event };
}
