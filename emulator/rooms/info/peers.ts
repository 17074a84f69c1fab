import type { NodeContext } from '../../node/context';
import { connectedPeers, observedUptimes } from '../../node/observations';
import { goTime } from '../../node/time';
import { UPGRADES } from '../../world/upgrades';

const PORT = 9651;

/** A loopback address with a port for each node, derived from its index in the validator set. */
const ipOf = (index: number) =>
	`127.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255 || 1}:${PORT}`;

/** info.peers: the validators that the node is connected to, all of them or the asked ones. */
export function peers(context: NodeContext, nodeIds: readonly string[]) {
	const { network, world } = context;
	const { clock, conditions } = world;
	const { version, peerVersions } = conditions;
	const observedBy = observedUptimes(context);
	const asked = new Set(nodeIds);
	// The message before last: a node hears of its peers every second.
	const heard = goTime(Math.floor(clock.now() / 1000) * 1000);
	const tracked = (nodeId: string) =>
		network.subnets
			.filter(({ id, kind }) => {
				if (kind === 'primary') return true;
				const members = kind === 'l1' ? network.l1.of(id) : network.permissioned(id).current();
				return members.some((one) => one.nodeId === nodeId);
			})
			.map(({ id }) => id);
	const indexes = new Map(network.primary.current().map(({ nodeId }, index) => [nodeId, index]));
	const found = connectedPeers(context)
		.filter(({ nodeId }) => asked.size === 0 || asked.has(nodeId))
		.map((validation) => ({ validation, index: indexes.get(validation.nodeId) ?? 0 }));
	return {
		numPeers: String(found.length),
		peers: found.map(({ validation, index }) => ({
			ip: ipOf(index),
			publicIP: ipOf(index),
			nodeID: validation.nodeId,
			version: `avalanchego/${peerVersions.get(validation.nodeId) ?? version}`,
			upgradeTime: UPGRADES.granite,
			lastSent: heard,
			lastReceived: heard,
			observedUptime: String(observedBy(validation.nodeId)),
			trackedSubnets: tracked(validation.nodeId),
			supportedACPs: [],
			objectedACPs: [],
			benched: [],
		})),
	};
}
