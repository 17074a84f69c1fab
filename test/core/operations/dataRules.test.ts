import type { Operation } from '../../../core/operations/declare';
import { listChains } from '../../../core/operations/data/chain';
import { listDelegators } from '../../../core/operations/data/delegator';
import { getNativeBalance, listErc1155Balances } from '../../../core/operations/data/evmBalance';
import { getEvmTransaction } from '../../../core/operations/data/evmTransaction';
import { getExport, startExport } from '../../../core/operations/data/export';
import { listL1Validators } from '../../../core/operations/data/l1Validator';
import { listPendingRewards } from '../../../core/operations/data/pendingReward';
import { getPrimaryBalance } from '../../../core/operations/data/primaryBalance';
import { aggregateSignatures, getSignatures } from '../../../core/operations/data/signature';
import { listStakingTransactions } from '../../../core/operations/data/stakingTransaction';
import { listErc20Transfers } from '../../../core/operations/data/evmTransactionKinds';
import { getValidator } from '../../../core/operations/data/validator';
import { listVertices, listVerticesByHeight } from '../../../core/operations/data/vertex';
import { getAverageTps } from '../../../core/operations/metrics/averageTps';

const P_CHAIN = '11111111111111111111111111111111LpoYY';
const X_MAINNET = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const C_FUJI = 'yH8D7ThNJkxmtkuv2jgBa4P1Rn3Qpr4pPr7QYNfcdoS6k6HWp';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const AVAX = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
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
	['message alone', aggregateSignatures, { ...mainnet, message: '0a0b' }],
	['justification alone', aggregateSignatures, { ...mainnet, justification: '0x0a' }],
	[
		'a sum of exactly 100',
		aggregateSignatures,
		{ ...mainnet, message: '0x00', quorumPercentage: 80, quorumPercentageBuffer: 20 },
	],
	[
		'a buffer that fits the default quorum',
		aggregateSignatures,
		{ ...mainnet, message: '0x00', quorumPercentageBuffer: 33 },
	],
	['a subnet in cb58', aggregateSignatures, { ...mainnet, message: '00', signingSubnetId: C_FUJI }],
	['a subnet in hex', aggregateSignatures, { ...mainnet, message: '00', signingSubnetId: HASH }],
	[
		'a subnet in bare hex',
		aggregateSignatures,
		{ ...mainnet, message: '00', signingSubnetId: HASH.slice(2) },
	],
	['the hash of a transaction', getSignatures, { ...mainnet, txHash: X_MAINNET }],
	['an EVM export', startExport, evmExport],
	['days in order', startExport, { ...evmExport, firstDate: '2026-09-01', lastDate: '2026-09-01' }],
	[
		'deprecated days',
		startExport,
		{ ...evmExport, startDate: '2026-09-01', endDate: '2026-09-02' },
	],
	['a primary export by address', startExport, { ...primary, addresses: `P-${AVAX}, ${FUJI}` }],
	['a primary export by EVM address', startExport, { ...primary, cChainEvmAddresses: [WALLET] }],
	[
		'a staking export of chains by id',
		startExport,
		{
			type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
			addresses: [AVAX],
			includeChains: [P_CHAIN, X_MAINNET, C_FUJI],
		},
	],
	['an operation id', getExport, { operationId: '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47' }],
	['staking without a chain', listStakingTransactions, mainnet],
	['staking by id', listStakingTransactions, { ...mainnet, blockchainId: P_CHAIN }],
	[
		'transaction types beyond the contract that the service is known to have',
		listStakingTransactions,
		{ ...mainnet, txTypes: ['AddValidatorTx', 'AddAutoRenewedValidatorTx'] },
	],
	[
		'a range of time of no length',
		listStakingTransactions,
		{ ...mainnet, startTimestamp: 1_790_000_000, endTimestamp: 1_790_000_000 },
	],
	['an open range of time', listStakingTransactions, { ...mainnet, startTimestamp: 1_790_000_000 }],
	['a range of one block', listErc20Transfers, { ...evm, startBlock: 9, endBlock: 10 }],
	['an end of blocks alone', listErc20Transfers, { ...evm, endBlock: 0 }],
	['test addresses on fuji', listStakingTransactions, { network: 'fuji', addresses: `X-${FUJI}` }],
	['test addresses on testnet', listStakingTransactions, { network: 'testnet', addresses: FUJI }],
	['balances by alias', getPrimaryBalance, { ...mainnet, blockchainId: 'c-chain' }],
	['balances by id', getPrimaryBalance, { network: 'fuji', blockchainId: C_FUJI }],
	['rewards of nodes', listPendingRewards, { ...mainnet, nodeIds: NODE }],
	['rewards of addresses', listPendingRewards, { ...mainnet, addresses: [`P-${AVAX}`] }],
	['a validator', getValidator, { ...mainnet, nodeId: NODE, validationStatus: 'removed' }],
	['every delegator', listDelegators, mainnet],
	['every L1 validator', listL1Validators, { ...mainnet, includeInactiveL1Validators: 'true' }],
	['vertices by alias', listVertices, { ...mainnet, blockchainId: 'x-chain' }],
	['vertices by id', listVertices, { ...mainnet, blockchainId: X_MAINNET }],
	['a height of 0', listVerticesByHeight, { ...mainnet, vertexHeight: 0 }],
	['a chain by blockchain id', listErc20Transfers, { ...evm, chainId: C_FUJI }],
	['a page of 500', listErc1155Balances, { ...evm, pageSize: 500, blockNumber: 6479329 }],
	['an EVM transaction', getEvmTransaction, { chainId: 43114, txHash: HASH }],
	['every chain', listChains, {}],
	['a series', getAverageTps, { chainId: '43114' }],
];

