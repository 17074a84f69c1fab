import * as out from '../../fields/outputs';
import { owner } from './shapes';

import { PRIMARY_NETWORK } from '../shared';

/** A validator of the P-Chain: which fields it has depends on the kind of its subnet. */
export function validator() {
	return {
		nodeID: out.required(out.nodeId()),
		txID: out.id('Transaction that added it, cb58'),
		validationID: out.id('Of L1 validators, cb58'),
		weight: out.byInput(
			'subnetID',
			{ '': out.nAvax('Stake'), [PRIMARY_NETWORK]: out.nAvax('Stake') },
			out.uint64('In the subnet or L1'),
		),
		stakeAmount: out.nAvax('older nodes only'),
		startTime: out.seconds(),
		endTime: out.seconds(),
		uptime: out.percent('as observed by this node; primary network only'),
		connected: out.flag('Connected to this node; primary network only'),
		delegationFee: out.percent("Share of delegators' rewards"),
		exactDelegationFee: out.count({ unit: 'millionths', note: "Share of delegators' rewards" }),
		potentialReward: out.nAvax(),
		accruedDelegateeReward: out.nAvax(),
		validationRewardOwner: owner(),
		delegationRewardOwner: owner(),
		signer: out.object({
			publicKey: out.hex('BLS public key, hex'),
			proofOfPossession: out.hex('Hex'),
			proofOfPosession: out.text('The same, by its name in older documents'),
		}),
		delegatorCount: out.count(),
		delegatorWeight: out.nAvax(),
		delegators: out.ofRecords(
			out.objects({
				txID: out.id('cb58'),
				startTime: out.seconds(),
				endTime: out.seconds(),
				weight: out.nAvax(),
				stakeAmount: out.nAvax('older nodes only'),
				nodeID: out.nodeId(),
				rewardOwner: owner(),
				potentialReward: out.nAvax(),
			}),
		),
		publicKey: out.hex('BLS public key of L1 validators, hex'),
		minNonce: out.uint64('Smallest nonce of the next weight change; L1 validators'),
		balance: out.nAvax('remaining for the continuous fee; 0 means inactive; L1 validators'),
		remainingBalanceOwner: owner(),
		deactivationOwner: owner(),
		validatorAuthority: out.open('Owner that may change an auto-renewed validator'),
		nextPeriod: out.duration(
			's',
			'Length of the next period of an auto-renewed validator; 0 if it ends with this one',
		),
		autoCompoundRewardShares: out.count({
			unit: 'millionths',
			note: 'Share of the rewards that an auto-renewed validator adds to its stake',
		}),
	};
}
