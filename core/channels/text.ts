/** Texts of events in messages: they come from chain data, which anyone can write. */

/** Marks that are invisible or reverse the direction of a text. */
const INVISIBLE =
	/[\u180b-\u180f\u00ad\u061c\u115f\u1160\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0000}-\u{e0fff}]/gu;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

/** A value as one line of well-formed text without invisible marks. */
export function oneLine(value: unknown): string {
	if (value === undefined || value === null) return '';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value as string);
	return text.toWellFormed().replace(BREAKS, ' ').replace(INVISIBLE, '').trim();
}

/**
 * Separates the characters of what a client would turn into a link, mention or emoji; not visible.
 */
const STOP = '\u200b';

/** Texts without markup that clients turn into links, mentions, hashtags, commands and emoji. */
const RECOGNIZED: readonly RegExp[] = [
	// https://…, mailto:…, :emoji:
	/(?<=[\p{L}\p{N}+_-]):(?=[^\s\d])/gu,
	/(?<!\d):(?=[\p{L}\p{N}_+-]+:)/gu,
	/:(?=\/)/gu,
	/\/(?=\/)/gu,
	// example.com, also after an emoji or a combining mark, 192.0.2.1
	/(?<=\S)[.\u3002\uff0e\uff61](?=\p{L})/gu,
	/(?<=\d)\.(?=\d+\.\d)/gu,
	// @all, #channel, ~channel, !room:server, +1 555, $USDC
	/[@\uff20#\uff03~!+$](?=[\p{L}\p{N}_])/gu,
	// /command, also in quotes
	/(?<![\p{L}\p{N}_])\/(?=[\p{L}\p{N}_])/gu,
	// {{DATE(…)}} of Adaptive Cards
	/\{(?=\{)/gu,
];

/** A line in which no client recognizes a link, a mention, a hashtag, a command or an emoji. */
export function inert(value: unknown): string {
	return RECOGNIZED.reduce((text, what) => text.replace(what, `$&${STOP}`), oneLine(value));
}

/** Bytes of a text in UTF-8. */
export function utf8(text: string): number {
	let bytes = 0;
	for (const sign of text) {
		const point = sign.codePointAt(0) as number;
		bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	}
	return bytes;
}

/** Bytes of a text within JSON in UTF-8, without its quotes. */
export function jsonBytes(text: string): number {
	return utf8(JSON.stringify(text)) - 2;
}

/** Length in UTF-16 units: no service counts more for a text. */
export function units(text: string): number {
	return text.length;
}

export interface Fit {
	/** The limit of the service for this text, as it is measured. */
	most: number;
	/** Default: UTF-16 units. */
	measure?: (text: string) => number;
	/** The escaped form of one character; default: the character. */
	escape?: (sign: string) => string;
	/** True where the service measures the text before it is escaped. */
	unescaped?: boolean;
}

const CUT = '…';

/**
 * A text in the channel's encoding, cut between characters so that it keeps the limit: an escaped
 * character is never divided.
 */
export function fit(
	text: string,
	{ most, measure = units, escape = (sign) => sign, unescaped = false }: Fit,
): string {
	const room = most - measure(CUT);
	let [written, size, whole] = ['', 0, ''];
	let fits = true;
	for (const sign of text) {
		const next = escape(sign);
		size += measure(unescaped ? sign : next);
		if (size > most) return written + CUT;
		if (size > room) fits = false;
		whole += next;
		if (fits) written = whole;
	}
	return whole;
}

/** A map of characters as an escape. */
export function escapes(signs: Readonly<Record<string, string>>): (sign: string) => string {
	const map = new Map(Object.entries(signs));
	return (sign) => map.get(sign) ?? sign;
}

/** HTML: text and quoted attributes. */
export const html = escapes({
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
});

const PUNCTUATION = /^[!-/:-@[-`{-~]$/;

/**
 * Markdown of CommonMark and Discord: a backslash before punctuation removes its special meaning.
 */
export function markdown(sign: string): string {
	return PUNCTUATION.test(sign) ? `\\${sign}` : sign;
}

/** A text without markup or recognized words, in Markdown, cut to `most` characters. */
export function inertMarkdown(text: string, most: number): string {
	return fit(inert(text), { most, escape: markdown });
}

/** An http(s) URL without credentials, at most `most` long; otherwise undefined. */
export function webLink(value: unknown, most = 2_000): string | undefined {
	if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
	const { protocol, username, password, href } = new URL(value);
	if (!/^https?:$/.test(protocol) || username || password) return undefined;
	// Characters that could end the URL in HTML, Markdown or mrkdwn.
	const safe = href.replace(
		/[|<>*`~_'"()[\]\\^{}]/g,
		(sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
	);
	return safe.length <= most ? safe : undefined;
}