const bad: Array<[...Case, field: string, rule: RegExp]> = [
	['neither message nor justification', aggregateSignatures, mainnet, 'message', /required unless/],
	['no hex', aggregateSignatures, { ...mainnet, message: '0xzz' }, 'message', /hexadecimal/],
	['half a byte', aggregateSignatures, { ...mainnet, message: '0x0' }, 'message', /whole bytes/],
	[
		'a sum of 101',
		aggregateSignatures,
		{ ...mainnet, message: '00', quorumPercentage: 80, quorumPercentageBuffer: 21 },
		'quorumPercentageBuffer',
		/sum of quorum \(80\) and buffer \(21\) at 100 or less/,
	],
	[
		'a buffer beyond the default quorum',
		aggregateSignatures,
		{ ...mainnet, message: '00', quorumPercentageBuffer: 34 },
		'quorumPercentageBuffer',
		/quorum \(67\)/,
	],
	[
		'a short subnet in hex',
		aggregateSignatures,
		{ ...mainnet, message: '00', signingSubnetId: '0x0a' },
		'signingSubnetId',
		/subnet id/,
	],
	['an EVM hash', getSignatures, { ...mainnet, txHash: HASH }, 'txHash', /cb58/],
	[
		'another network',
		getSignatures,
		{ network: 'local', txHash: P_CHAIN },
		'network',
		/mainnet, fuji, testnet/,
	],
	['no type', startExport, { includeChains: '1' }, 'type', /one of/],
	['another type', startExport, { ...evmExport, type: 'EXPORT' }, 'type', /one of/],
	['no chains', startExport, { ...evmExport, includeChains: undefined }, 'includeChains', /chain/],
	['empty chains', startExport, { ...evmExport, includeChains: [] }, 'includeChains', /1 to/],
	['no addresses', startExport, { ...evmExport, addresses: undefined }, 'addresses', /required/],
	['bech32 for EVM', startExport, { ...evmExport, addresses: AVAX }, 'addresses', /0x addresses/],
	[
		'an alias for EVM',
		startExport,
		{ ...evmExport, includeChains: '1,p-chain' },
		'includeChains',
		/EVM chain ids/,
	],
	[
		'C-Chain addresses for EVM',
		startExport,
		{ ...evmExport, cChainEvmAddresses: WALLET },
		'cChainEvmAddresses',
		/primary network/,
	],
	['a primary export of nobody', startExport, primary, 'addresses', /cChainEvmAddresses/],
	['0x for primary', startExport, { ...primary, addresses: WALLET }, 'addresses', /X- or P-Chain/],
	[
		'an EVM chain for primary',
		startExport,
		{ ...primary, addresses: AVAX, includeChains: '43114' },
		'includeChains',
		/p-chain, x-chain, c-chain/,
	],
	[
		'days out of order',
		startExport,
		{ ...evmExport, firstDate: '2026-09-02', lastDate: '2026-09-01' },
		'lastDate',
		/before "First Date" \(firstDate\), 2026-09-02/,
	],
	[
		'deprecated days out of order',
		startExport,
		{ ...evmExport, startDate: '2026-09-02', endDate: '2026-09-01' },
		'endDate',
		/before "Start Date" \(startDate\), 2026-09-02/,
	],
	['no day', startExport, { ...evmExport, firstDate: '2026-02-29' }, 'firstDate', /YYYY-MM-DD/],
	['a path as operation', getExport, { operationId: '../x' }, 'operationId', /operation id/],
	[
		'staking of another chain',
		listStakingTransactions,
		{ ...mainnet, blockchainId: 'x-chain' },
		'blockchainId',
		/p-chain/,
	],
	[
		'a false checksum',
		listStakingTransactions,
		{ ...mainnet, addresses: `${AVAX.slice(0, -1)}q` },
		'addresses',
		/checksum/,
	],
	[
		'addresses of fuji',
		listStakingTransactions,
		{ ...mainnet, addresses: FUJI },
		'addresses',
		/avax1/,
	],
	[
		'addresses of mainnet',
		listDelegators,
		{ network: 'fuji', rewardAddresses: AVAX },
		'rewardAddresses',
		/fuji1/,
	],
	[
		'before 1970',
		listStakingTransactions,
		{ ...mainnet, startTimestamp: -1 },
		'startTimestamp',
		/Unix seconds/,
	],
	[
		'balances of a subnet alias',
		getPrimaryBalance,
		{ ...mainnet, blockchainId: 'd-chain' },
		'blockchainId',
		/c-chain/,
	],
	['balances of no chain', getPrimaryBalance, mainnet, 'blockchainId', /p-chain/],
	['rewards of nobody', listPendingRewards, mainnet, 'addresses', /required unless/],
	[
		'a node without prefix',
		getValidator,
		{ ...mainnet, nodeId: NODE.slice(7) },
		'nodeId',
		/NodeID-/,
	],
	[
		'a status of delegators',
		listDelegators,
		{ ...mainnet, delegationStatus: 'removed' },
		'delegationStatus',
		/completed, active, pending/,
	],
	[
		'a subnet with a false checksum',
		listL1Validators,
		{ ...mainnet, subnetId: `${P_CHAIN.slice(0, -1)}Z` },
		'subnetId',
		/cb58/,
	],
	[
		'perhaps',
		listL1Validators,
		{ ...mainnet, includeInactiveL1Validators: 'perhaps' },
		'includeInactiveL1Validators',
		/true or false/,
	],
	[
		'vertices of the P-Chain',
		listVertices,
		{ ...mainnet, blockchainId: 'p-chain' },
		'blockchainId',
		/x-chain/,
	],
	[
		'vertices by the P-Chain id',
		listVertices,
		{ ...mainnet, blockchainId: P_CHAIN },
		'blockchainId',
		/one of x-chain/,
	],
	[
		'vertices of a chain that no network has as its X-Chain',
		listVertices,
		{ ...mainnet, blockchainId: C_FUJI },
		'blockchainId',
		/one of x-chain/,
	],
	[
		'a misspelt transaction type',
		listStakingTransactions,
		{ ...mainnet, txTypes: 'AddValidatorTransaction' },
		'txTypes',
		/one or more of .*AddValidatorTx/,
	],
	[
		'a currency that the service has no price in',
		getNativeBalance,
		{ ...evm, currency: 'sek' },
		'currency',
		/one of aud, cad, .*usd/,
	],
	[
		'times the wrong way round',
		listStakingTransactions,
		{ ...mainnet, startTimestamp: '2026-09-02T00:00:00Z', endTimestamp: '2026-09-01' },
		'endTimestamp',
		/before "After" \(startTimestamp\), 2026-09-02T00:00:00Z/,
	],
	[
		'blocks the wrong way round',
		listErc20Transfers,
		{ ...evm, startBlock: 200, endBlock: '100' },
		'endBlock',
		/before "Start Block" \(startBlock\), 200/,
	],
	['no height', listVerticesByHeight, mainnet, 'vertexHeight', /whole number/],
	['a short wallet', listErc20Transfers, { ...evm, address: '0x00' }, 'address', /40 hexadecimal/],
	['a chain by name', listErc20Transfers, { ...evm, chainId: 'c-chain' }, 'chainId', /43114/],
	['a page of 501', listErc1155Balances, { ...evm, pageSize: 501 }, 'pageSize', /from 1 to 500/],
	[
		'a token with a slash',
		listErc20Transfers,
		{ ...evm, pageToken: '../1' },
		'pageToken',
		/page token/,
	],
	[
		'a bare EVM hash',
		getEvmTransaction,
		{ chainId: '1', txHash: HASH.slice(2) },
		'txHash',
		/0x and 64/,
	],
	[
		'a feature nobody has',
		listChains,
		{ feature: 'mining' },
		'feature',
		/nftIndexing, webhooks, teleporter/,
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
		expect(check(listStakingTransactions, { ...mainnet, addresses })).toMatchObject({
			field: 'addresses',
			at: 1,
		});
	});

	it.each<[string, Operation, Record<string, unknown>, Record<string, unknown>]>([
		['a currency', getNativeBalance, { ...evm, currency: 'USD' }, { currency: 'usd' }],
		[
			'transaction types',
			listStakingTransactions,
			{ ...mainnet, txTypes: 'AddValidatorTX, addpermissionlessdelegatortx, unknown' },
			{ txTypes: ['AddValidatorTx', 'AddPermissionlessDelegatorTx', 'UNKNOWN'] },
		],
		[
			'network and order',
			listDelegators,
			{ network: 'Mainnet', sortOrder: 'DESC', delegationStatus: 'Active' },
			{ network: 'mainnet', sortOrder: 'desc', delegationStatus: 'active' },
		],
		[
			'the alias of a chain',
			getPrimaryBalance,
			{ ...mainnet, blockchainId: 'P-Chain' },
			{ blockchainId: 'p-chain' },
		],
		['a feature', listChains, { feature: 'NFTIndexing' }, { feature: 'nftIndexing' }],
	])(
		'sends %s in the spelling of the contract, however it is given',
		(_, operation, input, sent) => {
			expect(check(operation, input).sent).toMatchObject(sent);
		},
	);

	it('sends lists, numbers and moments in one form', () => {
		const { sent } = check(listStakingTransactions, {
			...mainnet,
			addresses: ` P-${AVAX}\n${AVAX},`,
			txTypes: 'AddValidatorTx, AddDelegatorTx',
			startTimestamp: '2026-09-01T00:00:00Z',
			pageSize: '25',
		});
		expect(sent).toEqual({
			network: 'mainnet',
			addresses: [`P-${AVAX}`, AVAX],
			txTypes: ['AddValidatorTx', 'AddDelegatorTx'],
			startTimestamp: 1788220800,
			pageSize: 25,
		});
	});
});
