import * as out from '../../../fields/outputs';
import { addressInfo, erc1155Amount, erc1155Token, erc20Transfer, erc721Token } from './shapes';

/** The objects of EVM blocks and transactions that several responses hold. */

/** The block of a transaction or a transfer. */
export function inBlock() {
	return {
		blockNumber: out.count(),
		blockTimestamp: out.seconds('When the block was created'),
		blockTimestampMilliseconds: out.optional(out.milliseconds('When the block was created')),
		blockHash: out.hash(),
	};
}

/** One transfer in a row of its own, with its block and transaction. */
export function transfer<const S extends Readonly<Record<string, out.Output>>>(parts: S) {
	return { ...inBlock(), txHash: out.hash(), ...parts };
}

/** Fields of a block since the upgrade Granite. */
export function blockDelay() {
	return {
		blockMinDelayExcess: out.optional(out.wideCount('Sets the minimum time between blocks')),
	};
}

/** A transaction with the fields that its sender signed, and its result. */
export function nativeTransaction() {
	return {
		...inBlock(),
		...blockDelay(),
		chainId: out.id('EVM chain id'),
		blockIndex: out.count('Position in the block'),
		txHash: out.hash(),
		txStatus: out.text('1: succeeded, 0: reverted'),
		txType: out.count('EIP-2718 type'),
		gasLimit: out.gas(),
		gasUsed: out.gas(),
		gasPrice: out.gasPrice(),
		nonce: out.wideCount(),
		from: addressInfo(),
		to: addressInfo(),
		method: out.optional(
			out.object({
				callType: out.choice(['NATIVE_TRANSFER', 'CONTRACT_CALL', 'CONTRACT_CREATION']),
				methodHash: out.hash(),
				methodName: out.optional(out.name()),
			}),
		),
		value: out.wei(),
	};
}

/** One ERC-721 transfer within a transaction. */
export function erc721Transfer() {
	return {
		from: addressInfo(),
		to: addressInfo(),
		logIndex: out.count(),
		erc721Token: out.object(erc721Token()),
	};
}

/** One ERC-1155 transfer within a transaction. */
export function erc1155Transfer() {
	return {
		from: addressInfo(),
		to: addressInfo(),
		logIndex: out.count(),
		value: erc1155Amount('erc1155Token.metadata'),
		erc1155Token: out.object(erc1155Token()),
	};
}

const INTERNAL_TYPES = [
	...(['UNKNOWN', 'CALL', 'CREATE', 'CREATE2', 'CREATE3'] as const),
	...(['CALLCODE', 'DELEGATECALL', 'STATICCALL'] as const),
] as const;

/** A call of a contract within a transaction. */
export function internalTransaction() {
	return {
		from: addressInfo(),
		to: addressInfo(),
		internalTxType: out.choice(INTERNAL_TYPES),
		value: out.wei(),
		isReverted: out.flag(),
		gasUsed: out.gas(),
		gasLimit: out.gas(),
	};
}

/** Parts of a transaction by kind; each list is present only if the transaction has such parts. */
export function partsOfTransaction<const S extends Readonly<Record<string, out.Output>>>(
	erc20Extra: S,
) {
	return {
		erc20Transfers: out.optional(out.objects(erc20Transfer(erc20Extra))),
		erc721Transfers: out.optional(out.objects(erc721Transfer())),
		erc1155Transfers: out.optional(out.objects(erc1155Transfer())),
		internalTransactions: out.optional(out.objects(internalTransaction())),
	};
}

/** Result of a security analysis of a token. */
export function tokenReputation() {
	return { tokenReputation: out.optional(out.choice(['Malicious', 'Benign'], 'Null if unknown')) };
}
