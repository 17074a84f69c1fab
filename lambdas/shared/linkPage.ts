import { html } from '../../core/channels/text';
import { type HttpEvent, queryOf, type HttpAnswer } from './http';

/** Pages of links in messages: GET shows what POST does, since scanners of mail follow links. */

const PAGE = {
	'content-type': 'text/html; charset=utf-8',
	'cache-control': 'no-store',
	'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
	'referrer-policy': 'no-referrer',
	'x-content-type-options': 'nosniff',
};

/** A page with a text, in which nothing is markup, and a form. */
export function linkPage(statusCode: number, text: string, form = ''): HttpAnswer {
	const escaped = [...text].map(html).join('');
	const body = `<!doctype html><html lang="en"><title>Avalanche</title><p>${escaped}</p>${form}</html>\n`;
	return { statusCode, headers: PAGE, body, isBase64Encoded: false };
}

/** The answer to every request without a link that is valid. */
export const CLOSED = linkPage(
	404,
	'The link is not valid: it has ended, was used, or was sent again with another link.',
);

/** The id and the token of a link; undefined for what cannot be one, which is refused before anything is read. */
export function linkIn(event: HttpEvent): { id: string; token: string } | undefined {
	const { id = '', token = '' } = queryOf(event);
	return /^[a-z0-9]{20}$/.test(id) && /^[\w-]{43}$/.test(token) ? { id, token } : undefined;
}
