import type { AvalancheOptions } from './lib/options';

/**
 * What is deployed: edit it to your needs. Secrets are not written here, only where they are kept;
 * docs/lambdas.md shows how to put them there.
 */
export const options: AvalancheOptions = {
	apiKey: { parameter: '/avalanche/api-key' },
	services: { nodeUrl: 'https://api.avax.network' },
	exports: {
		prefixes: ['avalanche/', 'monthly/'],
		schedules: [
			{
				name: 'yesterday',
				expression: 'cron(0 6 * * ? *)',
				// Without addresses, the schedule is off.
				event: { rule: 'yesterday', chains: ['43114'], addresses: [] },
			},
		],
	},
	aggregate: { url: 'iam' },
	notify: { settings: { secret: 'avalanche/notify' }, everyMinutes: 1 },
	// Without an address (alarmEmail) or a topic (alarmTopicArn), alarms reach nobody.
};
