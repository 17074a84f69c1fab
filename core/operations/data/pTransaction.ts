import * as out from '../../fields/outputs';
import { amount, blsCredentials } from './shapes';
import { genesis, manager, ownership } from './subnetShapes';
import { pUtxo } from './utxoShapes';

/** One transaction of the P-Chain; which parts it has depends on its type. */
export function pTransaction() {
	return {
		txHash: out.hash('In cb58'),
		txType: out.text('Such as AddPermissionlessValidatorTx; new types may be added'),
		blockTimestamp: out.seconds('When the block was created'),
		blockNumber: out.count(),
		blockHash: out.hash('In cb58'),
		nodeId: out.nodeId(),
		subnetId: out.id('In cb58'),
		startTimestamp: out.seconds('Start of the staking period'),
		endTimestamp: out.seconds('End of the staking period'),
		amountStaked: out.objects(amount()),
		amountBurned: out.objects(amount()),
		amountL1ValidatorBalanceBurned: out.objects(amount()),
		value: out.objects(amount()),
		delegationFeePercent: out.percent("The validator's share of delegators' rewards"),
		estimatedReward: out.nAvax(),
		rewardAddresses: out.texts(),
		rewardTxHash: out.hash('Transaction that paid the reward'),
		stakingTxHash: out.hash('Transaction that started the staking'),
		sourceChain: out.text(),
		destinationChain: out.text(),
		memo: out.hex('Hex'),
		consumedUtxos: out.objects(pUtxo()),
		emittedUtxos: out.objects(pUtxo()),
		l1ValidatorManagerDetails: manager(),
		l1ValidatorDetails: out.objects({
			validationId: out.id('In cb58'),
			validationIdHex: out.id(),
			nodeId: out.nodeId(),
			subnetId: out.id(),
			weight: out.uint64(),
			remainingBalance: out.nAvax(),
			balanceChange: out.nAvax(),
			blsCredentials: blsCredentials(),
		}),
		subnetOwnershipInfo: ownership(),
		blsCredentials: blsCredentials(),
		blockchainInfo: out.object({
			chainName: out.name(),
			vmId: out.id(),
			genesisData: genesis(),
		}),
	};
}
