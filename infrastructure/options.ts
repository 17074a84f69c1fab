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
				event: {
					rule: 'yesterday',
					chains: ['43114'],
					addresses: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
				},
			},
		],
	},
	aggregate: { url: 'iam' },
	notify: { settings: { secret: 'avalanche/notify' }, everyMinutes: 1 },
};
