import * as out from '../../../fields/outputs';
import { TX_TYPES } from '../../../operations/shared';
import { amount, blsCredentials, l1BlsCredentials } from './shapes';
import { genesis, manager, ownership } from './subnetShapes';
import { pUtxo } from './utxoShapes';

const TYPES = TX_TYPES.filter((type) => type !== 'CreateAssetTx' && type !== 'OperationTx');

/** One transaction of the P-Chain; which parts it has depends on its type. */
export function pTransaction() {
	return {
		txHash: out.hash('In cb58'),
		txType: out.choice(TYPES, 'New types may be added'),
		blockTimestamp: out.seconds('When the block was created'),
		blockNumber: out.count(),
		blockHash: out.hash('In cb58'),
		nodeId: out.optional(out.nodeId()),
		subnetId: out.optional(out.id('In cb58')),
		startTimestamp: out.optional(out.seconds('Start of the staking period')),
		endTimestamp: out.optional(out.seconds('End of the staking period')),
		amountStaked: out.objects(amount()),
		amountBurned: out.objects(amount()),
		amountL1ValidatorBalanceBurned: out.objects(amount()),
		value: out.objects(amount()),
		delegationFeePercent: out.optional(out.percent("The validator's share of delegators' rewards")),
		estimatedReward: out.optional(out.nAvax()),
		rewardAddresses: out.optional(out.texts()),
		rewardTxHash: out.optional(out.hash('Transaction that paid the reward')),
		stakingTxHash: out.optional(out.hash('Transaction that started the staking')),
		sourceChain: out.optional(out.text()),
		destinationChain: out.optional(out.text()),
		memo: out.optional(out.hex('Hex')),
		consumedUtxos: out.objects(pUtxo()),
		emittedUtxos: out.objects(pUtxo()),
		l1ValidatorManagerDetails: out.optional(manager()),
		l1ValidatorDetails: out.optional(
			out.objects({
				validationId: out.id('In cb58'),
				validationIdHex: out.id(),
				nodeId: out.nodeId(),
				subnetId: out.id(),
				weight: out.uint64(),
				remainingBalance: out.nAvax(),
				balanceChange: out.optional(out.nAvax()),
				blsCredentials: out.optional(l1BlsCredentials()),
			}),
		),
		subnetOwnershipInfo: out.optional(ownership()),
		blsCredentials: out.optional(blsCredentials()),
		blockchainInfo: out.optional(
			out.object({
				chainName: out.name(),
				vmId: out.id(),
				genesisData: out.optional(genesis()),
			}),
		),
	};
}
