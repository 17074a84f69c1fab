import type { NodeContext } from './context';
import { goTime } from './time';
import { UPGRADES } from '../world/upgrades';

const PORT = 9651;

/** An address of loopback that stands for the place of a node in the set. */
const ipOf = (place: number) =>
	`127.${(place >> 16) & 255}.${(place >> 8) & 255}.${place & 255 || 1}:${PORT}`;

/** info.peers: the validators that the node is connected to, all of them or the asked ones. */
export function peers({ network, world }: NodeContext, nodeIds: readonly string[]) {
	const { nodeState, clock, conditions } = world;
	const { version, peerVersions } = conditions;
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
	const found = network.primary
		.current()
		.map((validation, place) => ({ validation, place }))
		.filter(({ validation: { connected, nodeId } }) => connected && nodeId !== nodeState.nodeId)
		.filter(({ validation: { nodeId } }) => asked.size === 0 || asked.has(nodeId));
	// How long this node was up, as its peers saw it: whole percents.
	const own = network.primary.current().find(({ nodeId }) => nodeId === nodeState.nodeId);
	const observedUptime = String(Math.floor(own?.uptime ?? 0));
	return {
		numPeers: String(found.length),
		peers: found.map(({ validation, place }) => ({
			ip: ipOf(place),
			publicIP: ipOf(place),
			nodeID: validation.nodeId,
			version: `avalanchego/${peerVersions.get(validation.nodeId) ?? version}`,
			upgradeTime: UPGRADES.granite,
			lastSent: heard,
			lastReceived: heard,
			observedUptime,
			trackedSubnets: tracked(validation.nodeId),
			supportedACPs: [],
			objectedACPs: [],
			benched: [],
		})),
	};
}
