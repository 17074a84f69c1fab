import { keccak_256 } from '../../../core/testing/network/bytes';
import { bytesToHex, hexToBytes } from '../../../core';
import { type Log, logsOf, transactionOf } from '../../world/evmTransactions';
import { heightOfHash } from '../../../core/testing/network/evmBlocks';
import type { Transfer } from '../../../core/testing/network';
import { MethodError } from '../../node/failure';
import { type EthMethods, invalidArgument } from '../../node/gethRpc';
import { isObject } from '../../node/rawJson';
import { heightIfKnown, quantity } from '../../node/evm/blockArg';
import type { EvmContext } from '../../node/evm/context';

const BLOOM_BYTES = 256;

/** The bloom filter of logs: three bits for each address and topic. */
export function bloomOf(logs: readonly Log[]): string {
	const bloom = new Uint8Array(BLOOM_BYTES);
	for (const text of logs.flatMap(({ address, topics }) => [address, ...topics])) {
		const hash = keccak_256(hexToBytes(text));
		for (const at of [0, 2, 4]) {
			const bit = ((hash[at] << 8) | hash[at + 1]) & 2047;
			bloom[BLOOM_BYTES - 1 - (bit >> 3)] |= 1 << (bit & 7);
		}
	}
	return `0x${bytesToHex(bloom)}`;
}

/** A log as receipts and eth_getLogs give it. */
export function logJson(transfer: Transfer, log: Log) {
	return {
		address: log.address,
		topics: log.topics,
		data: log.data,
		blockNumber: quantity(transfer.blockNumber),
		transactionHash: transfer.txHash,
		transactionIndex: quantity(transactionOf(transfer).blockIndex),
		blockHash: transfer.blockHash,
		logIndex: quantity(log.logIndex),
		removed: false,
	};
}

/** A filter's member as a list: one value, several, or any. */
function anyOf(value: unknown): string[] | undefined {
	if (value === undefined || value === null) return undefined;
	const list = Array.isArray(value) ? value : [value];
	return list.length > 0 ? list.map((one) => String(one).toLowerCase()) : undefined;
}

/** The node reads the filter before anything else. */
function checkTypes({ address, topics }: Record<string, unknown>): void {
	const isText = (one: unknown) => typeof one === 'string';
	const isTopic = (one: unknown) => one === null || isText(one);
	const fits = (value: unknown, is: (one: unknown) => boolean) =>
		value === undefined || is(value) || (Array.isArray(value) && value.every(is));
	if (!fits(address, isText)) throw invalidArgument(0, 'invalid addresses in query');
	const list: unknown[] | undefined = Array.isArray(topics) ? topics : undefined;
	if (topics !== undefined && !list?.every((topic) => fits(topic, isTopic))) {
		throw invalidArgument(0, 'invalid topic(s)');
	}
}

function matches(log: Log, filter: Record<string, unknown>): boolean {
	const addresses = anyOf(filter.address);
	if (addresses && !addresses.includes(log.address)) return false;
	const topics = Array.isArray(filter.topics) ? filter.topics : [];
	if (topics.length > log.topics.length) return false;
	return topics.every((topic, at) => anyOf(topic)?.includes(log.topics[at]) ?? true);
}

function rangeOf(context: EvmContext, filter: Record<string, unknown>): [number, number] {
	const { chain } = context;
	const { blockHash, fromBlock = 'latest', toBlock = 'latest' } = filter;
	if (blockHash !== undefined) {
		const height = heightOfHash(chain, String(blockHash));
		if (height === undefined) throw new MethodError('unknown block');
		return [height, height];
	}
	const height = (word: 'from' | 'to', block: unknown) => {
		const known = heightIfKnown(context, block, 0);
		if (known !== undefined) return known;
		// vms/saevm/sae/rpc: a block that is not accepted yet is one without logs, and no mistake.
		if (context.streaming) return word === 'to' ? chain.height : Infinity;
		const beyond = `${Number(block)} after last accepted block ${chain.height}`;
		throw new MethodError(`requested ${word} block ${beyond}`);
	};
	const from = height('from', fromBlock);
	const to = height('to', toBlock);
	if (from === Infinity) return [0, -1];
	if (from > to) {
		if (context.streaming) throw new MethodError('invalid block range params');
		throw new MethodError(`begin block ${from} is greater than end block ${to}`);
	}
	const { rangeLimit } = context.world.conditions;
	if (to - from >= rangeLimit) {
		const range = `from ${from} to ${to}, maximum is set to ${rangeLimit}`;
		throw new MethodError(`requested too many blocks ${range}`);
	}
	return [from, to];
}

/** eth_getLogs: the events of token transfers and warp messages, in the order of their blocks. */
export function logMethods(context: EvmContext): EthMethods {
	const { network, chain, tokens } = context;
	return {
		eth_getLogs([given]) {
			const filter = isObject(given) ? given : {};
			checkTypes(filter);
			const [from, last] = rangeOf(context, filter);
			// Logs are those of receipts, which a block has when it is executed: until then it seems to have none.
			const to = Math.min(last, context.executed);
			return tokens
				.transfers()
				.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
				.flatMap((transfer) =>
					logsOf(network, chain, transfer)
						.filter((log) => matches(log, filter))
						.map((log) => logJson(transfer, log)),
				);
		},
	};
}
