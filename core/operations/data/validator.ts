import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { choice, nodeId } from '../kinds';
import * as shared from '../shared';
import { many, maybe, number, seconds, text, texts } from '../shared';
import { inputOf, network, pageSize, pageToken, sortOrder } from './fields';
import { blsCredentials } from './shapes';

function rewards() {
	return maybe({
		validationRewardAmount: text('nAVAX, decimal digits'),
		delegationRewardAmount: text('nAVAX, decimal digits'),
		rewardAddresses: texts(),
		rewardTxHash: text('Transaction that paid them'),
	});
}

/** One period of validation. Which fields are there depends on `validationStatus`. */
function validation() {
	return {
		txHash: text('Transaction that started the validation'),
		nodeId: text(),
		subnetId: text('In cb58'),
		validationStatus: text('completed, active, pending or removed'),
		amountStaked: text('nAVAX, decimal digits'),
		delegationFee: text("Share of delegators' rewards, percent"),
		startTimestamp: seconds('Start of the validation'),
		endTimestamp: seconds('End of the validation'),
		delegatorCount: number(),
		amountDelegated: text('nAVAX, decimal digits'),
		blsCredentials: blsCredentials(),
		rewards: rewards(),
		potentialRewards: rewards(),
		stakePercentage: number('Share of all stake, percent'),
		uptimePerformance: number('Percent'),
		avalancheGoVersion: text(),
		delegationCapacity: text('nAVAX that can still be delegated'),
		validatorHealth: maybe({
			reachabilityPercent: number(),
			benchedPChainRequestsPercent: number(),
			benchedXChainRequestsPercent: number(),
			benchedCChainRequestsPercent: number(),
		}),
		geolocation: maybe({
			city: text(),
			country: text(),
			countryCode: text(),
			latitude: number(),
			longitude: number(),
		}),
		removeTxHash: text('Transaction that removed the validator'),
		removeTimestamp: seconds('When the validator was removed'),
	};
}

/** The validations of one node. */
export const getValidator = declare({
	id: 'validator.get',
	node: 'avalanche',
	resource: 'Validator',
	operation: 'Get',
	action: 'Get the validations of a node',
	description:
		'Returns the past, present and coming validations of one primary-network node, with stake, delegations, rewards, uptime and health',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/validators/{nodeId}' },
	input: inputOf({
		network: network(),
		nodeId: field(nodeId(), {
			in: 'path',
			label: 'Node ID',
			description: 'The validator, NodeID- and a hash (cb58)',
			placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
		}),
		validationStatus: field(
			choice(shared.VALIDATION_STATUSES, shared.VALIDATION_STATUS_CHOICES).optional(),
			{
				in: 'query',
				label: 'Validation Status',
				description: 'Only validations in this state',
			},
		),
		sortOrder: sortOrder(),
		pageSize: pageSize(),
		pageToken: pageToken(),
	}),
	output: () => z.looseObject({ nextPageToken: text(), validators: many(validation()) }),
	paging: { style: 'token', items: 'validators', maxPageSize: 100 },
	simplify: [
		'nodeId',
		'txHash',
		'validationStatus',
		'amountStaked',
		'amountDelegated',
		'delegatorCount',
		'delegationFee',
		'startTimestamp',
		'endTimestamp',
		'uptimePerformance',
	],
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
