import * as names from '../../../../../core/subjects/evmContract/resolveName';
import { declareComposed } from '../../../../shared/composed';

export const composed = declareComposed({
	id: 'evmContract.resolveName',
	name: 'Resolve Name',
	action: 'Resolve a name such as alice.avax',
	description:
		'Returns the address or another record of a .avax name (Avvy Domains on the C-Chain of Mainnet), or the name of an address',
	reference: [
		'- Call: `eth_call` on `/ext/bc/C/rpc` of the node: once for a name, three times for an address',
		'- Cost: none',
	],
	fields: names.nameFields,
	callOptions: 'batched',
	output: names.RESOLVED_NAME,
	execute: (input, { client }) => names.resolveName(client, input),
});
