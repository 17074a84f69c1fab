import { createSubscriptions } from './create';

/** Takes requests of the API of subscriptions. A refused request needs none of what is loaded late. */
export const handler = createSubscriptions({
	environment: process.env,
	store: async (...given) => (await import('./table.js')).openSubscriptions(...given),
	keys: async (key) => (await import('./kms.js')).kmsKeys(key),
	send: async (...given) => await (await import('../notify/send.js')).sendMessage(...given),
});
