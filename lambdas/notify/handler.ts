import { once } from '../shared/secrets';
import { createNotify } from './create';

/** Loaded on first use: the table's client takes longer to load than all other code. */
const table = once(() => import('./table.js'));
const queue = once(() => import('./sqsQueue.js'));
const lambda = once(() => import('../shared/invokeLater.js'));
const sender = once(() => import('./send.js'));
const subscriptions = once(() => import('../subscriptions/openSubscribers.js'));

/** Sends new events to targets: a scheduled poller with an outbox. */
export const handler = createNotify({
	environment: process.env,
	store: async (name, patience) => (await table()).openTable(name, patience),
	queue: async (urls, patience) => (await queue()).sqsQueue(urls, patience),
	subscribers: async (environment, given) => {
		if (environment.SUBSCRIPTIONS_TABLE === undefined) return undefined;
		return await (await subscriptions()).openSubscribers(environment, given);
	},
	send: async (...given) => await (await sender()).sendMessage(...given),
	again: async (name, event) => await (await lambda()).invokeLater(name, event),
});
