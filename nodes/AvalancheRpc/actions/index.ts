import { catalogue } from '../../../core/operations';
import type { Action } from '../../shared/action';
import { operationAction } from '../../shared/operationAction';
import { customCall } from './customCall';
import { decodeContainer, decodeOptions } from './decode';

/** Index operations that answer with containers: their bytes can be decoded. */
const CONTAINERS: ReadonlySet<string> = new Set([
	'index.getContainerByID',
	'index.getContainerByIndex',
	'index.getContainerRange',
	'index.getLastAccepted',
]);

/** Every operation of the node, and one for all other methods. */
export const actions: readonly Action[] = [
	...catalogue
		.filter(({ node }) => node === 'avalancheRpc')
		.map((operation) =>
			operation.call.type === 'rpc' && CONTAINERS.has(operation.call.method)
				? operationAction(operation, { finish: decodeContainer, options: decodeOptions })
				: operationAction(operation),
		),
	customCall,
];
