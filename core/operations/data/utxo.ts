import { as, type Paths } from '../../fields/columns';
import { fieldSet } from '../../fields/fieldSet';
import { field } from '../../fields/field';
import { bigWhole, choice, flag, id } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import {
	network,
	owners,
	ownersInBody,
	pageSize,
	pageToken,
	primaryChain,
	sortOrder,
} from './fields';
import { addressesOfNetwork } from './rules';
import { chainInfo } from './shapes';
import { anyUtxo } from './utxoShapes';

const PATH = '/v1/networks/{network}/blockchains/{blockchainId}/utxos';

/** What both ways of asking take beside the addresses. */
function filters() {
	return {
		assetId: field(id('an asset id').optional(), {
			in: 'query',
			label: 'Asset ID',
			description: 'Only outputs of this asset (cb58); on the X-Chain only',
			placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
		}),
		minUtxoAmount: field(bigWhole().optional(), {
			in: 'query',
			label: 'Min Amount',
			description: 'Only outputs of at least this amount, in nAVAX',
			placeholder: '1000000000',
		}),
		includeSpent: field(flag().optional(), {
			in: 'query',
			label: 'Include Spent',
			description: 'Whether to list spent outputs too',
			default: false,
		}),
		sortBy: field(choice(['timestamp', 'amount'], SORTED_BY).optional(), {
			in: 'query',
			label: 'Sort By',
			description: 'What the outputs are sorted by',
			show: 'option',
		}),
		sortOrder: sortOrder(),
	};
}

const SORTED_BY = [
	{ value: 'amount', name: 'Amount' },
	{ value: 'timestamp', name: 'Time' },
];

function listed() {
	return out.object({
		nextPageToken: out.text(),
		utxos: out.many(anyUtxo()),
		chainInfo: chainInfo(),
	});
}

const columns = (item: Paths<out.ObjectOf<ReturnType<typeof anyUtxo>>>) => [
	item.utxoId,
	as('amount', item.asset.amount),
	as('symbol', item.asset.symbol),
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

/** What addresses own on the P- or X-Chain, output by output. */
export const listUtxos = declareList({
	id: 'utxo.getMany',
	node: 'avalanche',
	resource: dataResources.primaryBalance,
	entry: { value: 'getManyUtxos', name: 'Get Many UTXOs' },
	transport: { value: 'get', name: 'GET' },
	action: 'Get many UTXOs',
	description:
		'Lists the outputs that addresses own on the P-, X- or C-Chain, with amount, owners, locks and staking period; unspent ones unless spent ones are asked for too',
	service: 'data',
	call: { type: 'http', method: 'GET', path: PATH },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			addresses: owners(),
			...filters(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		addressesOfNetwork('addresses'),
	),
	output: listed(),
	items: 'utxos',
	paging: { style: 'token', maxPageSize: 100 },
	columns,
	cost: 100,
	spec: 'Chain data: Primary Network UTXOs',
});

/** The same for more addresses than a URL takes. */
export const listUtxosByPost = declareList({
	id: 'utxo.getManyByPost',
	node: 'avalanche',
	resource: dataResources.primaryBalance,
	entry: { value: 'getManyUtxos', name: 'Get Many UTXOs' },
	transport: { value: 'post', name: 'POST' },
	action: 'Get many UTXOs of a long list of addresses',
	description:
		'Lists the same outputs for more addresses than a URL takes, and more of them in one request',
	service: 'data',
	call: { type: 'http', method: 'POST', path: PATH },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			addresses: ownersInBody(),
			...filters(),
			pageSize: pageSize(1024),
			pageToken: pageToken(),
		},
		addressesOfNetwork('addresses'),
	),
	output: listed(),
	items: 'utxos',
	paging: { style: 'token', maxPageSize: 1024 },
	columns,
	cost: 100,
	spec: 'Chain data: Primary Network UTXOs',
});
