import { bareAddress } from '../../../formats/ids';
import type { PollContext } from '../../../events/event';
import { type Needs, hasNeeds } from '../../../events/unreadable';
import * as pChainStaking from '../../pChainStaking/pChainStaking';

/** The stakes to watch: by node IDs or by reward addresses, at least one of the two. */
export interface Settings {
	nodeIds?: string[];
	rewardAddresses?: string[];
}

/** An auto-renewed stake at one poll. */
export interface Renewed {
	/** The same in all periods. */
	txId: string;
	nodeId: string;
	/** Of the present period, Unix seconds. */
	startTime: number;
	endTime: number;
	/** nAVAX. */
	stake: string;
	/** nAVAX since the stake began; absent on nodes before version 1.15.2. */
	restakedValidation?: string;
	restakedDelegatee?: string;
	/** Seconds; 0: it ends with this period. */
	nextPeriod: number;
	/** Millionths. */
	rewardShares: number;
	authority: string[];
}

/** Fields that a record needs: the identity of the stake, and its period. */
const NEEDS: Needs = [['nodeID'], ['txID'], ['startTime'], ['endTime'], ['weight']];

/** The auto-renewed stakes that the settings select, by the transaction of the stake. Throws `Failure`. */
export async function readRenewed(
	{ nodeIds, rewardAddresses }: Settings,
	context: PollContext,
): Promise<Map<string, Renewed>> {
	const operation = pChainStaking.getManyValidators;
	const mine = rewardAddresses && new Set(rewardAddresses.map(bareAddress));
	const { validators } = await context.client.call(operation, { nodeIDs: nodeIds });
	const found = new Map<string, Renewed>();
	for (const one of validators) {
		// Only auto-renewed validators have a next period.
		if (typeof one.nextPeriod !== 'number') continue;
		if (!hasNeeds(one, NEEDS, operation.id, context)) continue;
		const owners = one.validationRewardOwner?.addresses ?? [];
		if (mine && !owners.some((address) => mine.has(bareAddress(address)))) continue;
		const { restakedValidationRewards: own, restakedDelegateeRewards: fees } = one;
		found.set(String(one.txID), {
			txId: String(one.txID),
			nodeId: one.nodeID,
			startTime: one.startTime ?? 0,
			endTime: one.endTime ?? 0,
			stake: String(one.weight),
			...(typeof own === 'string' &&
				typeof fees === 'string' && { restakedValidation: own, restakedDelegatee: fees }),
			nextPeriod: one.nextPeriod,
			rewardShares: one.autoCompoundRewardShares ?? 0,
			authority: one.validatorAuthority?.addresses ?? [],
		});
	}
	return found;
}
