import { fieldSet } from '../../fields/fieldSet';
import { as, type Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import type { ValueOf } from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../../operations/declare';
import { PRIMARY_TX } from '../../operations/explorer';
import { dataResources } from '../resources';
import { byToken, page, pages } from '../../operations/pages';
import { nodeIds } from '../../fields/identifiers';
import { choice, numberWithin, whole } from '../../fields/inputs';
import { avaxSentInNavax } from '../../fields/lines';
import { all, inOrderOfSize } from '../../fields/rules';
import * as shared from '../../operations/shared';
import { network, nodeOfPath, sortOrder, subnetFilter } from '../shared/data/fields';
import { blsCredentials } from '../shared/data/shapes';

function rewards() {
	return out.object({
		validationRewardAmount: out.nAvax(),
		delegationRewardAmount: out.nAvax(),
		rewardAddresses: out.optional(out.texts()),
		rewardTxHash: out.optional(out.hash('Transaction that paid them')),
	});
}

/** One period of validation, by its `validationStatus`. */
const VALIDATION = out.variants(
	{
		txHash: out.hash('Transaction that started the validation'),
		nodeId: out.nodeId(),
		subnetId: out.id('In cb58'),
		validationStatus: out.choice(shared.VALIDATION_STATUSES),
		amountStaked: out.nAvax(),
		delegationFee: out.optional(out.percent("Share of delegators' rewards")),
		startTimestamp: out.seconds('Start of the validation'),
		endTimestamp: out.seconds('End of the validation'),
		amountDelegated: out.optional(out.nAvax()),
		blsCredentials: out.optional(blsCredentials()),
		avalancheGoVersion: out.optional(out.text()),
		delegationCapacity: out.optional(out.nAvax('that can still be delegated')),
		geolocation: out.optional(
			out.object({
				city: out.text(),
				country: out.text(),
				countryCode: out.text(),
				latitude: out.decimal(),
				longitude: out.decimal(),
			}),
		),
	},
	{
		completed: { delegatorCount: out.count(), rewards: rewards() },
		active: {
			delegatorCount: out.count(),
			potentialRewards: rewards(),
			stakePercentage: out.percent('Share of all stake'),
			uptimePerformance: out.percent(),
			validatorHealth: out.object({
				reachabilityPercent: out.percent(),
				benchedPChainRequestsPercent: out.percent(),
				benchedXChainRequestsPercent: out.percent(),
				benchedCChainRequestsPercent: out.percent(),
			}),
		},
		pending: {},
		removed: {
			removeTxHash: out.hash('Transaction that removed the validator'),
			removeTimestamp: out.seconds('When the validator was removed'),
		},
	},
	'validationStatus',
);

function validationStatus() {
	return field(choice(shared.VALIDATION_STATUSES, shared.VALIDATION_STATUS_CHOICES).optional(), {
		in: 'query',
		label: 'Validation Status',
		description: 'Only validations in this state',
	});
}

/** The validations of a query. */
const VALIDATIONS = page({ validators: out.essential(out.list(VALIDATION)) });

/** Columns for tables of operators and delegators. */
const columns = (item: Paths<ValueOf<typeof VALIDATION>>) => [
	item.nodeId,
	item.txHash,
	item.validationStatus,
	item.amountStaked,
	item.amountDelegated,
	item.delegationCapacity,
	item.delegationFee,
	item.startTimestamp,
	item.endTimestamp,
	item.uptimePerformance,
	as('reachability', item.validatorHealth.reachabilityPercent),
	as('version', item.avalancheGoVersion),
	as('potentialReward', item.potentialRewards.validationRewardAmount),
	as('reward', item.rewards.validationRewardAmount),
];

/** The validations of one node. */
export const getValidator = declareList({
	id: 'staking.getValidator',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getValidator', name: 'Get Validator' },
	action: 'Get the validations of a node',
	description:
		'Returns the past, current and pending validations of one primary-network node, with stake, delegations, rewards, uptime and health',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/validators/{nodeId}' },
	input: fieldSet({
		network: network(),
		nodeId: nodeOfPath(),
		validationStatus: validationStatus(),
		sortOrder: sortOrder(),
		...pages(),
	}),
	output: VALIDATIONS,
	items: 'validators',
	paging: byToken(),
	explorer: PRIMARY_TX,
	columns,
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});

const SORTED_BY = [
	'blockIndex',
	'delegationCapacity',
	'timeRemaining',
	'delegationFee',
	'uptimePerformance',
] as const;

const SORTED_BY_CHOICES = [
	{ value: 'blockIndex', name: 'Block Index' },
	{ value: 'delegationCapacity', name: 'Delegation Capacity' },
	{ value: 'delegationFee', name: 'Delegation Fee' },
	{ value: 'timeRemaining', name: 'Time Remaining' },
	{ value: 'uptimePerformance', name: 'Uptime' },
];

/** A filter with a lower or upper bound for a property of a validator. */
function bound(
	label: string,
	of: string,
	kind: ReturnType<typeof numberWithin>,
	placeholder: string,
) {
	return field(kind.optional(), {
		in: 'query',
		label,
		description: `Only validators with ${of}`,
		placeholder,
	});
}

/** The largest capacity that the service takes: the 720 million AVAX that can exist. */
const MOST_CAPACITY = 720_000_000n * 10n ** 9n;

function capacity(label: string, of: string) {
	return field(avaxSentInNavax(MOST_CAPACITY).optional(), {
		in: 'query',
		label,
		description: `Only validators with a remaining delegation capacity of ${of} this much, in AVAX`,
		placeholder: '25',
	});
}

const SECONDS = () => whole(0, 2_147_483_647);
/** Validators of subnets have no fee, as there are no delegations. */
const NO_SUBNETS = 'excludes validators of subnets, which have no fee';
const FEE = () => numberWithin(2, 100);
const PERCENT = () => numberWithin(0, 100);

/** The validators of the primary network, for comparison and selection. */
export const getManyValidators = declareList({
	id: 'staking.getManyValidators',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getManyValidators', name: 'Get Many Validators' },
	action: 'Get many validators',
	description:
		'Lists validators, by state, fee, uptime, remaining time, delegation capacity, node or subnet, with stake, rewards and health; use it to watch several nodes or to choose one for a delegation',
	service: 'data',
	call: { type: 'http', method: 'GET', path: '/v1/networks/{network}/validators' },
	input: fieldSet(
		{
			network: network(),
			nodeIds: field(nodeIds().optional(), {
				in: 'query',
				list: 'comma',
				label: 'Node IDs',
				description: 'Only these validators, separated by commas',
				placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
				show: 'main',
			}),
			validationStatus: validationStatus(),
			subnetId: subnetFilter({ description: 'Only validators of this subnet, ID (cb58)' }),
			minDelegationCapacity: capacity('Min Capacity (AVAX)', 'at least'),
			maxDelegationCapacity: capacity('Max Capacity (AVAX)', 'at most'),
			minTimeRemaining: bound(
				'Min Time Remaining',
				'at least this many seconds of validation left',
				SECONDS(),
				'1209600',
			),
			maxTimeRemaining: bound(
				'Max Time Remaining',
				'at most this many seconds of validation left',
				SECONDS(),
				'2592000',
			),
			minFeePercentage: bound(
				'Min Fee',
				`a delegation fee of at least this percentage, 2 by default; ${NO_SUBNETS}`,
				FEE(),
				'2',
			),
			maxFeePercentage: bound(
				'Max Fee',
				`a delegation fee of at most this percentage, 100 by default; ${NO_SUBNETS}`,
				FEE(),
				'5',
			),
			minUptimePerformance: bound(
				'Min Uptime',
				'an uptime of at least this percentage, 90 by default by the document of the service; 0 is all',
				PERCENT(),
				'90',
			),
			maxUptimePerformance: bound(
				'Max Uptime',
				'an uptime of at most this percentage, 100 by default',
				PERCENT(),
				'99.5',
			),
			sortBy: field(choice(SORTED_BY, SORTED_BY_CHOICES).optional(), {
				in: 'query',
				label: 'Sort By',
				description: 'Field to sort the validators by; the delegation fee on Mainnet only',
				show: 'option',
			}),
			sortOrder: sortOrder(),
			...pages(),
		},
		all(
			inOrderOfSize(
				['minDelegationCapacity', 'Min Capacity (AVAX)'],
				['maxDelegationCapacity', 'Max Capacity (AVAX)'],
			),
			inOrderOfSize(
				['minTimeRemaining', 'Min Time Remaining'],
				['maxTimeRemaining', 'Max Time Remaining'],
			),
			inOrderOfSize(['minFeePercentage', 'Min Fee'], ['maxFeePercentage', 'Max Fee']),
			inOrderOfSize(['minUptimePerformance', 'Min Uptime'], ['maxUptimePerformance', 'Max Uptime']),
		),
	),
	output: VALIDATIONS,
	items: 'validators',
	together: { field: 'nodeIds', item: 'nodeId', most: 40 },
	paging: byToken(),
	explorer: PRIMARY_TX,
	columns,
	cost: 20,
	spec: 'Chain data: Primary-network queries',
});
