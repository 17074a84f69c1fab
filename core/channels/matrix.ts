import { type Alert, factsOf } from './alert';
import type { Channel } from './channel';
import { SIGNS } from './severities';
import { fit, html, inert, jsonBytes, webLink } from './text';
import { type Answer, type Verdict, because, disabled, fieldIn } from './verdict';

/**
 * Matrix: a notice in a room that is not encrypted. The homeserver drops repetitions by the transaction id.
 * https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
 */

/** In bytes of JSON: an event has at most 65,536. */
const MOST = { title: 1_000, text: 10_000, columns: 10, label: 200, value: 1_000 };

/** The content of the event of an alert. */
export function matrixContent(alert: Alert) {
	const { severity, title, text, url } = alert;
	const link = webLink(url);
	const plain = (value: string, most: number) => fit(inert(value), { most, measure: jsonBytes });
	const written = (value: string, most: number) =>
		fit(inert(value), { most, measure: jsonBytes, escape: html });
	const facts = factsOf(alert, ['Subject', 'Time'], MOST.columns);
	const head = `${SIGNS[severity]} ${title}`;
	const lines = facts.map(
		({ label, value }) => `<b>${written(label, MOST.label)}</b>: ${written(value, MOST.value)}`,
	);
	const paragraphs = [
		`<p><b>${written(head, MOST.title)}</b></p>`,
		`<p>${written(text, MOST.text)}</p>`,
		`<p>${lines.join('<br>')}</p>`,
		...(link ? [`<p><a href="${link.replace(/&/g, '&amp;')}">Open</a></p>`] : []),
	];
	return {
		msgtype: 'm.notice' as const,
		body: [plain(head, MOST.title), plain(text, MOST.text), ...(link ? [link] : [])].join('\n'),
		format: 'org.matrix.custom.html' as const,
		formatted_body: paragraphs.join(''),
		// Nobody is mentioned, whatever the texts contain.
		'm.mentions': {},
	};
}

/** Errors after which no later message is accepted either. */
const GONE = new Set(['M_UNKNOWN_TOKEN', 'M_MISSING_TOKEN', 'M_FORBIDDEN', 'M_NOT_FOUND']);

export const matrix: Channel = {
	value: 'matrix',
	name: 'Matrix',
	description: 'the URL of a homeserver, the room, and the access token of a user in it',
	knows: ({ hostname }) => /^matrix(-client)?\.(matrix\.org|org)$/.test(hostname),
	needs: ['url', 'room', 'token'],
	body: ({ alert }) => matrixContent(alert),
	request(message, destination) {
		const room = encodeURIComponent(destination.room as string);
		const transaction = encodeURIComponent(message.id);
		const path = `/_matrix/client/v3/rooms/${room}/send/m.room.message/${transaction}`;
		return {
			method: 'PUT',
			url: new URL(destination.url as string).origin + path,
			headers: {
				'content-type': 'application/json',
				authorization: `Bearer ${destination.token}`,
			},
			body: JSON.stringify(matrix.body(message, destination)),
		};
	},
	verdict({ body }: Answer, usual: Verdict) {
		if (usual.kind === 'delivered') return usual;
		const code = fieldIn(body, 'errcode');
		if (typeof code !== 'string' || !/^M_[A-Z_]{1,60}$/.test(code)) return usual;
		return GONE.has(code) ? disabled(`Matrix: ${code}`) : because(usual, code);
	},
};
