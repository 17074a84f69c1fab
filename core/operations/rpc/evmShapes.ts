import { Failure } from '../../protocol/failure';
import * as out from '../../fields/outputs';

/** The objects of an EVM chain's own methods, whose integers are hex quantities. */

/** The same leaf, written by the node as a hex quantity. */
export function quantity<T>(leaf: out.Leaf<T>): out.Leaf<T> {
	return { ...leaf, hexQuantity: true };
}

const count = (note?: string) => quantity(out.count(note));
const gas = (note?: string) => quantity(out.count({ unit: 'gas', note }));
export const wei = (note?: string) => quantity(out.wei(note));

/** Gives an answer that is one value a name. */
export function named(name: string) {
	return (answer: unknown) => ({ [name]: answer });
}

/** A node answers null for what it does not know: an error that says so. */
export function orNotFound(what: string) {
	return (answer: unknown): unknown => {
		if (answer !== null) return answer;
		const message = `The chain has no such ${what}, or the node has not received it yet`;
		throw new Failure({ kind: 'not-found', message });
	};
}

/** A transaction. */
export function transaction() {
	return {
		hash: out.required(out.hash()),
		blockHash: out.hash('Null while pending'),
		blockNumber: count('Null while pending'),
		transactionIndex: count('Position in its block'),
		from: out.address(),
		to: out.address('Null if it creates a contract'),
		value: wei(),
		input: out.hex('Data of the call'),
		nonce: quantity(out.uint64()),
		gas: gas('Limit'),
		gasPrice: wei(),
		maxFeePerGas: wei(),
		maxPriorityFeePerGas: wei(),
		type: count('0 legacy, 1 access list, 2 dynamic fee'),
		accessList: out.objects({ address: out.address(), storageKeys: out.list(out.hash()) }),
		chainId: count('EVM chain id'),
		v: out.hex(),
		r: out.hex(),
		s: out.hex(),
		yParity: out.hex(),
	};
}

/** An event that a contract emitted. */
export function log() {
	return {
		address: out.address('The contract'),
		topics: out.list(out.hash()),
		data: out.hex(),
		blockNumber: count(),
		blockHash: out.hash(),
		transactionHash: out.required(out.hash()),
		transactionIndex: count('Position in its block'),
		logIndex: count('Position in its block'),
		removed: out.flag('True if its block is no longer part of the chain'),
	};
}

/** What became of a transaction. */
export function receipt() {
	return {
		transactionHash: out.required(out.hash()),
		transactionIndex: count('Position in its block'),
		blockHash: out.hash(),
		blockNumber: count(),
		from: out.address(),
		to: out.address('Null if it created a contract'),
		contractAddress: out.address('Of the created contract'),
		status: count('1 success, 0 failure'),
		type: count('0 legacy, 1 access list, 2 dynamic fee'),
		gasUsed: gas(),
		cumulativeGasUsed: gas('In the block up to and including this transaction'),
		effectiveGasPrice: wei(),
		logs: out.objects(log()),
		logsBloom: out.hex(),
	};
}

/** A block; `transactions` are hashes or whole transactions. */
export function block() {
	return {
		number: out.required(count()),
		hash: out.hash('Null while pending'),
		parentHash: out.hash(),
		timestamp: quantity(out.seconds()),
		miner: out.address(),
		gasLimit: gas(),
		gasUsed: gas(),
		difficulty: count(),
		extraData: out.hex(),
		logsBloom: out.hex(),
		mixHash: out.hash(),
		nonce: out.hex(),
		receiptsRoot: out.hash(),
		sha3Uncles: out.hash(),
		size: count('Bytes'),
		stateRoot: out.hash(),
		transactionsRoot: out.hash(),
		transactions: out.byInput(
			'fullTransactions',
			{ true: out.objects(transaction()) },
			out.list(out.hash(), 'Hashes of the transactions'),
		),
		uncles: out.list(out.hash()),
		totalDifficulty: quantity(out.uint64()),
		baseFeePerGas: wei(),
		blobGasUsed: gas(),
		excessBlobGas: gas(),
		parentBeaconBlockRoot: out.hash(),
		blockGasCost: wei(),
		blockExtraData: out.hex(),
		extDataGasUsed: gas(),
		extDataHash: out.hash(),
		minDelayExcess: quantity(out.uint64()),
		timestampMilliseconds: quantity(out.milliseconds()),
		// Of the C-Chain since Helicon: execution follows consensus and is settled by a later block.
		settledHeight: count('Latest block whose execution this one settles'),
		settledGasUnix: quantity(out.seconds('Gas time at which execution is settled')),
		settledGasNumerator: gas('Part of that second'),
		settledExcess: gas('Gas beyond the target'),
		targetExponent: quantity(out.uint64('Of the gas target that the block votes for')),
		minPriceExponent: quantity(out.uint64('Of the minimum gas price that the block votes for')),
	};
}
