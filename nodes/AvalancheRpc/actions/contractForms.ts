import type { FieldSet } from '../../../core/fields/fieldSet';
import { nodeResources } from '../../../core/subjects/resources';
import {
	DECODED_CALL,
	decodeCalldataFields,
} from '../../../core/subjects/evmContract/decodeCalldata';
import { DECODED_LOG, decodeLogsFields } from '../../../core/subjects/evmContract/decodeLogs';
import { ENCODED, encodeFields } from '../../../core/subjects/evmContract/encodeFunctionData';
import { CONTRACT_EVENT, eventsFields } from '../../../core/subjects/evmContract/events';
import { READ, readFields } from '../../../core/subjects/evmContract/read';
import { RESOLVED_NAME, nameFields } from '../../../core/subjects/evmContract/resolveName';
import type { ActionForm } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { batchOptions } from '../../shared/optionProperties';
import { formProperties } from '../../shared/properties';
import { offlineForm } from './offlineForm';

/** The forms of contracts: two operations call the node, the others compute. */

const set = (fields: unknown) => fields as FieldSet;

/** The forms of *EVM Contract*. */
export const contractForms: readonly ActionForm[] = [
	{
		resource: nodeResources.evmContract,
		entry: { value: 'read', name: 'Read' },
		action: 'Read a contract of an EVM chain',
		description:
			'Calls a function of a contract by its signature or ABI without a transaction, and returns the decoded result; the reason of a revert is decoded as well',
		properties: formProperties(locatedIn(set(readFields), 'node'), { options: batchOptions }),
		output: READ,
	},
	{
		resource: nodeResources.evmContract,
		entry: { value: 'getManyEvents', name: 'Get Many Events' },
		action: 'Get many events of contracts',
		description:
			'Lists the logs of an event by its signature or ABI, in a range of blocks, in one block or in the newest 2,048 blocks, and returns them with decoded arguments; a range that the node refuses as too large is read in smaller ones',
		properties: formProperties(locatedIn(set(eventsFields), 'node')),
		output: CONTRACT_EVENT,
	},
	{
		resource: nodeResources.evmContract,
		entry: { value: 'resolveName', name: 'Resolve Name' },
		action: 'Resolve a name such as alice.avax',
		description:
			'Returns the address or another record of a .avax name (Avvy Domains on the C-Chain of Mainnet), or the name of an address',
		properties: formProperties(locatedIn(set(nameFields), 'node'), { options: batchOptions }),
		output: RESOLVED_NAME,
	},
	offlineForm(set(decodeLogsFields), DECODED_LOG, {
		resource: nodeResources.evmContract,
		entry: { value: 'decodeLogs', name: 'Decode Logs' },
		action: 'Decode logs of a contract',
		description:
			'Returns the event and the arguments of a log, of a list of logs or of a receipt, by a signature or an ABI, one item for each log; sends no request and needs no credential',
	}),
	offlineForm(set(decodeCalldataFields), DECODED_CALL, {
		resource: nodeResources.evmContract,
		entry: { value: 'decodeCalldata', name: 'Decode Call Data' },
		action: 'Decode the data of a call',
		description:
			'Returns the function and the arguments of the data of a transaction, by a signature or an ABI; sends no request and needs no credential',
	}),
	offlineForm(set(encodeFields), ENCODED, {
		resource: nodeResources.evmContract,
		entry: { value: 'encodeFunctionData', name: 'Encode Function Data' },
		action: 'Encode the data of a call',
		description:
			'Returns the data of a call of a function with its arguments, for a transaction that a wallet signs or for Call Contract and Estimate Gas; sends no request and needs no credential',
	}),
];
