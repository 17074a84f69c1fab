import type { NetworkWorld, Validation, World } from '../world';
import type { NodeContext } from './context';
import { stakeOf } from './pValidators';

/** The node's own uptime, as its peers observe and report it. */

/** A peer sends the uptime with its pings, three in four of the time in which a pong must come. */
const PING_MS = 22_500;
/** Percent of uptime that rewards require. */
const REQUIRED = 80;
const REQUIRED_AFTER_HELICON = 90;

/** The validators that the node is connected to. */
export function connectedPeers({ network, world }: NodeContext): Validation[] {
	return network.primary
		.current()
		.filter(({ connected, nodeId }) => connected && nodeId !== world.nodeState.nodeId);
}

/**
 * The uptime of the node in whole percents, as a peer (by node id) observes it: 0 until its first
 * ping after the connection (network/peer/peer.go of avalanchego).
 */
export function observedUptimes({ network, world }: NodeContext): (peer: string) => number {
	const { conditions, nodeState, clock } = world;
	const { connectedSince, observedUptimes: given } = conditions;
	const own = ownValidation(network, world);
	return (peer) => {
		const since = Math.max(nodeState.startedAt, connectedSince.get(peer) ?? 0);
		if (!own || clock.now() < since + PING_MS) return 0;
		return Math.floor(given.get(peer) ?? own.uptime);
	};
}

/** The node as a validator; undefined where it is none. */
export function ownValidation(network: NetworkWorld, { nodeState }: World): Validation | undefined {
	return network.primary.current().find(({ nodeId }) => nodeId === nodeState.nodeId);
}

/**
 * The result of info.uptime in percent: peers that are away count as if they observed 0 %, the node
 * itself as 100 % (`NodeUptime` in network/network.go of avalanchego).
 */
export function nodeUptime(context: NodeContext, own: Validation) {
	const { network, world } = context;
	const required = own.startTime >= world.conditions.helicon ? REQUIRED_AFTER_HELICON : REQUIRED;
	const weightOf = (one: Validation) => Number(stakeOf(context, one));
	const total = network.primary.current().reduce((sum, one) => sum + weightOf(one), 0);
	let weighted = 100 * weightOf(own);
	let rewarding = weightOf(own);
	const observedBy = observedUptimes(context);
	for (const peer of connectedPeers(context)) {
		const observed = observedBy(peer.nodeId);
		weighted += observed * weightOf(peer);
		if (observed >= required) rewarding += weightOf(peer);
	}
	return { weightedAverage: weighted / total, rewardingStake: (100 * rewarding) / total };
}
