import { once } from '../shared/secrets';
import { createSender } from './create';

/** Loaded on first use: the clients of AWS take longer to load than all other code. */
const table = once(() => import('../notify/table.js'));
const queue = once(() => import('../notify/sqsQueue.js'));
const sender = once(() => import('../notify/send.js'));
const subscriptions = once(() => import('../subscriptions/openSubscribers.js'));

/** Sends deliveries behind a queue. */
export const handler = createSender({
	environment: process.env,
	store: async (name, patience) => (await table()).openTable(name, patience),
	queue: async (urls, patience) => (await queue()).sqsQueue(urls, patience),
	subscribers: async (environment, given) => {
		if (environment.SUBSCRIPTIONS_TABLE === undefined) return undefined;
		return await (await subscriptions()).openSubscribers(environment, given);
	},
	send: async (...given) => await (await sender()).sendMessage(...given),
});
