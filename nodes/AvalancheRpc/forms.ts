import { catalogue } from '../../core/subjects/catalogue';
import type { ActionForm } from '../shared/action';
import { operationForm } from '../shared/operationForm';
import { operationsByEntry } from '../shared/routes';
import { CONTAINER_ENTRIES } from './actions';
import { contractForms } from './actions/contractForms';
import { customCallForm } from './actions/customCall';
import { decodeOptions } from './actions/decode';
import { transactionForms } from './actions/transactionForms';

/** The forms of all operations of a node, those of contracts and of transactions, and the one for all other methods. */
export const forms: readonly ActionForm[] = [
	...[...operationsByEntry(catalogue, 'avalancheRpc')].map(([key, operations]) =>
		operationForm(operations, CONTAINER_ENTRIES.some((id) => id === key) ? decodeOptions : []),
	),
	...contractForms,
	...transactionForms,
	customCallForm,
];
