import { type Alert, factsOf } from './alert';
import type { Channel } from './channel';
import { fit, inert, jsonBytes, webLink } from './text';

/**
 * Microsoft Teams: an Adaptive Card in the envelope of the Workflows trigger "When a Teams webhook request
 * is received". https://learn.microsoft.com/power-automate/teams/send-a-message-in-teams
 */

/**
 * In bytes of JSON. A message of more than 28 KB is not posted, and the sender gets no error: the
 * flow runs after its response.
 */
const MOST = { title: 600, text: 6_000, facts: 12, label: 100, value: 600, url: 2_000 };

const COLORS = {
	info: 'Accent',
	warning: 'Warning',
	critical: 'Attention',
	resolved: 'Good',
} as const;

interface Style {
	size?: 'Large';
	weight?: 'Bolder';
	color?: (typeof COLORS)[keyof typeof COLORS];
}

// A TextBlock and a FactSet would render Markdown; a TextRun has none.
const run = (text: string, most: number, style: Style = {}) => ({
	type: 'TextRun' as const,
	text: fit(inert(text), { most, measure: jsonBytes }),
	...style,
});
const block = (...inlines: Array<ReturnType<typeof run>>) => ({
	type: 'RichTextBlock' as const,
	inlines,
});

/** The card of an alert. */
export function adaptiveCard(alert: Alert) {
	const { severity, title, text, url } = alert;
	const link = webLink(url, MOST.url);
	const facts = factsOf(alert, ['Severity', 'Subject', 'Time'], MOST.facts);
	return {
		$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
		type: 'AdaptiveCard' as const,
		version: '1.4' as const,
		body: [
			block(run(title, MOST.title, { size: 'Large', weight: 'Bolder', color: COLORS[severity] })),
			block(run(text, MOST.text)),
			...facts.map(({ label, value }) =>
				block(run(`${label}: `, MOST.label, { weight: 'Bolder' }), run(value, MOST.value)),
			),
		],
		...(link && { actions: [{ type: 'Action.OpenUrl' as const, title: 'Open', url: link }] }),
		msteams: { width: 'Full' as const },
	};
}

export const teams: Channel = {
	value: 'teams',
	name: 'Microsoft Teams',
	description: 'the URL of a Workflows webhook; an Adaptive Card',
	knows: ({ hostname, pathname }) =>
		/\.(logic\.azure|api\.powerplatform)\.(com|us|cn)$/.test(hostname) &&
		pathname.includes('/workflows/'),
	needs: ['url'],
	paceMs: 250,
	body: ({ alert }) => ({
		type: 'message',
		attachments: [
			{
				contentType: 'application/vnd.microsoft.card.adaptive',
				contentUrl: null,
				content: adaptiveCard(alert),
			},
		],
	}),
};
