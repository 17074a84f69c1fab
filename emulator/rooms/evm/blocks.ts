import { bytesToHex } from '../../../core';
import { logsOf, transactionOf, transfersAt } from '../../world/evmTransactions';
import { BASE_FEE, WORST_BASE_FEE } from '../../world/evmFees';
import { blockHashOf, heightOfHash } from '../../../core/testing/network/evmBlocks';
import { feeConfigAt } from '../../node/evm/feeConfig';
import type { EthMethods } from '../../node/gethRpc';
import {
	hashArg,
	heightIfKnown,
	heightOf,
	heightOfNumber,
	quantity,
} from '../../node/evm/blockArg';
import { type EvmContext, settledBy } from '../../node/evm/context';
import { bloomOf } from './logs';
import { receiptJson, transactionJson } from './transactions';

const ZERO_HASH = `0x${'0'.repeat(64)}`;
/** keccak256 of an empty list, and the root of an empty trie. */
const EMPTY_UNCLES = '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347';
const EMPTY_ROOT = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';
const MINER = '0x0100000000000000000000000000000000000000';

/** Fields of a block since Helicon about the execution that it settles. */
function settled({ chain }: EvmContext, height: number) {
	const last = settledBy(height);
	return {
		settledHeight: quantity(last),
		settledGasUnix: quantity(chain.blockTime(last)),
		settledGasNumerator: quantity(1_601_000),
		settledExcess: quantity(10_500),
		targetExponent: '0x0',
		minPriceExponent: '0x0',
	};
}

/** The transfers whose results a header is about: since Helicon those of the blocks that it settles. */
function proven({ tokens, streaming }: EvmContext, height: number) {
	if (!streaming || height === 0) return transfersAt(tokens, height);
	const [after, last] = [settledBy(height - 1), settledBy(height)];
	return tokens.transactions().filter((one) => one.blockNumber > after && one.blockNumber <= last);
}

/**
 * A block's header and transactions: their hashes, or whole. Since Helicon a header is made before execution: gas
 * and base fee are those of the worst case (ACP-194).
 */
function blockJson(context: EvmContext, height: number, whole: boolean) {
	const { chain, tokens, network, world, primary, streaming } = context;
	const transfers = transfersAt(tokens, height);
	const gas = streaming ? 'gasLimit' : 'gasUsed';
	const gasUsed = transfers.reduce((sum, one) => sum + transactionOf(one)[gas], 0);
	const results = proven(context, height);
	const time = chain.blockTime(height);
	const hash = (what: string) =>
		`0x${bytesToHex(world.random.bytes(`${chain.chainId} ${what}`, height))}`;
	return {
		baseFeePerGas: quantity(streaming ? WORST_BASE_FEE : BASE_FEE),
		blobGasUsed: '0x0',
		blockGasCost: '0x0',
		// The C-Chain alone carries atomic transactions beside the block.
		...(primary ? { blockExtraData: '0x', extDataGasUsed: '0x0', extDataHash: EMPTY_ROOT } : {}),
		difficulty: '0x1',
		excessBlobGas: '0x0',
		extraData: '0x',
		gasLimit: quantity(feeConfigAt(chain, height).feeConfig.gasLimit),
		gasUsed: quantity(gasUsed),
		hash: blockHashOf(chain, height),
		logsBloom: bloomOf(results.flatMap((one) => logsOf(network, chain, one))),
		minDelayExcess: '0x799d4c',
		miner: MINER,
		mixHash: ZERO_HASH,
		nonce: '0x0000000000000000',
		number: quantity(height),
		parentBeaconBlockRoot: ZERO_HASH,
		parentHash: height > 0 ? blockHashOf(chain, height - 1) : ZERO_HASH,
		receiptsRoot: results.length > 0 ? hash('receipts') : EMPTY_ROOT,
		sha3Uncles: EMPTY_UNCLES,
		size: quantity(700 + 180 * transfers.length),
		stateRoot: hash('state'),
		timestamp: quantity(time),
		timestampMilliseconds: quantity(time * 1000),
		...(streaming && settled(context, height)),
		totalDifficulty: quantity(height),
		transactions: whole
			? transfers.map((one) => transactionJson(context, one))
			: transfers.map(({ txHash }) => txHash),
		transactionsRoot: transfers.length > 0 ? hash('transactions') : EMPTY_ROOT,
		uncles: [],
	};
}

/** The height of a block with receipts; undefined for one that is unknown, or not executed yet. */
function receiptsAt(context: EvmContext, block: unknown): number | undefined {
	const isHash = typeof block === 'string' && block.length === 66;
	const height = isHash
		? heightOfHash(context.chain, hashArg(block))
		: heightIfKnown(context, block, 0);
	return height !== undefined && height <= context.executed ? height : undefined;
}

/** Heights, blocks and the receipts of a block. A block that does not exist is null. */
export function blockMethods(context: EvmContext): EthMethods {
	const { chain, tokens } = context;
	return {
		eth_blockNumber: () => quantity(context.executed),
		eth_getBlockByNumber([number, whole]) {
			if (!context.streaming) {
				return blockJson(context, heightOfNumber(context, number, 0), whole === true);
			}
			const height = heightIfKnown(context, number, 0);
			if (height === undefined) return null;
			const block = blockJson(context, height, whole === true);
			return number === 'pending' ? { ...block, hash: null, miner: null, nonce: null } : block;
		},
		eth_getBlockByHash([hash, whole]) {
			const height = heightOfHash(chain, hashArg(hash));
			return height === undefined ? null : blockJson(context, height, whole === true);
		},
		eth_getBlockReceipts([block]) {
			const height = context.streaming ? receiptsAt(context, block) : heightOf(context, block);
			if (height === undefined) return null;
			return transfersAt(tokens, height).map((one) => receiptJson(context, one));
		},
		eth_getBadBlocks: () => [],
	};
}
