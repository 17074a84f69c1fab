import { nodeIdOf } from '../../core';
import type { NetworkWorld, SetMember } from '../../core/testing/network';

const NOBODY = nodeIdOf(new Uint8Array(20));

function at(height: number | undefined) {
	return ({ fromHeight, toHeight }: { fromHeight: number; toHeight?: number }) =>
		height === undefined || (fromHeight <= height && (toHeight === undefined || toHeight > height));
}

/**
 * The members of a subnet's validator set, at a P-Chain height or now. Inactive validators of an L1
 * count as one keyless weight under the empty node id, as the node has it.
 */
export function membersOf(network: NetworkWorld, subnetId: string, height?: number): SetMember[] {
	const subnet = network.subnet(subnetId);
	if (!subnet) return [];
	if (subnet.kind !== 'l1') {
		const primary = subnet.kind === 'primary';
		const store = primary ? network.primary : network.permissioned(subnetId);
		const found =
			height === undefined
				? store.current()
				: store
						.history()
						.filter(
							(one) =>
								['active', 'completed', 'removed'].includes(store.status(one)) &&
								one.endTime > network.epoch,
						);
		return found.filter(at(height)).map(({ nodeId, weight, bls, connected }) => ({
			nodeId,
			weight,
			publicKey: bls?.publicKey(),
			sign: connected ? bls?.sign : undefined,
		}));
	}
	const members: SetMember[] = [];
	let inactive = 0n;
	const l1s = height === undefined ? network.l1.of(subnetId) : network.l1.at(subnetId, height);
	for (const one of l1s) {
		if (one.balance === 0n) {
			inactive += one.weight;
			continue;
		}
		members.push({
			nodeId: one.nodeId,
			weight: one.weight,
			publicKey: one.bls.publicKey(),
			sign: one.online ? one.bls.sign : undefined,
		});
	}
	if (inactive > 0n) members.push({ nodeId: NOBODY, weight: inactive });
	return members;
}
