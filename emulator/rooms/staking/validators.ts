import { cb58Encode } from '../../../core';
import type { NetworkWorld, Validation } from '../../world';
import { sha256 } from '../../../core/testing/network/bytes';
import { ServiceFailure } from '../../rest/failure';
import { asAsked, type Endpoint, listed, networkOf, setOf } from '../../rest/endpoint';
import { blsJson } from '../../data/stakingTxs';

/** Id of the transaction that pays a stake's reward: made up, the same every time. */
export function rewardTxOf(txId: string): string {
	return cb58Encode(sha256(Buffer.from(`reward of ${txId}`)));
}

function periodsOf(network: NetworkWorld, nodeId: string): Validation[] {
	const subnets = network.subnets.filter(({ kind }) => kind === 'permissioned');
	return [
		...network.primary.history(nodeId),
		...subnets.flatMap(({ id }) => network.permissioned(id).history(nodeId)),
	].sort((a, b) => a.startTime - b.startTime);
}

function statusOf(network: NetworkWorld, validation: Validation) {
	const store =
		network.subnet(validation.subnetId)?.kind === 'permissioned'
			? network.permissioned(validation.subnetId)
			: network.primary;
	return store.status(validation);
}

function rewardsJson(validation: Validation, delegated: bigint, paid: boolean) {
	return {
		validationRewardAmount: String(validation.potentialReward),
		delegationRewardAmount: String((delegated * BigInt(validation.delegationFee)) / 1500n),
		rewardAddresses: validation.rewardAddresses,
		...(paid ? { rewardTxHash: rewardTxOf(validation.txId) } : {}),
	};
}

/** Delegations that fall into the period of a validation. */
function delegationsOf(network: NetworkWorld, { nodeId, startTime, endTime }: Validation) {
	return network.staking
		.delegations(nodeId)
		.filter((tx) => (tx.startTimestamp ?? 0) < endTime && (tx.endTimestamp ?? 0) > startTime);
}

/** nAVAX that can still be delegated to it. */
function capacityOf(validation: Validation, delegated: bigint): bigint {
	const capacity = validation.weight * 4n - delegated;
	return capacity > 0n ? capacity : 0n;
}

/** Fields that only active validators have. */
function activeParts(network: NetworkWorld, validation: Validation, delegated: bigint) {
	const total = network.primary.current().reduce((sum, { weight }) => sum + weight, 0n);
	return {
		stakePercentage: Number((validation.weight * 10_000n) / total) / 100,
		uptimePerformance: validation.uptime,
		avalancheGoVersion: 'avalanchego/1.14.2',
		delegationCapacity: String(capacityOf(validation, delegated)),
		potentialRewards: rewardsJson(validation, delegated, false),
		validatorHealth: {
			reachabilityPercent: validation.connected ? 100 : 0,
			benchedPChainRequestsPercent: 0,
			benchedXChainRequestsPercent: 0,
			benchedCChainRequestsPercent: 0.4,
		},
		geolocation: validation.connected
			? {
					city: 'Zurich',
					country: 'Switzerland',
					countryCode: 'CH',
					latitude: 47.4,
					longitude: 8.5,
				}
			: null,
	};
}

function validatorJson(network: NetworkWorld, validation: Validation) {
	const status = statusOf(network, validation);
	const { startTime, endTime } = validation;
	const delegations = delegationsOf(network, validation);
	const delegated = delegations.reduce((sum, { amount }) => sum + amount, 0n);
	const base = {
		txHash: validation.txId,
		nodeId: validation.nodeId,
		subnetId: validation.subnetId,
		amountStaked: String(validation.weight),
		delegationFee: String(validation.delegationFee),
		startTimestamp: startTime,
		endTimestamp: endTime,
		...blsJson(validation.bls),
	};
	const counts = { delegatorCount: delegations.length, amountDelegated: String(delegated) };
	const validationStatus = { validationStatus: status };
	switch (status) {
		case 'completed':
			return {
				...base,
				...counts,
				rewards: rewardsJson(validation, delegated, true),
				...validationStatus,
			};
		case 'active':
			return {
				...base,
				...counts,
				...activeParts(network, validation, delegated),
				...validationStatus,
			};
		case 'removed':
			return {
				...base,
				removeTxHash: validation.removed?.txId,
				removeTimestamp: validation.removed?.time,
				...validationStatus,
			};
		default:
			return { ...base, ...validationStatus };
	}
}

