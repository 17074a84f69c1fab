import { CloudEvent } from 'cloudevents';
import { expect } from 'expect';
import type { SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import type { PublishCommandInput } from '@aws-sdk/client-sns';
import type { SendMessageCommandInput } from '@aws-sdk/client-sqs';
import { channels, requestOf } from '../../../core';
import { DESTINATIONS } from './hostile';
import { parsedHtml, recognized } from './rendered';

import { type Check, bytes, checkPlain } from './plain';

/** Checks of pages, mails, queues, and events for programs. */

export const OTHER_CHECKS = {
	pagerDuty(body, { alert }) {
		const { dedup_key, event_action, payload } = body as never as {
			dedup_key: string;
			event_action: string;
			payload?: { summary: string; source: string; severity: string; timestamp: string };
		};
		expect(bytes(body)).toBeLessThanOrEqual(512 * 1024);
		expect(dedup_key.length).toBeLessThanOrEqual(255);
		expect(body).toMatchObject({ routing_key: DESTINATIONS.pagerDuty.routingKey });
		if (alert.severity === 'resolved') {
			expect(Object.keys(body).sort()).toEqual(['dedup_key', 'event_action', 'routing_key']);
			expect(event_action).toBe('resolve');
			return;
		}
		expect(event_action).toBe('trigger');
		checkPlain(payload?.summary ?? '', 1_024, alert.title);
		expect(payload?.source.length).toBeGreaterThan(0);
		expect(['critical', 'error', 'warning', 'info']).toContain(payload?.severity);
		expect(new Date(String(payload?.timestamp)).toISOString()).toBe(payload?.timestamp);
	},
	alertmanager(body, { alert }) {
		const { alerts, groupKey } = body as never as {
			groupKey: string;
			alerts: Array<{ status: string; labels: object; annotations: object }>;
		};
		expect(groupKey.length).toBeGreaterThan(0);
		const [{ status, labels, annotations }] = alerts;
		expect(status).toBe(alert.severity === 'resolved' ? 'resolved' : 'firing');
		for (const [name, value] of Object.entries({ ...labels, ...annotations })) {
			expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_]*$/);
			expect(typeof value).toBe('string');
		}
	},
	ntfy(body, { alert }) {
		const { topic, title, message, priority } = body as never as Record<string, string>;
		expect(topic).toBe('SECRETSECRET');
		expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
		checkPlain(title, 250, alert.title);
		checkPlain(message, 4_096);
		expect([2, 3, 4, 5]).toContain(priority);
		expect(body).toMatchObject({ markdown: false });
	},
	email(_body, message) {
		const { input } = requestOf(
			channels.find(({ value }) => value === 'email') as never,
			message,
			DESTINATIONS.email,
		) as never as { input: SendEmailCommandInput };
		const { Subject, Body } = input.Content?.Simple ?? {};
		expect(Subject?.Data).toMatch(/^[^\p{Cc}]{1,200}$/u);
		const { tags, links, text } = parsedHtml(String(Body?.Html?.Data));
		const own = ['h2', 'p', 'table', 'tbody', 'tr', 'th', 'td', 'a'];
		expect(tags.filter((tag) => !own.includes(tag))).toEqual([]);
		for (const link of links) expect(link).toMatch(/^https?:\/\//);
		expect(recognized(text)).toEqual([]);
		expect(recognized(String(Body?.Text?.Data).split('\n')[2])).toEqual([]);
	},
	sqs(_body, _message, request) {
		const { input } = request as never as { input: SendMessageCommandInput };
		// Counted as it is, not as JSON in the request.
		expect(Buffer.byteLength(String(input.MessageBody))).toBeLessThanOrEqual(1_048_576);
		new CloudEvent(JSON.parse(String(input.MessageBody)) as never, true);
	},
	sns(_body, _message, request) {
		const { input } = request as never as { input: PublishCommandInput };
		expect(Buffer.byteLength(String(input.Message))).toBeLessThanOrEqual(256 * 1024 - 2_000);
		expect(input.Subject).toMatch(/^[ -~]{1,100}$/);
		new CloudEvent(JSON.parse(String(input.Message)) as never, true);
	},
	event(body, { event }) {
		expect(body).toEqual(JSON.parse(JSON.stringify(event)));
	},
	cloudEvents(body, _message, { headers }) {
		expect(headers['content-type']).toBe('application/cloudevents+json');
		// The SDK checks against the JSON Schema of the specification.
		const event = new CloudEvent(body, true);
		expect(event.validate()).toBe(true);
		for (const name of Object.keys(body)) expect(name).toMatch(/^[a-z0-9]{1,20}$/);
	},
	flat(body, { event }) {
		for (const value of Object.values(body)) {
			expect(value === null || typeof value !== 'object').toBe(true);
		}
		for (const [name, value] of Object.entries(event.data)) {
			if (typeof value === 'number') expect(body[name]).toBe(JSON.parse(JSON.stringify(value)));
		}
	},
	template(body) {
		const { text, ...rest } = body as never as { text: string };
		expect(rest).toEqual({});
		expect(text.length).toBeLessThanOrEqual(40_000);
		const addresses = [...text.matchAll(/<([^>]*)>/g)].map(([, inside]) => inside);
		expect(addresses.length).toBeLessThanOrEqual(1);
		for (const inside of addresses)
			expect(inside).toMatch(/^(https?:\/\/[^\s|]*|[\w%.~-]*)\|details$/);
		expect(recognized(text.replace(/<[^>]*>/g, ''))).toEqual([]);
		expect(text.split('*').length).toBe(3);
	},
} satisfies Partial<Record<keyof typeof DESTINATIONS, Check>>;
