import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { PRIMARY_TX } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, pages } from '../../operations/pages';
import {
	BY_TIME,
	between,
	network,
	owners,
	pChain,
	sortOrder,
	txTypes,
} from '../shared/data/fields';
import { addressesOfNetwork, startBeforeEnd } from '../shared/data/rules';
import { assetColumns } from '../shared/data/assetColumns';
import { pTransaction } from '../shared/data/pTransaction';
import { chainPage } from '../shared/data/shapes';

/** Staking on the P-Chain. */
export const getManyTransactions = declareList({
	id: 'staking.getManyTransactions',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getManyTransactions', name: 'Get Many Staking Transactions' },
	action: 'Get many staking transactions',
	description:
		'Lists the active staking transactions of addresses on the P-Chain, with amounts in nAVAX, staking period, node and estimated reward',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking',
	},
	input: fieldSet(
		{
			network: network(),
			blockchainId: pChain(),
			addresses: owners(),
			txTypes: txTypes('AddPermissionlessValidatorTx'),
			...between('transactions'),
			sortOrder: sortOrder(),
			...pages(),
		},
		addressesOfNetwork('addresses'),
		startBeforeEnd,
	),
	output: chainPage({ transactions: out.many(pTransaction()) }),
	items: 'transactions',
	paging: byToken(),
	explorer: PRIMARY_TX,
	bounds: BY_TIME,
	columns: (item) => [
		item.txHash,
		item.txType,
		item.blockTimestamp,
		item.nodeId,
		item.subnetId,
		...assetColumns({ amountStaked: item.amountStaked }),
		item.startTimestamp,
		item.endTimestamp,
		item.delegationFeePercent,
		item.estimatedReward,
		item.rewardAddresses,
		as('stakerAddresses', item.consumedUtxos[0].addresses),
	],
	cost: 100,
	spec: 'Chain data: Primary-network queries',
});
