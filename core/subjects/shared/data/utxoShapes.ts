import * as out from '../../../fields/outputs';
import { amount, rewardType } from './shapes';

/** Outputs of transactions, as the chains of the primary network list them. */

/** Fields of an output on every chain. */
function utxo() {
	return {
		addresses: out.texts('Owners'),
		asset: out.object(amount()),
		utxoId: out.id(),
		outputIndex: out.count(),
		threshold: out.optional(out.count('Number of required signatures')),
		createdOnChainId: out.id(),
		consumedOnChainId: out.id(),
		consumingTxHash: out.optional(out.hash('Transaction that spent it')),
		utxoBytes: out.optional(out.hex('Hex')),
	};
}

/** An unspent or spent output on the P-Chain. */
export function pUtxo() {
	return {
		...utxo(),
		utxoType: out.choice(['STAKE', 'TRANSFER']),
		txHash: out.hash('Transaction that created it'),
		amount: out.text('Decimal digits; deprecated, see asset'),
		assetId: out.id('Deprecated, see asset'),
		blockNumber: out.count(),
		consumingBlockNumber: out.optional(out.count()),
		blockTimestamp: out.seconds('When it was created'),
		consumingBlockTimestamp: out.optional(out.seconds('When it was spent')),
		platformLocktime: out.optional(out.seconds('until which it is locked')),
		stakeableLocktime: out.optional(out.seconds('until which it can only be staked')),
		rewardType: out.optional(rewardType()),
		staked: out.optional(out.flag()),
		utxoStartTimestamp: out.optional(out.seconds('Start of the staking period')),
		utxoEndTimestamp: out.optional(out.seconds('End of the staking period')),
	};
}

/** An unspent or spent output on the X-Chain, or in the atomic memory of the C-Chain. */
export function xUtxo() {
	return {
		...utxo(),
		threshold: out.count('Number of required signatures'),
		utxoType: out.text('Such as STAKE or TRANSFER'),
		creationTxHash: out.hash('Transaction that created it'),
		timestamp: out.seconds('When it was created'),
		consumingTxTimestamp: out.optional(out.seconds('When it was spent')),
		locktime: out.seconds('until which it is locked'),
		groupId: out.optional(out.count('Of an NFT')),
		payload: out.optional(out.text('Of an NFT')),
		credentials: out.optional(out.objects(credential(), 'Signers of the spending transaction')),
	};
}

/** An output of any chain: the P-Chain has `blockNumber`, the others `creationTxHash`. */
export function anyUtxo() {
	return out.variants(utxo(), { blockNumber: pUtxo(), creationTxHash: xUtxo() });
}

/** A signature of a spent output. */
export function credential() {
	return { signature: out.optional(out.hex()), publicKey: out.optional(out.hex()) };
}
