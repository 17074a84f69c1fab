import { loadOperation } from '../../../core/subjects/load';
import type { Operations } from '../../../core/subjects/operations';
import type { Action } from '../../shared/action';
import { operationAction } from '../../shared/operationAction';
import type { Actions } from '../../shared/router';
import { routes } from '../routes';
import { OFFLINE } from './offline';

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

const contracts = ['read', 'getManyEvents', 'resolveName', ...OFFLINE.evmContract].map((entry) => [
	`evmContract.${entry}`,
	async () => (await import('./contract.js')).contractActions[entry],
]);

const transactions = ['prepareL1TopUp', ...OFFLINE.pChain].map((entry) => [
	`pChain.${entry}`,
	async () => (await import('./transaction.js')).transactionActions[entry],
]);

/** The actions of the node. The code of a menu entry is loaded when it is used. */
export const actions: Actions = {
	routes,
	offline: Object.entries(OFFLINE).flatMap(([resource, entries]) =>
		entries.map((entry) => `${resource}.${entry}`),
	),
	special: {
		...(Object.fromEntries(decoding) as Actions['special']),
		...(Object.fromEntries(signed) as Actions['special']),
		...(Object.fromEntries(contracts) as Actions['special']),
		...(Object.fromEntries(transactions) as Actions['special']),
		'customCall.call': async () => (await import('./customCall.js')).customCall,
	},
};
