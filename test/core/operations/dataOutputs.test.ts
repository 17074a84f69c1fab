import { catalogue } from '../../../core/operations/catalogue';
import type { Operation } from '../../../core/operations/declare';
import { idsWithCase } from '../../operations/case';
import { byValue, read } from './read';

/** Responses as the documents show them, and as the deployed services differ from them. */

const operations = catalogue.filter(({ service }) => service !== 'node');
const operation = (id: string) => operations.find((one) => one.id === id) as Operation;
const parse = (id: string, body: unknown) => read(operation(id), body);

const amount = {
	assetId: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z',
	name: 'Avalanche',
	symbol: 'AVAX',
	denomination: 9,
	type: 'secp256k1',
	amount: '18446744073709551615',
};
const price = { currencyCode: 'usd', value: '42.42' };
const atomic = { ...amount, utxoCount: 1, sharedWithChainId: 'x-chain', status: 'testing' };
const party = {
	name: 'Wrapped AVAX',
	symbol: 'WAVAX',
	decimals: 18,
	logoUri: 'https://a.b/c',
	address: '0x00',
};
const native = { name: 'Avalanche', symbol: 'AVAX', decimals: 18, chainId: '43114', balance: '1' };
const metadata = {
	indexStatus: 'indexed',
	metadataLastUpdatedTimestamp: 1,
	name: 'n',
	attributes: '[]',
};
const erc20Token = {
	address: '0x00',
	name: 'n',
	symbol: 's',
	decimals: 6,
	ercType: 'ERC-20',
	price,
};
const chainInfo = { chainName: 'p-chain', network: 'mainnet' };
const utxo = {
	addresses: ['avax1'],
	asset: amount,
	utxoType: 'STAKE',
	staked: true,
	outputIndex: 0,
};
const balances = {
	unlockedUnstaked: [{ ...amount, utxoCount: 2 }],
	atomicMemoryUnlocked: [atomic],
};
const validator = { txHash: 't', nodeId: 'NodeID-1', amountStaked: '1', delegationFee: '2.0000' };
const l1 = { validationId: 'v', nodeId: 'n', weight: 20, remainingBalance: 99, blsCredentials: {} };
const job = {
	operationId: 'a',
	operationType: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
	operationStatus: 'RUNNING',
	createdAtTimestamp: 1,
	updatedAtTimestamp: 2,
};
const staking = {
	txHash: 't',
	txType: 'AddValidatorTx',
	blockTimestamp: 1,
	consumedUtxos: [utxo],
	emittedUtxos: [utxo],
	amountStaked: [amount],
	l1ValidatorDetails: [l1],
	blockchainInfo: { chainName: 'c', vmId: 'v', genesisData: { config: { chainId: 1 } } },
};

