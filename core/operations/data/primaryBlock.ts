import { fieldSet } from '../../fields/fieldSet';
import type { Paths } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declare, declareList } from '../declare';
import { dataResources } from '../resources';
import { nodeId, textValue } from '../../fields/inputs';
import { isId } from '../../formats/ids';
import { between, network, pageSize, pageToken, primaryChain } from './fields';
import { startBeforeEnd } from './rules';
import { chainInfo } from './shapes';

const CHAIN = '/v1/networks/{network}/blockchains/{blockchainId}';

/** One block of the P-, X- or C-Chain. */
function block() {
	return {
		blockNumber: out.count(),
		blockHash: out.hash('In cb58'),
		parentHash: out.hash('Of the block before'),
		blockTimestamp: out.seconds('When the block was made'),
		blockType: out.text('Such as BanffStandardBlock'),
		txCount: out.count(),
		transactions: out.texts('Transaction hashes (cb58)'),
		blockSizeBytes: out.count(),
		currentSupply: out.nAvax('AVAX there is after the block; P-Chain only'),
		l1ValidatorsAccruedFees: out.nAvax('that L1 validators have been charged; P-Chain only'),
		activeL1Validators: out.count('P-Chain only'),
		proposerDetails: out.object({
			proposerNodeId: out.nodeId('The node that proposed the block'),
			proposerId: out.id(),
			proposerParentId: out.id(),
			proposerPChainHeight: out.count(),
			proposerTimestamp: out.seconds(),
		}),
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
	item.proposerDetails.proposerNodeId,
	item.currentSupply,
	item.activeL1Validators,
];

function blocks() {
	return out.object({
		nextPageToken: out.text(),
		blocks: out.many(block()),
		chainInfo: chainInfo(),
	});
}

/** One block. */
export const getPrimaryBlock = declare({
	id: 'primaryBlock.get',
	node: 'avalanche',
	resource: dataResources.primaryBlock,
	entry: { value: 'get', name: 'Get' },
	action: 'Get a primary network block',
	description:
		'Returns one block of the P-, X- or C-Chain by its number or hash, with its transactions and its proposer',
	service: 'data',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/blocks/{blockId}` },
	input: fieldSet({
		network: network(),
		blockchainId: primaryChain(),
		blockId: field(
			textValue(
				'must be a block number or a block hash (cb58)',
				(given) => /^\d{1,16}$/.test(given) || isId(given),
			),
			{
				in: 'path',
				label: 'Block',
				description: 'Number or hash (cb58) of the block',
				placeholder: '25811376',
			},
		),
	}),
	output: out.object({ ...block(), blockHash: out.required(out.hash('In cb58')) }),
	columns,
	cost: 100,
	spec: 'Chain data: Primary Network Blocks',
});

/** The latest blocks of a chain. */
export const listPrimaryBlocks = declareList({
	id: 'primaryBlock.getMany',
	node: 'avalanche',
	resource: dataResources.primaryBlock,
	entry: { value: 'getMany', name: 'Get Many' },
	action: 'Get many primary network blocks',
	description: 'Lists the latest blocks of the P-, X- or C-Chain, or those of a range of time',
	service: 'data',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/blocks` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			...between('blocks'),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		startBeforeEnd,
	),
	output: blocks(),
	items: 'blocks',
	paging: { style: 'token', maxPageSize: 100 },
	columns,
	cost: 20,
	spec: 'Chain data: Primary Network Blocks',
});

/** What one validator has proposed. */
export const listBlocksByNode = declareList({
	id: 'primaryBlock.getManyByNode',
	node: 'avalanche',
	resource: dataResources.primaryBlock,
	entry: { value: 'getManyByNode', name: 'Get Many by Node' },
	action: 'Get many primary network blocks by node',
	description:
		'Lists the latest blocks of the P-, X- or C-Chain that one node proposed; to see whether a validator takes part',
	service: 'data',
	call: { type: 'http', method: 'GET', path: `${CHAIN}/nodes/{nodeId}/blocks` },
	input: fieldSet(
		{
			network: network(),
			blockchainId: primaryChain(),
			nodeId: field(nodeId(), {
				in: 'path',
				label: 'Node ID',
				description: 'The proposer, NodeID- and a hash (cb58)',
				placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
			}),
			...between('blocks'),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		startBeforeEnd,
	),
	output: blocks(),
	items: 'blocks',
	paging: { style: 'token', maxPageSize: 100 },
	columns,
	cost: 20,
	spec: 'Chain data: Primary Network Blocks',
});
