import { type ChannelRequest, channels, requestOf } from '../../core';
import { channelMistakes } from '../../core/channels/destination';
import fc from '../../core/testing/properties';
import { cardMistakes } from '../../lab/kit/channels/cardMistakes';
import { hostileEvent } from './alerts';
import { type Body, CHECKS } from '../../lab/kit/channels/checks';
import { NOW, DESTINATIONS, messageFor } from '../../lab/kit/channels/hostile';

/** Every format against the checks of its service, for any event. */

describe.each(channels.map((channel) => [channel.value, channel] as const))(
	'%s',
	(value, channel) => {
		const destination = DESTINATIONS[value as keyof typeof DESTINATIONS];
		const check = CHECKS[value as keyof typeof DESTINATIONS];

		test('has a place that it accepts', () => {
			expect(channelMistakes(channel, destination)).toEqual([]);
		});

		test('makes a valid request of any event, in which no text is more than a text', () => {
			fc.assert(
				fc.property(hostileEvent, (event) => {
					const message = messageFor(event);
					const request = requestOf(channel, message, destination);
					const body = (
						'body' in request ? JSON.parse(request.body) : channel.body(message, destination)
					) as Body;
					check(body, message, request as ChannelRequest);
					if ('body' in request) expect(request.url).toMatch(/^https:/);
				}),
				{ numRuns: 150 },
			);
		});

		test('takes an event of 380 KB, and one with nothing', () => {
			const rows = Array.from({ length: 3_800 }, (_, at) => ({
				at,
				text: '<@all> "\\" 😀'.repeat(7),
			}));
			for (const data of [
				{ id: 'x', title: 'T', text: 'x'.repeat(100_000), rows },
				{ truncated: true, bytes: 400_000, beginning: '{"' },
				{},
			]) {
				const event = { id: 'x', type: 'a.b', timestamp: new Date(NOW).toISOString(), data };
				const message = messageFor(event);
				const request = requestOf(channel, message, destination);
				const body = ('body' in request ? JSON.parse(request.body) : {}) as Body;
				check(body, message, request as ChannelRequest);
			}
		});
	},
);

test('the reader of Adaptive Cards finds unknown elements, wrong values and missing URLs', () => {
	const card = {
		type: 'AdaptiveCard',
		version: '1.4',
		body: [{ type: 'TextBlock', text: 'a', weight: 'Heavy' }, { type: 'Unknown' }],
		actions: [{ type: 'Action.OpenUrl', title: 'Open' }],
	};
	expect(cardMistakes(card)).toEqual([
		expect.stringContaining('"Heavy"'),
		expect.stringContaining('"Unknown"'),
		expect.stringContaining('"url"'),
	]);
});
