import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { address, addresses, flag, textValue, whole } from '../kinds';
import { integer, many, maybe, maybeMany, number, text } from '../shared';
import { isName } from '../kinds';
import { isId } from '../../formats/ids';
import { NODE, blockId, encoding, height, hexEncoding, isChainName, param, txId } from './fields';

/** The X-Chain API, also served by other chains that run the same VM. */

const X_CHAIN = { ...NODE, resource: 'X-Chain', spec: 'Node: X-Chain API' } as const;

function call(method: string) {
	return { type: 'rpc', endpoint: '/ext/bc/{chain}', method, params: 'named' } as const;
}

/** Which chain answers. */
function chain() {
	const schema = textValue('must be X, another alias, or a blockchain id in cb58', isChainName);
	return {
		chain: field(schema.optional(), {
			in: 'path',
			label: 'Chain',
			description: 'Alias or blockchain ID (cb58) of the X-Chain or of another chain with the same VM',
			placeholder: 'X',
			default: 'X',
			show: 'option',
		}),
	};
}

function oneAddress() {
	return param(address(), {
		label: 'Address',
		description: 'X-Chain address, bech32, optionally preceded by X-',
		placeholder: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	});
}

function assetId() {
	const rule = 'must be an asset id in cb58, or an alias such as AVAX';
	return param(
		textValue(rule, (value) => isId(value) || (isName(value) && value.length <= 32)),
		{
			name: 'assetID',
			label: 'Asset ID',
			description: 'ID of the asset in cb58, or AVAX',
			placeholder: 'AVAX',
		},
	);
}

function includePartial() {
	return param(flag().optional(), {
		label: 'Include Partial',
		description: 'Whether to count amounts that the address owns only in part',
		show: 'option',
	});
}

const USE_BALANCES = 'Use Avalanche: Primary Network Balance → Get (deprecated by nodes from v1.9.12)';

export const getAllBalances = declare({
	...X_CHAIN,
	id: 'xChain.getAllBalances',
	operation: 'Get All Balances',
	action: 'Get all x chain balances of an address',
	description: 'Returns the balance of every asset of an X-Chain address (avm.getAllBalances)',
	call: call('avm.getAllBalances'),
	input: z.strictObject({ address: oneAddress(), includePartial: includePartial(), ...chain() }),
	output: () => z.looseObject({ balances: many({ asset: text(), balance: integer('Base units') }) }),
	items: 'balances',
	deprecated: USE_BALANCES,
});

export const getAssetDescription = declare({
	...X_CHAIN,
	id: 'xChain.getAssetDescription',
	operation: 'Get Asset',
	action: 'Get an x chain asset',
	description: 'Returns name, symbol and denomination of an asset (avm.getAssetDescription)',
	call: call('avm.getAssetDescription'),
	input: z.strictObject({ assetId: assetId(), ...chain() }),
	output: () =>
		z.looseObject({
			assetID: z.string(),
			name: text(),
			symbol: text(),
			denomination: integer('Decimal places: at 1, 100 units display as 10.0'),
		}),
});

export const getBalance = declare({
	...X_CHAIN,
	id: 'xChain.getBalance',
	operation: 'Get Balance',
	action: 'Get the x chain balance of one asset',
	description: 'Returns the balance of one asset of an X-Chain address (avm.getBalance)',
	call: call('avm.getBalance'),
	input: z.strictObject({
		address: oneAddress(),
		assetId: assetId(),
		includePartial: includePartial(),
		...chain(),
	}),
	output: () =>
		z.looseObject({
			balance: z.union([z.number(), z.string()]).describe('Base units'),
			utxoIDs: maybeMany({ txID: text(), outputIndex: number() }),
		}),
	deprecated: USE_BALANCES,
});

/** A block or transaction: hex text, or the decoded object. */
function encoded(name: 'block' | 'tx') {
	return () =>
		z.looseObject({
			[name]: z.union([z.string(), z.looseObject({})]).describe('Hex, or the decoded object'),
			encoding: text(),
		});
}

export const getXBlock = declare({
	...X_CHAIN,
	id: 'xChain.getBlock',
	operation: 'Get Block',
	action: 'Get an x chain block',
	description: 'Returns a block by its id, as hex or decoded (avm.getBlock)',
	call: call('avm.getBlock'),
	input: z.strictObject({ blockId: blockId(), encoding: encoding(), ...chain() }),
	output: encoded('block'),
});

