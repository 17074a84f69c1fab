import type { NetworkWorld, StakingTx, Validation } from '../../world';
import { ServiceFailure } from '../failure';
import { utxoId } from '../../world/bytes';
import {
	type Endpoint,
	isDescending,
	money,
	networkOf,
	next,
	ownersOf,
	pageOf,
	setOf,
} from '../endpoint';
import { amountOf } from './utxoJson';
import { rewardTxOf } from './validators';

interface Reward {
	addresses: string[];
	txHash: string;
	amount: bigint;
	nodeId: string;
	start: number;
	end: number;
	rewardType: string;
	reward: bigint;
	order: number;
}

function ofValidator(validation: Validation, delegations: StakingTx[], order: number): Reward[] {
	const { rewardAddresses, txId, weight, nodeId, startTime, endTime } = validation;
	const base = {
		addresses: rewardAddresses,
		txHash: txId,
		amount: weight,
		nodeId,
		start: startTime,
		end: endTime,
	};
	const own = { ...base, rewardType: 'VALIDATOR', reward: validation.potentialReward, order };
	if (delegations.length === 0) return [own];
	const rewards = delegations.reduce((sum, { estimatedReward = 0n }) => sum + estimatedReward, 0n);
	const fee = (rewards * BigInt(validation.delegationFee)) / 100n;
	return [own, { ...base, rewardType: 'VALIDATOR_FEE', reward: fee, order: order + 0.5 }];
}

function ofDelegation(tx: StakingTx): Reward {
	return {
		addresses: tx.addresses,
		txHash: tx.txHash,
		amount: tx.amount,
		nodeId: tx.nodeId ?? '',
		start: tx.startTimestamp ?? 0,
		end: tx.endTimestamp ?? 0,
		rewardType: 'DELEGATOR',
		reward: tx.estimatedReward ?? 0n,
		order: 1_000_000 + tx.sequence,
	};
}

/** Of stakes that have ended. */
function paidOf(network: NetworkWorld, now: number): Reward[] {
	const { primary, staking } = network;
	const ended = staking.delegations().filter(({ endTimestamp = Infinity }) => endTimestamp <= now);
	const validators = primary
		.history()
		.filter((one) => primary.status(one) === 'completed')
		.flatMap((one, i) =>
			ofValidator(
				one,
				ended.filter(
					({ nodeId, endTimestamp = 0 }) =>
						nodeId === one.nodeId && endTimestamp > one.startTime && endTimestamp <= one.endTime,
				),
				i,
			),
		);
	return [...validators, ...ended.map(ofDelegation)];
}

/** Of the stakes that a filter keeps: a large set is mostly never looked at. */
function pendingOf(
	network: NetworkWorld,
	now: number,
	keeps: (nodeId: string | undefined, addresses: string[]) => boolean,
): Reward[] {
	const running = (tx: StakingTx) =>
		(tx.startTimestamp ?? now) <= now && (tx.endTimestamp ?? 0) > now;
	const validators = network.primary.current().flatMap((validation, i) => {
		const { nodeId, rewardAddresses } = validation;
		if (!keeps(nodeId, rewardAddresses)) return [];
		return ofValidator(validation, network.staking.delegations(nodeId).filter(running), i);
	});
	const delegators = network.staking
		.delegations()
		.filter((tx) => running(tx) && keeps(tx.nodeId, tx.addresses));
	return [...validators, ...delegators.map(ofDelegation)];
}

/** Primary-network queries: rewards of staking periods that still run. */
export const listPendingRewards: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/rewards:listPending',
	answer(call) {
		const owners = ownersOf(call);
		const nodeIds = setOf(call, 'nodeIds');
		if (!owners && !nodeIds) throw new ServiceFailure(400, 'addresses or nodeIds is required');
		const network = networkOf(call);
		const now = call.world.clock.seconds();
		const keeps = (nodeId: string | undefined, addresses: string[]) =>
			(!nodeIds || nodeIds.has(nodeId ?? '')) &&
			(!owners || addresses.some((address) => owners.has(address)));
		const found = pendingOf(network, now, keeps).sort(
			(a, b) => a.start - b.start || a.order - b.order,
		);
		const { items, nextPageToken } = pageOf(
			call,
			found,
			({ start, order }) => [start, order],
			isDescending(call),
		);
		const pendingRewards = items.map((one) => ({
			addresses: one.addresses,
			txHash: one.txHash,
			amountStaked: String(one.amount),
			nodeId: one.nodeId,
			startTimestamp: one.start,
			endTimestamp: one.end,
			rewardType: one.rewardType,
			progress: Math.floor(((now - one.start) / (one.end - one.start)) * 10_000) / 100,
			estimatedReward: amountOf(network.assets[0], one.reward),
		}));
		return { ...next(nextPageToken), pendingRewards };
	},
};

/** The output that pays a reward: the one after those of the transaction that staked. */
function rewardIndex(network: NetworkWorld, { txHash, rewardType }: Reward): number {
	const own = network.chain('P').tx(txHash)?.outputs.length ?? 1;
	return rewardType === 'VALIDATOR_FEE' ? own + 1 : own;
}

/** Primary-network queries: rewards of staking periods that have ended. */
export const listHistoricalRewards: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/rewards',
	answer(call) {
		const { world, dialect, input } = call;
		const owners = ownersOf(call);
		const nodeIds = setOf(call, 'nodeIds');
		const network = networkOf(call);
		const found = paidOf(network, world.clock.seconds())
			.filter(({ nodeId }) => !nodeIds || nodeIds.has(nodeId))
			.filter(({ addresses }) => !owners || addresses.some((address) => owners.has(address)))
			.sort((a, b) => a.end - b.end || a.order - b.order);
		const { items, nextPageToken } = pageOf(
			call,
			found,
			({ end, order }) => [end, order],
			isDescending(call),
		);
		const avaxPrice = world.evmChain(network.chains.C)?.price ?? 0;
		const historicalRewards = items.map((one) => {
			const outputIndex = rewardIndex(network, one);
			return {
				addresses: one.addresses,
				txHash: one.txHash,
				amountStaked: String(one.amount),
				nodeId: one.nodeId,
				startTimestamp: one.start,
				endTimestamp: one.end,
				rewardType: one.rewardType,
				utxoId: utxoId(one.txHash, outputIndex),
				outputIndex,
				reward: {
					...amountOf(network.assets[0], one.reward),
					historicalPrice: money(dialect, avaxPrice, input.currency as string | undefined),
				},
				rewardTxHash: rewardTxOf(one.txHash),
			};
		});
		return { ...next(nextPageToken), historicalRewards };
	},
};
