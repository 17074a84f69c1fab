import { z } from 'zod/v4';
import { declare, field } from '../declare';
import { addresses, choices } from '../kinds';
import * as shared from '../shared';
import { integer, many, maybe, maybeMany, number, seconds, text, texts } from '../shared';
import { inputOf, moment, network, pChain, pageSize, pageToken, sortOrder } from './fields';
import { addressesOfNetwork, all, inOrder, isoTime } from './rules';
import { amount, blsCredentials, chainInfo, utxos } from './shapes';

/** One transaction of the P-Chain that stakes, or that touches an L1's validators. */
function stakingTransaction() {
	return {
		txHash: text('In cb58'),
		txType: text('Such as AddPermissionlessValidatorTx; new types appear'),
		blockTimestamp: seconds('When the block was made'),
		blockNumber: text('Decimal digits'),
		blockHash: text('In cb58'),
		nodeId: text(),
		subnetId: text('In cb58'),
		startTimestamp: seconds('Start of the staking period'),
		endTimestamp: seconds('End of the staking period'),
		amountStaked: maybeMany(amount()),
		amountBurned: maybeMany(amount()),
		amountL1ValidatorBalanceBurned: maybeMany(amount()),
		value: maybeMany(amount()),
		delegationFeePercent: text("The validator's share of delegators' rewards, percent"),
		estimatedReward: text('nAVAX, decimal digits'),
		rewardAddresses: texts(),
		rewardTxHash: text('Transaction that paid the reward'),
		stakingTxHash: text('Transaction that started the staking'),
		sourceChain: text(),
		destinationChain: text(),
		memo: text('Hex'),
		consumedUtxos: utxos(),
		emittedUtxos: utxos(),
		l1ValidatorManagerDetails: maybe({ blockchainId: text(), contractAddress: text() }),
		l1ValidatorDetails: maybeMany({
			validationId: text('In cb58'),
			validationIdHex: text(),
			nodeId: text(),
			subnetId: text(),
			weight: integer(),
			remainingBalance: integer('nAVAX'),
			balanceChange: integer('nAVAX'),
			blsCredentials: blsCredentials(),
		}),
		subnetOwnershipInfo: maybe({
			locktime: integer('Unix seconds'),
			threshold: number(),
			addresses: texts(),
		}),
		blsCredentials: blsCredentials(),
		blockchainInfo: maybe({
			chainName: text(),
			vmId: text(),
			// An object for EVM chains, text for others; passed on as it comes.
			genesisData: z.unknown().describe('Genesis of the chain: an EVM genesis object, or text'),
		}),
	};
}

/** Staking on the P-Chain. */
export const listStakingTransactions = declare({
	id: 'stakingTransaction.getMany',
	node: 'avalanche',
	resource: 'Staking Transaction',
	operation: 'Get Many',
	action: 'Get many staking transactions',
	description:
		'Lists the active staking transactions of addresses on the P-Chain, with amounts in nAVAX, staking period, node and estimated reward',
	service: 'data',
	call: {
		type: 'http',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking',
	},
	input: inputOf({
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
	}).superRefine(
		all(
			addressesOfNetwork('addresses'),
			inOrder(['startTimestamp', 'After'], ['endTimestamp', 'Before'], isoTime),
		),
	),
	output: () =>
		z.looseObject({
			nextPageToken: text(),
			transactions: many(stakingTransaction()),
			chainInfo: chainInfo(),
		}),
	paging: { style: 'token', items: 'transactions', maxPageSize: 100 },
	simplify: [
		'txHash',
		'txType',
		'blockTimestamp',
		'nodeId',
		'subnetId',
		'amountStaked.0.amount as amountStaked',
		'amountStaked.0.symbol as symbol',
		'startTimestamp',
		'endTimestamp',
		'delegationFeePercent',
		'estimatedReward',
	],
	cost: 100,
	spec: 'Chain data: Primary-network queries',
});
