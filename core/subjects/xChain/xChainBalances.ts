import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import type { Versions } from '../../fields/versions';
import { declare, declareList } from '../../operations/declare';
import { flag } from '../../fields/inputs';
import { asset, chainAddress, X_CHAIN, xChain, xChainCall } from '../shared/node/fields';
import { amountOf, amountOfInput, utxoIds } from '../shared/node/shapes';
import {
	LARGEST_UTXO_PAGE,
	sourceChain,
	startsWithBoth,
	UTXO_PAGE,
	utxoFields,
} from '../shared/node/utxos';

/** Balances of addresses on the X-Chain. */

const VERSIONS: Versions = {
	deprecated: '1.9.12',
	instead:
		'Primary Network: Get Balance of the Avalanche node, or X-Chain: Get Many UTXOs for the outputs',
	source: 'avalanchego RELEASES.md, v1.9.12',
};

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

/** Balances of an address for all its assets. */
export const getManyBalances = declareList({
	id: 'xChain.getManyBalances',
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
			balance: amountOf('asset'),
		}),
	}),
	items: 'balances',
	versions: VERSIONS,
});

/** Balance of one asset of an address. */
export const getBalance = declare({
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
		balance: out.essential(amountOfInput('assetID')),
		utxoIDs: utxoIds(),
	}),
	versions: VERSIONS,
});

/** Outputs that addresses may spend now or later. */
export const getManyUtxos = declareList({
	id: 'xChain.getManyUtxos',
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
