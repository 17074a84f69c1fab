import { idBytes, idOf, sha256, u16, u32, u64 } from '../../core/testing/network/bytes';
import type { Tx, Utxo, Validation } from '../../core/testing/network';

/**
 * Auto-renewed stakes (ACP-236): one period follows the other under the id of the staking transaction. Made
 * from avalanchego, vms/platformvm/txs/executor and state (1.15), not from a recorded node.
 */

const REWARD_TX = 42;
const MILLION = 1_000_000n;
/** Percent of uptime without which a period is the last one and gets no reward. */
const REQUIRED = 90;
/** nAVAX: what exceeds it is paid, not added to the stake. */
const MAX_STAKE = 3_000_000_000_000_000n;

/** The parts of the network that the end of a period changes. */
export interface RenewalContext {
	assetId: string;
	/** Rewards of delegations that ended in a period, the validator's share. */
	fees(validation: Validation): bigint;
	/** Accepts the transaction that ends a period. */
	accept(tx: (at: { blockHeight: number }) => Tx): Tx;
	/** Called with the transaction, for the lists of the data service. */
	ended(validation: Validation, tx: Tx): void;
}

/** Ends the periods of a stake that are over at a time (Unix seconds). */
export function renew(validation: Validation, now: number, context: RenewalContext): void {
	const { renewal } = validation;
	if (!renewal) return;
	while (!renewal.exited && validation.endTime <= now) {
		const { startTime, endTime, weight, potentialReward } = validation;
		const reward = validation.uptime < REQUIRED ? 0n : potentialReward;
		const fee = context.fees(validation);
		const stops = renewal.nextPeriod === 0 || validation.uptime < REQUIRED;
		const share = (amount: bigint) => (stops ? 0n : (amount * BigInt(renewal.shares)) / MILLION);
		const room = MAX_STAKE - weight;
		const least = (a: bigint, b: bigint) => (a < b ? a : b);
		const restaked = least(share(reward), room);
		const restakedFee = least(share(fee), room - restaked);
		const back = stops ? [renewal.restakedValidation, renewal.restakedDelegatee] : [];
		const paid = reward - restaked;
		const paidFee = fee - restakedFee;
		const tx = context.accept((at) => rewardTx(validation, [paid, paidFee, ...back], at, context));
		renewal.cycles.push({ startTime, endTime, weight, paid, paidFee, rewardTxId: tx.id });
		context.ended(validation, tx);
		if (stops) {
			renewal.exited = true;
			return;
		}
		renewal.restakedValidation += restaked;
		renewal.restakedDelegatee += restakedFee;
		validation.weight += restaked + restakedFee;
		validation.potentialReward = (potentialReward * validation.weight) / weight;
		validation.startTime = endTime;
		validation.endTime = endTime + renewal.nextPeriod;
	}
}

/** The transaction that ends a period: id of the stake and time. The reward's outputs hang on it. */
function rewardTx(
	{ txId, endTime, rewardAddresses }: Validation,
	amounts: readonly bigint[],
	{ blockHeight }: { blockHeight: number },
	{ assetId }: RenewalContext,
): Tx {
	const head = [u16(0), u32(REWARD_TX), idBytes(txId), u64(endTime)];
	const bytes = Uint8Array.from(Buffer.concat([...head, u32(0)]));
	const id = idOf(sha256(bytes));
	const at = { blockHeight, timestamp: endTime };
	const owner = { assetId, locktime: 0, threshold: 1, addresses: rewardAddresses };
	const outputs = amounts
		.filter((amount) => amount > 0n)
		.map((amount, outputIndex): Utxo => ({ ...owner, amount, txId: id, outputIndex, ...at }));
	return { id, bytes, outputs, inputs: [], memo: new Uint8Array(), ...at };
}
