import { createNotify } from './create';
import { awsPorts } from './parts';

/** Sends new events to targets: a scheduled poller with an outbox. */
export const handler = createNotify({
	...awsPorts,
	store: async (...given) => (await import('./table.js')).openTable(...given),
	send: async (...given) => await (await import('./send.js')).sendMessage(...given),
	again: async (...given) => await (await import('../shared/invokeLater.js')).invokeLater(...given),
});
