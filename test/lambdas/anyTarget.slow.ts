import fc from '../../core/testing/properties';
import { channels } from '../../core';
import { startSubscriptionsBench } from '../../lab/kit/lambda/subscriptionKit';
import { targetSchema } from '../../lambdas/notify/targetSettings';
import { webhookRequest } from '../../lambdas/notify/webhook';

/** No target, however it is written, ends more than itself: a rule says what is wrong, or it has a request. */

const HOSTS = [
	...['ntfy.sh', 'hooks.slack.com', 'discord.com', 'chat.googleapis.com', 'matrix.org'],
	...['api.telegram.org', 'events.pagerduty.com', 'a.example.org', 'x.webhook.office.com'],
];
const url = fc
	.tuple(
		fc.constantFrom(...HOSTS),
		fc.array(
			fc.oneof(
				fc.constantFrom(
					'%',
					'%zz',
					'%c3%28',
					'%00',
					'%2f',
					'..',
					'//',
					'?',
					'#',
					'@',
					':',
					'\\',
					'{',
					'ü',
					'\ud800',
				),
				fc.constantFrom(
					'services',
					'T0',
					'B0',
					'api',
					'webhooks',
					'v1',
					'spaces',
					'topic',
					'bot1:a',
				),
				fc.string({ maxLength: 8 }),
			),
			{ maxLength: 6 },
		),
		fc.constantFrom('/', ''),
	)
	.map(([host, parts, between]) => `https://${host}/${parts.join(between)}`);
const event = { id: 'a', type: 'health.ok', timestamp: '2026-11-01T00:00:00.000Z', data: {} };
const SECRETS = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];

test('of notify', () => {
	const formats = fc.option(fc.constantFrom(...channels.map(({ value }) => value)), {
		nil: undefined,
		freq: 1,
	});
	const some = fc.option(fc.string({ maxLength: 20 }), { nil: undefined, freq: 1 });
	const given = fc.record({ url, format: formats, topic: some });
	fc.assert(
		fc.property(given, fc.boolean(), (one, signed) => {
			const fields = Object.entries(one).filter(([, value]) => value !== undefined);
			const target = {
				name: 'one',
				...Object.fromEntries(fields),
				...(signed && { secrets: SECRETS }),
			};
			const { data } = targetSchema().safeParse(target);
			if (data) webhookRequest(data, 'msg_a', event, 0);
		}),
		{ numRuns: 2_000 },
	);
});

test('of subscriptions: a request is answered, and is not a fault of the function', async () => {
	const bench = await startSubscriptionsBench();
	try {
		const token = await bench.token({ limits: { subscriptions: 100_000, perMinute: 100_000 } });
		const formats = fc.constantFrom(undefined, ...channels.map(({ value }) => value));
		await fc.assert(
			fc.asyncProperty(url, formats, async (one, format) => {
				const body = { url: one, ...(format && { format }) };
				const { status } = await bench.request({
					method: 'POST',
					path: '/subscriptions',
					token,
					body,
				});
				expect([201, 400]).toContain(status);
			}),
			{ numRuns: 300 },
		);
		expect(bench.measured.FailedRequests).toBeUndefined();
	} finally {
		await bench.close();
	}
});
