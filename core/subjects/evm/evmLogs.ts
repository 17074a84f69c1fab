import type { z } from 'zod/v4';
import { fieldSet } from '../../fields/fieldSet';
import { field, takenAs } from '../../fields/field';
import { evmAddresses, evmHash } from '../../fields/identifiers';
import { json } from '../../fields/json';
import { broken } from '../../fields/rules';
import * as out from '../../fields/outputs';
import { isEvmHash } from '../../formats/ids';
import { declareList } from '../../operations/declare';
import { blockNumber, EVM, evmCallAlone } from '../shared/node/evmFields';
import { log } from '../shared/node/evmShapes';
import { evmChain } from '../shared/node/fields';
import { getBlock, getBlockNumber } from './evm';

/** Events that contracts emitted. */

const MOST_TOPICS = 4;

function isTopic(value: unknown): boolean {
	return typeof value === 'string' && isEvmHash(value);
}

function isTopics(value: unknown): boolean {
	if (!Array.isArray(value) || value.length === 0 || value.length > MOST_TOPICS) return false;
	return value.every(
		(one) =>
			one === null || isTopic(one) || (Array.isArray(one) && one.length > 0 && one.every(isTopic)),
	);
}

function topics() {
	const rule =
		'must be 1 to 4 topics as JSON: each 0x and 64 hexadecimal digits, null for any, or a list of several; a single topic needs no list';
	// A single topic is the first one: the signature of the event. JSON forms put it in quotes.
	const alone = (given: unknown) => {
		const bare = typeof given === 'string' ? given.trim().replace(/^"(.*)"$/, '$1') : given;
		return isTopic(bare) ? [bare] : given;
	};
	return field(takenAs(json(rule, isTopics), alone).optional(), {
		in: 'params',
		name: 'filter.topics',
		label: 'Topics',
		description:
			'Only events with these topics, as a JSON list: the first is the event, null matches any, a list matches several; a single topic needs no list',
		placeholder: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
	});
}

/** The rule that a block hash is not combined with a range of blocks. */
export function blockOrRange(
	input: { blockHash?: unknown; fromBlock?: unknown; toBlock?: unknown },
	context: z.RefinementCtx,
): void {
	if (input.blockHash === undefined) return;
	for (const key of ['fromBlock', 'toBlock'] as const) {
		if (input[key] === undefined) continue;
		broken(
			context,
			key,
			'cannot be combined with "Block Hash" (blockHash), which selects one block',
		);
	}
}

/** Events by block, contract and topic. */
export const getManyLogs = declareList({
	id: 'evm.getManyLogs',
	...EVM,
	entry: { value: 'getManyLogs', name: 'Get Many Logs' },
	action: 'Get many logs of an EVM chain',
	description:
		'eth_getLogs: lists the events that contracts of an EVM chain emitted, by block range or block hash, contract and topics; by default those of the latest block; a range that the node refuses as too large is read in smaller ones',
	call: evmCallAlone('eth_getLogs'),
	input: fieldSet(
		{
			blockchainId: evmChain(),
			fromBlock: field(blockNumber().optional(), {
				in: 'params',
				name: 'filter.fromBlock',
				label: 'From Block',
				description:
					'First block of the range (inclusive): its number (decimal or 0x hex) or a name; latest by default',
				placeholder: '6479329',
				show: 'main',
			}),
			toBlock: field(blockNumber().optional(), {
				in: 'params',
				name: 'filter.toBlock',
				label: 'To Block',
				description:
					'Last block of the range (inclusive): its number (decimal or 0x hex), at most that of the last block that the node has executed, or a name; latest by default',
				placeholder: '6479400',
				show: 'main',
			}),
			blockHash: field(evmHash().optional(), {
				in: 'params',
				name: 'filter.blockHash',
				label: 'Block Hash',
				description: 'Only events of this block, instead of a range',
				placeholder: '0xf1b06a4d7a80f71ca22b21f7088f2f35a8d5ef1ad068534d3d6fad077d5ee6aa',
			}),
			address: field(evmAddresses().optional(), {
				in: 'params',
				name: 'filter.address',
				label: 'Contract Addresses',
				description: 'Only events of these contracts, separated by commas',
				placeholder: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
			}),
			topics: topics(),
		},
		blockOrRange,
	),
	output: out.object({ logs: out.many(log()) }),
	items: 'logs',
	ranges: {
		from: 'fromBlock',
		to: 'toBlock',
		instead: 'blockHash',
		block: 'blockNumber',
		numberOf: (name, { blockchainId }) =>
			name === 'latest' || name === 'pending'
				? { operation: getBlockNumber, input: { blockchainId }, field: 'blockNumber' }
				: { operation: getBlock, input: { blockchainId, block: name }, field: 'number' },
	},
	adapt: (answer) => ({ logs: answer }),
});
