import type { Actions } from '../../shared/router';
import { composedLoaders } from '../composed/loaders';
import { routes } from '../routes';

/** The actions of the node. The code of a menu entry is loaded when it is used. */
export const actions: Actions = {
	routes,
	special: {
		...composedLoaders,
		event: async (entry) => (await import('./replay.js')).replayAction(entry),
		'transactionExport.get': async () => (await import('./exports.js')).getJob,
	},
};
