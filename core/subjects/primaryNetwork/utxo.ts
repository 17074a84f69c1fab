import { as, type Column, type Paths } from '../../fields/columns';
import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { bigWhole, choice, flag } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { onPrimary } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, pages } from '../../operations/pages';
import {
	assetFilter,
	network,
	owners,
	ownersInBody,
	primaryChain,
	sortOrder,
} from '../shared/data/fields';
import { addressesOfNetwork } from '../shared/data/rules';
import { chainPage } from '../shared/data/shapes';
import { anyUtxo } from '../shared/data/utxoShapes';
import { knownAsset } from '../shared/knownColumn';

const PATH = '/v1/networks/{network}/blockchains/{blockchainId}/utxos';

/** Input fields that both operations (GET and POST) have besides the addresses. */
function filters() {
	return {
		assetId: assetFilter('Only outputs of this asset (cb58); on the X-Chain only'),
		minUtxoAmount: field(bigWhole().optional(), {
			in: 'query',
			label: 'Min Amount',
			description: 'Only outputs of at least this amount, in nAVAX; 0 by default',
			placeholder: '1000000000',
		}),
		includeSpent: field(flag().optional(), {
			in: 'query',
			label: 'Include Spent',
			description: 'Whether to also list spent outputs',
			default: false,
		}),
		sortBy: field(choice(['timestamp', 'amount'], SORTED_BY).optional(), {
			in: 'query',
			label: 'Sort By',
			description: 'Field to sort the outputs by',
			show: 'option',
		}),
		sortOrder: sortOrder(),
	};
}

const SORTED_BY = [
	{ value: 'amount', name: 'Amount' },
	{ value: 'timestamp', name: 'Time' },
];

const columns = (item: Paths<out.ValueOf<ReturnType<typeof anyUtxo>>>) => [
	item.utxoId,
	as('amount', item.asset.amount),
	as('symbol', item.asset.symbol),
	knownAsset(item.asset.assetId),
	as('assetId', item.asset.assetId),
	item.txHash,
	item.creationTxHash,
	item.blockTimestamp,
	item.timestamp,
	item.utxoType,
	item.staked,
	item.utxoEndTimestamp,
	item.consumingTxHash,
	item.addresses,
];

const COMMON = {
	node: 'avalanche',
	resource: dataResources.primaryNetwork,
	entry: { value: 'getManyUtxos', name: 'Get Many UTXOs' },
	service: 'data',
	output: chainPage({ utxos: out.essential(out.list(anyUtxo())) }),
	items: 'utxos',
	columns,
	// The first is for the P-Chain, the second for the X-Chain.
	explorer: onPrimary(({ txHash, creationTxHash }: Record<'txHash' | 'creationTxHash', Column>) => [
		{ page: 'tx', of: txHash },
		{ page: 'tx', of: creationTxHash },
	]),
	cost: 100,
	spec: 'Chain data: Primary Network UTXOs',
} as const;

/** Outputs of addresses on the P-, X- or C-Chain. */
export const getManyUtxos = declareList({
	id: 'primaryNetwork.getManyUtxos',
	...COMMON,
	transport: { value: 'get', name: 'GET' },
	action: 'Get many UTXOs',
	description:
		'Lists the outputs that addresses own on the P-, X- or C-Chain, with amount, owners, locks and staking period; only unspent ones unless Include Spent is on',
	call: { type: 'http', method: 'GET', path: PATH },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			addresses: owners(),
			...filters(),
			...pages(),
		},
		addressesOfNetwork('addresses'),
	),
	paging: byToken(),
});

/** UTXOs of more addresses than a URL takes. */
export const getManyUtxosPost = declareList({
	id: 'primaryNetwork.getManyUtxosPost',
	...COMMON,
	transport: { value: 'post', name: 'POST' },
	action: 'Get many UTXOs of a long list of addresses',
	description: 'Lists the same outputs for more addresses than fit into a URL, with larger pages',
	call: { type: 'http', method: 'POST', reads: true, path: PATH },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			addresses: ownersInBody(),
			...filters(),
			...pages(1024),
		},
		addressesOfNetwork('addresses'),
	),
	paging: byToken(1024),
});
