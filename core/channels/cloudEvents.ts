import { type Channel, type Message, posted } from './channel';
import { oneLine } from './text';

/**
 * CloudEvents 1.0, structured mode.
 * https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md
 */

/** The event as a CloudEvent. `id`: the same in every attempt; `data`: the item as it is. */
export function cloudEvent({ id, event, alert }: Pick<Message, 'id' | 'event' | 'alert'>) {
	return {
		specversion: '1.0',
		id,
		source: 'urn:avalanche:notify',
		type: event.type,
		subject: oneLine(alert.subject),
		time: alert.occurredAt,
		datacontenttype: 'application/json',
		// Extensions: names of lower case letters and digits.
		severity: alert.severity,
		alertkey: alert.alertKey,
		data: event.data,
	};
}

export const cloudEvents: Channel = {
	value: 'cloudEvents',
	name: 'CloudEvents',
	description: 'CloudEvents 1.0 as JSON, for event buses of any kind',
	needs: ['url'],
	signed: true,
	body: (message) => cloudEvent(message),
	request: (message, destination) =>
		posted(destination.url as string, cloudEvents.body(message, destination), {
			'content-type': 'application/cloudevents+json',
		}),
};
