import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { addresses, nodeIds } from '../kinds';
import { many, maybe, number, seconds, text, texts } from '../shared';
import { inputOf, network, pageSize, pageToken, sortOrder } from './fields';
import { addressesOfNetwork, all, eitherOf } from './rules';
import { amount } from './shapes';

/** Rewards of staking periods that still run. */
export const listPendingRewards = declare({
	id: 'pendingReward.getMany',
	node: 'avalanche',
	resource: 'Pending Reward',
	operation: 'Get Many',
	action: 'Get many pending rewards',
	description:
		'Lists the staking rewards that addresses or nodes can expect from periods that still run, with estimate and progress',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/rewards:listPending' },
	input: inputOf({
		network: network(),
		addresses: field(addresses().optional(), {
			in: 'query',
			list: 'comma',
			label: 'Addresses',
			description:
				'X- or P-Chain addresses, separated by commas; addresses or node IDs are required',
			placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
			show: 'main',
		}),
		nodeIds: field(nodeIds().optional(), {
			in: 'query',
			list: 'comma',
			label: 'Node IDs',
			description: 'Validators, separated by commas; addresses or node IDs are required',
			placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			show: 'main',
		}),
		sortOrder: sortOrder(),
		pageSize: pageSize(),
		pageToken: pageToken(),
	}).superRefine(
		all(
			eitherOf(['addresses', 'Addresses'], ['nodeIds', 'Node IDs']),
			addressesOfNetwork('addresses'),
		),
	),
	output: () =>
		z.looseObject({
			nextPageToken: text(),
			pendingRewards: many({
				addresses: texts(),
				txHash: text('Transaction that started the staking'),
				nodeId: text(),
				rewardType: text('VALIDATOR, DELEGATOR or VALIDATOR_FEE'),
				amountStaked: text('nAVAX, decimal digits'),
				startTimestamp: seconds('Start of the staking period'),
				endTimestamp: seconds('End of the staking period'),
				progress: number('How much of the period has passed, percent'),
				estimatedReward: maybe(amount()),
			}),
		}),
	paging: { style: 'token', items: 'pendingRewards', maxPageSize: 100 },
	simplify: [
		'txHash',
		'nodeId',
		'rewardType',
		'amountStaked',
		'startTimestamp',
		'endTimestamp',
		'progress',
		'estimatedReward.amount as estimatedReward',
		'estimatedReward.symbol as symbol',
		'addresses',
	],
	cost: 100,
	spec: 'Chain data: Primary-network queries',
});
