import { createNotify } from './create';
import { awsPorts } from './parts';

/** Sends new events to targets: a scheduled poller with an outbox. */
export const handler = createNotify({
	...awsPorts,
	again: async (...given) => await (await import('../shared/invokeLater.js')).invokeLater(...given),
});
