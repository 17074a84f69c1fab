import { type Alert, factsOf } from './alert';
import type { Channel } from './channel';
import { COLORS, SIGNS } from './severities';
import { inertMarkdown, webLink } from './text';
import { type Answer, type Verdict, disabled } from './verdict';

/** Mattermost's incoming webhooks: an attachment. https://developers.mattermost.com/integrate/webhooks/incoming */

/** In characters: the whole text of a post has at most 16,383. */
const MOST = { title: 300, text: 6_000, fields: 10, label: 60, value: 400 };

/** The message of an alert. */
export function mattermostMessage(alert: Alert) {
	const { severity, title, text, url } = alert;
	const link = webLink(url);
	const head = inertMarkdown(`${SIGNS[severity]} ${title}`, MOST.title);
	const fields = factsOf(alert, ['Subject', 'Severity', 'Time'], MOST.fields);
	return {
		attachments: [
			{
				fallback: head,
				color: COLORS[severity],
				title: head,
				...(link && { title_link: link }),
				text: inertMarkdown(text, MOST.text),
				fields: fields.map(({ label, value }) => ({
					short: value.length <= 40,
					title: inertMarkdown(label, MOST.label),
					value: inertMarkdown(value, MOST.value),
				})),
			},
		],
	};
}

export const mattermost: Channel = {
	value: 'mattermost',
	name: 'Mattermost',
	description: 'an incoming webhook; an attachment',
	// The user's own servers have any host; the key of a webhook has 26 characters.
	knows: ({ hostname, pathname }) =>
		/\/hooks\/[a-z0-9]{26}$/.test(pathname) ||
		(/\.cloud\.mattermost\.com$/.test(hostname) && pathname.includes('/hooks/')),
	needs: ['url'],
	body: ({ alert }) => mattermostMessage(alert),
	verdict({ status, body = '' }: Answer, usual: Verdict) {
		const isGone = status === 404 || /invalid_?webhook|not_found\.app_error/i.test(body);
		return status !== undefined && status >= 400 && isGone
			? disabled(`Mattermost returned status ${status}`)
			: usual;
	},
};
