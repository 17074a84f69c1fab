import { Failure } from '../../../failure';
import type { Paths } from '../../../fields/columns';
import * as out from '../../../fields/outputs';
import type { Versions } from '../../../fields/versions';

/** The objects of an EVM chain's own methods, whose integers are hex quantities. */

/** A number that the node writes as a hex quantity. */
export function quantity<T>(leaf: out.Leaf<T>): out.Leaf<T> {
	return { ...leaf, hexQuantity: true };
}

/** The versions of the parts that the upgrade Helicon added to the C-Chain, active since 2026-09-22 on Mainnet. */
const HELICON: Versions = {
	chains: { 'C-Chain': { since: '1.15.0' } },
	source: 'ACP-194; avalanchego, graft/coreth/plugin/evm/customtypes/header_ext.go',
};

const count = (note?: string) => quantity(out.count(note));
const gas = (note?: string) => quantity(out.gas(note));
export const wei = (note?: string) => quantity(out.wei(note));
export const gasPrice = (note?: string) => quantity(out.gasPrice(note));

/** Wraps a response that is a single value in an object with this name. */
export function named(name: string) {
	return (answer: unknown) => ({ [name]: answer });
}

/** A node returns null for an unknown object: converted to an error. */
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
		hash: out.essential(out.hash()),
		blockHash: out.optional(out.hash('Null while pending')),
		blockNumber: out.optional(count('Null while pending')),
		transactionIndex: out.optional(count('Position in its block')),
		from: out.address(),
		to: out.optional(out.address('Null if it creates a contract')),
		value: wei(),
		input: out.hex('Data of the call'),
		nonce: quantity(out.uint64()),
		gas: gas('Limit'),
		gasPrice: gasPrice('Of type 2 on the C-Chain, an upper bound: the receipt has what was paid'),
		maxFeePerGas: out.optional(gasPrice()),
		maxPriorityFeePerGas: out.optional(gasPrice()),
		type: count('0 legacy, 1 access list, 2 dynamic fee'),
		accessList: out.optional(
			out.objects({ address: out.address(), storageKeys: out.list(out.hash()) }),
		),
		chainId: out.optional(quantity(out.wideCount('EVM chain id'))),
		v: out.hex(),
		r: out.hex(),
		s: out.hex(),
		yParity: out.optional(out.hex()),
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
		transactionHash: out.essential(out.hash()),
		transactionIndex: count('Position in its block'),
		logIndex: count('Position in its block'),
		removed: out.flag(
			'True if its block is no longer part of the chain, which Avalanche chains do not have',
		),
	};
}

/** Receipt of a transaction. */
export function receipt() {
	return {
		transactionHash: out.essential(out.hash()),
		transactionIndex: count('Position in its block'),
		blockHash: out.hash(),
		blockNumber: count(),
		from: out.address(),
		to: out.optional(out.address('Null if it created a contract')),
		contractAddress: out.optional(out.address('Of the created contract')),
		status: count('1 success, 0 failure'),
		type: count('0 legacy, 1 access list, 2 dynamic fee'),
		gasUsed: gas(),
		cumulativeGasUsed: gas('In the block up to and including this transaction'),
		effectiveGasPrice: gasPrice('What was paid for a unit of gas'),
		logs: out.objects(log()),
		logsBloom: out.hex(),
	};
}

export const receiptColumns = (item: Paths<out.ObjectOf<ReturnType<typeof receipt>>>) => [
	item.transactionHash,
	item.blockNumber,
	item.status,
	item.from,
	item.to,
	item.contractAddress,
	item.gasUsed,
	item.effectiveGasPrice,
	item.type,
];

/** A block; `transactions` are hashes or whole transactions. */
export function block() {
	return {
		number: out.essential(count()),
		hash: out.optional(out.hash('Null while pending')),
		parentHash: out.hash(),
		timestamp: quantity(out.seconds()),
		miner: out.address(),
		gasLimit: gas(),
		gasUsed: gas(
			'On the C-Chain, whose headers are made before execution, the sum of gas limits: receipts have what was used',
		),
		difficulty: quantity(out.wideCount()),
		extraData: out.hex(),
		logsBloom: out.hex('On the C-Chain, of the blocks that this one settles, not of its own logs'),
		mixHash: out.hash(),
		nonce: out.hex(),
		receiptsRoot: out.hash('On the C-Chain, of the blocks that this one settles'),
		sha3Uncles: out.hash(),
		size: count('Bytes'),
		stateRoot: out.hash('On the C-Chain, after the last block that this one settles'),
		transactionsRoot: out.hash(),
		transactions: out.byInput(
			'fullTransactions',
			{ true: out.objects(transaction()) },
			out.list(out.hash(), 'Hashes of the transactions'),
		),
		uncles: out.list(out.hash()),
		totalDifficulty: out.optional(quantity(out.uint64())),
		baseFeePerGas: out.optional(
			gasPrice('On the C-Chain, an upper bound: receipts have the effective price'),
		),
		blobGasUsed: out.optional(gas()),
		excessBlobGas: out.optional(gas()),
		parentBeaconBlockRoot: out.optional(out.hash()),
		blockGasCost: out.optional(wei()),
		blockExtraData: out.optional(out.hex()),
		extDataGasUsed: out.optional(gas()),
		extDataHash: out.optional(out.hash()),
		minDelayExcess: out.optional(quantity(out.uint64())),
		timestampMilliseconds: out.optional(quantity(out.milliseconds())),
		// C-Chain since Helicon (ACP-194): a block is accepted, then executed, and a later block settles its results.
		settledHeight: out.inVersions(HELICON, count('Latest block whose execution this one settles')),
		settledGasUnix: out.inVersions(
			HELICON,
			quantity(out.seconds('Gas time at which execution is settled')),
		),
		settledGasNumerator: out.inVersions(HELICON, gas('Part of that second')),
		settledExcess: out.inVersions(HELICON, gas('Gas beyond the target')),
		targetExponent: out.inVersions(
			HELICON,
			quantity(out.uint64('Of the gas target that the block votes for')),
		),
		minPriceExponent: out.inVersions(
			HELICON,
			quantity(out.uint64('Of the minimum gas price that the block votes for')),
		),
	};
}
