import { catalogue } from '../../core/operations/catalogue';
import { getExport, startExport } from '../../core/operations/data/export';
import type { ActionForm } from '../shared/action';
import { operationForm } from '../shared/operationAction';
import { operationProperties, withOptions } from '../shared/properties';
import { operationsByEntry } from '../shared/routes';
import { downloadOptions, waitOptions } from './actions/exports';
import { verifyForm } from './actions/verifySignature';
import { replayForms } from './replayForms';

/** Options beyond those of the operation, by menu entry. */
const MORE: Readonly<Record<string, ActionForm['properties']>> = {
	'transactionExport.get': downloadOptions,
};

const startAndWaitForm: ActionForm = {
	resource: startExport.resource,
	entry: { value: 'startAndWait', name: 'Start and Wait' },
	action: 'Start a transaction export and wait for it',
	description:
		'Starts an export, waits until it is finished and returns it, optionally with the CSV file as binary data. For a truncated export, metadata.nextDate is the day to continue from.',
	properties: withOptions(operationProperties([startExport]), [...waitOptions, ...downloadOptions]),
	output: getExport.output,
};

/** The form of every operation of the data and metrics services, and of what is built on them. */
export const forms: readonly ActionForm[] = [
	...[...operationsByEntry(catalogue, 'avalanche')].map(([key, operations]) =>
		operationForm(operations, MORE[key]),
	),
	startAndWaitForm,
	verifyForm,
	...replayForms,
];
