import { bytesToHex, canonicalSet } from '../../../core';
import type { Args } from '../../node/args';
import { plainHex } from '../../node/bytes';
import type { NodeContext } from '../../node/context';
import { MethodError } from '../../node/failure';
import type { SetMember } from '../../world';

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
