import { z } from 'zod/v4';
import { inputOf } from '../data/fields';
import { declare, field } from '../declare';
import { bigWhole, id } from '../kinds';
import { integer, text } from '../shared';
import { asset, encoding, xChain, xChainCall } from './fields';
import { encoded, encodingEcho, wholeNumber, xTransaction } from './shapes';

const SPEC = 'Node JSON-RPC: X-Chain API';

function transactionId() {
	return field(id('a transaction id'), {
		in: 'params',
		label: 'Transaction ID',
		description: 'X-Chain transaction ID (cb58)',
		placeholder: '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL',
	});
}

function block() {
	return z.looseObject({
		block: encoded(
			{
				id: text('cb58'),
				parentID: text('cb58'),
				height: integer(),
				time: integer('Unix seconds'),
				merkleRoot: text('cb58'),
				txs: z.array(z.looseObject(xTransaction())).nullish(),
			},
			'Hex with a checksum, or an object where the encoding is json',
		),
		encoding: encodingEcho(),
	});
}

/** What an asset is called and how it is counted. */
export const getAssetDescription = declare({
	id: 'xChain.getAssetDescription',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Asset Description',
	action: 'Get the description of an asset',
	description:
		'avm.getAssetDescription: returns name, symbol and denomination (number of decimals) of an asset; use it to show amounts in whole units',
	service: 'node',
	call: xChainCall('avm.getAssetDescription'),
	input: inputOf({ assetID: asset(), chain: xChain() }),
	output: () =>
		z.looseObject({
			assetID: z.string().describe('cb58'),
			name: text(),
			symbol: text(),
			denomination: integer('Decimals: at 1, 100 units are shown as 10.0'),
		}),
	spec: SPEC,
});

/** A block by its id. */
export const getBlock = declare({
	id: 'xChain.getBlock',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Block',
	action: 'Get an X-Chain block',
	description:
		'avm.getBlock: returns one X-Chain block by its ID, as bytes in hex or as an object with its transactions',
	service: 'node',
	call: xChainCall('avm.getBlock'),
	input: inputOf({
		blockID: field(id('a block id'), {
			in: 'params',
			label: 'Block ID',
			description:
				'X-Chain block ID (cb58); container IDs of the Index resource are other IDs, use Get Block by Height for these',
			placeholder: 'tXJ4xwmR8soHE6DzRNMQPtiwQvuYsHn6eLLBzo2moDqBquqy6',
		}),
		encoding: encoding('block'),
		chain: xChain(),
	}),
	output: block,
	spec: SPEC,
});

/** A block by its height. */
export const getBlockByHeight = declare({
	id: 'xChain.getBlockByHeight',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Block by Height',
	action: 'Get an X-Chain block by its height',
	description:
		'avm.getBlockByHeight: returns the X-Chain block at a height, as bytes in hex or as an object with its transactions; use it to walk the chain',
	service: 'node',
	call: xChainCall('avm.getBlockByHeight'),
	input: inputOf({
		height: field(bigWhole(), {
			in: 'params',
			label: 'Height',
			description: 'Height of the block, 0 or more',
			placeholder: '5094088',
		}),
		encoding: encoding('block'),
		chain: xChain(),
	}),
	output: block,
	spec: SPEC,
});

/** How far the chain is. */
export const getHeight = declare({
	id: 'xChain.getHeight',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Height',
	action: 'Get the height of the X-Chain',
	description:
		'avm.getHeight: returns the height of the last block that the node accepted; use it to see whether the X-Chain moves on',
	service: 'node',
	call: xChainCall('avm.getHeight'),
	input: inputOf({ chain: xChain() }),
	output: () => z.looseObject({ height: wholeNumber('Height of the last accepted block') }),
	spec: SPEC,
});

/** A transaction by its id. */
export const getTx = declare({
	id: 'xChain.getTx',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Transaction',
	action: 'Get an X-Chain transaction',
	description:
		'avm.getTx: returns an accepted X-Chain transaction, as bytes in hex or as an object with inputs, outputs and signatures; an unknown ID is an error',
	service: 'node',
	call: xChainCall('avm.getTx'),
	input: inputOf({ txID: transactionId(), encoding: encoding('transaction'), chain: xChain() }),
	output: () =>
		z.looseObject({
			tx: encoded(xTransaction(), 'Hex with a checksum, or an object where the encoding is json'),
			encoding: encodingEcho(),
		}),
	spec: SPEC,
});

/** What transactions cost. */
export const getTxFee = declare({
	id: 'xChain.getTxFee',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Transaction Fee',
	action: 'Get the transaction fee of the X-Chain',
	description:
		'avm.getTxFee: returns the fee of a transaction and of the creation of an asset, both in nAVAX',
	service: 'node',
	call: xChainCall('avm.getTxFee'),
	input: inputOf({ chain: xChain() }),
	output: () =>
		z.looseObject({
			txFee: wholeNumber('Fee of a transaction, nAVAX'),
			createAssetTxFee: integer('Fee of creating an asset, nAVAX'),
		}),
	spec: SPEC,
});

/** Whether a transaction was accepted. */
export const getTxStatus = declare({
	id: 'xChain.getTxStatus',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Transaction Status',
	action: 'Get the status of an X-Chain transaction',
	description:
		'avm.getTxStatus: returns Accepted, Processing, Rejected or Unknown; nodes of today answer Accepted or Unknown only',
	service: 'node',
	call: xChainCall('avm.getTxStatus'),
	input: inputOf({ txID: transactionId(), chain: xChain() }),
	output: () =>
		z.looseObject({
			status: z.string().describe('Accepted, Processing, Rejected or Unknown'),
		}),
	deprecated:
		'Since node version 1.10.0, use X-Chain > Get Transaction (avm.getTx), which finds accepted transactions only',
	spec: SPEC,
});
