import type { World } from '../../../emulator';
import { warpMessageOf } from '../../../emulator/world/evmTransactions';
import { cb58Encode } from '../../../core/formats/cb58';
import { hexToBytes } from '../../../core/formats/hex';
import { recordedCall } from '../../kit/recordedCalls';
import type { OperationCase } from '../case';
import { blockHashIn, cChainOf, evmCase as use, transferIn } from '../evmWorld';

/** Logs, calls and fees of an EVM chain, and its warp messages. */

const WARP = '0x0200000000000000000000000000000000000005';
const SENDER = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const MESSAGE = '2MJA4CzAmxLMuy6BSZqsiSNFwbSemuPsMj8KQ6azgVmeDah15f';
const BLOCK = '2qSdCx3986gNjL62exuRSguvuRZM36AMqAQxK3yTfaLgGizf1n';

const resultOf = (name: string) =>
	(JSON.parse(recordedCall(name).text) as { result: string }).result;

/** A message that the C-Chain of the world sent. */
function messageOf(world: World) {
	const messageID = warpMessageOf(world.node, cChainOf(world), transferIn(world))?.id;
	return { blockchainId: 'C', messageID };
}

/** The id of a block of the C-Chain of the world: its hash in cb58. */
function blockOf(world: World) {
	return { blockchainId: 'C', blockID: cb58Encode(hexToBytes(blockHashIn(world))) };
}

const log = {
	address: WARP,
	topics: [TRANSFER],
	data: '0x01',
	blockNumber: '0x4',
	transactionHash: '0x0a0dd990675daeaa4439fc8f6789d07a65f41786044948d2ff48e15200dd2122',
	transactionIndex: '0x0',
	blockHash: '0xf1b06a4d7a80f71ca22b21f7088f2f35a8d5ef1ad068534d3d6fad077d5ee6aa',
	logIndex: '0x2',
	removed: false,
};

export const evmCalls: OperationCase[] = [
	use(
		'evm.getLogs',
		'eth_getLogs',
		[
			{
				fromBlock: '0x4',
				toBlock: 'latest',
				address: [WARP],
				topics: [TRANSFER, null, [TRANSFER]],
			},
		],
		{
			fromBlock: 4,
			toBlock: 'latest',
			address: [WARP],
			topics: [TRANSFER, null, [TRANSFER]],
		},
		{ json: [log] },
		[{ ...log, blockNumber: 4, transactionIndex: 0, logIndex: 2 }],
		() => ({ blockchainId: 'C', fromBlock: 900_000, toBlock: '0xdbbfc', topics: TRANSFER }),
	),
	// Without any field the filter is there all the same: the latest block is meant.
	use('evm.getLogs', 'eth_getLogs', [{}], {}, { json: [] }, []),
	use(
		'evm.getLogs',
		'eth_getLogs',
		[{ blockHash: log.blockHash, topics: [TRANSFER] }],
		{ blockHash: log.blockHash, topics: TRANSFER },
		{ json: [] },
		[],
	),
	use(
		'evm.call',
		'eth_call',
		[{ to: WARP, data: '0x4213cf78' }, 'latest'],
		{ to: WARP, data: '0x4213cf78', block: 'latest' },
		{ recorded: 'further-eth_call' },
		[{ data: '0xee488204088eaba3d3c0c5e26d7a2892677f8d6181ef31848708b4e55ead7667' }],
	),
	use(
		'evm.estimateGas',
		'eth_estimateGas',
		[{ to: WARP, from: SENDER, value: '0x1', gas: '0x186a0' }],
		{ from: SENDER, to: WARP, value: '1', gas: 100_000 },
		{ recorded: 'further-eth_estimateGas' },
		[{ gas: 21_000 }],
		() => ({ blockchainId: 'C', to: WARP, data: '0x4213cf78' }),
	),
	use(
		'evm.getFeeHistory',
		'eth_feeHistory',
		['0x2', 'latest', [10, 50]],
		{ blockCount: 2, rewardPercentiles: [10, 50] },
		{
			json: {
				oldestBlock: '0x3',
				baseFeePerGas: ['0x5d21dba00', '0x5d21dba00', '0x1'],
				gasUsedRatio: [0, 0.25],
				reward: [
					['0x0', '0x0'],
					['0x1', '0x2'],
				],
			},
		},
		[
			{
				oldestBlock: 3,
				baseFeePerGas: ['25000000000', '25000000000', '1'],
				gasUsedRatio: [0, 0.25],
				reward: [
					['0', '0'],
					['1', '2'],
				],
			},
		],
	),
	use('evm.getMaxPriorityFee', 'eth_maxPriorityFeePerGas', [], {}, { json: '0x9502f900' }, [
		{ maxPriorityFeePerGas: '2500000000' },
	]),
	use('evm.getSyncing', 'eth_syncing', [], {}, { recorded: 'further-eth_syncing' }, [
		{ syncing: false },
	]),
	use(
		'evm.getSyncing',
		'eth_syncing',
		[],
		{},
		{ json: { startingBlock: '0x1', currentBlock: '0x2', highestBlock: '0x3' } },
		[{ syncing: true, startingBlock: '0x1', currentBlock: '0x2', highestBlock: '0x3' }],
	),
	use(
		'warp.getMessage',
		'warp_getMessage',
		[MESSAGE],
		{ messageID: MESSAGE },
		{ recorded: 'warp_getMessage' },
		[{ message: resultOf('warp_getMessage') }],
		messageOf,
	),
	use(
		'warp.getMessageSignature',
		'warp_getMessageSignature',
		[MESSAGE],
		{ messageID: MESSAGE },
		{ json: `0x${'a1'.repeat(96)}` },
		[{ signature: `0x${'a1'.repeat(96)}` }],
		messageOf,
	),
	use(
		'warp.getBlockSignature',
		'warp_getBlockSignature',
		[BLOCK],
		{ blockID: BLOCK },
		{ json: `0x${'b2'.repeat(96)}` },
		[{ signature: `0x${'b2'.repeat(96)}` }],
		blockOf,
	),
	use(
		'warp.getMessageAggregateSignature',
		'warp_getMessageAggregateSignature',
		[MESSAGE, 67, ''],
		{ messageID: MESSAGE, quorumNum: 67 },
		{ recorded: 'warp_getMessageAggregateSignature-C-message' },
		[{ signedMessage: resultOf('warp_getMessageAggregateSignature-C-message') }],
		(world) => ({ ...messageOf(world), quorumNum: 50 }),
	),
	use(
		'warp.getBlockAggregateSignature',
		'warp_getBlockAggregateSignature',
		[BLOCK, 100, '11111111111111111111111111111111LpoYY'],
		{
			blockID: BLOCK,
			quorumNum: 100,
			subnetID: '11111111111111111111111111111111LpoYY',
		},
		{ recorded: 'warp_getBlockAggregateSignature-C-block' },
		[{ signedMessage: resultOf('warp_getBlockAggregateSignature-C-block') }],
		(world) => ({ ...blockOf(world), quorumNum: 50 }),
	),
];
