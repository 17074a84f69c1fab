import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../../operations/declare';
import { PRIMARY_TX } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { addresses, nodeIds } from '../../fields/identifiers';
import { choice } from '../../fields/inputs';
import * as shared from '../../operations/shared';
import { network, sortOrder } from '../shared/data/fields';
import { addressesOfNetwork } from '../shared/data/rules';

/** The rewards of a delegation that has not ended. */
function estimate() {
	return {
		estimatedGrossReward: out.nAvax('of active and pending delegations'),
		estimatedNetReward: out.nAvax('after the fee, of active and pending delegations'),
	};
}

/** One delegation, by its `delegationStatus`. */
const DELEGATION = out.variants(
	{
		txHash: out.hash('Transaction that started the delegation'),
		nodeId: out.nodeId(),
		rewardAddresses: out.texts(),
		amountDelegated: out.nAvax(),
		delegationFee: out.percent("The validator's share"),
		startTimestamp: out.seconds('Start of the delegation'),
		endTimestamp: out.seconds('End of the delegation'),
		delegationStatus: out.choice(shared.DELEGATION_STATUSES),
	},
	{
		completed: {
			grossReward: out.nAvax('of completed delegations'),
			netReward: out.nAvax('after the fee, of completed delegations'),
		},
		active: estimate(),
		pending: estimate(),
	},
	'delegationStatus',
);

/** Delegations on the primary network. */
export const getManyDelegators = declareList({
	id: 'staking.getManyDelegators',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getManyDelegators', name: 'Get Many Delegators' },
	action: 'Get many delegators',
	description:
		'Lists delegations to primary-network validators, by node, by reward address or by status, with amounts and rewards in nAVAX',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/delegators' },
	input: fieldSet(
		{
			network: network(),
			nodeIds: field(nodeIds().optional(), {
				in: 'query',
				list: 'comma',
				label: 'Node IDs',
				description: 'Only delegations to these validators, separated by commas',
				placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
				show: 'main',
			}),
			rewardAddresses: field(addresses().optional(), {
				in: 'query',
				list: 'comma',
				label: 'Reward Addresses',
				description:
					'Only delegations with rewards for these P-Chain addresses, separated by commas',
				placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
			}),
			delegationStatus: field(
				choice(shared.DELEGATION_STATUSES, shared.DELEGATION_STATUS_CHOICES).optional(),
				{
					in: 'query',
					label: 'Delegation Status',
					description: 'Only delegations in this state',
				},
			),
			sortOrder: sortOrder(),
			...pages(),
		},
		addressesOfNetwork('rewardAddresses'),
	),
	output: page({ delegators: out.essential(out.list(DELEGATION)) }),
	items: 'delegators',
	together: { field: 'nodeIds', item: 'nodeId', most: 40 },
	paging: byToken(),
	explorer: PRIMARY_TX,
	columns: (item) => [
		item.txHash,
		item.nodeId,
		item.delegationStatus,
		item.amountDelegated,
		item.startTimestamp,
		item.endTimestamp,
		item.delegationFee,
		item.netReward,
		item.estimatedNetReward,
		item.rewardAddresses,
	],
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
