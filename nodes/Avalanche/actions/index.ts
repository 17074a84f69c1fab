import { catalogue } from '../../../core/operations';
import type { Action } from '../../shared/action';
import { operationAction } from '../../shared/operationAction';
import { exportActions } from './exports';
import { verifySignature } from './verifySignature';
import { addWholeUnits, wholeUnitsOption } from './wholeUnits';

/** Operations whose answers hold amounts with their decimal places. */
const WITH_AMOUNTS: ReadonlySet<string> = new Set(['Primary Network Balance', 'Token Balance']);

/** Every operation of the data and metrics services, and what is built on top of them. */
export const actions: readonly Action[] = [
	...catalogue
		.filter(({ node, resource }) => node === 'avalanche' && resource !== 'Transaction Export')
		.map((operation) =>
			WITH_AMOUNTS.has(operation.resource)
				? operationAction(operation, { result: addWholeUnits, options: [wholeUnitsOption] })
				: operationAction(operation),
		),
	...exportActions,
	verifySignature,
];
