import { hexToBytes } from '../../../core';
import type { Tokens } from '../../world';
import { MethodError } from '../../node/failure';
import { type EthMethods, invalidArgument } from '../../node/gethRpc';
import { quantity } from '../../node/evm/blockArg';
import type { EvmContext } from '../../node/evm/context';
import { parseRawTransaction, type RawTransaction } from './rawTransaction';

/** Transactions that were sent and wait for a block, by hash; kept with the chain's tokens. */
const pools = new WeakMap<Tokens, Map<string, RawTransaction>>();

function poolOf({ tokens }: EvmContext): Map<string, RawTransaction> {
	const known = pools.get(tokens) ?? new Map<string, RawTransaction>();
	pools.set(tokens, known);
	return known;
}

/** A transaction that waits, as eth_getTransactionByHash gives it: without a block. */
export function pendingJson(context: EvmContext, hash: string) {
	const tx = poolOf(context).get(hash);
	if (!tx) return null;
	const { maxFeePerGas, maxPriorityFeePerGas, type, chainId, yParity } = tx;
	const fees = {
		maxFeePerGas: quantity(maxFeePerGas),
		maxPriorityFeePerGas: quantity(maxPriorityFeePerGas),
	};
	return {
		blockHash: null,
		blockNumber: null,
		from: tx.from,
		gas: quantity(tx.gas),
		gasPrice: quantity(maxFeePerGas),
		...(type === 2 ? fees : {}),
		hash: tx.hash,
		input: tx.input,
		nonce: quantity(tx.nonce),
		to: tx.to ?? null,
		transactionIndex: null,
		value: quantity(tx.value),
		type: quantity(type),
		...(type > 0 ? { accessList: [] } : {}),
		...(chainId === undefined ? {} : { chainId: quantity(chainId) }),
		v: quantity(yParity),
		r: quantity(tx.r),
		s: quantity(tx.s),
		...(type > 0 ? { yParity: quantity(yParity) } : {}),
	};
}

/**
 * eth_sendRawTransaction: a well-formed transaction of this chain is taken and stays pending. What
 * its sender owns is not asked.
 */
export function mempoolMethods(context: EvmContext): EthMethods {
	const { chain } = context;
	return {
		eth_sendRawTransaction([given]) {
			if (typeof given !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(given)) {
				throw invalidArgument(0, 'hex string without 0x prefix');
			}
			let tx: RawTransaction;
			try {
				tx = parseRawTransaction(hexToBytes(given));
			} catch (error) {
				throw new MethodError(error instanceof Error ? error.message : 'invalid transaction');
			}
			const want = BigInt(chain.chainId);
			if (tx.chainId === undefined) {
				throw new MethodError('only replay-protected (EIP-155) transactions allowed over RPC');
			}
			if (tx.chainId !== want) {
				const ids = `have ${tx.chainId} want ${want}`;
				throw new MethodError(`invalid sender: invalid chain id for signer: ${ids}`);
			}
			const pool = poolOf(context);
			if (pool.has(tx.hash)) throw new MethodError('already known');
			pool.set(tx.hash, tx);
			return tx.hash;
		},
	};
}
