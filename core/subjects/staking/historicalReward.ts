import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../../operations/declare';
import { PRIMARY_TX } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { nodeIds } from '../../fields/identifiers';
import { choice } from '../../fields/inputs';
import * as shared from '../../operations/shared';
import { network, owners, sortOrder } from '../shared/data/fields';
import { all, eitherOf } from '../../fields/rules';
import { addressesOfNetwork } from '../shared/data/rules';
import { amount, price, rewardType } from '../shared/data/shapes';
import { knownAsset } from '../shared/knownColumn';

/** Rewards that were paid. */
export const getManyHistoricalRewards = declareList({
	id: 'staking.getManyHistoricalRewards',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getManyHistoricalRewards', name: 'Get Many Historical Rewards' },
	action: 'Get many historical rewards',
	description:
		'Lists the staking rewards that were paid to addresses or for nodes, with stake, period, paying transaction and the price at that time; use it for accounting and tax reports',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/rewards' },
	input: fieldSet(
		{
			network: network(),
			addresses: owners('Node IDs'),
			nodeIds: field(nodeIds().optional(), {
				in: 'query',
				list: 'comma',
				label: 'Node IDs',
				either: 'Addresses',
				description:
					'Only rewards for these validators, separated by commas; addresses or node IDs are required',
				placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
				show: 'main',
			}),
			currency: field(
				choice<readonly string[]>(shared.CURRENCIES, shared.CURRENCY_CHOICES).optional(),
				{
					in: 'query',
					label: 'Currency',
					description: 'Currency of the historical price; usd by default',
					default: 'usd',
					show: 'option',
				},
			),
			sortOrder: sortOrder(),
			...pages(),
		},
		all(
			eitherOf(['addresses', 'Addresses'], ['nodeIds', 'Node IDs']),
			addressesOfNetwork('addresses'),
		),
	),
	output: page({
		historicalRewards: out.many({
			addresses: out.texts(),
			txHash: out.hash('Transaction that started the staking'),
			nodeId: out.nodeId(),
			rewardType: rewardType(),
			amountStaked: out.nAvax(),
			startTimestamp: out.seconds('Start of the staking period'),
			endTimestamp: out.seconds('End of the staking period'),
			rewardTxHash: out.hash('Transaction that paid the reward'),
			utxoId: out.id('The output that contains the reward'),
			outputIndex: out.count(),
			reward: out.object({
				...amount(),
				historicalPrice: out.optional(price('Price of one whole AVAX when the reward was paid')),
			}),
		}),
	}),
	items: 'historicalRewards',
	paging: byToken(),
	explorer: PRIMARY_TX,
	columns: (item) => [
		item.rewardTxHash,
		item.nodeId,
		item.rewardType,
		as('reward', item.reward.amount),
		as('symbol', item.reward.symbol),
		as('price', item.reward.historicalPrice.value),
		as('currency', item.reward.historicalPrice.currencyCode),
		item.amountStaked,
		item.startTimestamp,
		item.endTimestamp,
		knownAsset(item.reward.assetId),
		item.txHash,
		item.addresses,
	],
	cost: 100,
	spec: 'Chain data: Primary Network Rewards',
});
