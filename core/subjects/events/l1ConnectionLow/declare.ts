import { field } from '../../../fields/field';
import { id } from '../../../fields/identifiers';
import { decimal, numbers } from '../../../fields/lines';
import * as out from '../../../fields/outputs';
import { requireOwnNode } from '../../../protocol/ownNode';
import { declareLevels } from '../../../events/levelEvent';
import { linesAbove } from '../../../events/levelSteps';
import { needed } from '../../../events/unreadable';
import { nothingYet } from '../../../events/notReady';
import { percentText, shortened } from '../../../events/words';
import * as evmSubnet from '../../evmSubnet/evmSubnet';
import { requireConnected } from '../shared/nodeStart';

interface Facts {
	blockchainId: string;
	/** Percent of the weight of active validators, two digits after the point. */
	connectedShare: number;
	connectedWeight: string;
	totalWeight: string;
	disconnected: string[];
	/** The thresholds, the highest first. */
	lines: number[];
}

/**
 * Consensus asks 20 validators by weight and needs 15 answers that agree (avalanchego's defaults), so that
 * an L1 accepts no blocks while much less than 75 percent of its weight responds.
 */
const LINES = [90, 75];
const RECOVER_BY = 1;

/** The share of an L1's weight that a node of the L1 is connected to. */
export const l1ConnectionLow = declareLevels({
	value: 'l1ConnectionLow',
	type: 'l1.connection',
	name: 'L1 Connection Low',
	description:
		'The share of an EVM L1 that your node is connected to, by weight, falls below a threshold, or is above it again',
	what: 'L1',
	reads:
		'your own node, which must track the L1: `validators.getCurrentValidators`, and below a threshold `info.peers` and the start time in `/ext/metrics`',
	remembers: 'one L1, about 100 bytes',
	ownNode: true,
	fields: {
		blockchainId: field(id('a blockchain id'), {
			in: 'form',
			names: 'evmBlockchain',
			label: 'Blockchain ID',
			description: 'The blockchain of the EVM L1 (cb58)',
			placeholder: 'q2aTwKuyzgs8pynF7UXBZCU7DejbZbZ6EUyHr3JQzYgwNPUPi',
			show: 'main',
		}),
		thresholds: field(numbers(0, 100).optional(), {
			in: 'form',
			label: 'Thresholds (Percent)',
			description:
				'Shares of the weight in percent, separated by commas: the event fires if a smaller share is connected; an L1 stops when about 75 percent are left',
			placeholder: '90, 75',
			default: LINES.join(', '),
			show: 'main',
		}),
		recoverBy: field(decimal(0, 20).optional(), {
			in: 'form',
			label: 'Recover By (Percent)',
			description:
				'How far above a threshold, in percentage points, the share must be to count as recovered',
			default: RECOVER_BY,
			show: 'option',
		}),
	},
	columns: {
		blockchainId: out.id('cb58'),
		connectedShare: out.percent('Of the weight of active validators'),
		connectedWeight: out.uint64('Of active validators that the node is connected to'),
		totalWeight: out.uint64('Of all active validators'),
		disconnected: out.texts('Node IDs of active validators that are not connected'),
		thresholds: out.list(out.percent(), 'The thresholds, the highest first'),
	},
	repeat: [21_600],
	goneText: 'is not known',
	hold: 2,
	async read({ blockchainId, thresholds = LINES, recoverBy = RECOVER_BY }, context) {
		const { client } = context;
		requireOwnNode(client.access('node').url, 'The connections of an L1', {});
		const { validators } = await client.call(evmSubnet.getManyValidators, { blockchainId });
		const active = validators.filter(({ isActive }) => isActive !== false);
		if (active.length === 0) throw nothingYet('The L1 has no active validators');
		const facts = factsOf(
			blockchainId,
			active.map(({ nodeID, weight, isConnected }) => ({
				nodeId: needed(nodeID, 'node of a validator'),
				weight: BigInt(needed(weight, 'weight of a validator')),
				connected: needed(isConnected, 'connection of a validator'),
			})),
			thresholds,
		);
		const level = linesAbove(facts.connectedShare, facts.lines);
		// A node that was just started, or has lost its own network, has no connections.
		if (level > 0) await requireConnected(context);
		const easedLevel = linesAbove(facts.connectedShare - recoverBy, facts.lines);
		return [{ subject: blockchainId, level, easedLevel, facts }];
	},
	say({ blockchainId, connectedShare, disconnected, lines }, level) {
		const share = percentText(connectedShare);
		return {
			name: `L1 ${shortened(blockchainId)}`,
			bad: `${share} of the weight is connected, less than ${percentText(lines[level - 1])}`,
			good: `${share} of the weight is connected`,
			text: `The node is connected to ${share} of the weight of the L1; ${disconnected.length} active validators are not connected.`,
		};
	},
	show: ({ lines, ...facts }) => ({ ...facts, thresholds: lines }),
	example({ settings: { blockchainId, thresholds = LINES }, read }) {
		// One percent below the highest threshold.
		const share = Math.max(0, Math.round(Math.max(...thresholds) * 100) - 100);
		const rest = 10_000 - share;
		const all = [share, Math.floor(rest / 2), Math.ceil(rest / 2)].map((weight, at) => ({
			nodeId: read?.disconnected[at] ?? `NodeID-${'111111111111111111111111111111111'.slice(at)}`,
			weight: BigInt(weight),
			connected: true,
		}));
		const away = all.map((one, at) => ({ ...one, connected: at === 0 }));
		const bad = factsOf(blockchainId, away, thresholds);
		return {
			bad: {
				subject: blockchainId,
				level: Math.max(1, linesAbove(bad.connectedShare, bad.lines)),
				facts: bad,
			},
			good: factsOf(blockchainId, all, thresholds),
		};
	},
});

interface Weighed {
	nodeId: string;
	weight: bigint;
	connected: boolean;
}

function factsOf(blockchainId: string, all: readonly Weighed[], thresholds: number[]): Facts {
	const sum = (some: readonly Weighed[]) => some.reduce((total, { weight }) => total + weight, 0n);
	const total = sum(all);
	const connected = sum(all.filter((one) => one.connected));
	return {
		blockchainId,
		connectedShare: total > 0n ? Number((connected * 10_000n) / total) / 100 : 0,
		connectedWeight: String(connected),
		totalWeight: String(total),
		disconnected: all.filter((one) => !one.connected).map(({ nodeId }) => nodeId),
		lines: [...thresholds].sort((a, b) => b - a),
	};
}
