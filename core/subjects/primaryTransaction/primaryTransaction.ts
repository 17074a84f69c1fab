import type { Paths } from '../../fields/columns';
import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { id } from '../../fields/identifiers';
import * as out from '../../fields/outputs';
import { all } from '../../fields/rules';
import { declare, declareList } from '../../operations/declare';
import { PRIMARY_TX } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, pages } from '../../operations/pages';
import {
	assetOfPath,
	BY_TIME,
	between,
	network,
	ownersOrEvm,
	primaryChain,
	primaryTxHash,
	sortOrder,
	txTypes,
	xChainOfPath,
} from '../shared/data/fields';
import { assetColumns } from '../shared/data/assetColumns';
import { pTransaction } from '../shared/data/pTransaction';
import { addressesOfNetwork, filtersNeedAddresses, startBeforeEnd } from '../shared/data/rules';
import { asset, amount, chainPage } from '../shared/data/shapes';
import { credential, xUtxo } from '../shared/data/utxoShapes';

const COMMON = {
	node: 'avalanche',
	resource: dataResources.primaryTransaction,
	service: 'data',
	explorer: PRIMARY_TX,
	spec: 'Chain data: Primary Network Transactions',
} as const;

const CHAIN = '/v1/networks/{network}/blockchains/{blockchainId}';

const X_TYPES = [
	'BaseTx',
	'CreateAssetTx',
	'OperationTx',
	'ImportTx',
	'ExportTx',
	'UNKNOWN',
] as const;

/** Parts of X-Chain transactions, and of atomic ones of the C-Chain. */
function base() {
	return {
		timestamp: out.seconds('When it was accepted; X- and C-Chain'),
		amountUnlocked: out.objects(amount(), 'Amounts of its inputs'),
		amountCreated: out.objects(amount(), 'Amounts of its outputs'),
		memo: out.hex('Hex'),
	};
}

function block() {
	return {
		blockHeight: out.count('X- and C-Chain'),
		blockHash: out.hash('In cb58, on the C-Chain 0x and 64 hexadecimal digits'),
	};
}

/** Parts of X-Chain transactions. */
function xBase() {
	return {
		...base(),
		txType: out.choice(X_TYPES),
		sourceChain: out.optional(out.id('For a transfer between chains')),
		destinationChain: out.optional(out.id('For a transfer between chains')),
		consumedUtxos: out.objects(xUtxo()),
		emittedUtxos: out.objects(xUtxo()),
		chainFormat: out.choice(
			['linear', 'non-linear'],
			'Non-linear before the X-Chain had blocks, which then has vertices',
		),
		assetCreated: out.optional(out.object(asset())),
	};
}

function vertices() {
	return {
		vertices: out.objects({
			hash: out.hash(),
			height: out.count(),
			timestamp: out.seconds('When the vertex was accepted'),
		}),
	};
}

/** Parts of atomic transactions of the C-Chain. */
function atomic() {
	return {
		...base(),
		...block(),
		sourceChain: out.id('For a transfer between chains'),
		destinationChain: out.id('For a transfer between chains'),
	};
}

const { txHash, ...ofPChain } = pTransaction();

/** The transactions of the three chains, by the first of these parts that one has. */
const KINDS = {
	blockNumber: ofPChain,
	vertices: { ...xBase(), ...vertices() },
	chainFormat: { ...xBase(), ...block() },
	evmInputs: {
		...atomic(),
		txType: out.choice(['ExportTx']),
		evmInputs: out.objects({
			fromAddress: out.address(),
			asset: out.object(amount()),
			credentials: out.objects(credential()),
		}),
		emittedUtxos: out.objects(xUtxo()),
	},
	evmOutputs: {
		...atomic(),
		txType: out.choice(['ImportTx']),
		evmOutputs: out.objects({ toAddress: out.address(), asset: out.object(amount()) }),
		consumedUtxos: out.objects(xUtxo()),
	},
};

const TRANSACTION = out.variants({ txHash }, KINDS);

/** Columns for tables, with the amounts of one asset and a list of those of the others. */
const columns = (item: Paths<out.ValueOf<typeof TRANSACTION>>) => [
	item.txHash,
	item.txType,
	item.nodeId,
	item.blockTimestamp,
	item.timestamp,
	...assetColumns({
		value: item.value,
		amountStaked: item.amountStaked,
		amountCreated: item.amountCreated,
		amountUnlocked: item.amountUnlocked,
		amountBurned: item.amountBurned,
	}),
	item.sourceChain,
	item.destinationChain,
];

/** One transaction. */
export const get = declare({
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
	output: out.variants({ txHash: out.essential(txHash) }, KINDS),
	columns,
	cost: 20,
});

/** The latest transactions, or those of addresses. */
export const getMany = declareList({
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
			addresses: ownersOrEvm(),
			txTypes: txTypes('BaseTx', '; needs Addresses'),
			...between('transactions', '; needs Addresses'),
			l1ValidationId: field(id('an L1 validation id').optional(), {
				in: 'query',
				label: 'L1 Validation ID',
				description: 'Only transactions of this L1 validation (cb58); P-Chain only',
				placeholder: '2XDnKyAEr1RhhWpTpMXqrjeejN23vETmDykVzkb4PrU1fQjewh',
			}),
			sortOrder: sortOrder(),
			...pages(),
		},
		all(addressesOfNetwork('addresses'), filtersNeedAddresses),
		startBeforeEnd,
	),
	output: chainPage({ transactions: out.essential(out.list(TRANSACTION)) }),
	items: 'transactions',
	paging: byToken(),
	bounds: {
		...BY_TIME,
		needs: 'addresses',
		position: (item) => [item.blockTimestamp, item.timestamp],
	},
	columns,
	cost: 100,
});

/** Transactions that transferred or created one asset of the X-Chain. */
export const getManyByAsset = declareList({
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
	output: chainPage({
		transactions: out.essential(
			out.list(
				out.variants(
					{ txHash, ...xBase() },
					{ 'non-linear': vertices(), linear: block() },
					'chainFormat',
				),
			),
		),
	}),
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
