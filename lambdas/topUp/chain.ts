import type { AnyClient } from '../../core/client';
import type { Failure } from '../../core/failure';
import { preview } from '../../core/fields/preview';
import { bareAddress } from '../../core/formats/ids';
import { hexToBytes, hexWithChecksum } from '../../core/formats/hex';
import { hrpOf } from '../../core/transactions/parts';
import type { PUtxo } from '../../core/transactions/read';
import { getNetworkId } from '../../core/subjects/info/info';
import { utxosOf } from '../../core/subjects/pChain/prepareL1TopUp';
import {
	getTimestamp,
	getTransactionStatus,
	issueTransaction,
} from '../../core/subjects/pChain/pChainTransactions';
import { getFeeState, getValidatorFeeState } from '../../core/subjects/pChainFee/pChainFee';
import { getL1Validator } from '../../core/subjects/pChainSubnet/pChainSubnet';
import { HandlerError } from '../shared/errors';
import type { ListedValidation, TopUpSettings } from './settings';
import type { SignedPlan } from './wallet';

/** Answers of one node about the chain, checked as far as they can be. */

/** The chain when a run began. */
export interface ChainNow {
	/** Unix seconds. */
	time: bigint;
	/** nAVAX for each unit of gas. */
	gasPrice: bigint;
	/** nAVAX for each second and validator. */
	feePerSecond: bigint;
	utxos: PUtxo[];
}

const refused = (why: string) =>
	new HandlerError('NodeRefused', `Nothing is paid by the answers of this node: ${why}`);

/** A whole number of an answer. */
function whole(value: string | null | undefined, what: string): bigint {
	const digits = /^\d{1,20}$/.exec(value ?? '')?.[0];
	if (digits) return BigInt(digits);
	throw refused(`${what} is ${preview(value)}`);
}

/** Reads the chain. Throws `NodeRefused` for a node of another network, or whose chain is behind. */
export async function chainNow(
	client: AnyClient,
	{ networkId, payer, mostLagSeconds }: TopUpSettings,
	now: number,
): Promise<ChainNow> {
	const { networkID } = await client.call(getNetworkId, {});
	if (networkID !== networkId) {
		throw refused(
			`it is in the network ${preview(networkID)}, and the settings are for ${networkId}`,
		);
	}
	const { timestamp } = await client.call(getTimestamp, {});
	const lag = (now - Date.parse(timestamp)) / 1000;
	if (!(Math.abs(lag) <= mostLagSeconds)) {
		throw refused(
			`the time of its chain, ${preview(timestamp)}, differs from that of the function by more than ${mostLagSeconds} s (mostLagSeconds)`,
		);
	}
	const { price: gasPrice } = await client.call(getFeeState, {});
	const { price: feePerSecond } = await client.call(getValidatorFeeState, {});
	const chain = {
		time: BigInt(Math.floor(Date.parse(timestamp) / 1000)),
		gasPrice: whole(gasPrice, 'the price of gas'),
		feePerSecond: whole(feePerSecond, 'the fee of validators'),
		utxos: await utxosOf(client, [payer], hrpOf(networkId)),
	};
	if (chain.feePerSecond === 0n || chain.gasPrice === 0n) throw refused('it says that fees are 0');
	return chain;
}

/** The balance of a validation (nAVAX), or why it must not be paid. */
export type ReadValidation = { balance: bigint } | { refused: string };

const sameAddresses = (a: readonly string[], b: readonly string[]) =>
	String(a.map(bareAddress).sort()) === String(b.map(bareAddress).sort());

/** Reads a validation, and compares its owner with the settings. */
export async function readValidation(
	client: AnyClient,
	{ validationId, remainingBalanceOwner: expected }: ListedValidation,
): Promise<ReadValidation> {
	let found;
	try {
		found = await client.call(getL1Validator, { validationID: validationId });
	} catch (error) {
		const { kind, message } = error as Failure;
		if (kind !== 'rpc') throw error;
		return { refused: `the node has no such validation: ${preview(message)}` };
	}
	const { validationID, balance, remainingBalanceOwner } = found;
	if (validationID !== validationId) {
		return { refused: `the node returned the validation ${preview(validationID)}` };
	}
	const { addresses, threshold, locktime } = (remainingBalanceOwner ?? {}) as Record<
		string,
		unknown
	>;
	const isExpected =
		Array.isArray(addresses) &&
		addresses.every((each) => typeof each === 'string') &&
		sameAddresses(addresses, expected.addresses) &&
		String(threshold) === String(expected.threshold) &&
		String(locktime) === String(expected.locktime);
	if (!isExpected) {
		return {
			refused: `its remaining balance owner is not that of the settings: ${preview(remainingBalanceOwner)}`,
		};
	}
	return { balance: whole(balance, 'a balance') };
}

/** Committed, Aborted, Processing, Dropped or Unknown. */
export const statusOf = async (client: AnyClient, txID: string) =>
	(await client.call(getTransactionStatus, { txID })).status;

/** Sends a signed transaction. Returns what the node says against it; only the status tells whether it is accepted. */
export async function issue(client: AnyClient, { bytes }: SignedPlan): Promise<string | undefined> {
	const tx = hexWithChecksum(hexToBytes(bytes));
	try {
		await client.call(issueTransaction, { tx });
		return undefined;
	} catch (error) {
		return preview((error as Error).message);
	}
}
