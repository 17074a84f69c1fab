import { bech32Decode } from '../formats/bech32';
import { compareBytes, concat } from '../formats/bytes';
import { cb58Decode } from '../formats/cb58';
import { bareAddress } from '../formats/ids';
import { exactly, u16, u32, u64 } from '../warp/bytes';
import type { PUtxo } from './read';

/**
 * Builds the one transaction that adds AVAX to the balance of an L1 validation: IncreaseL1ValidatorBalanceTx,
 * with inputs of the payers, at most one output, which is change to the first payer, and no memo.
 */

/**
 * Gas of the transaction without inputs and outputs, of each input with one signature and of the change
 * (ACP-103; avalanchego 1cf1fc3d, vms/platformvm/txs/fee/complexity.go): bytes, 1,000 for each read and each
 * write, 4 for each unit of computation.
 */
const GAS = { base: 98 + 6 * 1000, input: 161 + 2 * 1000 + 200 * 4, change: 80 + 1000 };
/** Signers take 4,096 bytes (AWS KMS, message type RAW): so many inputs and the change fit. */
const MOST_INPUTS = 43;
const TYPE = { tx: 38, input: 5, output: 7 };
const EMPTY_ID = new Uint8Array(32);

/** The payment, and the outputs that can pay it. */
export interface TopUp {
	networkId: number;
	/** Asset id of AVAX in the network (cb58). */
	avaxId: string;
	/** cb58. */
	validationId: string;
	/** nAVAX that are added to the balance, at least 1. */
	balance: bigint;
	/** P-Chain addresses; change goes to the first one. */
	payers: readonly string[];
	/** Unspent outputs; those that the payers cannot spend alone and now are left out. */
	utxos: readonly PUtxo[];
	/** nAVAX for each unit of gas. */
	gasPrice: bigint;
	/** The time of the chain, in Unix seconds. */
	time: bigint;
}

/** A transaction that is not signed. Amounts in nAVAX. */
export interface BuiltTopUp {
	bytes: Uint8Array;
	fee: bigint;
	/** 0 if there is no change. */
	change: bigint;
	inputs: PUtxo[];
}

/** True if one of the payers is the only owner of the output, can spend it now, and it is AVAX. */
function isUsable({ assetId, output }: PUtxo, { avaxId, payers, time }: TopUp): boolean {
	const { addresses, locktime } = output.owners;
	return (
		assetId === avaxId &&
		addresses.length === 1 &&
		payers.some((payer) => bareAddress(payer) === bareAddress(addresses[0])) &&
		locktime < time &&
		!('stakeableUntil' in output && output.stakeableUntil >= time)
	);
}

/** An id's bytes. Throws a RangeError for another text. */
const idBytes = (id: string) => exactly(32, cb58Decode(id) ?? new Uint8Array(), 'an id');

/** Transaction and index of an output: its identity, by which inputs are ordered. */
const outpointOf = ({ txId, outputIndex }: PUtxo) => concat(idBytes(txId), u32(outputIndex));

/** Usable outputs, each once, the largest first, so that few are spent. */
function spendable(topUp: TopUp): PUtxo[] {
	const byOutpoint = new Map(
		topUp.utxos
			.filter((utxo) => isUsable(utxo, topUp))
			.map((utxo) => [`${utxo.txId} ${utxo.outputIndex}`, utxo]),
	);
	return [...byOutpoint.values()].sort((a, b) => {
		const [left, right] = [a.output.amount, b.output.amount];
		return left === right ? compareBytes(outpointOf(a), outpointOf(b)) : left < right ? 1 : -1;
	});
}

/** nAVAX that one transaction can spend: what the payers have, in as many outputs as it takes. */
export function payable(topUp: TopUp): bigint {
	return spendable(topUp)
		.slice(0, MOST_INPUTS)
		.reduce((sum, { output }) => sum + output.amount, 0n);
}

/**
 * The transaction, not signed. Throws a RangeError if the payers' outputs do not suffice, or if too many of
 * them were needed.
 */
export function buildTopUp(topUp: TopUp): BuiltTopUp {
	const { networkId, avaxId, validationId, balance, payers, gasPrice } = topUp;
	if (balance <= 0n) throw new RangeError('the amount must be more than 0');
	const usable = spendable(topUp);
	const feeOf = (count: number, hasChange: boolean) =>
		gasPrice * BigInt(GAS.base + count * GAS.input + (hasChange ? GAS.change : 0));
	const inputs: PUtxo[] = [];
	let total = 0n;
	while (total < balance + feeOf(inputs.length, false)) {
		const next = usable.at(inputs.length);
		if (!next) {
			const needed = balance + feeOf(inputs.length, false);
			throw new RangeError(
				`the payer has ${total} nAVAX in ${usable.length} outputs that it can spend alone and now, and ${needed} are needed with the fee`,
			);
		}
		if (inputs.length === MOST_INPUTS) {
			throw new RangeError(
				`more than ${MOST_INPUTS} outputs of the payer were needed: transfer what it has to itself first, as one output`,
			);
		}
		inputs.push(next);
		total += next.output.amount;
	}
	const left = total - balance - feeOf(inputs.length, true);
	const change = left > 0n ? left : 0n;
	const sorted = [...inputs].sort((a, b) => compareBytes(outpointOf(a), outpointOf(b)));
	const owner = exactly(20, bech32Decode(bareAddress(payers[0]))?.bytes ?? EMPTY_ID, 'a payer');
	const outputs =
		change === 0n
			? []
			: [idBytes(avaxId), u32(TYPE.output), u64(change), u64(0n), u32(1), u32(1), owner];
	const bytes = concat(
		u16(0),
		u32(TYPE.tx),
		u32(networkId),
		EMPTY_ID,
		u32(change === 0n ? 0 : 1),
		...outputs,
		u32(sorted.length),
		...sorted.flatMap((utxo) => [
			outpointOf(utxo),
			idBytes(avaxId),
			u32(TYPE.input),
			u64(utxo.output.amount),
			u32(1),
			u32(0),
		]),
		u32(0),
		idBytes(validationId),
		u64(balance),
	);
	return { bytes, fee: total - balance - change, change, inputs: sorted };
}
