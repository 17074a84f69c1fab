import type { AvalancheOptions } from '../lib/optionsSchema';
import { options } from '../options';

const [schedule] = options.exports?.schedules ?? [];

/** The options as they are shipped, with all that their user has to add: every function is on. */
export const everything: AvalancheOptions = {
	...options,
	receive: {},
	subscriptions: {},
	topUp: { settings: { parameter: '/avalanche/top-up' } },
	exports: {
		...options.exports,
		schedules: [{ ...schedule, event: { ...schedule.event, addresses: [`0x${'ab'.repeat(20)}`] } }],
	},
};
