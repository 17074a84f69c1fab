import { once } from '../shared/secrets';
import { createReceive } from './create';

/** Loaded on first use: a refused request needs neither. */
const table = once(() => import('./table.js'));
const queue = once(() => import('../notify/sqsQueue.js'));
const subscriptions = once(() => import('../subscriptions/openSubscribers.js'));

/** Takes messages of webhooks, and keeps the webhooks. */
export const handler = createReceive({
	environment: process.env,
	table: async (name, patience) => (await table()).openReceiveTable(name, patience),
	queue: async (urls, patience) => (await queue()).sqsQueue(urls, patience),
	subscribers: async (environment, given) => {
		if (environment.SUBSCRIPTIONS_TABLE === undefined) return undefined;
		return await (await subscriptions()).openSubscribers(environment, given);
	},
});
