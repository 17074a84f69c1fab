import { type Alert, factsOf } from './alert';
import { awsVerdict } from './aws';
import type { Channel } from './channel';
import { SIGNS } from './severities';
import { fit, html, inert, oneLine, webLink } from './text';

/** E-mail by Amazon SES v2: a subject, plain text and HTML. https://docs.aws.amazon.com/ses */

const MOST = { subject: 200, title: 500, text: 20_000, columns: 20, label: 60, value: 500 };

/** The subject, text and HTML of an alert. */
export function emailOf(alert: Alert) {
	const { severity, title, text, url } = alert;
	const link = webLink(url);
	const facts = factsOf(alert, ['Severity', 'Subject', 'Time'], MOST.columns);
	const plain = (value: string, most: number) => fit(inert(value), { most });
	const written = (value: string, most: number) => fit(inert(value), { most, escape: html });
	const rows = facts.map(
		({ label, value }) =>
			`<tr><th align="left">${written(label, MOST.label)}</th><td>${written(value, MOST.value)}</td></tr>`,
	);
	return {
		subject: fit(`${SIGNS[severity]} ${inert(oneLine(title))}`, { most: MOST.subject }),
		text: [
			plain(title, MOST.title),
			'',
			plain(text, MOST.text),
			'',
			...facts.map(
				({ label, value }) => `${plain(label, MOST.label)}: ${plain(value, MOST.value)}`,
			),
			...(link ? ['', link] : []),
		].join('\n'),
		html: [
			`<h2>${written(title, MOST.title)}</h2>`,
			`<p>${written(text, MOST.text)}</p>`,
			`<table>${rows.join('')}</table>`,
			...(link ? [`<p><a href="${link.replace(/&/g, '&amp;')}">Open</a></p>`] : []),
		].join('\n'),
	};
}

const content = (Data: string) => ({ Data, Charset: 'UTF-8' });

export const email: Channel = {
	value: 'email',
	name: 'E-mail (Amazon SES)',
	description: 'by SES, from an address that is verified there',
	needs: ['from', 'to'],
	body: ({ alert }) => emailOf(alert),
	verdict: awsVerdict,
	request({ alert }, { from, to }) {
		const { subject, text, html: page } = emailOf(alert);
		return {
			aws: 'ses',
			input: {
				FromEmailAddress: from,
				Destination: { ToAddresses: to },
				Content: {
					Simple: { Subject: content(subject), Body: { Text: content(text), Html: content(page) } },
				},
			},
		};
	},
};
