import { markOf } from '../events/event';
import type { Alert } from './alert';
import { type Channel, posted } from './channel';
import { fit, inert, oneLine, webLink } from './text';

/**
 * PagerDuty's Events API v2: an event with severity `resolved` resolves the incident that the earlier ones
 * with the same `alertKey` triggered. https://developer.pagerduty.com/docs/send-alert-event
 */

const MOST = { summary: 1_024, source: 255, key: 255, details: 400_000 };

/** A key of at most 255 characters; a longer one is cut, and ends in a digest that keeps it unique. */
export function shortKey(key: string, most = MOST.key): string {
	if (key.length <= most) return key;
	return `${key.slice(0, most - 20).toWellFormed()}:${markOf(key)}`;
}

/** The event of an alert, without the routing key. */
export function pagerDutyEvent(alert: Alert) {
	const { alertKey, event, severity, subject, title, text, occurredAt, url, data } = alert;
	const dedup_key = shortKey(alertKey);
	if (severity === 'resolved') return { event_action: 'resolve' as const, dedup_key };
	const link = webLink(url);
	const isSmall = JSON.stringify(data).length <= MOST.details;
	return {
		event_action: 'trigger' as const,
		dedup_key,
		payload: {
			summary: fit(inert(title), { most: MOST.summary }),
			source: fit(oneLine(subject), { most: MOST.source }),
			severity,
			timestamp: occurredAt,
			component: fit(oneLine(subject), { most: MOST.source }),
			class: fit(oneLine(event), { most: MOST.source }),
			custom_details: isSmall ? data : { text: fit(text, { most: 20_000 }), truncated: true },
		},
		...(link && { links: [{ href: link, text: 'Open' }] }),
		client: 'Avalanche notify',
	};
}

const HOSTS = /^events\.(eu\.)?pagerduty\.com$/;
const URL_OF_ALL = 'https://events.pagerduty.com/v2/enqueue';

export const pagerDuty: Channel = {
	value: 'pagerDuty',
	name: 'PagerDuty',
	description: 'the Events API v2: the integration key; resolved events resolve the incident',
	knows: ({ hostname }) => HOSTS.test(hostname),
	needs: ['routingKey'],
	takes: ['url'],
	incidents: true,
	paceMs: 500,
	body: ({ alert }, { routingKey }) => ({ routing_key: routingKey, ...pagerDutyEvent(alert) }),
	request(message, destination) {
		const { origin, pathname } = new URL(destination.url ?? URL_OF_ALL);
		const path = pathname === '/' ? '/v2/enqueue' : pathname;
		return posted(origin + path, pagerDuty.body(message, destination));
	},
};
