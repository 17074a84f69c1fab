import { loadOperation } from '../../../core/subjects/load';
import type { Operations } from '../../../core/subjects/operations';
import type { Action } from '../../shared/action';
import { operationAction } from '../../shared/operationAction';
import type { Actions } from '../../shared/router';
import { composedLoaders } from '../composed/loaders';
import { routes } from '../routes';

/** Menu entries whose items contain a container: its bytes can be decoded. */
export const CONTAINER_ENTRIES = [
	'index.getContainer',
	'index.getContainerByIndex',
	'index.getLastAcceptedContainer',
	'index.getManyContainers',
] as const;

const decoding = CONTAINER_ENTRIES.map((id) => [
	id,
	async (): Promise<Action> => {
		const { decoderOf } = await import('./decode.js');
		return operationAction(await loadOperation(id), decoderOf);
	},
]);

/** Menu entries whose items are signed messages: the share of the weight that signed is added. */
const signed = ['warp.getMessageAggregateSignature', 'warp.getBlockAggregateSignature'].map(
	(id) => [
		id,
		async (): Promise<Action> => {
			const { shareOf } = await import('./signedShare.js');
			const operation = await loadOperation(id as keyof Operations);
			return operationAction(operation, (run) => shareOf(operation, run));
		},
	],
);

/** The actions of the node. The code of a menu entry is loaded when it is used. */
export const actions: Actions = {
	routes,
	special: {
		...(Object.fromEntries(decoding) as Actions['special']),
		...(Object.fromEntries(signed) as Actions['special']),
		...composedLoaders,
	},
};
