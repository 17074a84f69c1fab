import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { nodeResources } from '../resources';
import { id } from '../../fields/identifiers';
import { encoding, hexEncoding, pChainCall } from '../shared/node/fields';
import { ISSUED, issuedFields } from '../shared/node/issued';
import { encoded, encodingEcho } from '../shared/node/shapes';
import {
	LARGEST_UTXO_PAGE,
	sourceChain,
	startsWithBoth,
	UTXO_PAGE,
	utxoFields,
} from '../shared/node/utxos';

/** Transactions and outputs of the P-Chain. */

const COMMON = {
	node: 'avalancheRpc',
	resource: nodeResources.pChain,
	service: 'node',
	spec: 'Node JSON-RPC: P-Chain API (remaining methods)',
} as const;

function transactionId(description: string) {
	return field(id('a transaction id'), {
		in: 'params',
		label: 'Transaction ID',
		description,
		placeholder: '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL',
	});
}

/** A transaction by its id. */
export const getTransaction = declare({
	id: 'pChain.getTransaction',
	...COMMON,
	entry: { value: 'getTransaction', name: 'Get Transaction' },
	action: 'Get a P-Chain transaction',
	description:
		'platform.getTx: returns a P-Chain transaction, as bytes in hex or as an object with inputs, outputs and signatures; an unknown ID is an error',
	call: pChainCall('platform.getTx'),
	input: fieldSet({
		txID: transactionId('P-Chain transaction ID (cb58)'),
		encoding: encoding('transaction'),
	}),
	output: out.object({
		tx: encoded('Hex with a checksum, or an object if the encoding is json'),
		encoding: encodingEcho(),
	}),
});

/** Status of a P-Chain transaction. */
export const getTransactionStatus = declare({
	id: 'pChain.getTransactionStatus',
	...COMMON,
	entry: { value: 'getTransactionStatus', name: 'Get Transaction Status' },
	action: 'Get the status of a P-Chain transaction',
	description:
		'platform.getTxStatus: returns Committed, Aborted, Processing, Dropped or Unknown, and why it was dropped; use it after a transaction was issued',
	call: pChainCall('platform.getTxStatus'),
	input: fieldSet({ txID: transactionId('P-Chain transaction ID (cb58)') }),
	output: out.object({
		status: out.essential(out.choice(['Committed', 'Aborted', 'Processing', 'Dropped', 'Unknown'])),
		reason: out.optional(out.text('Why it was dropped')),
	}),
});

/** Sends a signed transaction to the network. */
export const issueTransaction = declare({
	id: 'pChain.issueTransaction',
	...COMMON,
	entry: { value: 'issueTransaction', name: 'Issue Transaction' },
	action: 'Issue a P-Chain transaction',
	description:
		'platform.issueTx: sends a signed transaction to the P-Chain, which changes its state and pays the fee, and returns its ID; a call that failed without a response is not retried, as it may have been received',
	call: pChainCall('platform.issueTx'),
	creates: true,
	input: fieldSet(issuedFields()),
	output: ISSUED,
});

/** Outputs that addresses may spend now or later. */
export const getManyUtxos = declareList({
	id: 'pChain.getManyUtxos',
	...COMMON,
	entry: { value: 'getManyUtxos', name: 'Get Many UTXOs' },
	action: 'Get many UTXOs of P-Chain addresses',
	description:
		'platform.getUTXOs: lists the unspent outputs that name at least one of the addresses, as bytes in hex; with a source chain, those exported from there and not imported yet',
	call: pChainCall('platform.getUTXOs'),
	input: fieldSet({ ...utxoFields('P'), sourceChain: sourceChain('X') }, startsWithBoth),
	output: UTXO_PAGE,
	items: 'utxos',
	paging: { style: 'utxo', maxPageSize: LARGEST_UTXO_PAGE },
});

/** Outputs that rewarded a staking transaction. */
export const getManyRewardUtxos = declareList({
	id: 'pChain.getManyRewardUtxos',
	...COMMON,
	entry: { value: 'getManyRewardUtxos', name: 'Get Many Reward UTXOs' },
	action: 'Get many reward UTXOs of a staking transaction',
	description:
		'platform.getRewardUTXOs: lists the outputs that rewarded a validation or delegation, as bytes in hex; no items until it has ended. Rewards of an auto-renewed stake belong to the RewardAutoRenewedValidatorTx that ends a period: use its ID',
	call: pChainCall('platform.getRewardUTXOs'),
	input: fieldSet({
		txID: transactionId(
			'ID of the transaction that began the validation or delegation, or that ended a period of an auto-renewed stake (cb58)',
		),
		encoding: hexEncoding('outputs'),
	}),
	output: out.object({
		numFetched: out.count('Number of outputs in this response'),
		utxos: out.essential(out.list(out.hex(), 'Outputs in hex with a checksum')),
		encoding: encodingEcho(),
	}),
	items: 'utxos',
	versions: {
		deprecated: '1.9.12',
		instead: 'P-Chain: Get Many UTXOs for the outputs of rewards',
		source: 'avalanchego RELEASES.md, v1.9.12',
	},
});

/** Time of the chain. */
export const getTimestamp = declare({
	id: 'pChain.getTimestamp',
	changing: true,
	...COMMON,
	entry: { value: 'getTimestamp', name: 'Get Timestamp' },
	action: 'Get the time of the P-Chain',
	description: 'platform.getTimestamp: returns the time of the last accepted block of the P-Chain',
	call: pChainCall('platform.getTimestamp'),
	input: fieldSet({}),
	output: out.object({ timestamp: out.essential(out.dateTime()) }),
});

/** The P-Chain height that the next block refers to. */
export const getProposedHeight = declare({
	id: 'pChain.getProposedHeight',
	changing: true,
	...COMMON,
	entry: { value: 'getProposedHeight', name: 'Get Proposed Height' },
	action: 'Get the proposed height of the P-Chain',
	description:
		'platform.getProposedHeight: returns the P-Chain height that the next block would refer to; from node version 1.14.0, use Proposer VM > Get Proposed Height, which returns it for each chain',
	call: pChainCall('platform.getProposedHeight'),
	input: fieldSet({}),
	output: out.object({ height: out.essential(out.count('P-Chain height')) }),
});
