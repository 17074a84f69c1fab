import { createSubscriptions } from './create';
import { openSubscriptions } from './table';

/** Takes requests of the API of subscriptions. A refused request needs none of what is loaded late. */
export const handler = createSubscriptions({
	environment: process.env,
	store: openSubscriptions,
	keys: async (key) => (await import('./kms.js')).kmsKeys(key),
	send: async (...given) => await (await import('../notify/send.js')).sendMessage(...given),
});
