import { catalogue } from '../../core/subjects/catalogue';
import * as transactionExport from '../../core/subjects/transactionExport/export';
import type { ActionForm } from '../shared/action';
import { operationForm } from '../shared/operationForm';
import { operationProperties, withOptions } from '../shared/properties';
import { operationsByEntry } from '../shared/routes';
import { downloadOptions, waitOptions } from './actions/exports';
import { confirmForm } from './actions/confirm';
import { customCallForm } from './actions/customCall';
import { formatForm } from './actions/format';
import { portfolioForm } from './actions/portfolio';
import { acknowledgeForm, silenceForm } from './actions/silence';
import { verifyForm } from './actions/verifySignature';
import { replayForms } from './replayForms';

/** Options beyond those of the operation, by menu entry. */
const MORE: Readonly<Record<string, ActionForm['properties']>> = {
	'transactionExport.get': downloadOptions,
};

const startAndWaitForm: ActionForm = {
	resource: transactionExport.start.resource,
	entry: { value: 'startAndWait', name: 'Start and Wait' },
	action: 'Start a transaction export and wait for it',
	description:
		'Starts an export, waits until it is finished and returns it, optionally with the CSV file as binary data. For a truncated export, metadata.nextDate is the day to continue from. Holds a worker and is lost at a restart of n8n: for more than a minute, use Start, Wait and Get as the example wait-for-export does.',
	properties: withOptions(operationProperties([transactionExport.start]), [
		...waitOptions,
		...downloadOptions,
	]),
	output: transactionExport.get.output,
};

/**
 * The forms of all operations of the data and metrics services, and of the actions that use them.
 */
export const forms: readonly ActionForm[] = [
	...[...operationsByEntry(catalogue, 'avalanche')].map(([key, operations]) =>
		operationForm(operations, MORE[key]),
	),
	portfolioForm,
	startAndWaitForm,
	verifyForm,
	formatForm,
	confirmForm,
	silenceForm,
	acknowledgeForm,
	customCallForm,
	...replayForms,
];