/** Primary-network queries: the validation periods of one node. */
export const validatorDetails: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/validators/{nodeId}',
	answer(call) {
		const network = networkOf(call);
		const nodeId = String(call.input.nodeId);
		const periods = periodsOf(network, nodeId);
		if (periods.length === 0) throw new ServiceFailure(404, `Validator ${nodeId} not found`);
		const wanted = call.input.validationStatus;
		const matching = periods.filter((one) => !wanted || statusOf(network, one) === wanted);
		const json = (validation: Validation) => validatorJson(network, validation);
		const order = asAsked<Validation>(call, (one) => [one.startTime, one.fromHeight]);
		return listed(call, 'validators', matching, json, order);
	},
};

/** The values that validators are filtered and sorted by, each worked out when it is needed. */
const MEASURES = {
	blockIndex: ({ startTime }: Validation) => startTime,
	delegationCapacity(validation: Validation, network: NetworkWorld) {
		const delegations = delegationsOf(network, validation);
		return Number(
			capacityOf(
				validation,
				delegations.reduce((sum, { amount }) => sum + amount, 0n),
			),
		);
	},
	timeRemaining: ({ endTime }: Validation, _: NetworkWorld, now: number) =>
		Math.max(0, endTime - now),
	delegationFee: ({ delegationFee }: Validation) => delegationFee,
	uptimePerformance: ({ uptime }: Validation) => uptime,
};

const FILTERS: Array<[name: string, measure: keyof typeof MEASURES]> = [
	['DelegationCapacity', 'delegationCapacity'],
	['TimeRemaining', 'timeRemaining'],
	['FeePercentage', 'delegationFee'],
	['UptimePerformance', 'uptimePerformance'],
];

/** Primary-network queries: validators of all nodes, filtered and sorted. */
export const listValidators: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/validators',
	answer(call) {
		const { input, world } = call;
		const network = networkOf(call);
		const now = world.clock.seconds();
		const nodeIds = setOf(call, 'nodeIds');
		const given = (name: string) => input[name] as string | number | undefined;
		const matching = network.subnets
			.filter(({ id, kind }) => kind !== 'l1' && (!input.subnetId || input.subnetId === id))
			.flatMap(({ id, kind }) =>
				(kind === 'primary' ? network.primary : network.permissioned(id)).history(),
			)
			.filter(({ nodeId }) => !nodeIds || nodeIds.has(nodeId))
			.filter((one) => !input.validationStatus || statusOf(network, one) === input.validationStatus)
			.filter((one) =>
				FILTERS.every(([name, measure]) => {
					const [min, max] = [given(`min${name}`), given(`max${name}`)];
					if (min === undefined && max === undefined) return true;
					const value = MEASURES[measure](one, network, now);
					return value >= Number(min ?? -Infinity) && value <= Number(max ?? Infinity);
				}),
			);
		const measure = MEASURES[(input.sortBy ?? 'blockIndex') as keyof typeof MEASURES];
		const sorted = matching
			.map((validation, order) => ({ validation, order, value: measure(validation, network, now) }))
			.sort((a, b) => a.value - b.value || a.order - b.order);
		type Sorted = (typeof sorted)[number];
		const json = ({ validation }: Sorted) => validatorJson(network, validation);
		const order = asAsked<Sorted>(call, (one) => [one.value, one.order]);
		return listed(call, 'validators', sorted, json, order);
	},
};
