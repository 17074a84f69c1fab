import { createNotify } from './create';
import { awsPorts } from './parts';
import { openTable } from './table';

/** Sends new events to targets: a scheduled poller with an outbox. */
export const handler = createNotify({
	...awsPorts,
	store: openTable,
	send: async (...given) => await (await import('./send.js')).sendMessage(...given),
	again: async (...given) => await (await import('../shared/invokeLater.js')).invokeLater(...given),
});
