import * as encoded from '../../../../../core/subjects/evmContract/encodeFunctionData';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'evmContract.encodeFunctionData',
	name: 'Encode Function Data',
	action: 'Encode the data of a call',
	description:
		'Returns the data of a call of a function with its arguments, for a transaction that a wallet signs or for Call Contract and Estimate Gas; sends no request and needs no credential',
	offline: true,
	fields: encoded.encodeFields,
	callOptions: 'none',
	output: encoded.ENCODED,
	execute: encoded.encodeFunctionData,
});
