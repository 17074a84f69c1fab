import { once } from '../shared/secrets';
import { createSubscriptions } from './create';

/** Loaded on first use: a refused request needs none of them. */
const table = once(() => import('./table.js'));
const kms = once(() => import('./kms.js'));
const sender = once(() => import('../notify/send.js'));

/** Takes requests of the API of subscriptions. */
export const handler = createSubscriptions({
	environment: process.env,
	store: async (name, patience) => (await table()).openSubscriptions(name, patience),
	keys: async (key) => (await kms()).kmsKeys(key),
	send: async (...given) => await (await sender()).sendMessage(...given),
});
