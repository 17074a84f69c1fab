import type { Operation } from '../../../core/operations/declare';
import * as chain from '../../../core/subjects/chain/chain';
import * as staking from '../../../core/subjects/staking';
import * as tokenBalance from '../../../core/subjects/tokenBalance/evmBalance';
import * as evmTransaction from '../../../core/subjects/evmTransaction';
import * as transactionExport from '../../../core/subjects/transactionExport/export';

import * as primaryNetwork from '../../../core/subjects/primaryNetwork/primaryBalance';
import * as icmMessage from '../../../core/subjects/icmMessage/signature';

import * as primaryBlock from '../../../core/subjects/primaryBlock/vertex';

const P_CHAIN = '11111111111111111111111111111111LpoYY';
const X_MAINNET = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const C_FUJI = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const AVAX = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const OTHER = 'avax1y9ljyxf7xskaysdgehd4a8w2v35sphsc0tgjfe';
const FUJI = 'fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t';
const WALLET = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const HASH = '0x8bf584d7b14b92a32a339872a66b134a70ba3ba7c305823f348db6f860253f45';

/** The first field that breaks a rule and what the rule says, or the values that would be sent. */
function check(operation: Operation, input: Record<string, unknown>) {
	const result = operation.input.schema().safeParse(input);
	if (result.success) return { sent: result.data as Record<string, unknown> };
	const [issue] = result.error.issues;
	return { field: issue.path[0], at: issue.path[1], rule: issue.message };
}

type Case = [string, Operation, Record<string, unknown>];

