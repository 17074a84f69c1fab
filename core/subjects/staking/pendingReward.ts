import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../../operations/declare';
import { PRIMARY_TX } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { addresses, nodeIds } from '../../fields/identifiers';
import { all, eitherOf } from '../../fields/rules';
import { network, sortOrder } from '../shared/data/fields';
import { addressesOfNetwork } from '../shared/data/rules';
import { amount, rewardType } from '../shared/data/shapes';
import { knownAsset } from '../shared/knownColumn';

/** Rewards of staking periods that still run. */
export const getManyPendingRewards = declareList({
	id: 'staking.getManyPendingRewards',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getManyPendingRewards', name: 'Get Many Pending Rewards' },
	action: 'Get many pending rewards',
	description:
		'Lists the expected staking rewards of addresses or nodes from current staking periods, with estimate and progress',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/rewards:listPending' },
	input: fieldSet(
		{
			network: network(),
			addresses: field(addresses().optional(), {
				in: 'query',
				list: 'comma',
				label: 'Addresses',
				either: 'Node IDs',
				description:
					'X- or P-Chain addresses, separated by commas; addresses or node IDs are required',
				placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
				show: 'main',
			}),
			nodeIds: field(nodeIds().optional(), {
				in: 'query',
				list: 'comma',
				label: 'Node IDs',
				either: 'Addresses',
				description: 'Validators, separated by commas; addresses or node IDs are required',
				placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
				show: 'main',
			}),
			sortOrder: sortOrder(),
			...pages(),
		},
		all(
			eitherOf(['addresses', 'Addresses'], ['nodeIds', 'Node IDs']),
			addressesOfNetwork('addresses'),
		),
	),
	output: page({
		pendingRewards: out.many({
			addresses: out.texts(),
			txHash: out.hash('Transaction that started the staking'),
			nodeId: out.nodeId(),
			rewardType: rewardType(),
			amountStaked: out.nAvax(),
			startTimestamp: out.seconds('Start of the staking period'),
			endTimestamp: out.seconds('End of the staking period'),
			progress: out.percent('Elapsed share of the period'),
			estimatedReward: out.object(amount()),
		}),
	}),
	items: 'pendingRewards',
	paging: byToken(),
	explorer: PRIMARY_TX,
	columns: (item) => [
		item.txHash,
		item.nodeId,
		item.rewardType,
		item.amountStaked,
		item.startTimestamp,
		item.endTimestamp,
		item.progress,
		as('estimatedReward', item.estimatedReward.amount),
		as('symbol', item.estimatedReward.symbol),
		knownAsset(item.estimatedReward.assetId),
		item.addresses,
	],
	cost: 100,
	spec: 'Chain data: Primary-network queries',
});
