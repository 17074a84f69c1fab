import { isMap } from '../../../../../core/formats/json';
import { channelNamed, channelOf, channels } from '../../../../../core/channels/all';
import type { Channel, ChannelDestination } from '../../../../../core/channels/channel';
import { channelFields, channelMistakes } from '../../../../../core/channels/destination';
import { type Details, field } from '../../../../../core/fields/field';
import { type ParsedValues, fieldSet } from '../../../../../core/fields/fieldSet';
import { choice, flag, webUrl, words } from '../../../../../core/fields/inputs';
import { json } from '../../../../../core/fields/json';
import { broken } from '../../../../../core/fields/rules';

/** The form of Format: the channel, its destination and the event. */

const AUTO = 'auto';

/** Channels of other n8n nodes, which have the destination. */
const WITHOUT_URL: readonly string[] = ['email', 'sqs', 'sns'];

const entryOf = ({ value, name, description }: Channel) => {
	return { value, name, description: description[0].toUpperCase() + description.slice(1) };
};

/** A text of at most `most` characters that the form shows for one channel. */
function ofChannel(
	channel: string,
	most: number,
	about: Pick<Details, 'label' | 'description' | 'placeholder'>,
) {
	const shownFor = { field: 'channel', values: [channel] };
	return field(words(most).optional(), { in: 'form', show: 'main', ...about, shownFor });
}

const SHOWN_WITH_URL = {
	field: 'channel',
	values: [
		AUTO,
		...channels.map(({ value }) => value).filter((value) => !WITHOUT_URL.includes(value)),
	],
};

const FIELDS = {
	channel: field(
		choice(
			[AUTO, ...channels.map(({ value }) => value)],
			[
				{
					value: AUTO,
					name: 'By URL',
					description:
						"The channel of the URL's host; if the host belongs to no channel, the event is returned unchanged",
				},
				...channels.map(entryOf),
			],
		),
		{
			in: 'form',
			label: 'Channel',
			description: 'The service that the message is for; it determines the format of the message',
			default: AUTO,
			show: 'main',
		},
	),
	url: field(webUrl().optional(), {
		in: 'form',
		label: 'URL',
		description:
			'URL of the incoming webhook; the output contains it with the parameters of the channel; leave it empty if another node has the URL',
		placeholder: 'https://hooks.slack.com/services/T000/B000/XXXX',
		show: 'main',
		shownFor: SHOWN_WITH_URL,
	}),
	chat: ofChannel('telegram', 100, {
		label: 'Chat ID',
		description: 'ID of the chat, or @ and the name of a channel',
		placeholder: '-1001234567890',
	}),
	room: ofChannel('matrix', 255, {
		label: 'Room ID',
		description: 'ID of the room; it is part of the URL of the request',
		placeholder: '!abc:example.org',
	}),
	topic: ofChannel('ntfy', 64, {
		label: 'Topic',
		description: 'Topic, if it is not at the end of the URL',
		placeholder: 'validator-alerts',
	}),
	template: ofChannel('template', 3_000, {
		label: 'Template',
		description:
			'Text with values of the event, such as {{data.title}}, in double braces; \\n begins a line',
		placeholder: '*{{data.title}}*\\n{{data.text}}',
	}),
	withoutUrl: field(flag().optional(), {
		in: 'form',
		label: 'Without URL',
		description:
			'Whether to leave the URL out of the item, so that the data of executions does not have its token; the HTTP Request node then needs the URL',
		default: false,
		show: 'option',
		shownFor: SHOWN_WITH_URL,
	}),
	item: field(json('must be a JSON object', isMap).optional(), {
		in: 'form',
		label: 'Event',
		description: 'The event as the trigger returns it; the input item if empty',
		placeholder: '{{ $json.alert }}',
		show: 'main',
	}),
	thread: field(words(20).optional(), {
		in: 'form',
		label: 'Thread ID',
		description: 'ID of the thread or topic in digits',
		placeholder: '42',
		show: 'option',
		shownFor: { field: 'channel', values: ['discord', 'telegram'] },
	}),
} as const;

/** The checked values of the form. */
export type FormatInput = ParsedValues<typeof FIELDS>;

/** The selected channel; without a selection, the one that the URL belongs to. */
export function channelFor({ channel, url }: Pick<FormatInput, 'channel' | 'url'>): Channel {
	const known = url === undefined ? undefined : channelOf(url);
	return (channel === AUTO ? (known ?? channelNamed('event')) : channelNamed(channel)) as Channel;
}

/** The fields of the selected channel; the form may still have values for another one. */
export function destinationOf(input: FormatInput): ChannelDestination {
	const own = channelFields(channelFor(input));
	const { url, chat, room, topic, template, thread } = input;
	const given = { url, chat, room, topic, thread, template: template?.replaceAll('\\n', '\n') };
	return Object.fromEntries(
		Object.entries(given).filter(([name]) => own.includes(name as keyof ChannelDestination)),
	);
}

/** Fields that a request with a URL needs; without a URL, another node has them as well. */
const WITH_URL: readonly string[] = ['chat', 'room'];

/** The fields of the form, with the rules of the selected channel. */
export const formatFields = fieldSet(FIELDS, (input, context) => {
	const channel = channelFor(input);
	for (const [name, rule] of channelMistakes(channel, destinationOf(input))) {
		const isNeeded = name === 'template' || (WITH_URL.includes(name) && input.url !== undefined);
		if (isNeeded || !rule.startsWith('is required')) broken(context, name, rule);
	}
	if (channel.value === 'ntfy' && (input.url ?? input.topic) === undefined) {
		broken(context, 'topic', 'is required for ntfy (or url)');
	}
});
