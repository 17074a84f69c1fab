import * as out from '../../fields/outputs';
import { amount } from './shapes';

/** Outputs of transactions, as the chains of the primary network list them. */

/** What an output has on every chain. */
function utxo() {
	return {
		addresses: out.texts('Owners'),
		asset: out.object(amount()),
		utxoId: out.id(),
		outputIndex: out.count(),
		threshold: out.count('Number of required signatures'),
		utxoType: out.text('Such as STAKE or TRANSFER'),
		createdOnChainId: out.id(),
		consumedOnChainId: out.id(),
		consumingTxHash: out.hash('Transaction that spent it'),
		utxoBytes: out.hex('Hex'),
	};
}

/** An unspent or spent output on the P-Chain. */
export function pUtxo() {
	return {
		...utxo(),
		txHash: out.hash('Transaction that created it'),
		amount: out.text('Decimal digits; deprecated, see asset'),
		assetId: out.id('Deprecated, see asset'),
		blockNumber: out.count(),
		consumingBlockNumber: out.count(),
		blockTimestamp: out.seconds('When it was created'),
		consumingBlockTimestamp: out.seconds('When it was spent'),
		platformLocktime: out.seconds('until which it is locked'),
		stakeableLocktime: out.seconds('until which it can only be staked'),
		rewardType: out.text('VALIDATOR, DELEGATOR or VALIDATOR_FEE'),
		staked: out.flag(),
		utxoStartTimestamp: out.seconds('Start of the staking period'),
		utxoEndTimestamp: out.seconds('End of the staking period'),
	};
}

/** An unspent or spent output on the X-Chain, or in the atomic memory of the C-Chain. */
export function xUtxo() {
	return {
		...utxo(),
		creationTxHash: out.hash('Transaction that created it'),
		timestamp: out.seconds('When it was created'),
		consumingTxTimestamp: out.seconds('When it was spent'),
		locktime: out.seconds('until which it is locked'),
		groupId: out.count('Of an NFT'),
		payload: out.text('Of an NFT'),
		credentials: out.objects(credential(), 'Signers of the spending transaction'),
	};
}

/** An output of any chain: what only some have is absent on the others. */
export function anyUtxo() {
	return { ...pUtxo(), ...xUtxo() };
}

/** A signature of a spent output. */
export function credential() {
	return { signature: out.hex(), publicKey: out.hex() };
}
