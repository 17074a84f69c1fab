import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';

import { broken } from '../data/rules';
import { field } from '../../fields/field';
import { declare, declareList } from '../declare';
import { nodeResources } from '../resources';
import { flag, id, whole } from '../../fields/inputs';
import {
	asset,
	chainAddresses,
	hexEncoding,
	idOrAlias,
	xAddress,
	xChain,
	xChainCall,
} from './fields';
import { utxoIds } from './shapes';

/** What addresses hold on the X-Chain. */

const SPEC = 'Node JSON-RPC: X-Chain API';

const REPLACEMENT =
	'Since node version 1.9.12, use Primary Network Balance > Get of the Avalanche node, or X-Chain > Get Many UTXOs for the outputs';

function holder() {
	return field(xAddress(), {
		in: 'params',
		label: 'Address',
		description: 'X-Chain address of the owner (bech32); X- is put before it where it is missing',
		placeholder: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
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

/** All that an address holds. */
export const getXChainAllBalances = declareList({
	id: 'xChain.getAllBalances',
	node: 'avalancheRpc',
	resource: nodeResources.xChain,
	entry: { value: 'getManyBalances', name: 'Get Many Balances' },
	action: 'Get many balances of an X-Chain address',
	description:
		'avm.getAllBalances: lists the balance of every asset that an X-Chain address owns, in the smallest unit of each asset',
	service: 'node',
	call: xChainCall('avm.getAllBalances'),
	input: fieldSet({ address: holder(), includePartial: includePartial(), chain: xChain() }),
	output: out.object({
		balances: out.many({
			asset: out.text('Asset id (cb58), or an alias such as AVAX'),
			balance: out.amount({}),
		}),
	}),
	items: 'balances',
	deprecated: REPLACEMENT,
	spec: SPEC,
});

/** What an address holds of one asset. */
export const getXChainBalance = declare({
	id: 'xChain.getBalance',
	node: 'avalancheRpc',
	resource: nodeResources.xChain,
	entry: { value: 'getBalance', name: 'Get Balance' },
	action: 'Get the balance of an X-Chain address',
	description:
		'avm.getBalance: returns how much of one asset an X-Chain address owns, in its smallest unit, with the outputs that make it up',
	service: 'node',
	call: xChainCall('avm.getBalance'),
	input: fieldSet({
		address: holder(),
		assetID: asset(),
		includePartial: includePartial(),
		chain: xChain(),
	}),
	output: out.object({
		balance: out.required(out.amount({})),
		utxoIDs: utxoIds(),
	}),
	deprecated: REPLACEMENT,
	spec: SPEC,
});

/** Where a walk over outputs goes on takes both parts of `endIndex`. */
const BOTH = 'must be given together with';

/** Outputs that addresses may spend, now or later. */
export const getXChainUtxos = declareList({
	id: 'xChain.getUtxos',
	node: 'avalancheRpc',
	resource: nodeResources.xChain,
	entry: { value: 'getManyUtxos', name: 'Get Many UTXOs' },
	action: 'Get many UTXOs of X-Chain addresses',
	description:
		'avm.getUTXOs: lists the unspent outputs that name at least one of the addresses, as bytes in hex; with a source chain, those exported from there and not imported yet',
	service: 'node',
	call: xChainCall('avm.getUTXOs'),
	input: fieldSet(
		{
			addresses: chainAddresses('X', {
				description:
					'X-Chain addresses (bech32), separated by commas (1 to 1,024); X- is put before them where it is missing',
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
			startIndexUtxo: field(id('a UTXO id').optional(), {
				in: 'params',
				name: 'startIndex.utxo',
				label: 'Start UTXO',
				description: 'UTXO of endIndex in the last answer, to go on after it (cb58)',
				placeholder: 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j',
				show: 'paging',
			}),
			sourceChain: field(idOrAlias('a blockchain id', 'P').optional(), {
				in: 'params',
				label: 'Source Chain',
				description:
					'Only outputs exported from this chain and not imported yet: an alias such as P or C, or a blockchain ID (cb58)',
				placeholder: 'P',
			}),
			encoding: hexEncoding('outputs'),
			chain: xChain(),
		},
		(input, context) => {
			const { startIndexAddress: address, startIndexUtxo: utxo } = input;
			if (address !== undefined && utxo === undefined) {
				broken(context, 'startIndexAddress', `${BOTH} "Start UTXO" (startIndexUtxo)`);
			}
			if (utxo !== undefined && address === undefined) {
				broken(context, 'startIndexUtxo', `${BOTH} "Start Address" (startIndexAddress)`);
			}
		},
	),
	output: out.object({
		numFetched: out.count('Number of outputs in this answer'),
		utxos: out.required(out.list(out.hex(), 'Outputs in hex with a checksum')),
		endIndex: out.object({ address: out.address(), utxo: out.text('cb58') }),
		sourceChain: out.text(),
		encoding: out.text(),
	}),
	items: 'utxos',
	paging: { style: 'utxo', maxPageSize: 1024 },
	spec: SPEC,
});
