import type { Paths } from '../../fields/columns';
import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { id } from '../../fields/identifiers';
import * as out from '../../fields/outputs';
import { declare, declareList } from '../declare';
import { PRIMARY_TX } from '../explorer';
import { dataResources } from '../resources';
import { byToken, pages } from '../pages';
import {
	assetOfPath,
	BY_TIME,
	between,
	network,
	owners,
	primaryChain,
	primaryTxHash,
	sortOrder,
	txTypes,
	xChainOfPath,
} from './fields';
import { assetColumns } from './assetColumns';
import { pTransaction } from './pTransaction';
import { addressesOfNetwork, startBeforeEnd } from './rules';
import { asset, amount, chainPage } from './shapes';
import { anyUtxo, credential, xUtxo } from './utxoShapes';

const COMMON = {
	node: 'avalanche',
	resource: dataResources.primaryTransaction,
	service: 'data',
	explorer: PRIMARY_TX,
	spec: 'Chain data: Primary Network Transactions',
} as const;

const CHAIN = '/v1/networks/{network}/blockchains/{blockchainId}';

/** What transactions of the X-Chain and atomic ones of the C-Chain have. */
function xTransaction() {
	return {
		txHash: out.hash('In cb58'),
		txType: out.text('Such as BaseTx, ImportTx or ExportTx'),
		timestamp: out.seconds('When it was accepted; X- and C-Chain'),
		blockHeight: out.count('X- and C-Chain'),
		blockHash: out.hash('In cb58, on the C-Chain 0x and 64 hexadecimal digits'),
		sourceChain: out.id('For a transfer between chains'),
		destinationChain: out.id('For a transfer between chains'),
		amountUnlocked: out.objects(amount(), 'Amounts of its inputs'),
		amountCreated: out.objects(amount(), 'Amounts of its outputs'),
		memo: out.hex('Hex'),
		consumedUtxos: out.objects(xUtxo()),
		emittedUtxos: out.objects(xUtxo()),
		chainFormat: out.text('linear, or non-linear before the X-Chain had blocks'),
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

/** What a table needs, with the amounts of one asset and a list of those of the others. */
const columns = (item: Paths<out.ObjectOf<ReturnType<typeof transaction>>>) => [
	item.txHash,
	item.txType,
	item.blockTimestamp,
	item.timestamp,
	...assetColumns({
		value: item.value,
		amountStaked: item.amountStaked,
		amountCreated: item.amountCreated,
		amountUnlocked: item.amountUnlocked,
		amountBurned: item.amountBurned,
	}),
	item.nodeId,
	item.subnetId,
	item.sourceChain,
	item.destinationChain,
];

/** One transaction. */
export const getPrimaryTransaction = declare({
	id: 'primaryTransaction.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get a primary network transaction',
	description:
		'Returns one transaction of the P- or X-Chain, or an atomic one of the C-Chain, with amounts and its spent and created outputs',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/transactions/{txHash}` },
	input: fieldSet({
		network: network(),
		blockchainId: primaryChain(),
		txHash: primaryTxHash(),
	}),
	output: out.object({ ...transaction(), txHash: out.required(out.hash('In cb58')) }),
	columns,
	cost: 20,
});

/** The latest transactions, or those of addresses. */
export const listPrimaryTransactions = declareList({
	id: 'primaryTransaction.getMany',
	...COMMON,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many primary network transactions',
	description:
		'Lists transactions of the P- or X-Chain, or atomic ones of the C-Chain, the latest or by address, type, time or L1 validation; use EVM Transaction for transactions of EVM chains',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/transactions` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			addresses: owners(),
			txTypes: txTypes('BaseTx'),
			...between('transactions'),
			l1ValidationId: field(id('an L1 validation id').optional(), {
				in: 'query',
				label: 'L1 Validation ID',
				description: 'Only transactions of this L1 validation (cb58); P-Chain only',
				placeholder: '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh',
			}),
			sortOrder: sortOrder(),
			...pages(),
		},
		addressesOfNetwork('addresses'),
		startBeforeEnd,
	),
	output: chainPage({ transactions: out.many(transaction()) }),
	items: 'transactions',
	paging: byToken(),
	bounds: { ...BY_TIME, position: (item) => [item.blockTimestamp, item.timestamp] },
	columns,
	cost: 100,
});

/** What happened with one asset of the X-Chain. */
export const listAssetTransactions = declareList({
	id: 'primaryTransaction.getManyByAsset',
	...COMMON,
	entry: { value: 'getManyByAsset', name: 'Get Many by Asset' },
	action: 'Get many X-Chain transactions by asset',
	description: 'Lists the transactions of the X-Chain that transferred or created an asset',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/assets/{assetId}/transactions` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: xChainOfPath(),
			assetId: assetOfPath(),
			txTypes: txTypes('BaseTx'),
			...between('transactions'),
			...pages(),
		},
		startBeforeEnd,
	),
	output: chainPage({ transactions: out.many(xTransaction()) }),
	items: 'transactions',
	paging: byToken(),
	bounds: { ...BY_TIME, position: (item) => [item.timestamp] },
	columns: (item) => [
		item.txHash,
		item.txType,
		item.timestamp,
		...assetColumns(
			{ amountUnlocked: item.amountUnlocked, amountCreated: item.amountCreated },
			'assetId',
		),
		item.sourceChain,
		item.destinationChain,
		item.blockHeight,
		item.memo,
	],
	cost: 100,
});
