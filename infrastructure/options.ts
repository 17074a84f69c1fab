import type { AvalancheOptions } from './lib/optionsSchema';

/**
 * Options of the deployment: edit them to your needs. Secrets are not written here, only the names
 * under which they are stored; docs/lambdas.md shows how to store them.
 */
export const options: AvalancheOptions = {
	apiKey: { parameter: '/avalanche/api-key' },
	services: { nodeUrl: 'https://api.avax.network' },
	exports: {
		prefixes: ['avalanche/', 'monthly/'],
		schedules: [
			{
				name: 'yesterday',
				cron: { minute: '0', hour: '6' },
				// Without addresses, the schedule is off.
				event: { rule: 'yesterday', chains: ['43114'], addresses: [] },
			},
		],
	},
	aggregate: { url: 'iam' },
	notify: { settings: { secret: 'avalanche/notify' }, everyMinutes: 1 },
	// `receive: {}` adds a public URL for the data service's webhooks, which notify's settings name.
	// `subscriptions: { concurrency: 10 }` adds an API by which others subscribe to events (docs/subscriptions.md).
	// `topUp: { settings: { parameter: '/avalanche/top-up' } }` pays L1 validations before their balance ends (docs/topUp.md).
	// Without an address (alarmEmail) or a topic (alarmTopicArn), alarms reach nobody.
};
