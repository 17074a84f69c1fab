import type { World } from '../../../testing/network';
import { recordedCall } from '../../../testing/recordedCalls';
import type { OperationCase } from '../../../testing/cases/operationCase';
import { blockHashIn, evmCase as use, transferIn } from '../../../testing/cases/evmWorld';

const ACCOUNT = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const TX = '0x0a0dd990675daeaa4439fc8f6789d07a65f41786044948d2ff48e15200dd2122';
const BLOCK = '0xf1b06a4d7a80f71ca22b21f7088f2f35a8d5ef1ad068534d3d6fad077d5ee6aa';

/** A recorded result; `known` are its fields that are another type in items. */
function item(name: string, known: Record<string, unknown>) {
	const { result } = JSON.parse(recordedCall(name).text) as { result: object };
	return { ...result, ...known };
}

const BLOCK_ITEM = item('further-eth_getBlockByNumber', {
	baseFeePerGas: '1',
	blobGasUsed: 0,
	blockGasCost: '0',
	difficulty: 1,
	excessBlobGas: 0,
	extDataGasUsed: 0,
	gasLimit: 10_000_000,
	gasUsed: 64_088,
	minDelayExcess: '7970124',
	number: 4,
	size: 831,
	timestamp: 1_795_296_007,
	timestampMilliseconds: 1_795_296_007_846,
	totalDifficulty: '4',
});

const blockInWorld = (world: World) => ({ blockchainId: 'C', blockHash: blockHashIn(world) });

const transactionInWorld = (world: World) => ({
	blockchainId: 'C',
	txHash: transferIn(world).txHash,
});

const PENDING = {
	number: '0x4',
	hash: null,
	miner: null,
	nonce: null,
	parentHash: BLOCK,
	timestamp: '0x6a1f2c30',
	transactions: [],
	settledHeight: '0x2',
	settledGasUnix: '0x6a1f2c2f',
	settledGasNumerator: '0xf4240',
	settledExcess: '0x20000000000001',
	targetExponent: '0xffffffffffffffff',
	minPriceExponent: '0x0',
};
const PENDING_ITEM = {
	...PENDING,
	number: 4,
	timestamp: 1_780_427_824,
	settledHeight: 2,
	settledGasUnix: 1_780_427_823,
	settledGasNumerator: 1_000_000,
	// Beyond 2^53 no digit is lost.
	settledExcess: '9007199254740993',
	targetExponent: '18446744073709551615',
	minPriceExponent: '0',
};

export const evm: OperationCase[] = [
	use('evm.getBlockNumber', 'eth_blockNumber', [], {}, { json: '0x3' }, [{ blockNumber: 3 }]),
	use('evm.getChainId', 'eth_chainId', [], {}, { recorded: 'further-eth_chainId' }, [
		{ chainId: 43_112 },
	]),
	use(
		'evm.getBalance',
		'eth_getBalance',
		[ACCOUNT, 'latest'],
		{ address: ACCOUNT },
		{ recorded: 'further-eth_getBalance' },
		[{ balance: '49999999999999999999745818' }],
	),
	use(
		'evm.getTransactionCount',
		'eth_getTransactionCount',
		[ACCOUNT, '0x10'],
		{ address: ACCOUNT, block: 16 },
		{ json: '0x1f' },
		[{ transactionCount: 31 }],
	),
	use(
		'evm.getBlock',
		'eth_getBlockByNumber',
		['latest', false],
		{},
		{ recorded: 'further-eth_getBlockByNumber' },
		[BLOCK_ITEM],
	),
	// A node after Helicon has given a pending block no hash, and what its execution settles.
	{
		...use(
			'evm.getBlock',
			'eth_getBlockByNumber',
			['pending', true],
			{ block: 'pending', fullTransactions: true },
			{ json: PENDING },
			[PENDING_ITEM],
		),
		missing: true,
	},
	use(
		'evm.getBlockByHash',
		'eth_getBlockByHash',
		[BLOCK, false],
		{ blockHash: BLOCK },
		{ recorded: 'further-eth_getBlockByNumber' },
		[BLOCK_ITEM],
		blockInWorld,
	),
	use(
		'evm.getTransaction',
		'eth_getTransactionByHash',
		[TX],
		{ txHash: TX },
		{ recorded: 'further-eth_getTransactionByHash' },
		[
			item('further-eth_getTransactionByHash', {
				blockNumber: 4,
				gas: 64_925,
				gasPrice: '2',
				maxFeePerGas: '3',
				maxPriorityFeePerGas: '1',
				nonce: '3',
				transactionIndex: 0,
				value: '0',
				type: 2,
				chainId: 43_112,
			}),
		],
		transactionInWorld,
	),
	use(
		'evm.getTransactionReceipt',
		'eth_getTransactionReceipt',
		[TX],
		{ txHash: TX },
		{ recorded: 'further-eth_getTransactionReceipt' },
		[receipt()],
		transactionInWorld,
	),
	use(
		'evm.sendRawTransaction',
		'eth_sendRawTransaction',
		['0x02f86b'],
		{ tx: '0x02f86b' },
		{ json: TX },
		[{ transactionHash: TX }],
		'sent',
	),
	use('evm.getGasPrice', 'eth_gasPrice', [], {}, { recorded: 'further-eth_gasPrice' }, [
		{ gasPrice: '2' },
	]),
	use('evm.getBaseFee', 'eth_baseFee', [], {}, { recorded: 'further-eth_baseFee' }, [
		{ baseFee: '1' },
	]),
	use(
		'evm.getSuggestedFees',
		'eth_suggestPriceOptions',
		[],
		{},
		{ recorded: 'further-eth_suggestPriceOptions' },
		[
			{
				slow: { maxPriorityFeePerGas: '1', maxFeePerGas: '3' },
				normal: { maxPriorityFeePerGas: '1', maxFeePerGas: '3' },
				fast: { maxPriorityFeePerGas: '1', maxFeePerGas: '3' },
			},
		],
	),
];

function receipt() {
	const whole = item('further-eth_getTransactionReceipt', {
		blockNumber: 4,
		cumulativeGasUsed: 64_088,
		effectiveGasPrice: '2',
		gasUsed: 64_088,
		status: 1,
		transactionIndex: 0,
		type: 2,
	}) as { logs?: object[] };
	const numbers = { blockNumber: 4, transactionIndex: 0, logIndex: 0 };
	return { ...whole, logs: whole.logs?.map((log) => ({ ...log, ...numbers })) };
}
