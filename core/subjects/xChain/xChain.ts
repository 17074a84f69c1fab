import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare } from '../../operations/declare';
import { id } from '../../fields/identifiers';
import { bigWhole } from '../../fields/inputs';
import { asset, encoding, X_CHAIN, xChain, xChainCall } from '../shared/node/fields';
import { ISSUED, issuedFields } from '../shared/node/issued';
import { encoded, encodingEcho } from '../shared/node/shapes';

function transactionId() {
	return field(id('a transaction id'), {
		in: 'params',
		label: 'Transaction ID',
		description: 'X-Chain transaction ID (cb58)',
		placeholder: '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL',
	});
}

const BLOCK = out.object({
	block: encoded('Hex with a checksum, or an object if the encoding is json'),
	encoding: encodingEcho(),
});

/** Name, symbol and denomination of an asset. */
export const getAssetDescription = declare({
	id: 'xChain.getAssetDescription',
	...X_CHAIN,
	entry: { value: 'getAssetDescription', name: 'Get Asset Description' },
	action: 'Get the description of an asset',
	description:
		'avm.getAssetDescription: returns name, symbol and denomination (number of decimals) of an asset; use it to show amounts in whole units',
	call: xChainCall('avm.getAssetDescription'),
	input: fieldSet({ assetID: asset(), chain: xChain() }),
	output: out.object({
		assetID: out.essential(out.id('cb58')),
		name: out.name(),
		symbol: out.name(),
		denomination: out.count('Decimals: at 1, 100 units are shown as 10.0'),
	}),
});

/** A block by its id. */
export const getBlock = declare({
	id: 'xChain.getBlock',
	...X_CHAIN,
	entry: { value: 'getBlock', name: 'Get Block' },
	action: 'Get an X-Chain block',
	description:
		'avm.getBlock: returns one X-Chain block by its ID, as bytes in hex or as an object with its transactions',
	call: xChainCall('avm.getBlock'),
	input: fieldSet({
		blockID: field(id('a block id'), {
			in: 'params',
			label: 'Block ID',
			description:
				'X-Chain block ID (cb58); not a container ID of the Index resource: use Get Block by Height for these',
			placeholder: 'tXJ4xwmR8soHE6DzRNMQPtiwQvuYsHn6eLLBzo2moDqBquqy6',
		}),
		encoding: encoding('block'),
		chain: xChain(),
	}),
	output: BLOCK,
});

/** A block by its height. */
export const getBlockByHeight = declare({
	id: 'xChain.getBlockByHeight',
	...X_CHAIN,
	entry: { value: 'getBlockByHeight', name: 'Get Block by Height' },
	action: 'Get an X-Chain block by its height',
	description:
		'avm.getBlockByHeight: returns the X-Chain block at a height, as bytes in hex or as an object with its transactions; use it to read the chain block by block',
	call: xChainCall('avm.getBlockByHeight'),
	input: fieldSet({
		height: field(bigWhole(), {
			in: 'params',
			label: 'Height',
			description: 'Height of the block, 0 or more',
			placeholder: '5094088',
		}),
		encoding: encoding('block'),
		chain: xChain(),
	}),
	output: BLOCK,
});

/** Height of the X-Chain. */
export const getHeight = declare({
	id: 'xChain.getHeight',
	changing: true,
	...X_CHAIN,
	entry: { value: 'getHeight', name: 'Get Height' },
	action: 'Get the height of the X-Chain',
	description:
		'avm.getHeight: returns the height of the last block that the node accepted; use it to check whether the X-Chain makes progress',
	call: xChainCall('avm.getHeight'),
	input: fieldSet({ chain: xChain() }),
	output: out.object({ height: out.essential(out.count('Height of the last accepted block')) }),
});

/** A transaction by its id. */
export const getTransaction = declare({
	id: 'xChain.getTransaction',
	...X_CHAIN,
	entry: { value: 'getTransaction', name: 'Get Transaction' },
	action: 'Get an X-Chain transaction',
	description:
		'avm.getTx: returns an accepted X-Chain transaction, as bytes in hex or as an object with inputs, outputs and signatures; an unknown ID is an error',
	call: xChainCall('avm.getTx'),
	input: fieldSet({ txID: transactionId(), encoding: encoding('transaction'), chain: xChain() }),
	output: out.object({
		tx: encoded('Hex with a checksum, or an object if the encoding is json'),
		encoding: encodingEcho(),
	}),
});

/** Fees of X-Chain transactions. */
export const getTransactionFee = declare({
	id: 'xChain.getTransactionFee',
	...X_CHAIN,
	entry: { value: 'getTransactionFee', name: 'Get Transaction Fee' },
	action: 'Get the transaction fee of the X-Chain',
	description:
		'avm.getTxFee: returns the fee of a transaction and of the creation of an asset, both in nAVAX',
	call: xChainCall('avm.getTxFee'),
	input: fieldSet({ chain: xChain() }),
	output: out.object({
		txFee: out.essential(out.nAvax('Fee of a transaction')),
		createAssetTxFee: out.nAvax('Fee of creating an asset'),
	}),
});

/** Status of an X-Chain transaction. */
export const getTransactionStatus = declare({
	id: 'xChain.getTransactionStatus',
	...X_CHAIN,
	entry: { value: 'getTransactionStatus', name: 'Get Transaction Status' },
	action: 'Get the status of an X-Chain transaction',
	description:
		'avm.getTxStatus: returns Accepted, Processing, Rejected or Unknown; current nodes return only Accepted or Unknown',
	call: xChainCall('avm.getTxStatus'),
	input: fieldSet({ txID: transactionId(), chain: xChain() }),
	output: out.object({
		status: out.essential(out.choice(['Accepted', 'Processing', 'Rejected', 'Unknown'])),
	}),
	versions: {
		deprecated: '1.10.0',
		instead: 'X-Chain: Get Transaction (avm.getTx), which finds accepted transactions only',
		source: 'avalanchego RELEASES.md, v1.10.0',
	},
});

/** Sends a signed transaction to the network. */
export const issueTransaction = declare({
	id: 'xChain.issueTransaction',
	...X_CHAIN,
	entry: { value: 'issueTransaction', name: 'Issue Transaction' },
	action: 'Issue an X-Chain transaction',
	description:
		'avm.issueTx: sends a signed transaction to the X-Chain, which changes its state and pays the fee, and returns its ID; a call that failed without a response is not retried, as it may have been received',
	call: xChainCall('avm.issueTx'),
	creates: true,
	input: fieldSet({ ...issuedFields(), chain: xChain() }),
	output: ISSUED,
});
