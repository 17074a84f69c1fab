import { awsPorts } from '../notify/parts';
import { createSender } from './create';

/** Sends deliveries behind a queue. */
export const handler = createSender({
	...awsPorts,
	store: async (...given) => (await import('../notify/table.js')).openTable(...given),
	send: async (...given) => await (await import('../notify/send.js')).sendMessage(...given),
});
