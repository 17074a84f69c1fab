import type { Actions } from '../../shared/router';
import { routes } from '../routes';

/** The actions of the node. The code of a menu entry is loaded when it is used. */
export const actions: Actions = {
	routes,
	offline: ['event.format', 'event.confirm'],
	special: {
		'customApiCall.call': async () => (await import('./customCall.js')).customCall,
		'event.confirm': async () => (await import('./confirm.js')).confirmEvent,
		'event.format': async () => (await import('./format.js')).format,
		event: async (entry) => (await import('./replay.js')).replayAction(entry),
		'icmMessage.verifySignedMessage': async () =>
			(await import('./verifySignature.js')).verifySignature,
		'tokenBalance.getPortfolio': async () => (await import('./portfolio.js')).portfolio,
		'transactionExport.get': async () => (await import('./exports.js')).getJob,
		'transactionExport.startAndWait': async () => (await import('./exports.js')).startAndWait,
	},
};
