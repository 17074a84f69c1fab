import type { INodeParameters, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { type ChannelRequest, channels } from '../../core';
import { messageOfItem } from '../../core/channels/message';
import { type Body, CHECKS } from '../../lab/kit/channels/checks';
import { HOSTILE, NOW, DESTINATIONS } from '../../lab/kit/channels/hostile';
import * as dataComposed from '../../nodes/Avalanche/composed/all';
import * as nodeComposed from '../../nodes/AvalancheRpc/composed/all';
import type { ComposedOperation } from '../../nodes/shared/composed';
import { engineForTests, jsonOf } from './harness';

/** *Event: Format* in n8n's engine: the message of an item for each channel, without any request. */

const engine = engineForTests();

const EVENT = {
	id: 'validator.uptime:1',
	event: 'validator.uptime',
	severity: 'critical',
	subject: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	title: `Uptime is 78 % ${HOSTILE.join(' ')}`,
	text: `The uptime is 78 %. ${HOSTILE.join(' ')}`,
	occurredAt: '2026-11-07T12:00:00.000Z',
	url: 'https://subnets.avax.network/validators/1',
	alertKey: 'validator.uptime:key',
	uptime: 78,
	delegatedExact: '25000000000',
};

interface Formatted {
	channel: string;
	title: string;
	text: string;
	method: string | null;
	url: string | null;
	headers: Record<string, string>;
	body: Body;
}

async function format(parameters: INodeParameters, item: object = EVENT): Promise<Formatted> {
	const outcome = await engine.execute({
		node: 'avalanche',
		parameters: { resource: 'event', operation: 'format', ...parameters },
		items: [{ json: item as never }],
	});
	const items = jsonOf(outcome);
	expect(items).toHaveLength(1);
	return items[0] as never;
}

/** Parameters of the form for the destination of a channel. */
function destinationIn(value: string): INodeParameters {
	const { url, chat, room, topic, template } = DESTINATIONS[
		value as keyof typeof DESTINATIONS
	] as Record<string, string | undefined>;
	const given = { url, chat, room, template: template?.replaceAll('\n', '\\n') };
	const all = value === 'sns' ? given : { ...given, topic };
	return Object.fromEntries(
		Object.entries(all).filter(([, text]) => text !== undefined),
	) as INodeParameters;
}

test.each(channels.map(({ value, name }) => [value, name]))(
	'%s: a valid message, in which no text is more than a text',
	async (value) => {
		const { url: _, ...rest } = destinationIn(value);
		const isCalled = !['email', 'sqs', 'sns'].includes(value);
		const given = isCalled ? destinationIn(value) : rest;
		const { channel, title, method, url, headers, body } = await format({
			channel: value,
			...given,
		});
		expect(channel).toBe(value);
		expect(title).toMatch(/^🔴 Uptime is 78 %/);
		const secrets = { token: 'SECRETSECRET', authorization: 'Bearer SECRETSECRET' };
		const key = value === 'pagerDuty' ? DESTINATIONS.pagerDuty : {};
		const keyed = { ...body, ...('routingKey' in key && { routing_key: key.routingKey }) };
		const request = { method, url, headers: { ...headers, ...secrets }, body: '' };
		const message = messageOfItem(EVENT, NOW);
		const isAws = !isCalled && value !== 'email';
		// Of queues and topics, a node of n8n makes the command.
		if (isAws) expect(body).toMatchObject({ specversion: '1.0', type: 'validator.uptime' });
		else if (value === 'email') expect(body).toMatchObject({ subject: expect.any(String) });
		else if (value === 'matrix') expect(body).toMatchObject({ msgtype: 'm.notice' });
		else CHECKS[value as keyof typeof CHECKS](keyed as Body, message, request as ChannelRequest);
		expect(headers).not.toHaveProperty('authorization');
		expect([method === null, url === null]).toEqual([!isCalled, !isCalled]);
	},
);

describe('By URL', () => {
	test.each(Object.entries(DESTINATIONS).flatMap(([value, to]) => ('url' in to ? [[value]] : [])))(
		'the channel of %s, if it is known by its host',
		async (value) => {
			const known = channels.find((one) => one.value === value)?.knows;
			const { url } = DESTINATIONS[value as 'slack'];
			if (!known?.(new URL(url)) || ['telegram', 'matrix', 'sqs'].includes(value)) return;
			expect((await format({ url })).channel).toBe(value);
		},
	);

	test('any other host, or none, gets the event as it is', async () => {
		const url = 'https://hooks.example.org/x';
		const { method, body, ...formatted } = await format({ url });
		expect(formatted).toMatchObject({ channel: 'event', url });
		expect(body).toMatchObject({ id: EVENT.id, type: EVENT.event, data: EVENT });
		expect(method).toBe('POST');
		expect(await format({})).toMatchObject({ channel: 'event', url: null, method: null });
	});
});

test('the event is the input item, or what its parameter has; what it lacks is replaced', async () => {
	const alert = { title: 'Low', text: 'The balance is low.' };
	const item = '={{ $json.alert }}';
	const { body, title, text } = await format({ channel: 'flat', item }, { alert, secret: 'x' });
	expect(title).toBe('🔵 Low');
	expect(text).toBe(alert.text);
	expect(body).toMatchObject({ ...alert, severity: 'info' });
	expect(body).not.toHaveProperty('secret');
	expect(Math.abs(Date.now() - Date.parse(body.occurredAt))).toBeLessThan(600_000);
});

test('a resolved event closes what the earlier one opened', async () => {
	const opened = await format({ channel: 'pagerDuty' });
	const closed = await format({ channel: 'pagerDuty' }, { ...EVENT, severity: 'resolved' });
	expect(opened.body).toMatchObject({ event_action: 'trigger', dedup_key: EVENT.alertKey });
	expect(closed.body).toEqual({ event_action: 'resolve', dedup_key: EVENT.alertKey });
});

test.each<[string, INodeParameters, RegExp]>([
	['a channel that does not exist', { channel: 'pigeon' }, /"Channel" \(channel\) must be one of /],
	['no chat', { url: DESTINATIONS.telegram.url }, /"Chat ID" \(chat\) is required for Telegram/],
	['an alias', { channel: 'telegram', chat: 'x y' }, /\(chat\) must be the ID of a chat.*"x y"/],
	['no template', { channel: 'template' }, /"Template" \(template\) is required for Template/],
	['no topic', { channel: 'ntfy' }, /"Topic" \(topic\) is required for ntfy/],
	[
		'no room',
		{ channel: 'matrix', url: 'https://m.example.org' },
		/\(room\) is required for Matrix/,
	],
	['a URL that is none', { url: 'hooks' }, /"URL" \(url\) must be an http/],
	['no object', { item: '[1]' }, /"Event" \(item\) must be a JSON object/],
	[
		'a thread in words',
		{ channel: 'discord', options: { thread: 'general' } },
		/\(thread\) must be the ID of a thread or topic in digits/,
	],
])('an error names field and rule: %s', async (_, parameters, message) => {
	await expect(format(parameters)).rejects.toMatchObject({
		message: expect.stringMatching(message) as string,
	});
});

test.each([
	['avalanche', dataComposed],
	['avalancheRpc', nodeComposed],
])('%s needs a credential, but for operations that send no request', (node, composed) => {
	const { credentials, properties } = (engine.loader.nodeTypes[node].type as INodeType).description;
	const offline = Object.values<ComposedOperation>(composed)
		.filter(({ reference }) => reference?.includes('- Credential: none'))
		.map(({ entry }) => entry.value);
	expect(credentials).toEqual([
		expect.objectContaining({ required: true, displayOptions: { hide: { operation: offline } } }),
	]);
	// n8n hides it by the operation alone: no other one may have the value.
	const menus = properties.filter(({ name }) => name === 'operation');
	const entries = menus.flatMap(({ options }) => options as INodePropertyOptions[]);
	expect(entries.filter(({ value }) => offline.includes(String(value)))).toHaveLength(
		offline.length,
	);
});

test('Without URL, the item has no token of the URL', async () => {
	const { url } = DESTINATIONS.slack;
	const item = await format({ channel: 'slack', url, options: { withoutUrl: true } });
	expect(item).toMatchObject({ method: 'POST', url: null });
	expect(JSON.stringify(item)).not.toContain('SECRETSECRET');
});
