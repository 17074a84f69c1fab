import { type Alert, factsOf } from './alert';
import { type Channel, posted } from './channel';
import { shortKey } from './pagerDuty';
import { SIGNS } from './severities';
import { fit, html, inert, jsonBytes, webLink } from './text';
import { type Answer, type Verdict, disabled } from './verdict';

/**
 * Google Chat's incoming webhooks: a card, in the thread of the alert.
 * https://developers.google.com/workspace/chat/quickstart/webhooks
 */

/** In bytes of JSON: text and cards together have at most 32,000. */
const MOST = {
	title: 600,
	text: 8_000,
	columns: 10,
	label: 100,
	value: 800,
	key: 4_000,
	url: 2_000,
};

const written = (text: string, most: number) =>
	fit(inert(text), { most, measure: jsonBytes, escape: html });

/** The message of an alert. */
export function googleChatMessage(alert: Alert) {
	const { alertKey, severity, title, text, url } = alert;
	const link = webLink(url, MOST.url);
	const head = `${SIGNS[severity]} ${title}`;
	const facts = factsOf(alert, ['Subject', 'Time'], MOST.columns);
	const widgets = [
		{ textParagraph: { text: written(text, MOST.text) } },
		...facts.map(({ label, value }) => ({
			decoratedText: {
				topLabel: written(label, MOST.label),
				text: written(value, MOST.value),
				wrapText: true,
			},
		})),
		...(link
			? [{ buttonList: { buttons: [{ text: 'Open', onClick: { openLink: { url: link } } }] } }]
			: []),
	];
	return {
		// Plain text, which notifications show.
		fallbackText: fit(inert(head), { most: MOST.title, measure: jsonBytes }),
		thread: { threadKey: fit(shortKey(alertKey), { most: MOST.key, measure: jsonBytes }) },
		cardsV2: [
			{
				cardId: 'alert',
				card: {
					header: {
						title: written(head, MOST.title),
						subtitle: severity,
					},
					sections: [{ widgets }],
				},
			},
		],
	};
}

export const googleChat: Channel = {
	value: 'googleChat',
	name: 'Google Chat',
	description: 'an incoming webhook of a space; a card, one thread for each alert',
	knows: ({ hostname }) => hostname === 'chat.googleapis.com',
	needs: ['url'],
	paceMs: 1_000,
	body: ({ alert }) => googleChatMessage(alert),
	request(message, destination) {
		const url = new URL(destination.url as string);
		url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD');
		return posted(url.href, googleChat.body(message, destination));
	},
	verdict({ status }: Answer, usual: Verdict) {
		const isGone = status === 401 || status === 403 || status === 404;
		return isGone ? disabled(`Google Chat returned status ${status}`) : usual;
	},
};
