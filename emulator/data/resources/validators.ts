import { cb58Encode } from '../../../core';
import type { NetworkWorld, Validation } from '../../world';
import { sha256 } from '../../world/bytes';
import { ServiceFailure } from '../failure';
import { type Call, type Endpoint, isDescending, networkOf, next, pageOf } from '../endpoint';
import { blsJson } from './stakingTransactions';

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

/** What only active validators have on the deployed service. */
function activeParts(network: NetworkWorld, validation: Validation, delegated: bigint) {
	const total = network.primary.current().reduce((sum, { weight }) => sum + weight, 0n);
	const capacity = validation.weight * 4n - delegated;
	return {
		stakePercentage: Number((validation.weight * 10_000n) / total) / 100,
		uptimePerformance: validation.uptime,
		avalancheGoVersion: 'avalanchego/1.14.2',
		delegationCapacity: String(capacity > 0n ? capacity : 0n),
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

function validatorJson(call: Call, network: NetworkWorld, validation: Validation) {
	const status = statusOf(network, validation);
	const { startTime, endTime } = validation;
	const delegations = network.staking
		.delegations(validation.nodeId)
		.filter((tx) => (tx.startTimestamp ?? 0) < endTime && (tx.endTimestamp ?? 0) > startTime);
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
	if (call.dialect === 'spec') {
		const rewards = rewardsJson(validation, delegated, status === 'completed');
		return { ...base, ...counts, rewards, ...validationStatus };
	}
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
		const found = periods.filter((one) => !wanted || statusOf(network, one) === wanted);
		const { items, nextPageToken } = pageOf(
			call,
			found,
			({ startTime, fromHeight }) => [startTime, fromHeight],
			isDescending(call),
		);
		const validators = items.map((validation) => validatorJson(call, network, validation));
		return { ...next(nextPageToken), validators };
	},
};
