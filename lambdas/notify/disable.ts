import { createHash } from 'node:crypto';
import type { NetworkEvent } from '../../core/events/event';
import type { Clock } from '../../core/protocol/ports';
import { webhookMessageId } from './batchEvents';
import { ownEvent } from './ownEvent';
import type { Target } from './settings';
import type { Store } from './dynamoStore';
import type { SendQueue } from './sqsQueue';
import { targetDestination } from './targetSettings';
import type { FailingTarget, StoredStates, TargetStates } from './targetStates';

export interface DisableOptions {
	store: Pick<Store, 'events'>;
	states: Pick<StoredStates, 'change'>;
	queue: Pick<SendQueue, 'send'>;
	clock: Clock;
	/** Disabled targets with the reason, by name. */
	disabled: Map<string, string>;
	/** Ends a target that is kept elsewhere than in the settings; false if it is none of these. */
	endTarget?: (target: Target, reason: string) => Promise<boolean>;
	/** The target's failures so far, if it has not succeeded since. */
	failing?: FailingTarget;
}

/**
 * A digest of a target's destination, which may contain a secret: another digest is another target.
 */
export function urlMarkOf(target: Partial<Target>): string {
	const { url, template: _, ...others } = targetDestination(target);
	const more = Object.entries(others).filter(([, value]) => value !== undefined);
	const whole = more.length === 0 ? (url ?? '') : JSON.stringify([url, more]);
	return createHash('sha256').update(whole).digest('base64url').slice(0, 16);
}

/** The source of messages of the function itself. */
export const OWN_SOURCE = 'notify';

/**
 * Disables a target until it is enabled again or has another destination, and reports it to another
 * target, if it has one. The report comes first: a run that ends between the two repeats it under
 * the same id.
 */
export async function disable(
	target: Target,
	reason: string,
	{ store, states, queue, clock, disabled, endTarget, failing }: DisableOptions,
): Promise<void> {
	const { name, reportTo } = target;
	if (disabled.has(name)) return;
	disabled.set(name, reason);
	if (await endTarget?.(target, reason)) return;
	const at = clock.now();
	const urlMark = urlMarkOf(target);
	if (reportTo !== undefined) {
		const key = `${name}:${urlMark}:${failing?.since ?? at}`;
		const event = disabledEvent(target, reason, key, at);
		await putOwn(reportTo, event, at, { store, queue });
	}
	await states.change(name, at, (state) => ({ ...state, disabled: { at, reason, urlMark } }));
}

/** Puts a message of the function itself into the queue. */
export async function putOwn(
	target: string,
	event: NetworkEvent,
	createdAt: number,
	{ store, queue }: Pick<DisableOptions, 'store' | 'queue'>,
): Promise<void> {
	const id = webhookMessageId(OWN_SOURCE, event.id);
	await store.events.put(id, event, createdAt);
	await queue.send([
		{ delivery: { target, id, source: OWN_SOURCE, event, attempts: 0, createdAt } },
	]);
}

/** The targets that are disabled: until they are enabled again or have another destination. */
export function disabledTargets(
	targets: readonly Target[],
	states: TargetStates,
): Map<string, string> {
	return new Map(
		targets.flatMap((target) => {
			const { disabled } = states.get(target.name) ?? {};
			if (!disabled || disabled.urlMark !== urlMarkOf(target)) return [];
			return [[target.name, disabled.reason] as const];
		}),
	);
}

function disabledEvent({ name, format }: Target, reason: string, key: string, at: number) {
	const title = `Target ${name} is disabled`;
	const text = `Nothing is sent to target ${name} any more: ${reason}. Its messages become dead letters until it is enabled again.`;
	const words = { severity: 'critical', subject: name, title, text } as const;
	return ownEvent('notify.targetDisabled', key, at, words, { format, reason });
}
