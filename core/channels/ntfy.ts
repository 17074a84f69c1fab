import type { Alert } from './alert';
import { type Channel, posted } from './channel';
import { fit, inert, utf8, webLink } from './text';
import { type Answer, type Verdict, because, disabled, fieldIn } from './verdict';

/** ntfy: JSON to the root of the server. https://docs.ntfy.sh/publish/#publish-as-json */

/** In bytes: a longer message becomes an attachment. */
const MOST = { message: 4_000, title: 250 };

const PRIORITIES = { info: 3, warning: 4, critical: 5, resolved: 2 } as const;
const TAGS = {
	info: 'information_source',
	warning: 'warning',
	critical: 'rotating_light',
	resolved: 'white_check_mark',
} as const;

/** The message of an alert, without its topic. */
export function ntfyMessage({ severity, title, text, subject, url }: Alert) {
	const link = webLink(url);
	const whole = text.includes(subject) ? text : `${text} (${subject})`;
	return {
		title: fit(inert(title), { most: MOST.title, measure: utf8 }),
		message: fit(inert(whole), { most: MOST.message, measure: utf8 }),
		priority: PRIORITIES[severity],
		tags: [TAGS[severity]],
		markdown: false,
		...(link && { click: link, actions: [{ action: 'view' as const, label: 'Open', url: link }] }),
	};
}

/** The topic at the end of a URL; the service refuses one that is not written as URLs are. */
function topicOf({ pathname }: URL): string {
	const topic = pathname.replace(/\/+$/, '').split('/').at(-1) ?? '';
	try {
		return decodeURIComponent(topic);
	} catch {
		return topic;
	}
}

export const ntfy: Channel = {
	value: 'ntfy',
	name: 'ntfy',
	description: 'the URL of a topic, or the URL of a server and the topic',
	knows: ({ hostname }) => hostname === 'ntfy.sh',
	needs: ['url'],
	takes: ['topic', 'token'],
	body: ({ alert }, { url, topic }) => ({
		topic: topic ?? topicOf(new URL(url as string)),
		...ntfyMessage(alert),
	}),
	request(message, destination) {
		const url = new URL(destination.url as string);
		const path =
			destination.topic === undefined ? url.pathname.replace(/[^/]*\/*$/, '') : url.pathname;
		const { token } = destination;
		const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
		return posted(url.origin + path, ntfy.body(message, destination), headers);
	},
	verdict({ status, body }: Answer, usual: Verdict) {
		if (status === 401 || status === 403) return disabled(`ntfy returned status ${status}`);
		const code = fieldIn(body, 'code');
		return Number.isSafeInteger(code) ? because(usual, `code ${String(code)}`) : usual;
	},
};
