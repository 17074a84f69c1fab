import type { NetworkEvent } from '../events/event';
import { headed } from '../events/item';

/** Repairs of webhooks, and the events about them. */

/** A webhook that was changed, or that something else had changed. */
export interface Repair {
	/** ID of the webhook. */
	id: string;
	what: 'reactivated' | 'redirected' | 'left' | 'taken over' | 'changed' | 'created' | 'removed';
	/** The other URL and that of the receiver, for a webhook that leads or led elsewhere. */
	urls?: readonly [other: string, own: string];
}

const ALWAYS: ReadonlySet<Repair['what']> = new Set(['reactivated', 'redirected', 'left']);

/** True for what somebody else has done to a webhook: it is reported even if repairs are not. */
export function isAlwaysReported({ what }: Repair): boolean {
	return ALWAYS.has(what);
}

/** The type of these events. */
export const REPAIRED = 'webhook.repaired';

const WORDS: Readonly<Record<Repair['what'], string>> = {
	reactivated: 'was inactive and is active again',
	redirected: 'was redirected by somebody else, and is left as it is',
	left: 'belongs to another instance or to an earlier URL, and is left as it is',
	'taken over': 'led elsewhere and was taken over',
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
	return repairs.map(({ id: webhookId, what, urls }) => {
		const id = `${REPAIRED}:${webhookId}:${what.replace(' ', '')}:${at.toString(36)}`;
		const where = urls ? ` Its URL: ${urls[0]}; that of ${name}: ${urls[1]}.` : '';
		const headline = {
			id,
			event: REPAIRED,
			severity: 'warning',
			subject: webhookId,
			title: `Webhook ${what}: ${name}`,
			text: `The webhook ${webhookId} of ${name} ${WORDS[what]}.${where} ${rest}`,
			occurredAt: new Date(at).toISOString(),
			url: null,
			alertKey: `${REPAIRED}:${webhookId}`,
		} as const;
		return headed(headline, { webhookId, repair: what });
	});
}
