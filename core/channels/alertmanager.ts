import { type Alert } from './alert';
import type { Channel } from './channel';
import { oneLine, webLink } from './text';
import { markOf } from '../events/event';

/**
 * Alertmanager's webhook, version 4, which Grafana, incident.io and others take.
 * https://prometheus.io/docs/alerting/latest/configuration/#webhook_config
 */

/** End time of an alert that is still firing: the zero time of Go, as Alertmanager uses it. */
const NO_END = '0001-01-01T00:00:00Z';
/** Names that Prometheus accepts. */
const LABEL = /^[a-zA-Z_][a-zA-Z0-9_]*$/;

/** The labels and annotations of an alert, in a group of its own. */
export function alertmanagerGroup(alert: Alert) {
	const { alertKey, event, severity, subject, title, text, occurredAt, url, columns } = alert;
	const isResolved = severity === 'resolved';
	const status = isResolved ? ('resolved' as const) : ('firing' as const);
	// The same when it fires and when it is resolved: receivers compare them.
	const labels = { alertname: event, subject, alertKey };
	const values = columns.flatMap(({ name, value }) => (LABEL.test(name) ? [[name, value]] : []));
	const annotations = {
		...(Object.fromEntries(values) as Record<string, string>),
		summary: title,
		description: text,
		severity,
	};
	const link = webLink(url) ?? '';
	return {
		version: '4' as const,
		groupKey: `{}:{alertKey="${oneLine(alertKey).replace(/["\\]/g, '\\$&')}"}`,
		truncatedAlerts: 0,
		status,
		receiver: 'avalanche-notify',
		groupLabels: { alertKey },
		commonLabels: labels,
		commonAnnotations: annotations,
		externalURL: link,
		alerts: [
			{
				status,
				labels,
				annotations,
				startsAt: occurredAt,
				endsAt: isResolved ? occurredAt : NO_END,
				generatorURL: link,
				fingerprint: markOf(alertKey),
			},
		],
	};
}

export const alertmanager: Channel = {
	value: 'alertmanager',
	name: 'Alertmanager',
	description: "the body of Prometheus Alertmanager's webhook, for tools that accept it",
	needs: ['url'],
	incidents: true,
	signed: true,
	body: ({ alert }) => alertmanagerGroup(alert),
};
