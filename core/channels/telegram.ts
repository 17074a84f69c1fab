import { type Alert, factsOf } from './alert';
import { type Channel, posted } from './channel';
import { SIGNS } from './severities';
import { fit, html, inert, webLink } from './text';
import { type Answer, type Verdict, because, disabled, fieldIn } from './verdict';

/** Telegram's Bot API: `sendMessage` with HTML. https://core.telegram.org/bots/api#sendmessage */

/** Of 4,096 characters after the entities are parsed; all of these together have fewer. */
const MOST = { title: 300, text: 2_400, columns: 8, label: 40, value: 100 };

const written = (text: string, most: number) =>
	fit(inert(text), { most, escape: html, unescaped: true });

/** The message of an alert, without its chat. */
export function telegramMessage(alert: Alert) {
	const { severity, title, text, url } = alert;
	const link = webLink(url);
	const facts = factsOf(alert, ['Subject', 'Time'], MOST.columns);
	const lines = [
		`${SIGNS[severity]} <b>${written(title, MOST.title)}</b>`,
		written(text, MOST.text),
		'',
		...facts.map(
			({ label, value }) => `<b>${written(label, MOST.label)}</b>: ${written(value, MOST.value)}`,
		),
	];
	return {
		text: lines.join('\n'),
		parse_mode: 'HTML' as const,
		link_preview_options: { is_disabled: true as const },
		disable_notification: severity === 'info',
		...(link && { reply_markup: { inline_keyboard: [[{ text: 'Open', url: link }]] } }),
	};
}

const BOT = /^\/bot([^/]+)(\/|$)/;

/** The server and the token of a URL such as `https://api.telegram.org/bot<token>`. */
function botOf(url: string | undefined, token: string | undefined): string {
	const { origin, pathname } = new URL(url ?? 'https://api.telegram.org');
	return `${origin}/bot${token ?? BOT.exec(pathname)?.[1] ?? ''}/sendMessage`;
}

/** Telegram's error messages for a chat that later messages cannot reach either. */
const GONE =
	/chat not found|bot was (blocked|kicked)|user is deactivated|not a member|have no rights/i;
const WORDS =
	/can't parse entities|message is too long|message thread not found|message text is empty/i;

export const telegram: Channel = {
	value: 'telegram',
	name: 'Telegram',
	description: 'a bot: the URL `https://api.telegram.org/bot<token>` or the token, and the chat',
	knows: ({ hostname, pathname }) => hostname === 'api.telegram.org' && BOT.test(pathname),
	needs: [['url', 'token'], 'chat'],
	takes: ['thread'],
	paceMs: 1_000,
	body: ({ alert }, { chat, thread }) => ({
		chat_id: chat,
		...(thread !== undefined && { message_thread_id: Number(thread) }),
		...telegramMessage(alert),
	}),
	request: (message, destination) =>
		posted(botOf(destination.url, destination.token), telegram.body(message, destination)),
	verdict({ status = 0, body }: Answer, usual: Verdict) {
		if (usual.kind === 'delivered' || status === 0) return usual;
		if (status === 401 || status === 404) {
			return disabled(`Telegram returned status ${status}: the token of the bot is wrong`);
		}
		if (fieldIn(body, 'parameters', 'migrate_to_chat_id') !== undefined) {
			return disabled('Telegram: the group became a supergroup, which has another chat ID');
		}
		const said = fieldIn(body, 'description');
		const gone = GONE.exec(String(said))?.[0];
		if (gone !== undefined) return disabled(`Telegram: ${gone.toLowerCase()}`);
		const seconds = Number(fieldIn(body, 'parameters', 'retry_after'));
		if (usual.kind === 'retry' && seconds > 0) return { ...usual, afterMs: seconds * 1000 };
		const words = WORDS.exec(String(said))?.[0];
		return words === undefined ? usual : because(usual, words.toLowerCase());
	},
};
