import { field } from '../../core/fields/field';
import { fieldSet } from '../../core/fields/fieldSet';
import { flag, webUrl, whole } from '../../core/fields/inputs';

/** Limits of one poll. */
export const pollFields = fieldSet({
	maxEvents: field(whole(1, 10_000).optional(), {
		in: 'form',
		label: 'Max Events per Poll',
		description:
			'Maximum number of items of one execution; the next polls deliver the rest, in order',
		default: 500,
		show: 'option',
	}),
	maxPages: field(whole(1, 10_000).optional(), {
		in: 'form',
		label: 'Max Pages per Poll',
		description:
			'Maximum number of pages of a list that one poll reads; a backlog takes several polls',
		default: 100,
		show: 'option',
	}),
	pollAtOnce: field(flag().optional(), {
		in: 'form',
		label: 'Poll at Once (WebSocket)',
		description:
			'Whether to poll also when the WebSocket of the node tells something new. It needs Node.js 22 or later, no durable scheduler and no expressions, and does not use the proxy of n8n or its SSRF protection.',
		default: false,
		show: 'option',
	}),
});

/** The deliveries of an event. */
export const deliveryFields = fieldSet({
	heartbeatUrl: field(webUrl().optional(), {
		in: 'form',
		label: 'Heartbeat URL',
		description:
			"URL of a dead man's switch, such as a check of Healthchecks, that is requested after each poll that succeeds; it alarms when no request comes",
		placeholder: 'https://hc-ping.com/your-uuid',
		show: 'option',
	}),
	untilConfirmed: field(flag().optional(), {
		in: 'form',
		label: 'Deliver until Confirmed',
		description:
			'Whether to deliver events again until the operation Event: Confirm of the node Avalanche, last in the workflow, has recorded them',
		default: false,
		show: 'option',
	}),
	repeatAfterMinutes: field(whole(1, 1_440).optional(), {
		in: 'form',
		label: 'Repeat After (Minutes)',
		description:
			'With Deliver until Confirmed: time until the second delivery, longer than an execution of the workflow takes; each further time is three times as long',
		default: 5,
		show: 'option',
	}),
});
