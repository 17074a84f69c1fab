import { once } from '../shared/secrets';
import { createNotify } from './create';

/** Loaded at the first call: the table's client costs more to load than all the rest. */
const table = once(() => import('./table.js'));

/** Tells targets of what is new: a scheduled poller with an outbox. */
export const handler = createNotify({
	environment: process.env,
	store: async (name, patience) => (await table()).openTable(name, patience),
});
