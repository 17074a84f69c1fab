import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { chain } from '../../../fields/identifiers';
import { asDurations, durations } from '../../../fields/lines';
import * as evm from '../../evm/evm';
import { aboutChain, chainOfNode } from '../../../events/fields';
import { declareLevels } from '../../../events/levelEvent';
import { linesBelow } from '../../../events/levelSteps';
import { type Newest, newestBlock } from '../shared/newestBlock';
import { needed } from '../../../events/unreadable';
import { span } from '../../../events/words';
import { MINUTE } from '../../../formats/timeUnits';

interface Facts {
	chainId: string;
	/** The one with the older latest block; `neither` if both have the same. */
	stale: 'dataService' | 'node' | 'neither';
	nodeHeight: number;
	nodeTime: number;
	dataHeight: number;
	dataTime: number;
	blocksBehind: number;
	secondsBehind: number;
}

const LINES = [5 * MINUTE, 60 * MINUTE];

/** Compares the newest block of the data service with that of the node. */
export const indexerBehind = declareLevels({
	value: 'indexerBehind',
	type: 'indexer.behind',
	name: 'Indexer Behind',
	description:
		'The newest block of the data service is older than that of the node, or the reverse',
	what: 'block',
	reads: 'the node (`eth_getBlockByNumber`) and the data service (latest blocks), once each',
	remembers: 'one chain, about 100 bytes',
	fields: {
		chainId: field(chain(), aboutChain()),
		blockchainId: chainOfNode({
			description: 'The same chain on the node: its blockchain ID (cb58) or alias',
		}),
		behind: field(durations().optional(), {
			in: 'form',
			label: 'Behind By',
			description:
				'By how much one newest block may be older than the other before the event fires, separated by commas',
			placeholder: '5m, 1h',
			default: asDurations(LINES),
			show: 'main',
			wasOption: true,
		}),
	},
	columns: {
		chainId: out.id('EVM chain id'),
		stale: out.choice(
			['dataService', 'node', 'neither'],
			'Which of both has the older newest block',
		),
		nodeHeight: out.count(),
		nodeTime: out.seconds('Of the newest block of the node'),
		dataHeight: out.count(),
		dataTime: out.seconds('Of the newest block of the data service'),
		blocksBehind: out.count(),
		secondsBehind: out.duration('s'),
	},
	repeat: [86_400, 21_600],
	goneText: 'is not known',
	hold: 2,
	async read({ chainId, blockchainId = 'C', behind = LINES }, context) {
		// The node first: a data service without lag has the same block shortly after.
		const node = await context.client.call(evm.getBlock, { blockchainId, block: 'latest' });
		const data = await newestBlock(chainId, context);
		const facts = factsOf(
			chainId,
			{ height: node.number, time: needed(node.timestamp, 'time of the newest block') },
			data,
		);
		const lines = [...behind].sort((a, b) => a - b);
		// A chain without new blocks is not behind, however old its newest one is.
		const level = facts.stale === 'neither' ? 0 : linesBelow(facts.secondsBehind, lines);
		return [{ subject: chainId, level, facts }];
	},
	say({ chainId, stale, blocksBehind, secondsBehind, nodeHeight, dataHeight }) {
		const who = stale === 'node' ? 'the node' : 'the data service';
		return {
			name: `Chain ${chainId}`,
			bad: `${who} is ${span(secondsBehind)} behind (${blocksBehind} blocks)`,
			good: 'the data service keeps up with the node',
			text: `The newest block of chain ${chainId} is ${dataHeight} at the data service and ${nodeHeight} at the node.`,
		};
	},
	show: (facts) => facts,
	example({ settings: { chainId, behind = LINES }, read, now }) {
		const lines = [...behind].sort((a, b) => a - b);
		const seconds = lines[0] + Math.min(60, lines[0]);
		const height = read?.nodeHeight ?? 71_000_000;
		const node = { height, time: read?.nodeTime ?? now };
		// About two seconds a block.
		const behindBy = Math.max(1, Math.min(height, Math.round(seconds / 2)));
		const data = { height: height - behindBy, time: node.time - seconds };
		return {
			bad: {
				subject: chainId,
				level: Math.max(1, linesBelow(seconds, lines)),
				facts: factsOf(chainId, node, data),
			},
			good: factsOf(chainId, node, node),
		};
	},
});

function factsOf(chainId: string, node: Newest, data: Newest): Facts {
	const stale =
		node.height > data.height ? 'dataService' : node.height < data.height ? 'node' : 'neither';
	return {
		chainId,
		stale,
		nodeHeight: node.height,
		nodeTime: node.time,
		dataHeight: data.height,
		dataTime: data.time,
		blocksBehind: Math.abs(node.height - data.height),
		secondsBehind: Math.abs(node.time - data.time),
	};
}
