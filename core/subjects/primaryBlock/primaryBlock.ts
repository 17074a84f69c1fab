import type { z } from 'zod/v4';
import { fieldSet } from '../../fields/fieldSet';
import { type Column, type Paths, as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../../operations/declare';
import { onPrimary } from '../../operations/explorer';
import { PRIMARY_CHAIN_CHOICES } from '../../operations/shared';
import { dataResources } from '../resources';
import { byToken, pages } from '../../operations/pages';
import { textValue } from '../../fields/inputs';
import { broken } from '../../fields/rules';
import { isEvmHash, isId } from '../../formats/ids';
import { BY_TIME, between, network, nodeOfPath, primaryChain } from '../shared/data/fields';
import { startBeforeEnd } from '../shared/data/rules';
import { chainPage } from '../shared/data/shapes';

const COMMON = {
	node: 'avalanche',
	resource: dataResources.primaryBlock,
	service: 'data',
	explorer: onPrimary(({ blockNumber }: { blockNumber: Column }) => [
		{ page: 'block', of: blockNumber },
	]),
	spec: 'Chain data: Primary Network Blocks',
} as const;

const CHAIN = '/v1/networks/{network}/blockchains/{blockchainId}';

const HASH = 'In cb58; on the C-Chain 0x and 64 hexadecimal digits';

/** Hashes with 0x are those of the C-Chain. */
function hashOfChain({ blockchainId, blockId }: Record<string, unknown>, context: z.RefinementCtx) {
	const chain = PRIMARY_CHAIN_CHOICES.find(({ value }) => value === blockchainId)?.name ?? '';
	if (!isEvmHash(String(blockId)) || chain.startsWith('C-Chain')) return;
	const rule = 'must be a block number or a block hash in cb58: a hash with 0x is of the C-Chain';
	broken(context, 'blockId', rule);
}

/** One block of the P-, X- or C-Chain. */
function block() {
	return {
		blockNumber: out.count(),
		blockHash: out.hash(HASH),
		parentHash: out.hash('Hash of the previous block'),
		blockTimestamp: out.seconds('When the block was created'),
		blockType: out.text('Such as BanffStandardBlock'),
		txCount: out.count(),
		transactions: out.texts('Transaction hashes (cb58)'),
		blockSizeBytes: out.count(),
		currentSupply: out.optional(out.nAvax('Total AVAX after the block; P-Chain only')),
		l1ValidatorsAccruedFees: out.optional(out.nAvax('charged to L1 validators; P-Chain only')),
		activeL1Validators: out.optional(out.count('P-Chain only')),
		proposerDetails: out.optional(
			out.object({
				proposerNodeId: out.optional(out.nodeId('The node that proposed the block')),
				proposerId: out.optional(out.id()),
				proposerParentId: out.optional(out.id()),
				proposerPChainHeight: out.optional(out.count()),
				proposerTimestamp: out.optional(out.seconds()),
			}),
		),
	};
}

const columns = (item: Paths<out.ObjectOf<ReturnType<typeof block>>>) => [
	item.blockNumber,
	item.blockHash,
	item.blockTimestamp,
	item.blockType,
	item.txCount,
	item.blockSizeBytes,
	item.parentHash,
	as('proposerNodeId', item.proposerDetails.proposerNodeId),
	item.currentSupply,
	item.activeL1Validators,
];

/** One block. */
export const get = declare({
	id: 'primaryBlock.get',
	...COMMON,
	entry: { value: 'get', name: 'Get' },
	action: 'Get a primary network block',
	description:
		'Returns one block of the P-, X- or C-Chain by its number or hash, with its transactions and its proposer',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/blocks/{blockId}` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			blockId: field(
				textValue(
					'must be a block number or a block hash (cb58, on the C-Chain also 0x and 64 hexadecimal digits)',
					(given) => /^\d{1,16}$/.test(given) || isId(given) || isEvmHash(given),
				),
				{
					in: 'path',
					label: 'Block',
					description:
						'Number or hash of the block: cb58, on the C-Chain also 0x and 64 hexadecimal digits',
					placeholder: '25811376',
				},
			),
		},
		hashOfChain,
	),
	output: out.object({ ...block(), blockHash: out.essential(out.hash(HASH)) }),
	columns,
	cost: 100,
});

/** The parts that both lists share. */
const LIST = {
	...COMMON,
	output: chainPage({ blocks: out.many(block()) }),
	items: 'blocks',
	paging: byToken(),
	bounds: BY_TIME,
	columns,
	cost: 20,
} as const;

/** The latest blocks of a chain. */
export const getMany = declareList({
	id: 'primaryBlock.getMany',
	...LIST,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many primary network blocks',
	description: 'Lists the latest blocks of the P-, X- or C-Chain, or those of a time range',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/blocks` },
	input: fieldSet(
		{ network: network(), blockchainId: primaryChain(), ...between('blocks'), ...pages() },
		startBeforeEnd,
	),
});

/** Latest blocks that one validator proposed. */
export const getManyByNode = declareList({
	id: 'primaryBlock.getManyByNode',
	...LIST,
	entry: { value: 'getManyByNode', name: 'Get Many by Node' },
	action: 'Get many primary network blocks by node',
	description:
		'Lists the latest blocks of the P-, X- or C-Chain that one node proposed; use it to check whether a validator is active',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/nodes/{nodeId}/blocks` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			nodeId: nodeOfPath('The proposer'),
			...between('blocks'),
			...pages(),
		},
		startBeforeEnd,
	),
});
