import { bytesToHex } from '../../../core';
import { logsOf, transactionOf, transfersAt } from '../../world/evmTransactions';
import { BASE_FEE, PRIORITY_FEE, WORST_BASE_FEE } from '../../world/evmFees';
import type { Transfer } from '../../../core/testing/network';
import { MethodError } from '../../node/failure';
import { type EthMethods, invalidArgument } from '../../node/gethRpc';
import { addressArg, hashArg, heightOf, quantity } from '../../node/evm/blockArg';
import type { EvmContext } from '../../node/evm/context';
import { bloomOf, logJson } from './logs';
import { mempoolMethods, pendingJson } from './mempool';

/** A transaction as eth_getTransactionByHash and full blocks give it. */
export function transactionJson({ chain, world, streaming }: EvmContext, transfer: Transfer) {
	const tx = transactionOf(transfer);
	const part = (name: string) =>
		`0x${bytesToHex(world.random.bytes(`signature ${name}`, transfer.txHash)).replace(/^0+/, '')}`;
	return {
		blockHash: transfer.blockHash,
		blockNumber: quantity(transfer.blockNumber),
		from: transfer.from,
		gas: quantity(tx.gasLimit),
		// Computed from the header, whose base fee is a bound since Helicon.
		gasPrice: quantity(streaming ? WORST_BASE_FEE + PRIORITY_FEE : tx.gasPrice),
		maxFeePerGas: quantity(tx.maxFeePerGas),
		maxPriorityFeePerGas: quantity(PRIORITY_FEE),
		hash: transfer.txHash,
		input: tx.input,
		nonce: quantity(tx.nonce),
		to: tx.to ?? null,
		transactionIndex: quantity(tx.blockIndex),
		value: quantity(tx.nativeValue),
		type: '0x2',
		accessList: [],
		chainId: quantity(Number(chain.chainId)),
		v: '0x1',
		r: part('r'),
		s: part('s'),
		yParity: '0x1',
	};
}

/** A receipt; gas is summed over the transactions before it in its block. */
export function receiptJson({ chain, network, tokens }: EvmContext, transfer: Transfer) {
	const tx = transactionOf(transfer);
	const logs = logsOf(network, chain, transfer);
	const cumulative = transfersAt(tokens, transfer.blockNumber)
		.filter(({ index }) => index <= transfer.index)
		.reduce((sum, one) => sum + transactionOf(one).gasUsed, 0);
	return {
		blockHash: transfer.blockHash,
		blockNumber: quantity(transfer.blockNumber),
		contractAddress: transfer.only === 'deployment' ? transfer.token.address : null,
		cumulativeGasUsed: quantity(cumulative),
		effectiveGasPrice: quantity(BASE_FEE + PRIORITY_FEE),
		from: transfer.from,
		gasUsed: quantity(tx.gasUsed),
		logs: logs.map((log) => logJson(transfer, log)),
		logsBloom: bloomOf(logs),
		status: tx.succeeded ? '0x1' : '0x0',
		to: tx.to ?? null,
		transactionHash: transfer.txHash,
		transactionIndex: quantity(tx.blockIndex),
		type: '0x2',
	};
}

/** The name of the tracer in a configuration, whose values have to be of Go's types. */
function tracerIn(config: unknown): string | undefined {
	const { tracer, tracerConfig, timeout } = (config ?? {}) as Record<string, unknown>;
	const isText = (value: unknown) => value === undefined || typeof value === 'string';
	const isRight = isText(tracer) && isText(timeout) && !Array.isArray(tracerConfig);
	if (!isRight) throw invalidArgument(1, 'json: cannot unmarshal array into Go value of type');
	return tracer as string | undefined;
}

/** The accounts that a transaction read, before it: those of both sides. */
function stateBefore({ tokens }: EvmContext, { from, to, blockNumber }: Transfer) {
	return Object.fromEntries(
		[from, to].map((one) => [
			one.toLowerCase(),
			{ balance: quantity(tokens.nativeBalance(one, blockNumber - 1)) },
		]),
	);
}

/** Transactions, receipts and nonces: the token transfers of the world. */
export function transactionMethods(context: EvmContext): EthMethods {
	const { tokens } = context;
	return {
		...mempoolMethods(context),
		eth_getTransactionByHash([hash]) {
			const asked = hashArg(hash);
			const found = tokens.transferByHash(asked);
			return found ? transactionJson(context, found) : pendingJson(context, asked);
		},
		eth_getTransactionReceipt([hash]) {
			const found = tokens.transferByHash(hashArg(hash));
			return found && found.blockNumber <= context.executed ? receiptJson(context, found) : null;
		},
		// On by default on the C-Chain. Of the calls of a transaction, the world has the first.
		debug_traceTransaction: context.primary
			? ([hash, config]) => {
					const found = tokens.transferByHash(hashArg(hash));
					if (!found) throw new MethodError('transaction not found');
					const tracer = tracerIn(config);
					const { from, to, gas, input, value } = transactionJson(context, found);
					const { gasUsed } = receiptJson(context, found);
					const type = to === null ? 'CREATE' : 'CALL';
					if (tracer === 'callTracer') return { from, gas, gasUsed, to, input, value, type };
					if (tracer === 'prestateTracer') return stateBefore(context, found);
					if (tracer !== undefined) return tracer === 'flatCallTracer' ? [] : {};
					const failed = !transactionOf(found).succeeded;
					return { gas: Number(gasUsed), failed, returnValue: '', structLogs: [] };
				}
			: undefined,
		eth_getTransactionCount([address, block]) {
			const owner = addressArg(address);
			const height = heightOf(context, block, 1);
			const last = tokens
				.transfersOf(owner)
				.find(({ from, blockNumber }) => from === owner && blockNumber <= height);
			return quantity(last ? transactionOf(last).nonce + 1 : 0);
		},
	};
}