const mainnet = { network: 'mainnet' };
const evm = { chainId: '43114', address: WALLET };
const evmExport = { type: 'TRANSACTION_EXPORT_EVM', addresses: WALLET, includeChains: '43114' };
const primary = { type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK', includeChains: 'p-chain,c-chain' };

const good: Case[] = [
	['justification alone', icmMessage.aggregateSignatures, { ...mainnet, justification: '0x0a' }],
	[
		'a sum of exactly 100',
		icmMessage.aggregateSignatures,
		{ ...mainnet, message: '0x00', quorumPercentage: 80, quorumPercentageBuffer: 20 },
	],
	[
		'a buffer that fits the default quorum',
		icmMessage.aggregateSignatures,
		{ ...mainnet, message: '0x00', quorumPercentageBuffer: 33 },
	],
	[
		'a subnet in bare hex',
		icmMessage.aggregateSignatures,
		{ ...mainnet, message: '00', signingSubnetId: HASH.slice(2) },
	],
	[
		'days in order',
		transactionExport.start,
		{ ...evmExport, firstDate: '2026-09-01', lastDate: '2026-09-01' },
	],
	[
		'deprecated days',
		transactionExport.start,
		{ ...evmExport, startDate: '2026-09-01', endDate: '2026-09-02' },
	],
	[
		'a primary export by EVM address',
		transactionExport.start,
		{ ...primary, cChainEvmAddresses: [WALLET] },
	],
	[
		'a staking export of chains by id',
		transactionExport.start,
		{
			type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
			addresses: [AVAX],
			includeChains: [P_CHAIN, X_MAINNET, C_FUJI],
		},
	],
	[
		'transaction types beyond the contract that the service is known to have',
		staking.getManyTransactions,
		{ ...mainnet, txTypes: ['AddValidatorTx', 'AddAutoRenewedValidatorTx'] },
	],
	[
		'a range of time of no length',
		staking.getManyTransactions,
		{ ...mainnet, startTimestamp: 1_790_000_000, endTimestamp: 1_790_000_000 },
	],
	[
		'test addresses on testnet',
		staking.getManyTransactions,
		{ network: 'testnet', addresses: FUJI },
	],
	['rewards of nodes', staking.getManyPendingRewards, { ...mainnet, nodeIds: NODE }],
	['vertices by id', primaryBlock.getManyVertices, { ...mainnet, blockchainId: X_MAINNET }],
];

const bad: Array<[...Case, field: string, rule: RegExp]> = [
	[
		'neither message nor justification',
		icmMessage.aggregateSignatures,
		mainnet,
		'message',
		/required unless/,
	],
	[
		'a sum of 101',
		icmMessage.aggregateSignatures,
		{ ...mainnet, message: '00', quorumPercentage: 80, quorumPercentageBuffer: 21 },
		'quorumPercentageBuffer',
		/sum of quorum \(80\) and buffer \(21\) at 100 or less/,
	],
	[
		'a buffer beyond the default quorum',
		icmMessage.aggregateSignatures,
		{ ...mainnet, message: '00', quorumPercentageBuffer: 34 },
		'quorumPercentageBuffer',
		/quorum \(67\)/,
	],
	[
		'a short subnet in hex',
		icmMessage.aggregateSignatures,
		{ ...mainnet, message: '00', signingSubnetId: '0x0a' },
		'signingSubnetId',
		/subnet id/,
	],
	[
		'no addresses',
		transactionExport.start,
		{ ...evmExport, addresses: undefined },
		'addresses',
		/required/,
	],
	[
		'bech32 for EVM',
		transactionExport.start,
		{ ...evmExport, addresses: AVAX },
		'addresses',
		/0x addresses/,
	],
	[
		'an alias for EVM',
		transactionExport.start,
		{ ...evmExport, includeChains: '1,p-chain' },
		'includeChains',
		/EVM chain ids/,
	],
	[
		'C-Chain addresses for EVM',
		transactionExport.start,
		{ ...evmExport, cChainEvmAddresses: WALLET },
		'cChainEvmAddresses',
		/primary network/,
	],
	[
		'a primary export of nobody',
		transactionExport.start,
		primary,
		'addresses',
		/cChainEvmAddresses/,
	],
	[
		'0x for primary',
		transactionExport.start,
		{ ...primary, addresses: WALLET },
		'addresses',
		/X- or P-Chain/,
	],
	[
		'an EVM chain for primary',
		transactionExport.start,
		{ ...primary, addresses: AVAX, includeChains: '43114' },
		'includeChains',
		/p-chain, x-chain, c-chain/,
	],
	[
		'days out of order',
		transactionExport.start,
		{ ...evmExport, firstDate: '2026-09-02', lastDate: '2026-09-01' },
		'lastDate',
		/before "First Date" \(firstDate\), 2026-09-02/,
	],
	[
		'deprecated days out of order',
		transactionExport.start,
		{ ...evmExport, startDate: '2026-09-02', endDate: '2026-09-01' },
		'endDate',
		/before "Start Date" \(startDate\), 2026-09-02/,
	],
	[
		'a path as operation',
		transactionExport.get,
		{ operationId: '../x' },
		'operationId',
		/operation id/,
	],
	[
		'addresses of mainnet',
		staking.getManyDelegators,
		{ network: 'fuji', rewardAddresses: AVAX },
		'rewardAddresses',
		/fuji1/,
	],
	['rewards of nobody', staking.getManyPendingRewards, mainnet, 'addresses', /required unless/],
	[
		'vertices by the P-Chain id',
		primaryBlock.getManyVertices,
		{ ...mainnet, blockchainId: P_CHAIN },
		'blockchainId',
		/one of x-chain/,
	],
	[
		'vertices of a chain that no network has as its X-Chain',
		primaryBlock.getManyVertices,
		{ ...mainnet, blockchainId: C_FUJI },
		'blockchainId',
		/one of x-chain/,
	],
	[
		'a misspelt transaction type',
		staking.getManyTransactions,
		{ ...mainnet, txTypes: 'AddValidatorTransaction' },
		'txTypes',
		/one or more of .*AddValidatorTx/,
	],
	[
		'times the wrong way round',
		staking.getManyTransactions,
		{ ...mainnet, startTimestamp: '2026-09-02T00:00:00Z', endTimestamp: '2026-09-01' },
		'endTimestamp',
		/before "After" \(startTimestamp\), 2026-09-02T00:00:00Z/,
	],
	[
		'blocks the wrong way round',
		evmTransaction.getManyErc20Transfers,
		{ ...evm, startBlock: 200, endBlock: '100' },
		'endBlock',
		/before "Start Block" \(startBlock\), 200/,
	],
	[
		'a token with a slash',
		evmTransaction.getManyErc20Transfers,
		{ ...evm, pageToken: '../1' },
		'pageToken',
		/page token/,
	],
];

describe('input of the data and metrics services', () => {
	it.each(good)('takes %s', (_, operation, input) => {
		expect(check(operation, input)).toHaveProperty('sent');
	});

	it.each(bad)('refuses %s', (_, operation, input, field, rule) => {
		const given = Object.fromEntries(Object.entries(input).filter(([, v]) => v !== undefined));
		expect(check(operation, given)).toMatchObject({ field, rule: expect.stringMatching(rule) });
	});

	it('points at the value of a list that breaks a rule', () => {
		const addresses = [AVAX, FUJI];
		expect(check(staking.getManyTransactions, { ...mainnet, addresses })).toMatchObject({
			field: 'addresses',
			at: 1,
		});
	});

	it.each<[string, Operation, Record<string, unknown>, Record<string, unknown>]>([
		['a currency', tokenBalance.getNative, { ...evm, currency: 'USD' }, { currency: 'usd' }],
		[
			'transaction types',
			staking.getManyTransactions,
			{ ...mainnet, txTypes: 'AddValidatorTX, addpermissionlessdelegatortx, unknown' },
			{ txTypes: ['AddValidatorTx', 'AddPermissionlessDelegatorTx', 'UNKNOWN'] },
		],
		[
			'network and order',
			staking.getManyDelegators,
			{ network: 'Mainnet', sortOrder: 'DESC', delegationStatus: 'Active' },
			{ network: 'mainnet', sortOrder: 'desc', delegationStatus: 'active' },
		],
		[
			'the alias of a chain',
			primaryNetwork.getBalance,
			{ ...mainnet, blockchainId: 'P-Chain' },
			{ blockchainId: 'p-chain' },
		],
		['a feature', chain.getMany, { feature: 'NFTIndexing' }, { feature: 'nftIndexing' }],
	])(
		'sends %s in the spelling of the contract, however it is given',
		(_, operation, input, sent) => {
			expect(check(operation, input).sent).toMatchObject(sent);
		},
	);

	it('sends lists, numbers and moments in one form', () => {
		const { sent } = check(staking.getManyTransactions, {
			...mainnet,
			addresses: ` P-${OTHER}\n${AVAX},`,
			txTypes: 'AddValidatorTx, AddDelegatorTx',
			startTimestamp: '2026-09-01T00:00:00Z',
			pageSize: '25',
		});
		expect(sent).toEqual({
			network: 'mainnet',
			addresses: [`P-${OTHER}`, AVAX],
			txTypes: ['AddValidatorTx', 'AddDelegatorTx'],
			startTimestamp: 1788220800,
			pageSize: 25,
		});
	});
});
