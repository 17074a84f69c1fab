import type { Message } from './channel';
import { inert } from './text';

/**
 * A Slack message from a template. Values come from chain data, so they are escaped for their
 * position: in a text, in a link's address or in its label. Slack's mrkdwn has no escape except for
 * `&`, `<` and `>` (https://docs.slack.dev/messaging/formatting-message-text).
 */

/** In characters; Slack cuts longer messages itself. */
const MAX_TEXT = 40_000;
/** Maximum length of one value in characters, before it is escaped. */
const MAX_VALUE = 3_000;
const CUT = '…';

type TextPart = 'text' | 'address' | 'label';

/** Placeholders, and the characters that start, divide and end a link. */
const PARTS = /\{\{\s*([\w.]+)\s*\}\}|(<(?=\S))|[^{<|>]+|[{<|>]/g;

/**
 * Replaces placeholders such as `{{data.nodeId}}`; one for a missing value is left empty. The
 * message is at most 40,000 characters long: it ends before the part that does not fit.
 */
export function slackText(template: string, event: Message['event']): string {
	const values = new Map<string, string>();
	const valueOf = (path: string) => {
		let value = values.get(path);
		if (value === undefined) values.set(path, (value = fieldText(event, path)));
		return value;
	};
	let text = '';
	let within: TextPart = 'text';
	let linkStart = 0;
	for (const [part, path, opening] of template.matchAll(PARTS)) {
		if (opening && within === 'text') {
			within = 'address';
			linkStart = text.length;
		}
		const startsAddress = text.length === linkStart + 1;
		const next = path === undefined ? part : written(valueOf(path), within, startsAddress);
		if (text.length + next.length >= MAX_TEXT) {
			return text.slice(0, within === 'text' ? undefined : linkStart) + CUT;
		}
		text += next;
		if (part === '|' && within === 'address') within = 'label';
		if (part === '>') within = 'text';
	}
	return text;
}

function written(value: string, within: TextPart, startsAddress: boolean): string {
	if (within !== 'address') return plainText(value);
	const url = startsAddress ? webUrl(value) : undefined;
	return url === undefined ? encoded(value) : markup(url);
}

/** The value as text that is at most `MAX_VALUE` long. */
function fieldText(event: Message['event'], path: string): string {
	const value = path.split('.').reduce<unknown>(ownField, event);
	if (value === undefined || value === null) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	const well = text.slice(0, MAX_VALUE).toWellFormed();
	return text.length > MAX_VALUE ? well + CUT : well;
}

function ownField(value: unknown, key: string): unknown {
	return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
		? (value as Record<string, unknown>)[key]
		: undefined;
}

/** Signs of bold, code and crossed out text, and the signs that look like them. */
const FORMATTING: Readonly<Record<string, string>> = { '*': '∗', '`': 'ˋ', '~': '∼' };

/**
 * A value within a text: on one line, without formatting, without marks that reverse the text or are
 * invisible, and without what Slack recognizes as a link. An underscore formats at the edges of words only.
 */
function plainText(value: string): string {
	const text = inert(value)
		.replace(/[*`~]/g, (sign) => FORMATTING[sign])
		.replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '＿');
	return markup(text);
}

function markup(text: string): string {
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** A value that is the beginning of a link's address: an http(s) URL, else undefined. */
function webUrl(value: string): string | undefined {
	if (!URL.canParse(value)) return undefined;
	const { protocol, username, password, href } = new URL(value);
	if (!/^https?:$/.test(protocol) || username || password) return undefined;
	return href.replace(/[|<>*`~]/g, encoded);
}

/** A value within an address: no sign in it has a meaning there, such as `!channel`. */
function encoded(value: string): string {
	return encodeURIComponent(value).replace(
		/[!'()*~]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
	);
}
