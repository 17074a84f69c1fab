import { loaders } from '../../../subjects/loaders';
import type { Action } from '../../shared/action';
import { operationAction } from '../../shared/operationAction';
import type { Actions } from '../../shared/router';
import { routes } from '../routes';
import { OFFLINE } from './offline';

/** Menu entries whose items contain a container: its bytes can be decoded. */
export const CONTAINER_ENTRIES = {
	'index.getContainer': loaders['index.getContainer'],
	'index.getContainerByIndex': loaders['index.getContainerByIndex'],
	'index.getLastAcceptedContainer': loaders['index.getLastAcceptedContainer'],
	'index.getManyContainers': loaders['index.getManyContainers'],
} as const;

const decoding = Object.entries(CONTAINER_ENTRIES).map(([key, load]) => [
	key,
	async (): Promise<Action> => {
		const { decoderOf } = await import('./decode.js');
		return operationAction(await load(), decoderOf);
	},
]);

const contracts = ['read', 'getManyEvents', 'resolveName', ...OFFLINE].map((entry) => [
	`evmContract.${entry}`,
	async () => (await import('./contract.js')).contractActions[entry],
]);

/** The actions of the node. The code of a menu entry is loaded when it is used. */
export const actions: Actions = {
	routes,
	offline: OFFLINE.map((entry) => `evmContract.${entry}`),
	special: {
		...(Object.fromEntries(decoding) as Actions['special']),
		...(Object.fromEntries(contracts) as Actions['special']),
		'customCall.call': async () => (await import('./customCall.js')).customCall,
	},
};
