import { createHash } from 'node:crypto';
import { type Clock, headed } from '../../core';
import type { Target } from './settings';
import type { Store } from './store';
import type { TargetBook } from './targetBook';
import { targetPlace } from './targetSettings';
import { webhookMessageId } from './webhook';

export interface DisableOptions {
	store: Pick<Store, 'addDelivery'>;
	book: TargetBook;
	clock: Pick<Clock, 'now'>;
	/** Disabled targets with the reason, by name. */
	disabled: Map<string, string>;
	/** Ends a target that is kept elsewhere than in the settings; false if it is none of these. */
	endTarget?: (target: Target, reason: string) => Promise<boolean>;
}

/**
 * A digest of a target's destination, which may contain a secret: another digest is another target.
 */
export function urlMarkOf(target: Partial<Target>): string {
	const { url, template: _, ...others } = targetPlace(target);
	const more = Object.entries(others).filter(([, value]) => value !== undefined);
	const whole = more.length === 0 && url !== undefined ? url : JSON.stringify([url, more]);
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
	{ store, book, clock, disabled, endTarget }: DisableOptions,
): Promise<void> {
	const { name, reportTo } = target;
	if (disabled.has(name)) return;
	disabled.set(name, reason);
	if (await endTarget?.(target, reason)) return;
	const at = clock.now();
	const urlMark = urlMarkOf(target);
	if (reportTo !== undefined) {
		const key = `${name}:${urlMark}:${book.states()[name]?.failing?.since ?? at}`;
		const event = disabledEvent(target, reason, key, at);
		await book.announce([reportTo], at);
		await store.addDelivery({
			target: reportTo,
			id: webhookMessageId(OWN_SOURCE, event.id),
			source: OWN_SOURCE,
			event,
			attempts: 0,
			dueAt: at,
			createdAt: at,
		});
	}
	await book.change((states) => {
		states[name] = { ...states[name], disabled: { at, reason, urlMark } };
	});
}

/** The targets that remain disabled: until they are enabled again or have another destination. */
export function disabledTargets(targets: readonly Target[], book: TargetBook): Map<string, string> {
	const states = book.states();
	return new Map(
		targets.flatMap((target) => {
			const { disabled } = states[target.name] ?? {};
			return disabled?.urlMark === urlMarkOf(target)
				? [[target.name, disabled.reason] as const]
				: [];
		}),
	);
}

function disabledEvent({ name, format }: Target, reason: string, key: string, at: number) {
	const event = 'notify.targetDisabled';
	return headed(
		{
			id: `${event}:${key}`,
			event,
			severity: 'critical',
			subject: name,
			title: `Target ${name} is disabled`,
			text: `Nothing is sent to target ${name} any more: ${reason}. Its messages become dead letters until it is enabled again.`,
			occurredAt: new Date(at).toISOString(),
			url: null,
			alertKey: `${event}:${name}`,
		},
		{ format, reason },
	);
}
