import * as out from '../../../fields/outputs';
import { field } from '../../../fields/field';
import { numbers } from '../../../fields/lines';
import * as evm from '../../evm/evm';
import { chainOfNode } from '../../../events/fields';
import { declareLevels } from '../../../events/levelEvent';
import { linesBelow } from '../../../events/levelSteps';
import type { SubjectReading } from '../../../events/levelTypes';
import { separated } from '../../../events/words';

interface Facts {
	blockchainId: string;
	milliseconds: number;
	height: number;
	lines: number[];
}

/** Default thresholds, in milliseconds. */
const LINES = [1000, 5000];
/** An endpoint counts as quick again if it answers in this part of the threshold. */
const EASE = 0.8;
const MOST = 600_000;

/** The time in which a JSON-RPC endpoint answers, as seen from where the poll runs. */
export const rpcSlow = declareLevels({
	value: 'rpcSlow',
	type: 'rpc.slow',
	name: 'RPC Slow',
	description:
		'A JSON-RPC endpoint answers more slowly than your thresholds, or not at all in 3 polls, or recovers; as seen from where n8n runs',
	what: 'endpoint',
	reads: 'the node: `eth_blockNumber`, once',
	remembers: 'one chain, about 100 bytes',
	fields: {
		slowerThan: field(numbers(1, MOST).optional(), {
			in: 'form',
			label: 'Slower Than (Milliseconds)',
			description:
				'Answer times at which the event fires, separated by commas; of one request, without its wait for the rate limit',
			placeholder: '1000, 5000',
			default: LINES.join(', '),
			show: 'main',
		}),
		blockchainId: chainOfNode(),
	},
	columns: {
		blockchainId: out.name('As in the settings'),
		milliseconds: out.count('From the request to the answer'),
		threshold: out.count('Milliseconds; the last one that was crossed, or the first'),
		height: out.count('The newest block of the endpoint'),
	},
	repeat: [86_400, 21_600],
	goneText: 'is not known',
	hold: 2,
	async read(
		{ blockchainId = 'C', slowerThan = LINES },
		{ client, clock },
	): Promise<Array<SubjectReading<Facts>>> {
		let begun = clock.now();
		// One request: waits before it, and repetitions, are not the endpoint's.
		const call = { retry: { retries: 0 }, onSent: () => void (begun = clock.now()) };
		const { blockNumber } = await client.call(evm.getBlockNumber, { blockchainId }, call);
		return [readingOf(blockchainId, clock.now() - begun, blockNumber, slowerThan)];
	},
	say({ blockchainId, milliseconds, height }) {
		const state = `answers in ${separated(String(milliseconds))} ms`;
		return {
			name: `RPC of chain ${blockchainId}`,
			bad: state,
			good: state,
			text: `The JSON-RPC endpoint of chain ${blockchainId} ${state}; its newest block is ${height}.`,
		};
	},
	show: ({ lines, ...facts }) => ({ ...facts, threshold: crossed(facts.milliseconds, lines) }),
	example({ settings: { blockchainId = 'C', slowerThan = LINES }, read }) {
		const height = read?.height ?? 71_000_000;
		const slow = Math.min(...slowerThan) + 1;
		return {
			bad: readingOf(blockchainId, slow, height, slowerThan),
			good: readingOf(blockchainId, Math.ceil(slow / 5), height, slowerThan).facts,
		};
	},
});

function readingOf(
	blockchainId: string,
	milliseconds: number,
	height: number,
	given: readonly number[],
): SubjectReading<Facts> {
	const lines = [...given].sort((a, b) => a - b);
	const facts: Facts = { blockchainId, milliseconds, height, lines };
	const easedLevel = linesBelow(milliseconds / EASE, lines);
	return { subject: blockchainId, level: linesBelow(milliseconds, lines), easedLevel, facts };
}

function crossed(milliseconds: number, lines: readonly number[]): number {
	return lines.findLast((line) => milliseconds > line) ?? lines[0];
}
