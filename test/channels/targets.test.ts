import fc, { anyText } from '../../core/testing/properties';
import { channels, requestOf } from '../../core';
import { channelFields, channelMistakes } from '../../core/channels/destination';
import { messageFor } from '../../lab/kit/channels/hostile';
import { hostileEvent } from './alerts';

/** No destination that settings accept, however it is written, makes the request of a message throw. */

const strange = fc.constantFrom('%zz', '%', '%ff', '\ud800', '..', '//', '?%', '#', '\\', '');
const part = fc.oneof(strange, anyText({ maxLength: 12 }), fc.webPath());
const hosts = fc.constantFrom(
	'https://ntfy.sh/',
	'https://api.telegram.org/bot',
	'http://[::1]:1/',
);
const orPart = (...usual: string[]) => fc.oneof(fc.constantFrom(...usual), part);

const FIELDS = {
	url: fc.tuple(hosts, part).map(([host, path]) => host + path),
	chat: orPart('-1001234567890', '@channel'),
	thread: orPart('7'),
	room: part.map((room) => `!${room}`),
	token: orPart('', 'é').map((token) => `abcdefgh${token}`),
	topic: orPart('alerts', 'arn:aws:sns:eu-central-1:123456789012:alerts'),
	template: orPart('{{data.title}}', '{{data.', '{{}}'),
	routingKey: orPart('a'.repeat(32)),
	from: fc.constant('a@example.org'),
	to: fc.constant(['b@example.org']),
};

test.each(channels.map((channel) => [channel.value, channel] as const))('%s', (_, channel) => {
	const own = channelFields(channel) as Array<keyof typeof FIELDS>;
	const destination = fc.record(Object.fromEntries(own.map((name) => [name, FIELDS[name]])), {
		requiredKeys: [],
	});
	let sent = 0;
	fc.assert(
		fc.property(destination, hostileEvent, (given, event) => {
			if (given.url !== undefined && !URL.canParse(String(given.url))) return;
			if (channelMistakes(channel, given).length > 0) return;
			sent += 1;
			expect(() => requestOf(channel, messageFor(event), given)).not.toThrow();
		}),
		{ numRuns: 120 },
	);
	expect(sent).toBeGreaterThan(10);
});
