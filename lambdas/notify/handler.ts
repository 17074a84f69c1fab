import { once } from '../shared/secrets';
import { createNotify } from './create';

/** Loaded when they are first used: the table's client costs more to load than all the rest. */
const table = once(() => import('./table.js'));
const sender = once(() => import('./send.js'));

/** Tells targets of what is new: a scheduled poller with an outbox. */
export const handler = createNotify({
	environment: process.env,
	store: async (name, patience) => (await table()).openTable(name, patience),
	send: async (...given) => await (await sender()).sendWebhook(...given),
});
