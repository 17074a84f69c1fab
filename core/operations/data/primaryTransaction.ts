import { as, type Paths } from '../../fields/columns';
import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { choices, id } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../declare';
import { dataResources } from '../resources';
import * as shared from '../shared';
import {
	between,
	network,
	owners,
	pageSize,
	pageToken,
	primaryChain,
	primaryTxHash,
	sortOrder,
	xChainOfPath,
} from './fields';
import { pTransaction } from './pTransaction';
import { addressesOfNetwork, startBeforeEnd } from './rules';
import { asset, amount, chainInfo } from './shapes';
import { anyUtxo, credential, xUtxo } from './utxoShapes';

const CHAIN = '/v1/networks/{network}/blockchains/{blockchainId}';

/** What transactions of the X-Chain and atomic ones of the C-Chain have. */
function xTransaction() {
	return {
		txHash: out.hash('In cb58'),
		txType: out.text('Such as BaseTx, ImportTx or ExportTx'),
		timestamp: out.seconds('When it was accepted; X- and C-Chain'),
		blockHeight: out.count('X- and C-Chain'),
		blockHash: out.hash('In cb58, on the C-Chain 0x and 64 hexadecimal digits'),
		sourceChain: out.id('Of a transfer between chains'),
		destinationChain: out.id('Of a transfer between chains'),
		amountUnlocked: out.objects(amount(), 'What its inputs held'),
		amountCreated: out.objects(amount(), 'What its outputs hold'),
		memo: out.hex('Hex'),
		consumedUtxos: out.objects(xUtxo()),
		emittedUtxos: out.objects(xUtxo()),
		chainFormat: out.text('linear, or non-linear before the X-Chain made blocks'),
		assetCreated: out.object(asset()),
		vertices: out.objects({
			hash: out.hash(),
			height: out.count(),
			timestamp: out.seconds('When the vertex was accepted'),
		}),
	};
}

/** A transaction of any of the three chains: what only some have is absent on the others. */
function transaction() {
	return {
		...pTransaction(),
		...xTransaction(),
		consumedUtxos: out.objects(anyUtxo()),
		emittedUtxos: out.objects(anyUtxo()),
		evmInputs: out.objects({
			fromAddress: out.address(),
			asset: out.object(amount()),
			credentials: out.objects(credential()),
		}),
		evmOutputs: out.objects({ toAddress: out.address(), asset: out.object(amount()) }),
	};
}

/** The amounts that a table needs; the first asset's where there are several. */
const columns = (item: Paths<out.ObjectOf<ReturnType<typeof transaction>>>) => [
	item.txHash,
	item.txType,
	item.blockTimestamp,
	item.timestamp,
	as('value', item.value[0].amount),
	as('symbol', item.value[0].symbol),
	as('amountBurned', item.amountBurned[0].amount),
	as('amountStaked', item.amountStaked[0].amount),
	as('amountUnlocked', item.amountUnlocked[0].amount),
	as('amountCreated', item.amountCreated[0].amount),
	item.nodeId,
	item.subnetId,
	item.sourceChain,
	item.destinationChain,
];

function txTypes() {
	return field(choices(shared.TX_TYPES, shared.TX_TYPE_CHOICES).optional(), {
		in: 'query',
		list: 'repeat',
		label: 'Transaction Types',
		description: 'Only transactions of these types',
		placeholder: 'BaseTx',
	});
}

/** One transaction. */
export const getPrimaryTransaction = declare({
	id: 'primaryTransaction.get',
	node: 'avalanche',
	resource: dataResources.primaryTransaction,
	entry: { value: 'get', name: 'Get' },
	action: 'Get a primary network transaction',
	description:
		'Returns one transaction of the P- or X-Chain, or an atomic one of the C-Chain, with amounts and the outputs that it spent and made',
	service: 'data',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/transactions/{txHash}` },
	input: fieldSet({
		network: network(),
		blockchainId: primaryChain(),
		txHash: primaryTxHash(),
	}),
	output: out.object({ ...transaction(), txHash: out.required(out.hash('In cb58')) }),
	columns,
	cost: 20,
	spec: 'Chain data: Primary Network Transactions',
});

/** The latest transactions, or those of addresses. */
export const listPrimaryTransactions = declareList({
	id: 'primaryTransaction.getMany',
	node: 'avalanche',
	resource: dataResources.primaryTransaction,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many primary network transactions',
	description:
		'Lists transactions of the P- or X-Chain, or atomic ones of the C-Chain, the latest or by address, type, time or L1 validation; those of EVM chains are EVM transactions',
	service: 'data',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/transactions` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			addresses: owners(),
			txTypes: txTypes(),
			...between('transactions'),
			l1ValidationId: field(id('an L1 validation id').optional(), {
				in: 'query',
				label: 'L1 Validation ID',
				description: 'Only transactions that concern this validation of an L1 (cb58); P-Chain only',
				placeholder: '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh',
			}),
			sortOrder: sortOrder(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		addressesOfNetwork('addresses'),
		startBeforeEnd,
	),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many(transaction()),
		chainInfo: chainInfo(),
	}),
	items: 'transactions',
	paging: { style: 'token', maxPageSize: 100 },
	columns,
	cost: 100,
	spec: 'Chain data: Primary Network Transactions',
});

/** What happened with one asset of the X-Chain. */
export const listAssetTransactions = declareList({
	id: 'primaryTransaction.getManyByAsset',
	node: 'avalanche',
	resource: dataResources.primaryTransaction,
	entry: { value: 'getManyByAsset', name: 'Get Many by Asset' },
	action: 'Get many X-Chain transactions by asset',
	description: 'Lists the transactions of the X-Chain in which one asset was moved or made',
	service: 'data',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/assets/{assetId}/transactions` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: xChainOfPath(),
			assetId: field(id('an asset id'), {
				in: 'path',
				label: 'Asset ID',
				description: 'The asset (cb58)',
				placeholder: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
			}),
			txTypes: txTypes(),
			...between('transactions'),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		startBeforeEnd,
	),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many(xTransaction()),
		chainInfo: chainInfo(),
	}),
	items: 'transactions',
	paging: { style: 'token', maxPageSize: 100 },
	columns: (item) => [
		item.txHash,
		item.txType,
		item.timestamp,
		as('amountUnlocked', item.amountUnlocked[0].amount),
		as('amountCreated', item.amountCreated[0].amount),
		as('symbol', item.amountCreated[0].symbol),
		item.sourceChain,
		item.destinationChain,
		item.blockHeight,
		item.memo,
	],
	cost: 100,
	spec: 'Chain data: Primary Network Transactions',
});
