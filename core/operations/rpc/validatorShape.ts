import { z } from 'zod/v4';
import { bool, integer, maybe, maybeMany, text } from '../shared';
import { owner } from './shapes';

/** A validator of the P-Chain: which fields it has depends on the kind of its subnet. */
export function validator() {
	return {
		nodeID: z.string(),
		txID: text('Transaction that added it, cb58'),
		validationID: text('Of L1 validators, cb58'),
		weight: integer('Stake in nAVAX, or weight in the subnet or L1'),
		stakeAmount: integer('nAVAX; older nodes only'),
		startTime: integer('Unix seconds'),
		endTime: integer('Unix seconds'),
		uptime: integer('Percent, as this node saw it; primary network only'),
		connected: bool('Connected to this node; primary network only'),
		delegationFee: integer("Share of delegators' rewards, percent"),
		potentialReward: integer('nAVAX'),
		accruedDelegateeReward: integer('nAVAX'),
		validationRewardOwner: owner(),
		delegationRewardOwner: owner(),
		signer: maybe({
			publicKey: text('BLS public key, hex'),
			proofOfPossession: text('Hex'),
			proofOfPosession: text('The same, as older documents spell it'),
		}),
		delegatorCount: integer(),
		delegatorWeight: integer('nAVAX'),
		delegators: maybeMany({
			txID: text('cb58'),
			startTime: integer('Unix seconds'),
			endTime: integer('Unix seconds'),
			weight: integer('nAVAX'),
			stakeAmount: integer('nAVAX; older nodes only'),
			nodeID: text(),
			rewardOwner: owner(),
			potentialReward: integer('nAVAX'),
		}),
		publicKey: text('BLS public key of L1 validators, hex'),
		minNonce: integer('Smallest nonce of the next weight change; L1 validators'),
		balance: integer('nAVAX left for the continuous fee; 0 is inactive; L1 validators'),
		remainingBalanceOwner: owner(),
		deactivationOwner: owner(),
		validatorAuthority: z.unknown().optional().describe('Who may change an auto-renewed validator'),
		nextPeriod: integer('Seconds of the next period of an auto-renewed validator'),
		autoCompoundRewardShares: integer('Of an auto-renewed validator'),
	};
}
