import { catalogue } from '../../../core/operations';
import type { Operation } from '../../../core/operations/declare';
import type { Action } from '../../shared/action';
import { type Extras, operationAction } from '../../shared/operationAction';
import { isList } from '../../shared/properties';
import { exportActions } from './exports';
import { verifySignature } from './verifySignature';
import { addWholeUnits, wholeUnitsOption } from './wholeUnits';

/** Resources whose answers hold amounts with their decimal places. */
const WITH_AMOUNTS: ReadonlySet<string> = new Set(['Primary Network Balance', 'Token Balance']);

/** Tokens of lists say no decimal places beside their amounts; the native balance beside them does. */
function wholeUnits(operation: Operation): Extras {
	const option = isList(operation)
		? { ...wholeUnitsOption, displayOptions: { show: { '/output': ['response'] } } }
		: wholeUnitsOption;
	return { result: addWholeUnits, options: [option] };
}

/** Every operation of the data and metrics services, and what is built on top of them. */
export const actions: readonly Action[] = [
	...catalogue
		.filter(({ node, resource }) => node === 'avalanche' && resource !== 'Transaction Export')
		.map((operation) =>
			WITH_AMOUNTS.has(operation.resource)
				? operationAction(operation, wholeUnits(operation))
				: operationAction(operation),
		),
	...exportActions,
	verifySignature,
];
