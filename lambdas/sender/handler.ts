import { awsPorts } from '../notify/parts';
import { openTable } from '../notify/table';
import { createSender } from './create';

/** Sends deliveries behind a queue. */
export const handler = createSender({
	...awsPorts,
	store: openTable,
	send: async (...given) => await (await import('../notify/send.js')).sendMessage(...given),
});
