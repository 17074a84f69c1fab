import { catalogue } from '../../core/subjects/catalogue';
import type { ActionForm } from '../shared/action';
import { composedForms } from '../shared/composedForm';
import { operationForm } from '../shared/operationForm';
import { operationsByEntry } from '../shared/routes';
import { CONTAINER_ENTRIES } from './actions';
import { decodeOptions } from './actions/decode';
import * as composed from './composed/all';

/** The forms of all operations of a node, and of those that are composed of them. */
export const forms: readonly ActionForm[] = [
	...[...operationsByEntry(catalogue, 'avalancheRpc')].map(([key, operations]) =>
		operationForm(operations, CONTAINER_ENTRIES.some((id) => id === key) ? decodeOptions : []),
	),
	...composedForms(Object.values(composed), 'node'),
];
