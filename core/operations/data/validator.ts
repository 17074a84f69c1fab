import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { choice, nodeId } from '../../fields/inputs';
import * as shared from '../shared';
import { network, pageSize, pageToken, sortOrder } from './fields';
import { blsCredentials } from './shapes';

function rewards() {
	return out.object({
		validationRewardAmount: out.nAvax(),
		delegationRewardAmount: out.nAvax(),
		rewardAddresses: out.texts(),
		rewardTxHash: out.hash('Transaction that paid them'),
	});
}

/** One period of validation. Which fields are there depends on `validationStatus`. */
function validation() {
	return {
		txHash: out.hash('Transaction that started the validation'),
		nodeId: out.nodeId(),
		subnetId: out.id('In cb58'),
		validationStatus: out.text('completed, active, pending or removed'),
		amountStaked: out.nAvax(),
		delegationFee: out.percent("Share of delegators' rewards"),
		startTimestamp: out.seconds('Start of the validation'),
		endTimestamp: out.seconds('End of the validation'),
		delegatorCount: out.count(),
		amountDelegated: out.nAvax(),
		blsCredentials: blsCredentials(),
		rewards: rewards(),
		potentialRewards: rewards(),
		stakePercentage: out.percent('Share of all stake'),
		uptimePerformance: out.percent(),
		avalancheGoVersion: out.text(),
		delegationCapacity: out.nAvax('that can still be delegated'),
		validatorHealth: out.object({
			reachabilityPercent: out.percent(),
			benchedPChainRequestsPercent: out.percent(),
			benchedXChainRequestsPercent: out.percent(),
			benchedCChainRequestsPercent: out.percent(),
		}),
		geolocation: out.object({
			city: out.text(),
			country: out.text(),
			countryCode: out.text(),
			latitude: out.decimal(),
			longitude: out.decimal(),
		}),
		removeTxHash: out.hash('Transaction that removed the validator'),
		removeTimestamp: out.seconds('When the validator was removed'),
	};
}

/** The validations of one node. */
export const getValidator = declareList({
	id: 'validator.get',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getValidator', name: 'Get Validator' },
	action: 'Get the validations of a node',
	description:
		'Returns the past, present and coming validations of one primary-network node, with stake, delegations, rewards, uptime and health',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/validators/{nodeId}' },
	input: fieldSet({
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
	output: out.object({ nextPageToken: out.text(), validators: out.many(validation()) }),
	items: 'validators',
	paging: { style: 'token', maxPageSize: 100 },
	columns: (item) => [
		item.nodeId,
		item.txHash,
		item.validationStatus,
		item.amountStaked,
		item.amountDelegated,
		item.delegatorCount,
		item.delegationFee,
		item.startTimestamp,
		item.endTimestamp,
		item.uptimePerformance,
	],
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
