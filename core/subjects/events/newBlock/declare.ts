import { field } from '../../../fields/field';
import { whole } from '../../../fields/inputs';
import * as out from '../../../fields/outputs';
import { declareArrivals } from '../../../events/arrivalEvent';
import type { ItemPositions } from '../../../events/arrivalSource';
import { markOf } from '../../../events/event';
import { chainOfNode } from '../../../events/fields';
import { separated } from '../../../events/words';
import { type Block, blockItems, positionOfBlock, startBlock } from '../shared/blocks';
import { type OnChain, nodeBlocks } from '../shared/nodeLogs';

interface NewBlock extends Block, ReturnType<typeof positionOfBlock> {
	chain: string;
}

const POSITIONS: ItemPositions<OnChain, NewBlock> = nodeBlocks;

/** New blocks of an EVM chain. */
export const newBlock = declareArrivals({
	value: 'newBlock',
	type: 'evm.block',
	name: 'New Block',
	description: 'An EVM chain has a new block, or one of so many',
	what: 'block',
	reads:
		'the node: `eth_blockNumber`, and `eth_getBlockByNumber` for each block that fires, in batches of 40',
	remembers: '24 characters',
	fields: {
		blockchainId: chainOfNode(),
		every: field(whole(1, 10_000_000).optional(), {
			in: 'form',
			label: 'Only Every',
			description:
				'Only blocks whose number is a multiple of this one; others are not read. The C-Chain makes 43,000 to 86,000 blocks a day.',
			default: 1,
			show: 'main',
		}),
		startBlock: startBlock(),
	},
	columns: {
		blockNumber: out.count(),
		blockHash: out.hash(),
		parentHash: out.hash(),
		transactionCount: out.count(),
		gasUsed: out.gas('On the C-Chain the sum of gas limits'),
		baseFeePerGas: out.gasPrice('On the C-Chain an upper bound'),
		chain: out.id('Blockchain ID or alias'),
	},
	pages: (settings, context, reading) =>
		blockItems(
			settings,
			{
				step: settings.every,
				itemsOf: (block) => [
					{ ...block, ...positionOfBlock(block), chain: settings.blockchainId ?? 'C' },
				],
			},
			context,
			reading,
		),
	subscriptions: () => [['newHeads']],
	positions: POSITIONS,
	overlap: 'none',
	timeOf: ({ time }) => time,
	markOf: ({ chain, blockHash }) => markOf(`${chain}:${blockHash}`),
	matcher: () => () => true,
	tell({ chain, block, blockHash, parentHash, transactions, gasUsed, baseFeePerGas }) {
		const count = transactions?.length ?? 0;
		const has = `${count} ${count === 1 ? 'transaction' : 'transactions'}`;
		return {
			id: `${chain}:${blockHash}`,
			subject: chain,
			title: `${chain}: block ${separated(String(block))} with ${has}`,
			text: `The chain ${chain} has the block ${separated(String(block))} with ${has}: ${blockHash}.`,
			columns: {
				...{ blockNumber: block, blockHash, parentHash, transactionCount: count },
				...{ gasUsed, baseFeePerGas: baseFeePerGas ?? null, chain },
			},
		};
	},
	example({ blockchainId: chain = 'C', every = 1 }, time) {
		const number = 71_000_000 - (71_000_000 % every);
		const blockHash = `0x${'e1'.repeat(32)}`;
		return { number, block: number, blockHash, time, chain, transactions: [] };
	},
});