const accepted: Array<[string, string, unknown]> = [
	['a signed message', 'signature.aggregate', { signedMessage: '0x00' }],
	['a signed message without 0x', 'signature.getByTransaction', { signedMessage: '00' }],
	['a job that has just begun', 'export.start', job],
	[
		'a failed job',
		'export.get',
		{ ...job, operationStatus: 'FAILED', message: 'm', metadata: { code: 'ErrInvalidRequest' } },
	],
	['a state of tomorrow', 'export.get', { ...job, operationStatus: 'PAUSED' }],
	[
		'staking transactions',
		'stakingTransaction.getMany',
		{ nextPageToken: 'n', transactions: [staking], chainInfo },
	],
	[
		'a genesis in text, a type of tomorrow and integers beyond 2^53',
		'stakingTransaction.getMany',
		{
			nextPageToken: '',
			transactions: [
				{
					...staking,
					txType: 'RenameSubnetTx',
					blockchainInfo: { genesisData: '0x00' },
					l1ValidatorDetails: [
						{ ...l1, weight: '18446744073709551615', balanceChange: '-9007199254740993' },
					],
				},
			],
		},
	],
	['balances of the P-Chain', 'primaryBalance.get', { balances, chainInfo }],
	[
		'balances of the X-Chain',
		'primaryBalance.get',
		{ balances: { locked: [], unlocked: [{ ...amount, utxoCount: 1 }], atomicMemoryLocked: [] } },
	],
	['balances of the C-Chain', 'primaryBalance.get', { balances: { atomicMemoryUnlocked: [] } }],
	[
		'pending rewards',
		'pendingReward.getMany',
		{ pendingRewards: [{ addresses: ['a'], progress: 12.5, estimatedReward: amount }] },
	],
	[
		'a completed validation',
		'validator.get',
		{
			validators: [
				{ ...validator, validationStatus: 'completed', rewards: { rewardAddresses: ['a'] } },
			],
		},
	],
	[
		'an active validation in an unknown place',
		'validator.get',
		{
			validators: [
				{ ...validator, uptimePerformance: 99.9, geolocation: null, potentialRewards: {} },
			],
		},
	],
	[
		'a removed validation',
		'validator.get',
		{ validators: [{ removeTxHash: 'r', removeTimestamp: 1 }] },
	],
	[
		'completed delegations',
		'delegator.getMany',
		{ delegators: [{ grossReward: '1', netReward: '1' }] },
	],
	['active delegations', 'delegator.getMany', { delegators: [{ estimatedGrossReward: '1' }] }],
	['L1 validators', 'l1Validator.getMany', { validators: [l1], blockHeight: '1' }],
	[
		'an L1 balance beyond 2^53',
		'l1Validator.getMany',
		{ validators: [{ ...l1, remainingBalance: '9007199254740993' }], blockHeight: '1' },
	],
	['vertices', 'vertex.getMany', { vertices: [{ parentHashes: ['p'], txCount: 1 }], chainInfo }],
	['vertices of a height', 'vertex.getManyByHeight', { vertices: [], chainInfo }],
	[
		'a native balance with prices in text',
		'evmBalance.getNative',
		{ nativeTokenBalance: { ...native, price, balanceValue: price } },
	],
	[
		'a native balance with prices in numbers',
		'evmBalance.getNative',
		{ nativeTokenBalance: { ...native, price: { currencyCode: 'usd', value: 42.42 } } },
	],
	[
		'ERC-20 transfers',
		'tokenTransfer.getManyErc20',
		{ transactions: [{ from: party, to: party, logIndex: 1, value: '1', erc20Token }] },
	],
	[
		'ERC-721 tokens',
		'evmBalance.getManyErc721',
		{ nativeTokenBalance: native, erc721TokenBalances: [{ tokenId: '1', metadata }] },
	],
	[
		'ERC-1155 tokens',
		'evmBalance.getManyErc1155',
		{
			nativeTokenBalance: native,
			erc1155TokenBalances: [
				{ tokenId: '1', balance: '2', metadata: { indexStatus: 'INDEXED', decimals: 0 } },
			],
		},
	],
	[
		'an EVM transaction with all its parts',
		'evmTransaction.get',
		{
			erc20Transfers: [{ from: party, to: party, logIndex: 0, value: '1', erc20Token }],
			erc721Transfers: [{ from: party, to: party, erc721Token: { tokenId: '1', metadata } }],
			erc1155Transfers: [{ value: '1', erc1155Token: { tokenId: '1' } }],
			internalTransactions: [{ internalTxType: 'UNKNOWN', isReverted: false }],
			networkTokenDetails: { networkToken: native, currentPrice: price },
			nativeTransaction: { blockTimestamp: 1, txType: 2, method: { callType: 'CONTRACT_CALL' } },
			teleporterMessageInfo: { direction: 'SOURCE_TRANSACTION' },
		},
	],
	['an EVM transaction with nothing beside', 'evmTransaction.get', { nativeTransaction: {} }],
	[
		'chains',
		'chain.getMany',
		{
			chains: [
				{ chainId: '43114', isTestnet: false, enabledFeatures: ['gasless'], utilityAddresses: {} },
			],
		},
	],
	[
		'a series',
		'metric.getAverageTps',
		{ results: [{ timestamp: 1, value: 1.5 }], status: 200, lastRun: 1 },
	],
	[
		'a series with the other name of the token',
		'metric.getAverageTps',
		{ results: [], status: 200, nextPageStartKey: 'n' },
	],
];

const refused: Array<[string, string, unknown]> = [
	['a list that is no array', 'stakingTransaction.getMany', { transactions: {} }],
	['a list that is not there', 'stakingTransaction.getMany', { nextPageToken: 'n' }],
	['items that are no objects', 'l1Validator.getMany', { validators: ['NodeID-1'] }],
	['a page that is no object', 'chain.getMany', []],
	['a text', 'export.get', 'RUNNING'],
	['a job without id', 'export.start', { operationStatus: 'RUNNING' }],
	['a message that is no text', 'signature.aggregate', { signedMessage: {} }],
	['balances in a list', 'primaryBalance.get', { balances: [] }],
	['an amount in words', 'delegator.getMany', { delegators: [{ netReward: 'much' }] }],
	[
		'a timestamp in text',
		'tokenTransfer.getManyErc20',
		{ transactions: [{ blockTimestamp: 'now' }] },
	],
	['results that are no array', 'metric.getAverageTps', { results: null }],
	['null', 'evmTransaction.get', null],
];

describe('responses of the data and metrics services', () => {
	it.each(accepted)('take %s, and pass on all of it', (_, id, body) => {
		const read = parse(id, body);
		expect(read.success).toBe(true);
		expect(byValue(read.data)).toEqual(byValue(body));
	});

	it.each(refused)('refuse %s', (_, id, body) => {
		expect(parse(id, body).success).toBe(false);
	});

	it('are tried for every operation, here or by its case', () => {
		const tried = new Set([...accepted.map(([, id]) => id), ...idsWithCase()]);
		expect(operations.map(({ id }) => id).filter((id) => !tried.has(id))).toEqual([]);
	});

	it('keep unknown fields, at any depth, and nulls instead of a leaf', () => {
		const body = {
			extra: 1,
			transactions: [
				{ extra: { a: [1] }, nodeId: null, consumedUtxos: null, amountStaked: [{ x: 1 }] },
			],
		};
		expect(parse('stakingTransaction.getMany', body)).toEqual({ success: true, data: body });
	});
});
