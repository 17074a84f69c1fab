import { catalogue } from '../../core/operations/catalogue';
import type { ActionForm } from '../shared/action';
import { operationForm } from '../shared/operationAction';
import { operationsByEntry } from '../shared/routes';
import { CONTAINER_ENTRIES } from './actions';
import { customCallForm } from './actions/customCall';
import { decodeOptions } from './actions/decode';

/** The form of every operation of a node, and one for all other methods. */
export const forms: readonly ActionForm[] = [
	...[...operationsByEntry(catalogue, 'avalancheRpc')].map(([key, operations]) =>
		operationForm(operations, Object.hasOwn(CONTAINER_ENTRIES, key) ? decodeOptions : []),
	),
	customCallForm,
];
