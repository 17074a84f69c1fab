import type { ApiMethods } from '@grammyjs/types/methods';
import type { IAdaptiveCard } from '@microsoft/teams.cards';
import type { KnownBlock } from '@slack/types';
import type { RESTPostAPIWebhookWithTokenJSONBody } from 'discord-api-types/v10';
import { expect } from 'expect';
import { discordMessage } from '../../../core/channels/discord';
import { slackMessage } from '../../../core/channels/slack';
import { adaptiveCard } from '../../../core/channels/teams';
import { telegramMessage } from '../../../core/channels/telegram';
import { cardMistakes } from './cardMistakes';
import type { DESTINATIONS } from './hostile';
import { parsedHtml, parsedMarkdown, recognized } from './rendered';

import { type Check, bytes, checkPlain, headOf } from './plain';

/** Checks of the messages of chat services. */

export const CHAT_CHECKS = {
	slack(body, message) {
		const { text, blocks } = slackMessage(message.alert);
		expect(body).toMatchObject(JSON.parse(JSON.stringify({ text, blocks })) as object);
		const typed: KnownBlock[] = blocks;
		expect(typed.length).toBeLessThanOrEqual(50);
		expect(text.length).toBeLessThanOrEqual(40_000);
		// Only what is between < and > is a link or a mention.
		expect(text).not.toMatch(/[<>*`~]|&(?!(amp|lt|gt);)/);
		for (const block of typed) {
			if (block.type === 'header') checkPlain(block.text.text, 150, headOf(message));
			if (block.type === 'context') expect(block.elements.length).toBeLessThanOrEqual(10);
			if (block.type === 'actions') {
				for (const element of block.elements) {
					const { url = '' } = element as { url?: string };
					expect(url.length).toBeLessThanOrEqual(3_000);
					expect(url).toMatch(/^https?:\/\/[^\s<>|]+$/);
				}
			}
			if (block.type !== 'section') continue;
			expect(block.text?.type).toBe('plain_text');
			checkPlain(block.text?.text ?? '', 3_000, message.alert.text);
			expect(block.fields?.length).toBeLessThanOrEqual(10);
			for (const field of block.fields ?? []) {
				expect(field).toMatchObject({ type: 'mrkdwn', verbatim: true });
				expect(field.text.length).toBeLessThanOrEqual(2_000);
				expect(field.text).toMatch(/^\*[^*_~`<>\n]*\*\n[^*_~`<>\n]*$/);
				expect(field.text).not.toMatch(/&(?!(amp|lt|gt);)/);
				expect(recognized(field.text)).toEqual([]);
			}
		}
	},
	discord(body, message, { url }) {
		const typed: RESTPostAPIWebhookWithTokenJSONBody = discordMessage(message.alert);
		expect(body).toEqual(JSON.parse(JSON.stringify(typed)));
		expect(new URL(url).searchParams.get('wait')).toBe('true');
		expect(body.allowed_mentions).toEqual({ parse: [] });
		const [embed] = typed.embeds ?? [];
		const { title = '', description = '', fields = [], footer } = embed;
		const texts = [
			[title, 256],
			[description, 4_096],
			...fields.flatMap(({ name, value }) => [
				[name, 256],
				[value, 1_024],
			]),
		] as Array<[string, number]>;
		for (const [text, most] of texts) {
			expect(text.trim().length).toBeGreaterThan(0);
			expect(text.length).toBeLessThanOrEqual(most);
			expect(parsedMarkdown(text)).toMatchObject({ tags: [], links: [] });
			// No sign has a meaning of its own.
			expect(text.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[!-/:-@[-`{-~]/);
			expect(recognized(parsedMarkdown(text).text)).toEqual([]);
		}
		checkPlain(parsedMarkdown(description).text, 4_096, message.alert.text);
		expect(fields.length).toBeLessThanOrEqual(25);
		expect(footer?.text.length).toBeLessThanOrEqual(2_048);
		const all = texts.reduce((sum, [text]) => sum + text.length, footer?.text.length ?? 0);
		expect(all).toBeLessThanOrEqual(6_000);
	},
	telegram(body, message) {
		const typed: Omit<Parameters<ApiMethods<never>['sendMessage']>[0], 'chat_id'> = telegramMessage(
			message.alert,
		);
		expect(body).toEqual({ chat_id: '-1001234567890', ...JSON.parse(JSON.stringify(typed)) });
		const { tags, links, text } = parsedHtml(typed.text);
		expect([[...new Set(tags)], links]).toEqual([['b'], []]);
		expect(text.length).toBeLessThanOrEqual(4_096);
		expect(recognized(text)).toEqual([]);
		expect(typed.text).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
		checkPlain(parsedHtml(typed.text.split('\n')[1]).text, 4_096, message.alert.text);
	},
	teams(body, message) {
		// Its types know `full`, the documentation `Full`.
		const { msteams: _, ...rest } = adaptiveCard(message.alert);
		const typed: IAdaptiveCard = rest;
		expect(cardMistakes(adaptiveCard(message.alert))).toEqual([]);
		expect(bytes(body)).toBeLessThanOrEqual(27 * 1024);
		expect(body).toMatchObject({
			type: 'message',
			attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null }],
		});
		for (const element of typed.body ?? []) {
			// Every other element renders Markdown.
			expect(element.type).toBe('RichTextBlock');
			const { inlines } = element as { inlines: Array<{ type: string; text: string }> };
			for (const { type, text } of inlines) {
				expect(type).toBe('TextRun');
				expect(text.length).toBeGreaterThan(0);
				checkPlain(text, 28 * 1024);
			}
		}
		const [title, text] = rest.body.map(({ inlines }) => inlines[0].text);
		checkPlain(title, 1_000, message.alert.title);
		checkPlain(text, 28 * 1024, message.alert.text);
	},
	googleChat(body, message) {
		expect(bytes(body)).toBeLessThanOrEqual(32_000);
		const { fallbackText, thread, cardsV2 } = body as never as {
			fallbackText: string;
			thread: { threadKey: string };
			cardsV2: Array<{
				card: { header: { title: string }; sections: Array<{ widgets: object[] }> };
			}>;
		};
		checkPlain(fallbackText, 4_096, headOf(message));
		expect(thread.threadKey.length).toBeLessThanOrEqual(4_000);
		const [{ card }] = cardsV2;
		const texts = [
			card.header.title,
			...card.sections[0].widgets.flatMap((widget) => {
				const { textParagraph, decoratedText } = widget as {
					textParagraph?: { text: string };
					decoratedText?: { topLabel: string; text: string };
				};
				return [
					textParagraph?.text ?? '',
					decoratedText?.topLabel ?? '',
					decoratedText?.text ?? '',
				];
			}),
		];
		for (const each of texts) {
			expect(parsedHtml(each)).toMatchObject({ tags: [], links: [] });
			expect(recognized(parsedHtml(each).text)).toEqual([]);
		}
	},
	mattermost(body, { alert }) {
		const { attachments } = body as never as {
			attachments: Array<{
				fallback: string;
				title: string;
				text: string;
				fields: Array<{ title: string; value: string }>;
			}>;
		};
		const [{ fallback, title, text, fields }] = attachments;
		const all = [fallback, title, text, ...fields.flatMap((each) => [each.title, each.value])];
		expect(all.join('').length).toBeLessThanOrEqual(16_383);
		for (const each of all) {
			expect(parsedMarkdown(each)).toMatchObject({ tags: [], links: [] });
			expect(recognized(parsedMarkdown(each).text)).toEqual([]);
		}
		checkPlain(parsedMarkdown(text).text, 16_383, alert.text);
	},
	matrix(body, _message, { method, url, headers }) {
		expect(method).toBe('PUT');
		expect(url).toBe(
			'https://matrix.example.org/_matrix/client/v3/rooms/!r%3Aexample.org/send/m.room.message/msg_1',
		);
		expect(headers.authorization).toBe('Bearer SECRETSECRET');
		expect(bytes(body)).toBeLessThanOrEqual(60_000);
		const { body: plain, formatted_body: page, ...rest } = body as never as Record<string, string>;
		expect(rest['m.mentions']).toEqual({});
		const { tags, links, text } = parsedHtml(page);
		expect(new Set([...tags, 'p', 'b', 'br', 'a'])).toEqual(new Set(['p', 'b', 'br', 'a']));
		for (const link of links) expect(link).toMatch(/^https?:\/\//);
		expect(recognized(text)).toEqual([]);
		for (const line of plain.split('\n').slice(0, 2)) checkPlain(line, 60_000);
	},
} satisfies Partial<Record<keyof typeof DESTINATIONS, Check>>;
