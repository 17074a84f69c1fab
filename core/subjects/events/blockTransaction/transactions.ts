import * as evm from '../../evm';
import type { Decimals } from '../../../abi/decimals';
import { type Conditions, testsOf } from '../../../abi/conditions';
import { decodeValues, keysOf } from '../../../abi/decode';
import { functionBySelector, isFunction } from '../../../abi/functions';
import { readAbi } from '../../../abi/read';
import { reasonOf } from '../../../abi/reverts';
import {
	type AbiEvent,
	type AbiFunction,
	AbiMistake,
	cutText,
	signatureOf,
} from '../../../abi/types';
import { digitsOf } from '../../../abi/words';
import { isFailure } from '../../../failure';
import { baseUnits } from '../../../formats/amount';
import type { OutputOf } from '../../../operations/declare';
import type { PollContext } from '../../../events/event';
import { needed } from '../../../events/unreadable';
import { contractKey } from '../../shared/money';
import { type Block, type Receipt, positionOfBlock } from '../shared/blocks';
import { isOfContract } from '../shared/nodeLogs';

/** Transactions in blocks as the settings select them. */

export const WATCHED = ['native', 'function', 'failed'] as const;

export interface Selected {
	blockchainId?: string;
	watch: (typeof WATCHED)[number];
	addresses: readonly string[];
	abi?: string;
	conditions?: unknown;
	decimals?: Decimals;
	direction?: string;
	minValue?: string;
	result?: string;
}

/** A transaction as its block has it. */
interface Sent {
	hash: string;
	from: string;
	/** Absent where it creates a contract. */
	to?: string;
	/** Wei. */
	value: string;
	input: string;
	gas?: number | string;
	index?: number;
}

export interface BlockTransaction extends ReturnType<typeof positionOfBlock> {
	/** Chain, block hash and transaction hash. */
	id: string;
	chain: string;
	tx: Sent;
	receipt?: Partial<Receipt>;
	/** The function of the settings that was called, as the words for events have it, and its arguments. */
	called?: { event: AbiEvent; args: Readonly<Record<string, unknown>> };
	/** Reason of the revert, of a failed transaction. */
	reason?: string;
}

const WEI = 18;

/** The functions of the settings. Throws `AbiMistake` about the field `abi`. */
export function functionsIn({ abi }: Pick<Selected, 'abi'>): AbiFunction[] {
	return abi === undefined ? [] : readAbi(abi, 'function').filter(isFunction);
}

/** A function in the form that conditions and words of arguments take. */
export const asEvent = ({ name, inputs }: AbiFunction): AbiEvent => ({
	...{ kind: 'event', name, inputs, anonymous: false },
});

const setOf = (addresses: readonly string[]) => new Set(addresses.map(contractKey));

/** The side of a transaction that the addresses of the settings are. */
export function sidesOf(
	{ tx: { from, to } }: Pick<BlockTransaction, 'tx'>,
	own: readonly string[],
) {
	const mine = setOf(own);
	return { received: mine.has(contractKey(to ?? '')), sent: mine.has(contractKey(from)) };
}

/** True for a transaction that may be selected, by what its block says of it. */
export function candidateOf(settings: Selected): (tx: Sent) => boolean {
	const { watch, addresses, direction = 'both' } = settings;
	const selectors = functionsIn(settings);
	return (tx) => {
		const { received, sent } = sidesOf({ tx }, addresses);
		if (watch === 'function') return received && !!functionBySelector(selectors, tx.input);
		const isOwn =
			direction === 'received' ? received : direction === 'sent' ? sent : received || sent;
		return isOwn && (watch === 'failed' || tx.value !== '0');
	};
}

/** The candidates of a block, with their receipts. */
export function transactionsOf(
	block: Block,
	receipts: ReadonlyMap<string, Receipt>,
	settings: Selected,
): BlockTransaction[] {
	const { blockchainId: chain = 'C' } = settings;
	const ofBlock = positionOfBlock(block);
	const functions = functionsIn(settings);
	return sentIn(block)
		.filter(candidateOf(settings))
		.map((tx) => ({
			...ofBlock,
			id: `${chain}:${ofBlock.blockHash}:${tx.hash}`,
			...{ chain, tx, receipt: receipts.get(tx.hash), called: calledIn(functions, tx) },
		}));
}

/** The transactions of a block that was read with them. */
export function sentIn({ transactions }: Block): Sent[] {
	const all = (transactions ?? []) as ReadonlyArray<
		OutputOf<typeof evm.getTransaction, 'tolerant'>
	>;
	return all.map(({ hash, from, to, value, input, gas, transactionIndex }) => ({
		...{ hash, from: from ?? '', to: to ?? undefined, value: value ?? '0', input: input ?? '0x' },
		...{ gas: gas ?? undefined, index: transactionIndex ?? undefined },
	}));
}

/** Undefined where the data does not fit the function. */
function calledIn(functions: readonly AbiFunction[], { input }: Sent) {
	const found = functionBySelector(functions, input);
	if (!found) return undefined;
	const event = asEvent(found);
	try {
		const values = decodeValues(found.inputs, digitsOf(input).slice(8));
		return {
			event,
			args: Object.fromEntries(keysOf(found.inputs).map((key, at) => [key, values[at]])),
		};
	} catch (error) {
		if (!(error instanceof AbiMistake)) throw error;
		return undefined;
	}
}

/** True if the transaction succeeded. Throws if its receipt does not say it. */
export const hasSucceeded = ({ receipt }: BlockTransaction) =>
	needed(receipt?.status, 'status of the transaction') === 1;

/** True for a candidate that the settings select, by its result, its arguments and its amount. */
export function selectorFor(settings: Selected): (item: BlockTransaction) => boolean {
	const { watch, conditions, decimals, minValue, result = 'both' } = settings;
	const wanted = watch === 'native' ? 'succeeded' : watch === 'failed' ? 'failed' : result;
	const tests = new Map(
		functionsIn(settings).map((one) => [
			signatureOf(one),
			watch === 'function' && conditions !== undefined
				? testsOf(asEvent(one), conditions as Conditions, decimals)
				: [],
		]),
	);
	return (item) => {
		const { called, tx } = item;
		if (wanted !== 'both' && (wanted === 'succeeded') !== hasSucceeded(item)) return false;
		if (minValue !== undefined && BigInt(tx.value) < baseUnits(minValue, WEI)) return false;
		if (watch !== 'function') return true;
		if (!called) throw new Error('The data of the call does not fit its function');
		const own = tests.get(signatureOf(called.event)) ?? [];
		return own.every(([key, test]) => test(called.args[key], decimals));
	};
}

/**
 * The reason why a transaction failed: that of the same call on the state before its block. Undefined where that call
 * succeeds, as of a transaction that others of its block made fail, or where the node has no such state.
 */
export async function reasonFor(
	{ chain: blockchainId, block, tx }: BlockTransaction,
	{ abi }: Selected,
	{ client }: PollContext,
): Promise<string | undefined> {
	const { from, to, input: data, value, gas } = tx;
	const call = { from, to, data, value, gas: gas === undefined ? gas : String(gas) };
	try {
		await client.call(evm.call, { blockchainId, block: String(Math.max(0, block - 1)), ...call });
		return undefined;
	} catch (error) {
		if (!isFailure(error, 'rpc', 'not-found')) throw error;
		if (!isOfContract(error)) return undefined;
		const known = abi === undefined ? undefined : readAbi(abi, 'function');
		const said = typeof error.data === 'string' ? reasonOf(error.data, known) : undefined;
		return said ?? cutText(error.message);
	}
}
