import type { NetworkEvent } from '../events/event';
import { headed } from '../events/item';

/** Repairs of webhooks, and the events about them. */

/** A webhook that was changed because something else had changed it. */
export interface Repair {
	/** Of the webhook. */
	id: string;
	what: 'reactivated' | 'redirected' | 'changed' | 'created' | 'removed';
}

/** The type of these events. */
export const REPAIRED = 'webhook.repaired';

const WORDS: Readonly<Record<Repair['what'], string>> = {
	reactivated: 'was inactive and is active again',
	redirected: 'had another URL and has the present one',
	changed: 'differed from the settings and was changed',
	created: 'was missing and was created',
	removed: 'was not wanted any more and was removed',
};

/** The receiver of the webhooks. */
interface Receiver {
	name: string;
	/** Time of the repairs (ms). */
	at: number;
	/** True if events whose message was lost are found by polls. */
	hasList: boolean;
}

/** One event for each repair. */
export function repairEvents(
	repairs: readonly Repair[],
	{ name, at, hasList }: Receiver,
): NetworkEvent[] {
	const rest = hasList
		? 'Events whose message was lost are read from the lists of the service.'
		: 'A message that was lost meanwhile cannot be had again.';
	return repairs.map(({ id: webhookId, what }) => {
		const id = `${REPAIRED}:${webhookId}:${what}:${at.toString(36)}`;
		const headline = {
			id,
			event: REPAIRED,
			severity: 'warning',
			subject: webhookId,
			title: `Webhook ${what}: ${name}`,
			text: `The webhook ${webhookId} of ${name} ${WORDS[what]}. ${rest}`,
			occurredAt: new Date(at).toISOString(),
			url: null,
			alertKey: `${REPAIRED}:${webhookId}`,
		} as const;
		return headed(headline, { webhookId, repair: what });
	});
}
