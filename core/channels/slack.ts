import { type Alert, factsOf } from './alert';
import { type Channel, posted } from './channel';
import { SIGNS } from './severities';
import { slackText } from './slackText';
import { escapes, fit, inert, webLink } from './text';
import { type Answer, type Verdict, because, disabled } from './verdict';

/**
 * Slack's incoming webhooks: Block Kit, with a text for notifications.
 * https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
 */

/** In characters: https://docs.slack.dev/reference/block-kit/blocks */
const MOST = { header: 150, text: 3_000, field: 2_000, fields: 10, notification: 3_000 };

/** Slack has no escape for formatting: its signs are replaced by signs that look like them. */
const mrkdwn = escapes({
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'*': '∗',
	'`': 'ˋ',
	'~': '∼',
	_: '＿',
});

const plain = (text: string, most: number) => ({
	type: 'plain_text' as const,
	text: fit(text, { most }),
	emoji: false,
});
/** `verbatim`: no link, channel or name in it is recognized. */
const marked = (text: string) => ({ type: 'mrkdwn' as const, text, verbatim: true });
const field = (label: string, value: string) =>
	marked(
		`*${fit(inert(label), { most: 60, escape: mrkdwn })}*\n${fit(inert(value), { most: 400, escape: mrkdwn })}`,
	);

/** The buttons of an alert; its column `acknowledge` is the id of a link. */
function buttonsOf({ url, data: { acknowledge: id } }: Alert) {
	const link = webLink(url, 3_000);
	const button = (text: string) => ({ type: 'button' as const, text: plain(text, 75) });
	const isLink = typeof id === 'string' && /^[a-z0-9]{20}$/.test(id);
	return [
		...(isLink ? [{ ...button('Acknowledge'), action_id: 'acknowledge', value: id }] : []),
		...(link ? [{ ...button('Open'), url: link }] : []),
	];
}

/** The answer to a button, for its channel. */
export const slackReply = (text: string) => ({
	...{ response_type: 'in_channel', replace_original: false },
	text: fit(inert(text), { most: MOST.text, escape: mrkdwn }),
});

/** The message of an alert. */
export function slackMessage(alert: Alert) {
	const { severity, title, text, occurredAt } = alert;
	const elements = buttonsOf(alert);
	const facts = factsOf(alert, ['Subject', 'Severity'], MOST.fields);
	const fields = facts.map(({ label, value }) => field(label, value));
	const head = `${SIGNS[severity]} ${inert(title)}`;
	return {
		text: fit(head, { most: MOST.notification, escape: mrkdwn }),
		unfurl_links: false,
		unfurl_media: false,
		blocks: [
			{ type: 'header' as const, text: plain(head, MOST.header) },
			{ type: 'section' as const, text: plain(inert(text), MOST.text), fields },
			{ type: 'context' as const, elements: [plain(occurredAt, 100)] },
			...(elements.length > 0 ? [{ type: 'actions' as const, elements }] : []),
		],
	};
}

/** Answers after which no later message is accepted either. */
const GONE =
	/^(no_service|no_team|invalid_token|team_disabled|channel_is_archived|channel_not_found)$/;

/** Slack says what is wrong as one plain word. */
export function slackVerdict({ status = 0, body = '' }: Answer, usual: Verdict): Verdict {
	if (usual.kind === 'delivered' || status === 0) return usual;
	const word = body.trim();
	const isWord = /^[a-z_]{3,60}$/.test(word);
	if (GONE.test(word) || status === 404) {
		return disabled(`Slack returned status ${status}${isWord ? ` (${word})` : ''}`);
	}
	return isWord ? because(usual, word) : usual;
}

export const slack: Channel = {
	value: 'slack',
	name: 'Slack',
	description: 'an incoming webhook; Block Kit, or the text of a template',
	knows: ({ hostname, pathname }) =>
		/^hooks\.slack(-gov)?\.com$/.test(hostname) && pathname.startsWith('/services/'),
	needs: ['url'],
	takes: ['template'],
	paceMs: 1_000,
	body: ({ alert, event }, { template }) =>
		template === undefined ? slackMessage(alert) : { text: slackText(template, event) },
	verdict: slackVerdict,
};

/** The text of a template, as Slack, Mattermost and others take it. */
export const template: Channel = {
	value: 'template',
	name: 'Template',
	description: 'a text of your own as `{ "text" }`, for Slack and compatible services',
	needs: ['url', 'template'],
	body: ({ event }, { template: text = '' }) => ({ text: slackText(text, event) }),
	request: (message, destination) =>
		posted(destination.url as string, template.body(message, destination)),
};
