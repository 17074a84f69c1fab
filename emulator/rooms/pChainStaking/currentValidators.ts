import type { Args } from '../../node/args';
import { plainHex } from '../../node/bytes';
import { type NodeContext, byDialect } from '../../node/context';
import { activeDelegations, l1Json, ownerJson } from '../../node/pValidators';
import type { Renewal, StakingTx, Validation } from '../../world';

/** platform.getCurrentValidators: the shape depends on the subnet's kind. */
export function getCurrentValidators(context: NodeContext, args: Args) {
	const { network } = context;
	const subnetId = args.id('subnetID');
	const nodeIds = [...new Set(args.nodeIds('nodeIDs'))];
	const wanted = new Set(nodeIds);
	const selected = <T extends { nodeId: string }>(all: T[]) =>
		wanted.size === 0 ? all : all.filter(({ nodeId }) => wanted.has(nodeId));
	switch (network.subnet(subnetId)?.kind) {
		case 'primary': {
			// Only a request for one node gets its delegators.
			const withDelegators = nodeIds.length === 1;
			const current = selected(network.primary.current());
			return { validators: current.map((one) => primaryJson(context, one, withDelegators)) };
		}
		case 'permissioned':
			return { validators: selected(network.permissioned(subnetId).current()).map(stakerJson) };
		case 'l1':
			return { validators: selected(network.l1.of(subnetId)).map(l1Json) };
		case undefined:
			return { validators: [] };
	}
}

function stakerJson({ txId, startTime, endTime, weight, nodeId }: Validation) {
	return {
		txID: txId,
		startTime: String(startTime),
		endTime: String(endTime),
		weight: String(weight),
		nodeID: nodeId,
	};
}

function primaryJson(context: NodeContext, one: Validation, withDelegators: boolean) {
	const delegators = activeDelegations(context, one.nodeId);
	const owner = ownerJson({ addresses: one.rewardAddresses, threshold: 1 });
	return {
		...stakerJson(one),
		validationRewardOwner: owner,
		delegationRewardOwner: owner,
		potentialReward: String(one.potentialReward),
		accruedDelegateeReward: '0',
		delegationFee: one.delegationFee.toFixed(4),
		uptime: one.uptime.toFixed(4),
		connected: one.connected,
		...(one.bls ? { signer: signerJson(context, one.bls) } : {}),
		delegatorCount: String(delegators.length),
		delegatorWeight: String(delegators.reduce((sum, { amount }) => sum + amount, 0n)),
		...(withDelegators ? { delegators: delegators.map(delegatorJson) } : {}),
		...(one.renewal && renewalJson(context, one.renewal)),
	};
}

/** Auto-renewed validators: vms/platformvm/service.go; the restaked rewards since version 1.15.2. */
function renewalJson({ world }: NodeContext, renewal: Renewal) {
	const { authority, nextPeriod, shares, restakedValidation, restakedDelegatee } = renewal;
	const [, minor = 0, patch = 0] = world.conditions.version.split('.').map(Number);
	return {
		validatorAuthority: ownerJson({ addresses: authority, threshold: 1 }),
		nextPeriod: String(nextPeriod),
		autoCompoundRewardShares: String(shares),
		...(minor * 100 + patch >= 1502 && {
			restakedValidationRewards: String(restakedValidation),
			restakedDelegateeRewards: String(restakedDelegatee),
		}),
	};
}

function signerJson(context: NodeContext, bls: NonNullable<Validation['bls']>) {
	const publicKey = plainHex(bls.publicKey());
	const proof = plainHex(bls.proofOfPossession());
	// The documents spell the field with one s less than the node does.
	return byDialect(context, {
		spec: { publicKey, proofOfPosession: proof },
		live: { publicKey, proofOfPossession: proof },
	});
}

function delegatorJson(tx: StakingTx) {
	return {
		txID: tx.txHash,
		startTime: String(tx.startTimestamp),
		endTime: String(tx.endTimestamp),
		weight: String(tx.amount),
		nodeID: tx.nodeId,
		rewardOwner: ownerJson({ addresses: tx.addresses, threshold: 1 }),
		potentialReward: String(tx.estimatedReward ?? 0n),
	};
}
