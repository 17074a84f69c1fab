import type { OperationCase } from '../../../testing/cases/operationCase';
import { evmCase as use } from '../../../testing/cases/evmWorld';

/** Logs, calls and fees of an EVM chain, and its warp messages. */

export const evmCalls: OperationCase[] = [
	use(
		'evmSubnet.getFeeHistory',
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
	use('evmSubnet.getMaxPriorityFee', 'eth_maxPriorityFeePerGas', [], {}, { json: '0x9502f900' }, [
		{ maxPriorityFeePerGas: '2500000000' },
	]),
	use('evmSubnet.getSyncing', 'eth_syncing', [], {}, { recorded: 'further-eth_syncing' }, [
		{ syncing: false },
	]),
	use(
		'evmSubnet.getSyncing',
		'eth_syncing',
		[],
		{},
		{ json: { startingBlock: '0x1', currentBlock: '0x2', highestBlock: '0x3' } },
		[{ syncing: true, startingBlock: '0x1', currentBlock: '0x2', highestBlock: '0x3' }],
	),
];
