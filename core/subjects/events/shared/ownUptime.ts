import * as info from '../../info/info';
import type { PollContext } from '../../../events/event';
import { requireSettled } from './nodeStart';
import { nothingYet } from '../../../events/notReady';
import { QUORUM, heardShare, readStakes, shareOf, sumOf } from './stakes';
import { percentText } from '../../../events/words';

/**
 * The uptime of the own node as its peers observe it. `info.uptime` is not used: it counts peers that
 * are away as observing 0 %, also all peers that have not sent a ping since the start of the node.
 */

/** The uptimes that the reporting peers observe, weighted by their stakes. */
export interface PeersView {
	/** Mean in percent. */
	uptime: number;
	/** Peers with half of the reporting stake observe at least this much, in percent. */
	medianUptime: number;
	/** Percent of the reporting stake that observes at least the required uptime. */
	rewardingStake: number;
	reportingPeers: number;
	/** nAVAX. */
	reportingStake: string;
	/** Percent of all stake, with that of the node itself. */
	reportingShare: number;
}

interface Report {
	/** Whole percent. */
	observed: number;
	stake: bigint;
}

/** The own node with its start as a validator, and the uptimes that its peers observe. */
export interface OwnNode {
	nodeId: string;
	/** Unix seconds. */
	startTime: number;
	/** `required`: the uptime in percent that rewards require. */
	view(required: number): PeersView;
}

const PERCENT = 100;

/**
 * Reads the own node as its peers see it. Throws `Failure` of kind `unavailable` if the node was
 * started within 15 minutes, is not a validator, or if less than 80 % of the stake reports.
 */
export async function readOwnNode(context: PollContext): Promise<OwnNode> {
	const { client } = context;
	await requireSettled(context);
	const { nodeID } = await client.call(info.getNodeId, {});
	const stakes = await readStakes(context);
	const own = stakes.validators.find((one) => one.nodeID === nodeID);
	if (!own) throw nothingYet(`${nodeID} is not a validator of the primary network`);
	const { peers } = await client.call(info.getManyPeers, {});
	const reports = new Map<string, Report>();
	for (const { nodeID: peer, observedUptime: observed } of peers) {
		const stake = stakes.of.get(peer);
		if (peer === nodeID || stake === undefined || !reported(observed)) continue;
		reports.set(peer, { observed, stake });
	}
	const all = [...reports.values()];
	const reporting = sumOf(all.map(({ stake }) => stake));
	const reportingShare = heardShare(stakes, [nodeID, ...reports.keys()]);
	if (reporting === 0n || reportingShare < QUORUM) {
		const count = `${reports.size} of ${peers.length} peers report the uptime of ${nodeID}`;
		throw nothingYet(
			`${count}, with the node itself ${percentText(reportingShare)} of the stake, and ${QUORUM} % are needed`,
		);
	}
	return {
		nodeId: nodeID,
		startTime: own.startTime ?? 0,
		view: (required) => ({
			...viewOf(all, reporting, required),
			reportingShare,
		}),
	};
}

/**
 * True for a peer that reports an uptime. It counts as 0 until its first ping, and while it is
 * bootstrapping: 0 is not an observation.
 */
function reported(observed: number | null | undefined): observed is number {
	return typeof observed === 'number' && observed > 0;
}

function viewOf(
	reports: readonly Report[],
	total: bigint,
	required: number,
): Omit<PeersView, 'reportingShare'> {
	const weighted = sumOf(
		reports.map(({ observed, stake }) => BigInt(Math.round(observed * PERCENT)) * stake),
	);
	const above = reports.filter(({ observed }) => observed >= required);
	return {
		uptime: Number(weighted / total) / PERCENT,
		medianUptime: medianOf(reports, total),
		rewardingStake: shareOf(sumOf(above.map(({ stake }) => stake)), total),
		reportingPeers: reports.length,
		reportingStake: String(total),
	};
}

/** The highest uptime that peers with at least half of the stake observe. */
function medianOf(reports: readonly Report[], total: bigint): number {
	let sum = 0n;
	for (const { observed, stake } of [...reports].sort((a, b) => b.observed - a.observed)) {
		sum += stake;
		if (sum * 2n >= total) return observed;
	}
	return 0;
}
