import { type Message, alertOf } from '../../core';
import type { NetworkEvent } from '../../core/events/event';

/** Texts that try to be more than texts, and where each channel could be. */

export const NOW = 1_794_052_800_000;

/** Texts that are markup, a mention, a link or an emoji in some channel. */
export const HOSTILE = [
	'<!channel>',
	'<!here|x>',
	'<@U0123456>',
	'<#C1|general>',
	'<https://evil.test|your bank>',
	'<users/all>',
	'@everyone',
	'@here',
	'@channel',
	'@all',
	'@room',
	'@durov',
	'＠all',
	'<@&123>',
	'<t:123:R>',
	'<at>Ann</at>',
	'[your bank](https://evil.test)',
	'![x](https://evil.test/x.png)',
	'<a href="https://evil.test">x</a>',
	"<img src=x onerror='alert(1)'>",
	'<script>alert(1)</script>',
	'https://evil.test/x?a=b&c=d',
	'HTTP://EVIL.TEST',
	'//evil.test/x',
	'www.evil.com',
	'evil.com',
	'evil。com',
	'192.0.2.1:8080',
	'user@evil.com',
	'mailto:user@evil.com',
	'tg://resolve?domain=durov',
	'ftp://evil.test',
	'/start',
	'#general',
	'~town-square',
	'!room:evil.org',
	':smile:',
	':100:',
	'**bold**',
	'__under__',
	'_slanted_',
	'~~gone~~',
	'`code`',
	'```\nblock\n```',
	'||spoiler||',
	'> quote',
	'# heading',
	'- list',
	'1. list',
	'{{DATE(2017-02-14T06:08:39Z, SHORT)}}',
	'${title}',
	'@{triggerBody()}',
	'\r\nBcc: all@evil.test',
	'\n\n',
	'\u202eabc',
	'\u200b',
	'\u0000',
	'\ud800',
	'"',
	"'",
	'\\',
	'&amp;',
	'&lt;',
	'😀',
	'👨‍👩‍👧',
	'e\u0301',
	'…',
] as const;

/** The message of an event, as notify makes it. */
export function messageFor(event: NetworkEvent, id = 'msg_1'): Message {
	const { type, timestamp, data } = event;
	return { id, now: NOW, event: { id: event.id, type, timestamp, data }, alert: alertOf(data) };
}

/** Destination of each channel. */
export const PLACES = {
	slack: { url: 'https://hooks.slack.com/services/T000/B000/SECRETSECRET' },
	discord: { url: 'https://discord.com/api/webhooks/123/SECRETSECRET' },
	telegram: { url: 'https://api.telegram.org/bot123:SECRETSECRET', chat: '-1001234567890' },
	teams: {
		url: 'https://prod-01.westeurope.logic.azure.com:443/workflows/x/triggers/manual/paths/invoke?api-version=2016-06-01&sig=SECRETSECRET',
	},
	pagerDuty: { routingKey: 'SECRETSECRETSECRETSECRETSECRETSE' },
	alertmanager: { url: 'https://alerts.example.org/hook' },
	googleChat: { url: 'https://chat.googleapis.com/v1/spaces/S/messages?key=k&token=SECRETSECRET' },
	ntfy: { url: 'https://ntfy.sh/SECRETSECRET' },
	mattermost: { url: 'https://chat.example.org/hooks/SECRETSECRET' },
	matrix: { url: 'https://matrix.example.org', room: '!r:example.org', token: 'SECRETSECRET' },
	email: { from: 'alerts@example.org', to: ['ops@example.org'] },
	sqs: { url: 'https://sqs.eu-central-1.amazonaws.com/123456789012/alerts' },
	sns: { topic: 'arn:aws:sns:eu-central-1:123456789012:alerts' },
	event: { url: 'https://hooks.example.org/x' },
	cloudEvents: { url: 'https://hooks.example.org/x' },
	flat: { url: 'https://hooks.zapier.com/hooks/catch/1/SECRET/' },
	template: {
		url: 'https://hooks.example.org/x',
		template: '*{{data.title}}*\n{{data.text}} <{{data.url}}|details>',
	},
} as const;
