import type { NetworkWorld, StakingTx, Validation } from '../../world';
import { ServiceFailure } from '../failure';
import { type Endpoint, isDescending, networkOf, next, ownersOf, pageOf, setOf } from '../endpoint';
import { amountOf } from './utxoJson';

interface Pending {
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

function ofValidator(validation: Validation, delegations: StakingTx[], order: number): Pending[] {
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

/** Of the stakes that a filter keeps: a large set is mostly never looked at. */
function pendingOf(
	network: NetworkWorld,
	now: number,
	keeps: (nodeId: string | undefined, addresses: string[]) => boolean,
): Pending[] {
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
	return [
		...validators,
		...delegators.map(
			(tx): Pending => ({
				addresses: tx.addresses,
				txHash: tx.txHash,
				amount: tx.amount,
				nodeId: tx.nodeId ?? '',
				start: tx.startTimestamp ?? 0,
				end: tx.endTimestamp ?? 0,
				rewardType: 'DELEGATOR',
				reward: tx.estimatedReward ?? 0n,
				order: 1_000_000 + tx.sequence,
			}),
		),
	];
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
