import { type Alert, factsOf } from './alert';
import { type Channel, posted } from './channel';
import { COLORS } from './severities';
import { fit, inertMarkdown, oneLine, webLink } from './text';
import { type Answer, type Verdict, because, disabled, fieldIn } from './verdict';

/**
 * Discord's webhooks: an embed that mentions nobody.
 * https://discord.com/developers/docs/resources/webhook#execute-webhook
 */

/**
 * In characters: https://discord.com/developers/docs/resources/message#embed-object-embed-limits. All
 * embeds together have at most 6,000, which these add up to at most.
 */
const MOST = { title: 256, text: 2_600, fields: 10, name: 60, value: 220, footer: 200 };

/** The message of an alert. */
export function discordMessage(alert: Alert) {
	const { id, severity, title, text, occurredAt, url } = alert;
	const link = webLink(url);
	const fields = factsOf(alert, ['Subject', 'Severity'], MOST.fields);
	return {
		allowed_mentions: { parse: [] },
		embeds: [
			{
				title: inertMarkdown(title, MOST.title),
				description: inertMarkdown(text, MOST.text),
				...(link && { url: link }),
				color: parseInt(COLORS[severity].slice(1), 16),
				timestamp: occurredAt,
				fields: fields.map(({ label, value }) => ({
					name: inertMarkdown(label, MOST.name),
					value: inertMarkdown(value, MOST.value),
					inline: value.length <= 40,
				})),
				footer: { text: fit(oneLine(id), { most: MOST.footer }) },
			},
		],
	};
}

export const discord: Channel = {
	value: 'discord',
	name: 'Discord',
	description: 'a webhook of a channel; an embed that mentions nobody',
	knows: ({ hostname, pathname }) =>
		/^((ptb|canary)\.)?discord(app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/'),
	needs: ['url'],
	takes: ['thread'],
	body: ({ alert }) => discordMessage(alert),
	request(message, destination) {
		const url = new URL(destination.url as string);
		// Without it, a message that is not stored is answered with success.
		url.searchParams.set('wait', 'true');
		if (destination.thread !== undefined) url.searchParams.set('thread_id', destination.thread);
		return posted(url.href, discord.body(message, destination));
	},
	verdict(answer: Answer, usual: Verdict) {
		const { status, body } = answer;
		// Further requests to a webhook that is gone count towards a ban of the address.
		if (status === 404 || status === 401) return disabled(`Discord returned status ${status}`);
		if (status === 429 && usual.kind === 'retry') {
			const seconds = Number(fieldIn(body, 'retry_after'));
			return seconds > 0 ? { ...usual, afterMs: Math.ceil(seconds * 1000) } : usual;
		}
		const code = fieldIn(body, 'code');
		return Number.isSafeInteger(code) ? because(usual, `code ${String(code)}`) : usual;
	},
};
