import type { StakingTx } from '../../world';
import {
	asAsked,
	byTime,
	type Endpoint,
	listed,
	networkOf,
	ownersOf,
	setOf,
} from '../../rest/endpoint';

function statusOf(tx: StakingTx, now: number): 'pending' | 'active' | 'completed' {
	if ((tx.startTimestamp ?? 0) > now) return 'pending';
	return (tx.endTimestamp ?? 0) <= now ? 'completed' : 'active';
}

/** Rewards that are not paid yet have other names. */
function delegatorJson(tx: StakingTx, now: number) {
	const delegationStatus = statusOf(tx, now);
	const gross = tx.estimatedReward ?? 0n;
	const net = (gross * BigInt(100 - (tx.delegationFee ?? 0))) / 100n;
	return {
		txHash: tx.txHash,
		nodeId: tx.nodeId,
		rewardAddresses: tx.addresses,
		amountDelegated: String(tx.amount),
		delegationFee: String(tx.delegationFee ?? 0),
		startTimestamp: tx.startTimestamp,
		endTimestamp: tx.endTimestamp,
		...(delegationStatus !== 'completed'
			? { estimatedGrossReward: String(gross), estimatedNetReward: String(net) }
			: { grossReward: String(gross), netReward: String(net) }),
		delegationStatus,
	};
}

/** Primary-network queries: delegations, of all nodes or of some. */
export const listDelegators: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/delegators',
	answer(call) {
		const owners = ownersOf(call, 'rewardAddresses');
		const nodeIds = setOf(call, 'nodeIds');
		const wanted = call.input.delegationStatus;
		const now = call.world.clock.seconds();
		const matching = networkOf(call)
			.staking.delegations()
			.filter(
				(tx) =>
					(!owners || tx.addresses.some((address) => owners.has(address))) &&
					(!nodeIds || nodeIds.has(tx.nodeId ?? '')) &&
					(!wanted || statusOf(tx, now) === wanted),
			);
		const json = (tx: StakingTx) => delegatorJson(tx, now);
		return listed(call, 'delegators', matching, json, asAsked(call, byTime));
	},
};
