import * as calldata from '../../../../../core/subjects/evmContract/decodeCalldata';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'evmContract.decodeCalldata',
	name: 'Decode Call Data',
	action: 'Decode the data of a call',
	description:
		'Returns the function and the arguments of the data of a transaction, by a signature or an ABI; sends no request and needs no credential',
	offline: true,
	fields: calldata.decodeCalldataFields,
	callOptions: 'none',
	output: calldata.DECODED_CALL,
	execute: calldata.decodeCalldata,
});