export const getXBlockByHeight = declare({
	...X_CHAIN,
	id: 'xChain.getBlockByHeight',
	operation: 'Get Block by Height',
	action: 'Get an x chain block by height',
	description: 'Returns a block by its height, as hex or decoded (avm.getBlockByHeight)',
	call: call('avm.getBlockByHeight'),
	input: z.strictObject({ height: height(), encoding: encoding(), ...chain() }),
	output: encoded('block'),
});

export const getXHeight = declare({
	...X_CHAIN,
	id: 'xChain.getHeight',
	operation: 'Get Height',
	action: 'Get the x chain height',
	description: 'Returns the height of the last accepted block (avm.getHeight)',
	call: call('avm.getHeight'),
	input: z.strictObject({ ...chain() }),
	output: () => z.looseObject({ height: z.union([z.number(), z.string()]) }),
});

export const getXTransaction = declare({
	...X_CHAIN,
	id: 'xChain.getTransaction',
	operation: 'Get Transaction',
	action: 'Get an x chain transaction',
	description: 'Returns a transaction by its id, as hex or decoded (avm.getTx)',
	call: call('avm.getTx'),
	input: z.strictObject({ txId: txId(), encoding: encoding(), ...chain() }),
	output: encoded('tx'),
});

export const getTxFee = declare({
	...X_CHAIN,
	id: 'xChain.getTransactionFee',
	operation: 'Get Transaction Fee',
	action: 'Get the x chain transaction fees',
	description: 'Returns the fee of a transaction and of creating an asset, in nAVAX (avm.getTxFee)',
	call: call('avm.getTxFee'),
	input: z.strictObject({ ...chain() }),
	output: () =>
		z.looseObject({
			txFee: z.union([z.number(), z.string()]).describe('nAVAX'),
			createAssetTxFee: integer('nAVAX'),
		}),
});

export const getTxStatus = declare({
	...X_CHAIN,
	id: 'xChain.getTransactionStatus',
	operation: 'Get Transaction Status',
	action: 'Get the status of an x chain transaction',
	description:
		'Returns whether a transaction is Accepted, Processing, Rejected or Unknown (avm.getTxStatus)',
	call: call('avm.getTxStatus'),
	input: z.strictObject({ txId: txId(), ...chain() }),
	output: () => z.looseObject({ status: z.string() }),
	deprecated: 'Use X-Chain → Get Transaction (deprecated by nodes from v1.10.0)',
});

export const getUtxos = declare({
	...X_CHAIN,
	id: 'xChain.getUtxos',
	operation: 'Get Many UTXOs',
	action: 'Get many x chain utxos',
	description:
		'Lists the unspent outputs that reference any of the addresses, as hex (avm.getUTXOs); across pages they are not guaranteed to be unique',
	call: call('avm.getUTXOs'),
	input: z
		.strictObject({
			addresses: param(addresses(), {
				label: 'Addresses',
				description: 'X-Chain addresses, separated by commas, at most 1024',
				placeholder: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
			}),
			sourceChain: param(
				textValue('must be an alias such as P, or a blockchain id in cb58', isChainName).optional(),
				{
					label: 'Source Chain',
					description: 'Only outputs exported from this chain to the X-Chain: alias or blockchain ID',
					placeholder: 'P',
				},
			),
			limit: param(whole(1, 1024).optional(), {
				label: 'Page Size',
				description: 'Most UTXOs of one request, 1 to 1024',
				default: 1024,
				show: 'paging',
			}),
			startIndexAddress: param(address().optional(), {
				name: 'startIndex.address',
				label: 'Start Index Address',
				description: 'Address of the endIndex of an earlier response, to go on after it',
				show: 'paging',
			}),
			startIndexUtxo: param(
				textValue('must be a UTXO id in cb58: 32 bytes with a right checksum', isId).optional(),
				{
					name: 'startIndex.utxo',
					label: 'Start Index UTXO',
					description: 'UTXO of the endIndex of an earlier response, to go on after it',
					show: 'paging',
				},
			),
			encoding: hexEncoding(),
			...chain(),
		})
		.superRefine(({ startIndexAddress, startIndexUtxo }, context) => {
			if ((startIndexAddress === undefined) === (startIndexUtxo === undefined)) return;
			const missing = startIndexAddress === undefined ? 'startIndexAddress' : 'startIndexUtxo';
			const message = 'must be given together with the other part of the start index';
			context.addIssue({ code: 'custom', path: [missing], message });
		}),
	output: () =>
		z.looseObject({
			numFetched: integer(),
			utxos: z.array(z.string()).describe('Hex with checksum'),
			endIndex: maybe({ address: text(), utxo: text() }),
			sourceChain: text(),
			encoding: text(),
		}),
	paging: { style: 'utxo', items: 'utxos', maxPageSize: 1024 },
});
