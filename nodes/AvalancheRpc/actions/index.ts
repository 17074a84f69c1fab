import { loaders } from '../../../core/operations/loaders';
import type { Action } from '../../shared/action';
import { operationAction } from '../../shared/operationAction';
import type { Actions } from '../../shared/router';
import { routes } from '../routes';

/** Menu entries whose items hold a container: its bytes can be decoded. */
export const CONTAINER_ENTRIES = {
	'index.getContainer': loaders['index.getContainerById'],
	'index.getContainerByIndex': loaders['index.getContainerByIndex'],
	'index.getLastAcceptedContainer': loaders['index.getLastAccepted'],
	'index.getManyContainers': loaders['index.getContainerRange'],
} as const;

const decoding = Object.entries(CONTAINER_ENTRIES).map(([key, load]) => [
	key,
	async (): Promise<Action> => {
		const { decoderOf } = await import('./decode.js');
		return operationAction(await load(), decoderOf);
	},
]);

/** The actions of the node. The code of a menu entry is loaded when it is used. */
export const actions: Actions = {
	routes,
	special: {
		...(Object.fromEntries(decoding) as Actions['special']),
		'customCall.call': async () => (await import('./customCall.js')).customCall,
	},
};
