import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { addresses, choice, nodeIds } from '../kinds';
import * as shared from '../shared';
import { many, seconds, text, texts } from '../shared';
import { inputOf, network, pageSize, pageToken, sortOrder } from './fields';
import { addressesOfNetwork } from './rules';

/** Delegations on the primary network. */
export const listDelegators = declare({
	id: 'delegator.getMany',
	node: 'avalanche',
	resource: 'Delegator',
	operation: 'Get Many',
	action: 'Get many delegators',
	description:
		'Lists delegations to primary-network validators, by node, by reward address or by status, with amounts and rewards in nAVAX',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/delegators' },
	input: inputOf({
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
			description: 'Only delegations that reward these P-Chain addresses, separated by commas',
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
		pageSize: pageSize(),
		pageToken: pageToken(),
	}).superRefine(addressesOfNetwork('rewardAddresses')),
	output: () =>
		z.looseObject({
			nextPageToken: text(),
			delegators: many({
				txHash: text('Transaction that started the delegation'),
				nodeId: text(),
				rewardAddresses: texts(),
				amountDelegated: text('nAVAX, decimal digits'),
				delegationFee: text("The validator's share, percent"),
				startTimestamp: seconds('Start of the delegation'),
				endTimestamp: seconds('End of the delegation'),
				grossReward: text('nAVAX, of completed delegations'),
				netReward: text('nAVAX after the fee, of completed delegations'),
				estimatedGrossReward: text('nAVAX, of active and pending delegations'),
				estimatedNetReward: text('nAVAX after the fee, of active and pending delegations'),
				delegationStatus: text('completed, active or pending'),
			}),
		}),
	paging: { style: 'token', items: 'delegators', maxPageSize: 100 },
	simplify: [
		'txHash',
		'nodeId',
		'delegationStatus',
		'amountDelegated',
		'startTimestamp',
		'endTimestamp',
		'delegationFee',
		'netReward',
		'estimatedNetReward',
		'rewardAddresses',
	],
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
