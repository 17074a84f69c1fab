import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { choices } from '../../fields/inputs';
import * as shared from '../shared';
import { between, network, owners, pChain, pageSize, pageToken, sortOrder } from './fields';
import { addressesOfNetwork, startBeforeEnd } from './rules';
import { pTransaction } from './pTransaction';
import { chainInfo } from './shapes';

/** Staking on the P-Chain. */
export const listStakingTransactions = declareList({
	id: 'stakingTransaction.getMany',
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
			txTypes: field(choices(shared.TX_TYPES, shared.TX_TYPE_CHOICES).optional(), {
				in: 'query',
				list: 'repeat',
				label: 'Transaction Types',
				description: 'Only transactions of these types',
				placeholder: 'AddPermissionlessValidatorTx',
			}),
			...between('transactions'),
			sortOrder: sortOrder(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		addressesOfNetwork('addresses'),
		startBeforeEnd,
	),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many(pTransaction()),
		chainInfo: chainInfo(),
	}),
	items: 'transactions',
	paging: { style: 'token', maxPageSize: 100 },
	columns: (item) => [
		item.txHash,
		item.txType,
		item.blockTimestamp,
		item.nodeId,
		item.subnetId,
		as('amountStaked', item.amountStaked[0].amount),
		as('symbol', item.amountStaked[0].symbol),
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
