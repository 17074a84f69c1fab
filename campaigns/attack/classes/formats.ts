import { createRequire } from 'node:module';
import path from 'node:path';
import type { ChannelRequest, Message } from '../../../core';
import type * as All from '../../../core/channels/all';
import type * as Channels from '../../../core/channels/channel';
import type * as Messages from '../../../core/channels/message';
import { type Body, CHECKS } from '../../../kit/channels/checks';
import { HOSTILE, NOW, PLACES } from '../../../kit/channels/hostile';
import type { AttackClass } from '../stage';
import { type End, shown } from '../watch';

/** Texts of events that try to be markup, mentions or links in the built formats of channels. */

const load = createRequire(path.resolve(__dirname, '../../../dist/nodes/x.js'));

const EVENT = {
	id: 'validator.uptime:1',
	event: 'validator.uptime',
	severity: 'warning',
	subject: 'NodeID-1',
	title: 'Uptime is 84 %',
	text: 'The uptime is 84 %.',
	occurredAt: new Date(NOW).toISOString(),
	url: 'https://subnets.avax.network/validators/1',
	alertKey: 'validator.uptime:key',
	uptime: 84,
};

/** Events with a text in one place, in all, as the name of a column, and as its values. */
function eventsWith(text: string): Array<readonly [place: string, event: object]> {
	const places = ['id', 'event', 'subject', 'title', 'text', 'url', 'alertKey', 'column'];
	const all = Object.fromEntries(places.map((place) => [place, text]));
	return [
		...places.map((place) => [place, { ...EVENT, [place]: text }] as const),
		['all places', { ...EVENT, ...all }],
		['the name of a column', { ...EVENT, [text]: text }],
		['lists', { ...EVENT, list: [text, text], inner: { deep: [text] } }],
	];
}

/** As large as an event can be. */
const GIANTS: ReadonlyArray<readonly [place: string, event: object]> = [
	['a text of 380 KB', { ...EVENT, text: HOSTILE.join(' ').repeat(500).slice(0, 380_000) }],
	['a title of 380 KB', { ...EVENT, title: '<@all> *x* @everyone '.repeat(19_000) }],
	['a key of 380 KB', { ...EVENT, alertKey: '!channel "\\"'.repeat(31_000) }],
	[
		'15,000 columns',
		Object.fromEntries([
			...Object.entries(EVENT),
			...Array.from({ length: 15_000 }, (_, at) => [`c${at}`, '<!here> @all']),
		]),
	],
	['a list of 30,000', { ...EVENT, list: Array.from({ length: 30_000 }, () => '@everyone') }],
	['nothing', {}],
];

export const formatClass: AttackClass = {
	name: 'formats',
	about: 'markup, mentions and links in events for every channel, events of 380 KB, templates',
	async run({ some, full }, watch) {
		const { channels } = load('../core/channels/all.js') as typeof All;
		const { requestOf } = load('../core/channels/channel.js') as typeof Channels;
		const { messageOfItem } = load('../core/channels/message.js') as typeof Messages;
		const texts = full ? [...HOSTILE] : some(HOSTILE, 8);
		const cases = [
			...texts.flatMap((text) =>
				eventsWith(text).map(
					([place, event]) => [`${JSON.stringify(text)} in ${place}`, event] as const,
				),
			),
			...GIANTS,
		];
		for (const channel of channels) {
			const value = channel.value as keyof typeof PLACES;
			for (const [name, event] of cases) {
				const attempt = async (): Promise<End> => {
					const message: Message = { ...messageOfItem(event as never, NOW), id: 'msg_1' };
					const request = requestOf(channel, message, PLACES[value]);
					const body = (
						'body' in request ? JSON.parse(request.body) : channel.body(message, PLACES[value])
					) as Body;
					const end = { kind: 'answered', text: '' };
					try {
						CHECKS[value](body, message, request as ChannelRequest);
					} catch (error) {
						return { ...end, wrong: `not a valid message: ${shown(error)}` };
					}
					return await Promise.resolve(end);
				};
				await watch.attack(`${channel.value}: ${name}`, attempt);
			}
		}
	},
};
