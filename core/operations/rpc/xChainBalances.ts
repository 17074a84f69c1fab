import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../declare';
import { flag } from '../../fields/inputs';
import { asset, chainAddress, X_CHAIN, xChain, xChainCall } from './fields';
import { utxoIds } from './shapes';
import { LARGEST_UTXO_PAGE, sourceChain, startsWithBoth, UTXO_PAGE, utxoFields } from './utxos';

/** What addresses hold on the X-Chain. */

const REPLACEMENT =
	'Since node version 1.9.12, use Primary Network > Get Balance of the Avalanche node, or X-Chain > Get Many UTXOs for the outputs';

function holder() {
	return field(chainAddress('X'), {
		in: 'params',
		label: 'Address',
		description: 'X-Chain address of the owner (bech32); a missing X- prefix is added',
		placeholder: 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
	});
}

function includePartial() {
	return field(flag().optional(), {
		in: 'params',
		label: 'Include Partial',
		description:
			'Whether to include outputs that the address shares with others or cannot spend yet',
		default: false,
		show: 'option',
	});
}

/** All that an address holds. */
export const getXChainAllBalances = declareList({
	id: 'xChain.getAllBalances',
	...X_CHAIN,
	entry: { value: 'getManyBalances', name: 'Get Many Balances' },
	action: 'Get many balances of an X-Chain address',
	description:
		'avm.getAllBalances: lists the balances of all assets of an X-Chain address, in the smallest unit of each asset',
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
});

/** What an address holds of one asset. */
export const getXChainBalance = declare({
	id: 'xChain.getBalance',
	...X_CHAIN,
	entry: { value: 'getBalance', name: 'Get Balance' },
	action: 'Get the balance of an X-Chain address',
	description:
		'avm.getBalance: returns the balance of one asset of an X-Chain address, in its smallest unit, with its outputs',
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
});

/** Outputs that addresses may spend, now or later. */
export const getXChainUtxos = declareList({
	id: 'xChain.getUtxos',
	...X_CHAIN,
	entry: { value: 'getManyUtxos', name: 'Get Many UTXOs' },
	action: 'Get many UTXOs of X-Chain addresses',
	description:
		'avm.getUTXOs: lists the unspent outputs that name at least one of the addresses, as bytes in hex; with a source chain, those exported from there and not imported yet',
	call: xChainCall('avm.getUTXOs'),
	input: fieldSet(
		{ ...utxoFields('X'), sourceChain: sourceChain('P'), chain: xChain() },
		startsWithBoth,
	),
	output: UTXO_PAGE,
	items: 'utxos',
	paging: { style: 'utxo', maxPageSize: LARGEST_UTXO_PAGE },
});
