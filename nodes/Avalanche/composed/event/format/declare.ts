import {
	type Channel,
	type Message,
	type ChannelDestination,
	requestOf,
} from '../../../../../core/channels/channel';
import { messageOfItem } from '../../../../../core/channels/message';
import { SIGNS } from '../../../../../core/channels/severities';
import { inert } from '../../../../../core/channels/text';
import { parseFields } from '../../../../../core/fields/fieldSet';
import * as out from '../../../../../core/fields/outputs';
import { declareComposed } from '../../../../shared/composed';
import { n8nClock } from '../../../../shared/transport';
import { channelFor, formatFields, destinationOf } from './fields';

const ID = 'event.format';

/** The content of an item. */
const FORMATTED = out.object(
	out.optionalParts({
		channel: out.essential(out.text('Value of the channel, as selected or by the URL')),
		title: out.essential(out.text('One line with a sign of the severity, as plain text')),
		text: out.essential(out.text('The sentences of the event, as plain text')),
		method: out.text('Method of the request; null if the form has no URL'),
		url: out.text('URL of the request, with the parameters of the channel; null without it'),
		headers: out.open('Headers of the request, without those of a credential'),
		body: out.open('Body of the request as JSON, without the key of a credential'),
	}),
);

/**
 * The request, if the form has all of its parts; headers of a credential are set by another node.
 */
function requestFor(
	channel: Channel,
	message: Message,
	destination: ChannelDestination,
	withoutUrl = false,
) {
	const isWhole = destination.url !== undefined || channel.value === 'pagerDuty';
	const request = isWhole ? requestOf(channel, message, destination) : undefined;
	if (!request || 'aws' in request) return { method: null, url: null, headers: {} };
	const own = Object.entries(request.headers).filter(([name]) => name !== 'authorization');
	const headers = Object.fromEntries(own);
	return { method: request.method, url: withoutUrl ? null : request.url, headers };
}

/** Formats an event as the message of a channel. */
export const composed = declareComposed({
	id: ID,
	name: 'Format',
	action: 'Format an event as a message',
	description:
		'Returns the message of an event for a channel: the body of the request, in which no text of the event is markup, a mention or a link. It sends no request and needs no credential.',
	reference: [
		'- Call: none; the request is made by the next node, such as HTTP Request with Method `{{ $json.method }}`, URL `{{ $json.url }}` and Body `{{ $json.body }}`',
		'- Credential: none',
		'- Channels: [channels.md](../channels.md)',
	],
	offline: true,
	fields: formatFields,
	callOptions: 'none',
	output: FORMATTED,
	execute(given, { context, itemIndex }) {
		const input = parseFields(formatFields, given, ID);
		const item = (input.item ?? context.getInputData()[itemIndex].json) as object;
		const message = messageOfItem(item as Record<string, unknown>, n8nClock.now());
		const [channel, destination] = [channelFor(input), destinationOf(input)];
		const { severity, title, text } = message.alert;
		return {
			channel: channel.value,
			title: inert(`${SIGNS[severity]} ${title}`),
			text: inert(text),
			...requestFor(channel, message, destination, input.withoutUrl),
			body: JSON.parse(JSON.stringify(channel.body(message, destination))) as unknown,
		};
	},
});
