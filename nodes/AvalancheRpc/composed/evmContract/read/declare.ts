import * as contract from '../../../../../core/subjects/evmContract/read';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'evmContract.read',
	name: 'Read',
	action: 'Read a contract of an EVM chain',
	description:
		'Calls a function of a contract by its signature or ABI without a transaction, and returns the decoded result; the reason of a revert is decoded as well',
	reference: ['- Call: `eth_call` on `/ext/bc/{blockchainId}/rpc` of the node', '- Cost: none'],
	fields: contract.readFields,
	callOptions: 'batched',
	output: contract.READ,
	execute: (input, { client }) => contract.readContract(client, input),
});
