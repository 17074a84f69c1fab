import type { OperationCase } from '../../../testing/cases/operationCase';
import { evmCase as use } from '../../../testing/cases/evmWorld';

/** Logs, calls and fees of an EVM chain, and its warp messages. */

const WARP = '0x0200000000000000000000000000000000000005';
const SENDER = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

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
		'evm.getManyLogs',
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
	// A filter without fields is sent too: it selects the latest block.
	use('evm.getManyLogs', 'eth_getLogs', [{}], {}, { json: [] }, []),
	use(
		'evm.getManyLogs',
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
];
