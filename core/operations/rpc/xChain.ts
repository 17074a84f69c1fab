import { z } from 'zod/v4';
import { isId } from '../../formats/ids';
import { inputOf } from '../data/fields';
import { broken } from '../data/rules';
import { declare, field } from '../declare';
import { bigWhole, flag, id, textValue, whole } from '../kinds';
import { integer, many, maybe, text } from '../shared';
import { chainAddresses, encoding, hexEncoding, idOrAlias, xAddress, xChain } from './fields';
import { encoded, encodingEcho, utxoIds, wholeNumber, xTransaction } from './shapes';

const SPEC = 'Node JSON-RPC: X-Chain API';

/** A named method of the X-Chain or of a chain that runs the same virtual machine. */
function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/{chain}', method, params: 'named' } as const;
}

function holder() {
	return field(xAddress(), {
		in: 'params',
		label: 'Address',
		description: 'X-Chain address of the owner in bech32; X- is put before it where it is missing',
		placeholder: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	});
}

function asset() {
	return field(idOrAlias('an asset id', 'AVAX'), {
		in: 'params',
		label: 'Asset ID',
		description: 'Asset ID in cb58, or an alias that the node knows such as AVAX',
		placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	});
}

function transactionId() {
	return field(id('a transaction id'), {
		in: 'params',
		label: 'Transaction ID',
		description: 'X-Chain transaction ID in cb58',
		placeholder: '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL',
	});
}

function includePartial() {
	return field(flag().optional(), {
		in: 'params',
		label: 'Include Partial',
		description:
			'Whether to count outputs that the address shares with others or cannot spend yet, too',
		default: false,
		show: 'option',
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

/** All that an address holds. */
export const getAllBalances = declare({
	id: 'xChain.getAllBalances',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Many Balances',
	action: 'Get many balances of an X-Chain address',
	description:
		'avm.getAllBalances: lists the balance of every asset that an X-Chain address owns, in the smallest unit of each asset',
	service: 'node',
	call: call('avm.getAllBalances'),
	input: inputOf({ address: holder(), includePartial: includePartial(), chain: xChain() }),
	output: () =>
		z.looseObject({
			balances: many({
				asset: text('Asset id in cb58, or an alias such as AVAX'),
				balance: integer('In the smallest unit, decimal digits'),
			}),
		}),
	items: 'balances',
	deprecated:
		'Deprecated from node version 1.9.12: read the outputs with X-Chain > Get Many UTXOs, or the balances with the Primary Network Balance of the Avalanche node',
	spec: SPEC,
});

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
	call: call('avm.getAssetDescription'),
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

/** What an address holds of one asset. */
export const getBalance = declare({
	id: 'xChain.getBalance',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Balance',
	action: 'Get the balance of an X-Chain address',
	description:
		'avm.getBalance: returns how much of one asset an X-Chain address owns, in its smallest unit, with the outputs that make it up',
	service: 'node',
	call: call('avm.getBalance'),
	input: inputOf({
		address: holder(),
		assetID: asset(),
		includePartial: includePartial(),
		chain: xChain(),
	}),
	output: () =>
		z.looseObject({
			balance: wholeNumber('In the smallest unit, decimal digits'),
			utxoIDs: utxoIds(),
		}),
	deprecated:
		'Deprecated from node version 1.9.12: read the outputs with X-Chain > Get Many UTXOs, or the balances with the Primary Network Balance of the Avalanche node',
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
	call: call('avm.getBlock'),
	input: inputOf({
		blockID: field(id('a block id'), {
			in: 'params',
			label: 'Block ID',
			description: 'X-Chain block ID in cb58',
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
	call: call('avm.getBlockByHeight'),
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
	call: call('avm.getHeight'),
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
	call: call('avm.getTx'),
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
	call: call('avm.getTxFee'),
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
	call: call('avm.getTxStatus'),
	input: inputOf({ txID: transactionId(), chain: xChain() }),
	output: () =>
		z.looseObject({
			status: z.string().describe('Accepted, Processing, Rejected or Unknown'),
		}),
	deprecated:
		'Deprecated from node version 1.10.0: use X-Chain > Get Transaction (avm.getTx), which finds accepted transactions only',
	spec: SPEC,
});

/** Where a walk over outputs goes on takes both parts of `endIndex`. */
const BOTH = 'is given together with';

/** Outputs that addresses may spend, now or later. */
export const getUtxos = declare({
	id: 'xChain.getUtxos',
	node: 'avalancheRpc',
	resource: 'X-Chain',
	operation: 'Get Many UTXOs',
	action: 'Get many UTXOs of X-Chain addresses',
	description:
		'avm.getUTXOs: lists the unspent outputs that name at least one of the addresses, as bytes in hex; with a source chain, those exported from there and not imported yet',
	service: 'node',
	call: call('avm.getUTXOs'),
	input: inputOf({
		addresses: chainAddresses('X', {
			description:
				'X-Chain addresses in bech32, separated by commas (1 to 1,024); X- is put before them where it is missing',
		}),
		limit: field(whole(1, 1024).optional(), {
			in: 'params',
			label: 'Page Size',
			description: 'Number of outputs in one call, from 1 to 1024',
			default: 1024,
			show: 'paging',
		}),
		startIndexAddress: field(xAddress().optional(), {
			in: 'params',
			name: 'startIndex.address',
			label: 'Start Address',
			description: 'Address of endIndex in the last answer, to go on after it',
			placeholder: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
			show: 'paging',
		}),
		startIndexUtxo: field(
			textValue('must be a UTXO id in cb58: 32 bytes with a right checksum', isId).optional(),
			{
				in: 'params',
				name: 'startIndex.utxo',
				label: 'Start UTXO',
				description: 'UTXO of endIndex in the last answer, to go on after it, in cb58',
				placeholder: 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j',
				show: 'paging',
			},
		),
		sourceChain: field(idOrAlias('a blockchain id', 'P').optional(), {
			in: 'params',
			label: 'Source Chain',
			description:
				'Only outputs exported from this chain and not imported yet: an alias such as P or C, or a blockchain ID in cb58',
			placeholder: 'P',
		}),
		encoding: hexEncoding('outputs'),
		chain: xChain(),
	}).superRefine((input, context) => {
		const { startIndexAddress: address, startIndexUtxo: utxo } = input;
		if (address !== undefined && utxo === undefined) {
			broken(context, 'startIndexAddress', `${BOTH} "Start UTXO" (startIndexUtxo)`);
		}
		if (utxo !== undefined && address === undefined) {
			broken(context, 'startIndexUtxo', `${BOTH} "Start Address" (startIndexAddress)`);
		}
	}),
	output: () =>
		z.looseObject({
			numFetched: integer('Number of outputs in this answer'),
			utxos: z.array(z.string()).describe('Outputs in hex with a checksum'),
			endIndex: maybe({ address: text(), utxo: text('cb58') }),
			sourceChain: text(),
			encoding: text(),
		}),
	paging: { style: 'utxo', items: 'utxos', maxPageSize: 1024 },
	spec: SPEC,
});
