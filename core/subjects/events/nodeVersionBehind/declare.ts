import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { asDurations, durations, numbers } from '../../../fields/lines';
import * as info from '../../info';

import { requireOwnNode } from '../../../protocol/ownNode';
import type { PollContext } from '../../../events/event';
import { declareLevels } from '../../../events/levelEvent';
import { linesAbove, linesBelow } from '../../../events/levelSteps';
import type { SubjectReading } from '../../../events/levelTypes';
import { nothingYet } from '../../../events/notReady';
import { QUORUM, heardShare, readStakes, shareOf, sumOf } from '../shared/stakes';
import { moment, percentText, span } from '../../../events/words';
import { DAY } from '../../../formats/timeUnits';

/** The node's version compared with those of its peers. */
interface VersionFacts {
	about: 'version';
	version: string;
	/** The version that most of the newer peers run. */
	newerVersion?: string;
	/** Percent of the stake of connected validators; of the peers if no stake is known. */
	newerShare: number;
	newerPeers: number;
	peers: number;
}

/** A scheduled upgrade of the network. */
interface UpgradeFacts {
	about: 'upgrade';
	version: string;
	upgrade: string;
	upgradeTime: number;
	secondsLeft: number;
}

type Facts = VersionFacts | UpgradeFacts;

const SHARES = [10, 50];
const BEFORE = [14 * DAY, 3 * DAY, DAY];
/**
 * A share counts as recovered if it is this much smaller than the threshold, in percentage points.
 */
const EASE = 2;

/** A node that runs an older version than its peers, and upcoming upgrades of the network. */
export const nodeVersionBehind = declareLevels({
	value: 'nodeVersionBehind',
	type: 'node.version',
	name: 'Node Version Behind',
	description:
		'A share of the stake runs a newer version than your node, or a scheduled network upgrade is near',
	what: 'version of the node',
	reads:
		'your own node: `info.getNodeVersion`, `info.getNodeID`, `info.peers`, `info.upgrades` and `platform.getCurrentValidators`',
	remembers: 'the version and the upgrades that fired, about 100 bytes each',
	ownNode: true,
	fields: {
		shares: field(numbers(0, 100).optional(), {
			in: 'form',
			label: 'Newer Share (Percent)',
			description:
				'Shares of the stake in percent, separated by commas: the event fires if a larger share runs a newer version',
			placeholder: '10, 50',
			default: SHARES.join(', '),
			show: 'main',
			wasOption: true,
		}),
		before: field(durations().optional(), {
			in: 'form',
			label: 'Before an Upgrade',
			description:
				'How long before a scheduled network upgrade the event fires, separated by commas',
			placeholder: '14d, 3d, 1d',
			default: asDurations(BEFORE),
			show: 'main',
			wasOption: true,
		}),
	},
	columns: {
		about: out.choice(['version', 'upgrade']),
		version: out.text('Of your node'),
		newerVersion: out.text('The version that most of the newer peers run'),
		newerShare: out.percent(
			'Share of the stake of connected validators, with their delegations; of all stake if less than 80 % of it is connected; of the peers if no stake is known',
		),
		newerPeers: out.count(),
		peers: out.count(),
		upgrade: out.name('Such as helicon'),
		upgradeTime: out.seconds(),
		secondsLeft: out.duration('s', 'Until the upgrade'),
	},
	repeat: [7 * DAY, DAY, 14_400],
	goneText: 'has been activated or is not scheduled any more',
	goneSeverity: 'info',
	async read({ shares = SHARES, before = BEFORE }, context) {
		requireOwnNode(context.client.access('node').url, 'The version of a node');
		const { version } = await context.client.call(info.getNodeVersion, {});
		const own = numberOf(version);
		return [
			await peersOf(
				own,
				[...shares].sort((a, b) => a - b),
				context,
			),
			...(await upgradesOf(
				own,
				[...before].sort((a, b) => b - a),
				context,
			)),
		];
	},
	say(facts) {
		if (facts.about === 'upgrade') {
			const { upgrade, upgradeTime, secondsLeft, version } = facts;
			return {
				name: `Network upgrade ${upgrade}`,
				bad: `activates in ${span(secondsLeft)}`,
				good: `activates in ${span(secondsLeft)}`,
				text: `The network upgrade ${upgrade} activates at ${moment(upgradeTime)}. Your node runs version ${version}.`,
				url: RELEASES,
			};
		}
		const { version, newerVersion = version, newerShare, newerPeers, peers } = facts;
		const newer =
			newerPeers === 0
				? `none of its ${peers} peers run a newer one`
				: `${newerPeers} of ${peers} peers with ${percentText(newerShare)} of the stake run a newer one, mostly ${newerVersion}`;
		return {
			name: `Node version ${version}`,
			bad: `${percentText(newerShare)} of the stake runs a newer one (${newerVersion})`,
			good: 'is up to date with its peers',
			text: `Your node runs version ${version}; ${newer}.`,
			url: RELEASES,
		};
	},
	show: (facts) => facts,
	example({ settings: { shares = SHARES }, read }) {
		const lines = [...shares].sort((a, b) => a - b);
		const version = read?.version ?? '1.14.1';
		const peers = read?.about === 'version' ? read.peers : 980;
		const newerVersion = (read?.about === 'version' && read.newerVersion) || nextOf(version);
		const newerShare = Math.min(100, lines[0] + 1.5);
		const newerPeers = Math.max(1, Math.round((peers * newerShare) / 100));
		const common = { about: 'version', version, peers } as const;
		return {
			bad: {
				subject: 'version',
				level: Math.max(1, linesBelow(newerShare, lines)),
				facts: { ...common, newerVersion, newerShare, newerPeers },
			},
			good: { ...common, newerShare: 0, newerPeers: 0 },
		};
	},
});

