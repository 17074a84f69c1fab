import type { Actions } from '../../shared/router';
import { routes } from '../routes';

/** The actions of the node. The code of a menu entry is loaded when it is used. */
export const actions: Actions = {
	routes,
	offline: ['event.format', 'event.confirm', 'event.silence', 'event.acknowledge'],
	special: {
		'customApiCall.call': async () => (await import('./customCall.js')).customCall,
		'event.acknowledge': async () => (await import('./silence.js')).acknowledgeAlert,
		'event.confirm': async () => (await import('./confirm.js')).confirmEvent,
		'event.format': async () => (await import('./format.js')).format,
		'event.silence': async () => (await import('./silence.js')).silenceEvents,
		event: async (entry) => (await import('./replay.js')).replayAction(entry),
		'icmMessage.verifySignedMessage': async () =>
			(await import('./verifySignature.js')).verifySignature,
		'tokenBalance.getPortfolio': async () => (await import('./portfolio.js')).portfolio,
		'transactionExport.get': async () => (await import('./exports.js')).getJob,
		'transactionExport.startAndWait': async () => (await import('./exports.js')).startAndWait,
	},
};
