import * as out from '../../fields/outputs';
import type { Versions } from '../../fields/versions';
import { owner } from '../shared/node/shapes';

import { PRIMARY_NETWORK } from '../../operations/shared';

/** The parts of auto-renewed stakes, and those that a later version added. */
const RENEWED: Versions = {
	since: '1.15.0',
	source: 'ACP-236; avalanchego RELEASES.md, v1.15.0',
};
const RESTAKED: Versions = { since: '1.15.2', source: 'ava-labs/avalanchego#5983' };

/** Parts of a validator that is staked until an end. */
function staked() {
	return { txID: out.id('Transaction that added it, cb58'), endTime: out.seconds() };
}

/** Parts of an L1 validator. */
function l1Validator() {
	return {
		validationID: out.id('Of L1 validators, cb58'),
		publicKey: out.hex('BLS public key of L1 validators, hex'),
		minNonce: out.uint64('Smallest nonce of the next weight change; L1 validators'),
		balance: out.nAvax('remaining for the continuous fee; 0 means inactive; L1 validators'),
		remainingBalanceOwner: owner(),
		deactivationOwner: owner(),
	};
}

/** A validator of the P-Chain, by its subnet: of an L1, of the primary network or of a subnet. */
export const VALIDATOR = out.variants(
	{
		nodeID: out.essential(out.nodeId()),
		weight: out.byInput(
			'subnetID',
			{ '': out.nAvax('Stake'), [PRIMARY_NETWORK]: out.nAvax('Stake') },
			out.uint64('In the subnet or L1'),
		),
		stakeAmount: out.optional(out.nAvax('older nodes only')),
		startTime: out.seconds(),
		uptime: out.optional(out.percent('as observed by this node; primary network only')),
		connected: out.optional(out.flag('Connected to this node; primary network only')),
		exactDelegationFee: out.optional(
			out.count({ unit: 'millionths', note: "Share of delegators' rewards" }),
		),
		potentialReward: out.optional(out.nAvax()),
		accruedDelegateeReward: out.optional(out.nAvax()),
		validationRewardOwner: out.optional(owner()),
		delegationRewardOwner: out.optional(owner()),
		signer: out.optional(
			out.object({
				publicKey: out.hex('BLS public key, hex'),
				proofOfPossession: out.optional(out.hex('Hex')),
				proofOfPosession: out.optional(out.text('The same, by its name in older documents')),
			}),
		),
		delegatorCount: out.optional(out.count()),
		delegatorWeight: out.optional(out.nAvax()),
		delegators: out.optional(
			out.ofRecords(
				out.objects({
					txID: out.id('cb58'),
					startTime: out.seconds(),
					endTime: out.seconds(),
					weight: out.nAvax(),
					stakeAmount: out.optional(out.nAvax('older nodes only')),
					nodeID: out.nodeId(),
					rewardOwner: owner(),
					potentialReward: out.nAvax(),
				}),
			),
		),
		validatorAuthority: out.inVersions(RENEWED, owner()),
		nextPeriod: out.inVersions(
			RENEWED,
			out.duration(
				's',
				'Length of the next period of an auto-renewed validator; 0 if it ends with this one',
			),
		),
		autoCompoundRewardShares: out.inVersions(
			RENEWED,
			out.count({
				unit: 'millionths',
				note: 'Share of the rewards that an auto-renewed validator adds to its stake',
			}),
		),
		restakedValidationRewards: out.inVersions(
			RESTAKED,
			out.nAvax(
				'that an auto-renewed validator has added to its stake since it began, paid when it ends',
			),
		),
		restakedDelegateeRewards: out.inVersions(
			RESTAKED,
			out.nAvax('the same of its share in the rewards of delegators'),
		),
	},
	{
		validationID: l1Validator(),
		delegationFee: { ...staked(), delegationFee: out.percent("Share of delegators' rewards") },
		txID: staked(),
	},
);