const RELEASES = 'https://github.com/ava-labs/avalanchego/releases';

/** The number in a version such as `avalanchego/1.14.2` or `v1.14.2`; empty if absent. */
function numberOf(version: string | null | undefined): string {
	return String(version ?? '')
		.replace(/^.*\//, '')
		.replace(/^v/, '');
}

/** Compares versions by their numbers; a text that is not a version is the oldest. */
function compareVersions(a: string, b: string): number {
	const parts = (version: string) =>
		version
			.split(/[.-]/)
			.slice(0, 3)
			.map((part) => Number(part) || 0);
	const [left, right] = [parts(a), parts(b)];
	const at = left.findIndex((part, index) => part !== (right[index] ?? 0));
	return at === -1 ? 0 : left[at] - (right[at] ?? 0);
}

async function peersOf(
	version: string,
	lines: readonly number[],
	context: PollContext,
): Promise<SubjectReading<Facts>> {
	const { client } = context;
	const { peers } = await client.call(info.getManyPeers, {});
	if (peers.length === 0) throw nothingYet('The node has no peers');
	const { nodeID: own } = await client.call(info.getNodeId, {});
	const stakes = await readStakes(context);
	const known = peers.some(({ nodeID }) => stakes.of.has(nodeID));
	// A peer that is not a validator has no weight, unless no peer is a known validator.
	const weightOf = (nodeID: string) => (known ? (stakes.of.get(nodeID) ?? 0n) : 1n);
	const newer = peers.filter((peer) => compareVersions(numberOf(peer.version), version) > 0);
	const sum = (some: typeof peers) => sumOf(some.map(({ nodeID }) => weightOf(nodeID)));
	const heard = [own, ...peers.map(({ nodeID }) => nodeID)];
	// Versions of many are not known to a node that was just started, or whose peers are away: they count
	// as old until the share rises, and as newer until it falls.
	const isPart = known && heardShare(stakes, heard) < QUORUM;
	const unheard = isPart
		? sumOf([...stakes.of].filter(([nodeID]) => !heard.includes(nodeID)).map(([, each]) => each))
		: 0n;
	const total = sum(peers) + unheard;
	const newerShare = shareOf(sum(newer), total);
	const mostShare = shareOf(sum(newer) + unheard, total);
	const byVersion = new Map<string, bigint>();
	for (const { version: theirs, nodeID } of newer) {
		const name = numberOf(theirs);
		byVersion.set(name, (byVersion.get(name) ?? 0n) + weightOf(nodeID));
	}
	const [most] = [...byVersion].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
	return {
		subject: 'version',
		level: linesBelow(newerShare, lines),
		easedLevel: linesBelow(mostShare + EASE, lines),
		facts: {
			about: 'version',
			version,
			...(most && { newerVersion: most[0] }),
			newerShare,
			newerPeers: newer.length,
			peers: peers.length,
		},
	};
}

/** Upgrades that are scheduled and not yet active. One in the year 9999 is not scheduled. */
async function upgradesOf(
	version: string,
	lines: readonly number[],
	{ client, clock }: PollContext,
): Promise<Array<SubjectReading<Facts>>> {
	const upgrades = (await client.call(info.getUpgrades, {})) as Record<string, unknown>;
	const now = clock.now() / 1000;
	return Object.entries(upgrades).flatMap(([key, time]) => {
		const upgradeTime =
			typeof time === 'string' && key.endsWith('Time') ? Date.parse(time) / 1000 : NaN;
		if (Number.isNaN(upgradeTime) || upgradeTime <= now || upgradeTime > LATEST) return [];
		const upgrade = key.slice(0, -'Time'.length);
		const secondsLeft = Math.round(upgradeTime - now);
		const facts = { about: 'upgrade', version, upgrade, upgradeTime, secondsLeft } as const;
		const level = linesAbove(secondsLeft, lines);
		return [{ subject: `upgrade ${upgrade}`, occurrence: String(upgradeTime), level, facts }];
	});
}

/** The year 9000: later is not scheduled. */
const LATEST = Date.UTC(9000, 0, 1) / 1000;

/** The version after one: its last number is one higher. */
function nextOf(version: string): string {
	return version.replace(/\d+(?=\D*$)/, (last) => String(Number(last) + 1));
}
