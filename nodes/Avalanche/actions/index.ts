import type { Actions } from '../../shared/router';
import { routes } from '../routes';

/** What the node can do. What a menu entry needs is loaded when it is used. */
export const actions: Actions = {
	routes,
	special: {
		event: async (entry) => (await import('./replay.js')).replayAction(entry),
		'icmMessage.verifySignedMessage': async () =>
			(await import('./verifySignature.js')).verifySignature,
		'transactionExport.get': async () => (await import('./exports.js')).getJob,
		'transactionExport.startAndWait': async () => (await import('./exports.js')).startAndWait,
	},
};
