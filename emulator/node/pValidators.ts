import type { L1Validator, Owner, StakingTx, Validation } from '../world';
import { plainHex } from './bytes';
import type { NodeContext } from './context';

/** Validators of the P-Chain as several methods of the node need them. */

/** nAVAX of a validator of the primary network and its delegators. */
export function stakeOf(context: NodeContext, { nodeId, weight }: Validation): bigint {
	return activeDelegations(context, nodeId).reduce((sum, { amount }) => sum + amount, weight);
}

/** The delegations to a node that run now. */
export function activeDelegations({ world, network }: NodeContext, nodeId: string): StakingTx[] {
	const now = world.clock.seconds();
	return network.staking
		.delegations(nodeId)
		.filter(
			({ startTimestamp = 0, endTimestamp = 0 }) => startTimestamp <= now && endTimestamp > now,
		);
}

/** Owners of the P-Chain. */
export function ownerJson({ addresses, threshold }: Owner) {
	return {
		locktime: '0',
		threshold: String(threshold),
		addresses: addresses.map((address) => `P-${address}`),
	};
}

/** A validator of an L1 as the P-Chain answers it. */
export function l1Json(one: L1Validator) {
	return {
		nodeID: one.nodeId,
		weight: String(one.weight),
		startTime: String(one.startTime),
		validationID: one.validationId,
		publicKey: plainHex(one.bls.publicKey()),
		remainingBalanceOwner: ownerJson(one.remainingBalanceOwner),
		deactivationOwner: ownerJson(one.deactivationOwner),
		minNonce: String(one.minNonce),
		balance: String(one.balance),
	};
}
