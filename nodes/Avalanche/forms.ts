import { catalogue } from '../../core/subjects/catalogue';
import type { ActionForm } from '../shared/action';
import { composedForms } from '../shared/composedForm';
import { operationForm } from '../shared/operationForm';
import { operationsByEntry } from '../shared/routes';
import { downloadOptions } from './actions/exports';
import * as composed from './composed/all';
import { replayForms } from './replayForms';

/** Options beyond those of the operation, by menu entry. */
const MORE: Readonly<Record<string, ActionForm['properties']>> = {
	'transactionExport.get': downloadOptions,
};

/**
 * The forms of all operations of the data and metrics services, and of those that are composed of them.
 */
export const forms: readonly ActionForm[] = [
	...[...operationsByEntry(catalogue, 'avalanche')].map(([key, operations]) =>
		operationForm(operations, MORE[key]),
	),
	...composedForms(Object.values(composed), 'data'),
	...replayForms,
];
