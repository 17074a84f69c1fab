import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { nodeResources } from '../resources';
import { id, idOrAlias } from '../../fields/identifiers';
import { hexEncoding } from '../shared/node/fields';
import { ISSUED, issuedFields } from '../shared/node/issued';
import { encodingEcho } from '../shared/node/shapes';
import { LARGEST_UTXO_PAGE, startsWithBoth, UTXO_PAGE, utxoFields } from '../shared/node/utxos';

/** Transfers between the C-Chain and the P- and X-Chain: atomic transactions. */

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.cChain,
	service: 'node',
	spec: 'Node JSON-RPC: C-Chain API (avax)',
} as const;

function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/C/avax', method, params: 'named' } as const;
}

function transactionId() {
	return field(id('a transaction id'), {
		in: 'params',
		label: 'Transaction ID',
		description: 'ID of an import to the C-Chain or an export from it (cb58)',
		placeholder: '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL',
	});
}

/** Outputs that were exported to the C-Chain and not yet imported. */
export const getManyUtxos = declareList({
	id: 'cChain.getManyUtxos',
	...COMMON,
	entry: { value: 'getManyUtxos', name: 'Get Many UTXOs' },
	action: 'Get many UTXOs that are not yet imported to the C-Chain',
	description:
		'avax.getUTXOs: lists the outputs that were exported to the C-Chain for the addresses and not yet imported, as bytes in hex',
	call: call('avax.getUTXOs'),
	input: fieldSet(
		{
			...utxoFields('C'),
			sourceChain: field(idOrAlias('a blockchain id', 'P'), {
				in: 'params',
				label: 'Source Chain',
				description:
					'The chain that the outputs were exported from: an alias such as P or X, or a blockchain ID (cb58)',
				placeholder: 'P',
				default: 'P',
			}),
		},
		startsWithBoth,
	),
	output: UTXO_PAGE,
	items: 'utxos',
	paging: { style: 'utxo', maxPageSize: LARGEST_UTXO_PAGE },
});

/** Sends a signed atomic transaction to the network. */
export const issueTransaction = declare({
	id: 'cChain.issueTransaction',
	...COMMON,
	entry: { value: 'issueTransaction', name: 'Issue Transaction' },
	action: 'Issue an atomic transaction to the C-Chain',
	description:
		'avax.issueTx: sends a signed import or export to the C-Chain, which changes its state and pays the fee, and returns its ID; a call that failed without a response is not retried, as it may have been received',
	call: call('avax.issueTx'),
	creates: true,
	input: fieldSet(issuedFields()),
	output: ISSUED,
});

/** An import or export by its id. */
export const getTransaction = declare({
	id: 'cChain.getTransaction',
	...COMMON,
	entry: { value: 'getTransaction', name: 'Get Transaction' },
	action: 'Get an atomic transaction of the C-Chain',
	description:
		'avax.getAtomicTx: returns the bytes of an import to the C-Chain or an export from it, and the height of its block; after a transaction was issued, it is found once its block is accepted; an unknown ID is an error',
	call: call('avax.getAtomicTx'),
	input: fieldSet({
		txID: transactionId(),
		encoding: hexEncoding('bytes of the transaction'),
	}),
	output: out.object({
		tx: out.essential(out.hex('Hex with a checksum')),
		encoding: encodingEcho(),
		blockHeight: out.optional(out.count('C-Chain height of its block; absent while processing')),
	}),
});

/** Status of an atomic transaction: an import or export. */
export const getTransactionStatus = declare({
	id: 'cChain.getTransactionStatus',
	...COMMON,
	entry: { value: 'getTransactionStatus', name: 'Get Transaction Status' },
	action: 'Get the status of an atomic transaction of the C-Chain',
	description:
		'avax.getAtomicTxStatus: returns the status of an import or export, and the height of the block that accepted it; nodes from 1.15.0 on return Accepted or Unknown only, and Accepted can precede the execution of the block',
	call: call('avax.getAtomicTxStatus'),
	versions: {
		deprecated: '1.15.0',
		removed: '1.15.2',
		instead: 'C-Chain Atomic: Get Transaction',
		source: 'avalanchego RELEASES.md, v1.15.0; ava-labs/avalanchego#5944',
	},
	input: fieldSet({ txID: transactionId() }),
	output: out.object({
		status: out.essential(out.choice(['Accepted', 'Processing', 'Dropped', 'Unknown'])),
		blockHeight: out.optional(out.count('C-Chain height of its block')),
	}),
});
