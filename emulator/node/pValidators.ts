import { bytesToHex, canonicalSet } from '../../core';
import type { L1Validator, Owner, SetMember, StakingTx, Validation } from '../world';
import type { Args } from './args';
import { plainHex } from './bytes';
import { type NodeContext, byDialect } from './context';
import { MethodError } from './failure';

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

/** nAVAX of a validator of the primary network and its delegators. */
export function stakeOf(context: NodeContext, { nodeId, weight }: Validation): bigint {
	return activeDelegations(context, nodeId).reduce((sum, { amount }) => sum + amount, weight);
}

function activeDelegations({ world, network }: NodeContext, nodeId: string): StakingTx[] {
	const now = world.clock.seconds();
	return network.staking
		.delegations(nodeId)
		.filter(
			({ startTimestamp = 0, endTimestamp = 0 }) => startTimestamp <= now && endTimestamp > now,
		);
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

/** Owners of the P-Chain. */
function ownerJson({ addresses, threshold }: Owner) {
	return {
		locktime: '0',
		threshold: String(threshold),
		addresses: addresses.map((address) => `P-${address}`),
	};
}

function l1Json(one: L1Validator) {
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

/** platform.getL1Validator, beyond the documents. */
export function getL1Validator(context: NodeContext, args: Args) {
	const id = args.id('validationID');
	const found = context.network.l1.find(id);
	if (!found) throw new MethodError(`fetching L1 validator "${id}" failed: not found`);
	const height = String(context.network.chain('P').height());
	return { subnetID: found.subnetId, ...l1Json(found), height };
}

function membersAt(context: NodeContext, subnetId: string, args: Args): SetMember[] {
	const { network } = context;
	const head = network.chain('P').height();
	const asked = args.height('height');
	const height = asked === 'proposed' ? BigInt(head) : asked;
	if (height > BigInt(head)) {
		throw new MethodError(
			`failed to get validator set at ${height}: failed to fetch validator set at unfinalized ` +
				`height with SubnetID = ${subnetId}: current P-chain height (${head}) < requested ` +
				`P-Chain height (${height})`,
		);
	}
	return network.validatorsAt(subnetId, Number(height));
}

/** platform.getValidatorsAt: what signed messages are checked against. */
export function getValidatorsAt(context: NodeContext, args: Args) {
	const members = membersAt(context, args.id('subnetID'), args);
	return Object.fromEntries(
		members.map(({ nodeId, publicKey, weight }) => [
			nodeId,
			{ publicKey: publicKey ? plainHex(publicKey) : null, weight: String(weight) },
		]),
	);
}

/** platform.getAllValidatorsAt: every subnet's set in canonical order. */
export function getAllValidatorsAt(context: NodeContext, args: Args) {
	const sets = context.network.subnets.map(({ id }) => {
		const entries = membersAt(context, id, args).map(({ nodeId, publicKey, weight }) => ({
			nodeId,
			publicKey: publicKey ? bytesToHex(publicKey) : null,
			weight: String(weight),
		}));
		const { validators, totalWeight } = canonicalSet(entries);
		const listed = validators.map(({ publicKey, weight, nodeIds }) => ({
			publicKey: plainHex(publicKey),
			weight: String(weight),
			nodeIDs: nodeIds,
		}));
		return [id, { validators: listed, totalWeight: String(totalWeight) }];
	});
	return { validatorSets: Object.fromEntries(sets) };
}
