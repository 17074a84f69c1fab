import { fieldSet } from '../../fields/fieldSet';
import { as } from '../../fields/columns';
import * as out from '../../fields/outputs';
import { field } from '../../fields/field';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import { addresses, choices } from '../../fields/inputs';
import * as shared from '../shared';
import { moment, network, pChain, pageSize, pageToken, sortOrder } from './fields';
import { addressesOfNetwork, inOrder, isoTime } from './rules';
import { amount, blsCredentials, chainInfo, utxos } from './shapes';

/** One transaction of the P-Chain that stakes, or that touches an L1's validators. */
function stakingTransaction() {
	return {
		txHash: out.hash('In cb58'),
		txType: out.text('Such as AddPermissionlessValidatorTx; new types appear'),
		blockTimestamp: out.seconds('When the block was made'),
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
		consumedUtxos: utxos(),
		emittedUtxos: utxos(),
		l1ValidatorManagerDetails: out.object({
			blockchainId: out.id(),
			contractAddress: out.address(),
		}),
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
		subnetOwnershipInfo: out.object({
			locktime: out.seconds(),
			threshold: out.count(),
			addresses: out.texts(),
		}),
		blsCredentials: blsCredentials(),
		blockchainInfo: out.object({
			chainName: out.name(),
			vmId: out.id(),
			// An object for EVM chains, text for others; passed on as it comes.
			genesisData: out.open('Genesis of the chain: an EVM genesis object, or text'),
		}),
	};
}

/** Staking on the P-Chain. */
export const listStakingTransactions = declareList({
	id: 'stakingTransaction.getMany',
	node: 'avalanche',
	resource: dataResources.staking,
	entry: { value: 'getManyTransactions', name: 'Get Many Staking Transactions' },
	action: 'Get many staking transactions',
	description:
		'Lists the active staking transactions of addresses on the P-Chain, with amounts in nAVAX, staking period, node and estimated reward',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking',
	},
	input: fieldSet(
		{
			network: network(),
			blockchainId: pChain(),
			addresses: field(addresses().optional(), {
				in: 'query',
				list: 'comma',
				label: 'Addresses',
				description:
					'X- or P-Chain addresses with the network prefix, optionally preceded by P- or X-, separated by commas',
				placeholder: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
				show: 'main',
			}),
			txTypes: field(choices(shared.TX_TYPES, shared.TX_TYPE_CHOICES).optional(), {
				in: 'query',
				list: 'repeat',
				label: 'Transaction Types',
				description: 'Only transactions of these types',
				placeholder: 'AddPermissionlessValidatorTx',
			}),
			startTimestamp: moment({
				label: 'After',
				description: 'Only transactions after this time, Unix seconds or a date-time',
			}),
			endTimestamp: moment({
				label: 'Before',
				description: 'Only transactions before this time, Unix seconds or a date-time',
			}),
			sortOrder: sortOrder(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		addressesOfNetwork('addresses'),
		inOrder(['startTimestamp', 'After'], ['endTimestamp', 'Before'], isoTime),
	),
	output: out.object({
		nextPageToken: out.text(),
		transactions: out.many(stakingTransaction()),
		chainInfo: chainInfo(),
	}),
	items: 'transactions',
	paging: { style: 'token', maxPageSize: 100 },
	columns: (item) => [
		item.txHash,
		item.txType,
		item.blockTimestamp,
		item.nodeId,
		item.subnetId,
		as('amountStaked', item.amountStaked[0].amount),
		as('symbol', item.amountStaked[0].symbol),
		item.startTimestamp,
		item.endTimestamp,
		item.delegationFeePercent,
		item.estimatedReward,
	],
	cost: 100,
	spec: 'Chain data: Primary-network queries',
});
