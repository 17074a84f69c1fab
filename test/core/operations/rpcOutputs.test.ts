import { jsonSchemaOf } from '../../../core/fields/jsonSchema';
import { catalogue } from '../../../core/operations/catalogue';
import type { ObjectOutput } from '../../../core/fields/outputs';
import { itemOutput, type Operation } from '../../../core/operations/declare';
import { recordedCall } from '../../kit/recordedCalls';
import { idsWithCase } from '../../operations/case';
import { byValue, read } from './read';

/** Results as the documents show them, and as the nodes of today differ from them. */

const all = catalogue.filter(({ service }) => service === 'node');
const operation = (id: string) => all.find((one) => one.id === id) as Operation;
/** Bytes are asked for where the result holds bytes, an object where it holds one. */
const parse = (id: string, result: unknown) => {
	const { encoding } = (result ?? {}) as { encoding?: string };
	const { success, data } = read(operation(id), result, { encoding });
	return { success, data: byValue(data) };
};

const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const X_CHAIN = '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM';
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const SUBNET = '2bRCr6B4MiEfSjidDwxDpdCyviwnfUVqB2HGwhm947w9YYqb7r';
const NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
const ADDRESS = 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const BLS =
	'0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d';
const MAX = '18446744073709551615';

const owner = { locktime: '0', threshold: '1', addresses: [ADDRESS] };
const input = {
	txID: TX,
	outputIndex: 1,
	assetID: AVAX,
	fxID: 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ',
	input: { amount: 2570382395, signatureIndices: [0] },
};
const output = {
	assetID: AVAX,
	fxID: 'spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ',
	output: { addresses: [ADDRESS], amount: MAX, locktime: 0, threshold: 1 },
};
const unsigned = { networkID: 1, blockchainID: X_CHAIN, outputs: [], inputs: [input], memo: '0x' };
const credentials = [{ fxID: output.fxID, credential: { signatures: ['0x46eb'] } }];
const exportTx = {
	unsignedTx: { ...unsigned, destinationChain: SUBNET, exportedOutputs: [output] },
	credentials,
	id: TX,
};
const importTx = {
	unsignedTx: { ...unsigned, sourceChain: SUBNET, importedInputs: [input] },
	credentials,
	id: TX,
};
const pTx = { unsignedTx: { inputs: { networkID: 1 } }, credentials: [{ signatures: ['0xc797'] }] };

const primary = {
	txID: TX,
	startTime: '1600368632',
	endTime: '1602960455',
	weight: '2000000000000',
	nodeID: NODE,
	validationRewardOwner: owner,
	delegationRewardOwner: owner,
	potentialReward: '117431493426',
	accruedDelegateeReward: '0',
	delegationFee: '10.0000',
	uptime: '99.1234',
	connected: true,
	signer: { publicKey: BLS, proofOfPossession: BLS },
	delegatorCount: '1',
	delegatorWeight: '25000000000',
	delegators: [
		{
			txID: TX,
			startTime: '1600368523',
			endTime: '1602960342',
			weight: '25000000000',
			nodeID: NODE,
			rewardOwner: owner,
			potentialReward: '11743144774',
		},
	],
};
const l1 = {
	nodeID: NODE,
	weight: '49463',
	startTime: '1731445206',
	validationID: TX,
	publicKey: BLS,
	remainingBalanceOwner: { ...owner, addresses: [] },
	deactivationOwner: { ...owner, addresses: [] },
	minNonce: '0',
	balance: '1000000000',
};
const poa = {
	txID: TX,
	startTime: '1600368632',
	endTime: '1602960455',
	weight: '20',
	nodeID: NODE,
};

const failing = {
	message: { connectedPeers: 0 },
	error: 'network layer is unhealthy reason: not connected to a minimum of 1 peer(s) only 0',
	timestamp: '2026-08-22T10:00:00.123456789+02:00',
	duration: 7001,
	contiguousFailures: 3,
	timeOfFirstFailure: '2026-08-22T09:59:00Z',
};
const passing = { message: [], timestamp: '2026-08-22T10:00:00Z', duration: 9 };
const healthy = { checks: { bootstrapped: passing }, healthy: true };
const unhealthy = { checks: { network: failing, C: passing }, healthy: false };
const container = {
	id: '6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY',
	bytes: '0x00000000000400003039d891',
	timestamp: '2021-04-02T15:34:00.262979-07:00',
	encoding: 'hex',
	index: '0',
};
const feeConfig = {
	gasLimit: 8000000,
	targetBlockRate: 2,
	minBaseFee: 25000000000,
	targetGas: 15000000,
	baseFeeChangeDenominator: 36,
	minBlockGasCost: 0,
	maxBlockGasCost: 1000000,
	blockGasCostStep: 200000,
};
const evmValidator = {
	validationID: TX,
	nodeID: NODE,
	weight: MAX,
	startTimestamp: 1732025653,
	isActive: true,
	isL1Validator: true,
	isConnected: false,
	uptimeSeconds: 36,
	uptimePercentage: 99.5,
};
const members = {
	[NODE]: { publicKey: BLS, weight: MAX },
	'NodeID-x': { publicKey: null, weight: 3 },
};

/** Results that pass unchanged. */
const passed: Array<[id: string, result: unknown]> = [
	['xChain.getAllBalances', { balances: [{ asset: 'AVAX', balance: '102' }] }],
	['xChain.getAllBalances', { balances: [{ asset: AVAX, balance: 102 }] }],
	[
		'xChain.getAssetDescription',
		{ assetID: AVAX, name: 'Avalanche', symbol: 'AVAX', denomination: '9' },
	],
	[
		'xChain.getAssetDescription',
		{ assetID: AVAX, name: 'Avalanche', symbol: 'AVAX', denomination: 9 },
	],
	['xChain.getBalance', { balance: '299999999999900', utxoIDs: [{ txID: TX, outputIndex: 1 }] }],
	['xChain.getBalance', { balance: 12, utxoIDs: null }],
	['xChain.getBlock', { block: '0x0000', encoding: 'hex' }],
	[
		'xChain.getBlock',
		{
			block: { parentID: TX, height: 1, time: 1, merkleRoot: TX, txs: [exportTx], id: TX },
			encoding: 'json',
		},
	],
	[
		'xChain.getBlockByHeight',
		{ block: { parentID: TX, height: MAX, txs: null }, encoding: 'json' },
	],
	['xChain.getHeight', { height: '5094088' }],
	['xChain.getHeight', { height: 5094088 }],
	['xChain.getTx', { tx: exportTx, encoding: 'json' }],
	['xChain.getTx', { tx: importTx, encoding: 'json' }],
	['xChain.getTx', { tx: '0x0000', encoding: 'hex' }],
	['xChain.getTxFee', { txFee: '1000000', createAssetTxFee: '10000000' }],
	['xChain.getTxFee', { txFee: 1000000, createAssetTxFee: 10000000 }],
	['xChain.getTxStatus', { status: 'Accepted' }],
	['xChain.getTxStatus', { status: 'Unknown' }],
	[
		'xChain.getUtxos',
		{
			numFetched: '1',
			utxos: ['0x0000'],
			endIndex: { address: ADDRESS, utxo: TX },
			encoding: 'hex',
		},
	],
	[
		'xChain.getUtxos',
		{
			numFetched: 1,
			utxos: ['0x0000'],
			endIndex: { address: ADDRESS, utxo: TX },
			sourceChain: 'P',
			encoding: 'hex',
		},
	],
	[
		'pChain.getBalance',
		{
			balance: '3',
			unlocked: '2',
			lockedStakeable: '1',
			lockedNotStakeable: '0',
			balances: { [AVAX]: '3' },
			unlockeds: { [AVAX]: 2 },
			lockedStakeables: {},
			lockedNotStakeables: {},
			utxoIDs: null,
		},
	],
	['pChain.getBlock', { block: { parentID: TX, height: 1000001, txs: [pTx] }, encoding: 'json' }],
	[
		'pChain.getBlock',
		{ block: { parentID: TX, height: 1, id: TX, time: 1, tx: pTx }, encoding: 'json' },
	],
	['pChain.getBlockByHeight', { block: '0x0000', encoding: 'hex' }],
	[
		'pChain.getBlockchains',
		{ blockchains: [{ id: X_CHAIN, name: 'X-Chain', subnetID: SUBNET, vmID: TX }] },
	],
	...['Validating', 'Created', 'Preferred', 'Syncing', 'Unknown'].map(
		(status): [string, unknown] => ['pChain.getBlockchainStatus', { status }],
	),
	['pChain.getCurrentSupply', { supply: '365865167637779183' }],
	['pChain.getCurrentSupply', { supply: '365865167637779183', height: '12' }],
	['pChain.getCurrentValidators', { validators: [] }],
	['pChain.getCurrentValidators', { validators: [primary, l1, poa] }],
	[
		'pChain.getCurrentValidators',
		{ validators: [{ ...primary, signer: { publicKey: BLS, proofOfPosession: BLS } }] },
	],
	[
		'pChain.getCurrentValidators',
		{
			validators: [
				{ ...primary, weight: 2000000000000, stakeAmount: '2000000000000', uptime: 99.1 },
			],
		},
	],
	[
		'pChain.getCurrentValidators',
		{
			validators: [
				{
					...primary,
					validatorAuthority: owner,
					nextPeriod: '1209600',
					autoCompoundRewardShares: '500000',
				},
			],
		},
	],
	...['health.getHealthRpc', 'health.getReadinessRpc', 'health.getLivenessRpc'].flatMap(
		(id): Array<[string, unknown]> => [
			[id, healthy],
			[id, unhealthy],
			[id, { checks: {}, healthy: true }],
			[id, { checks: null, healthy: true }],
		],
	),
	...['getHealth', 'getHealthSubPath', 'getReadiness', 'getLiveness'].flatMap(
		(name): Array<[string, unknown]> => [
			[`health.${name}`, { ...healthy, statusCode: 200 }],
			[`health.${name}`, { ...unhealthy, statusCode: 503 }],
		],
	),
	...['getContainerById', 'getContainerByIndex', 'getLastAccepted'].flatMap(
		(name): Array<[string, unknown]> => [
			[`index.${name}`, container],
			[`index.${name}`, { ...container, index: 7 }],
		],
	),
	['index.getContainerRange', { containers: [container] }],
	['index.getIndex', { index: '0' }],
	['index.getIndex', { index: 0 }],
	['index.isAccepted', { isAccepted: false }],
	['evmSubnet.getFeeConfig', { feeConfig, lastChangedAt: 0 }],
	['evmSubnet.getFeeConfig', { feeConfig: { ...feeConfig, minBaseFee: MAX }, lastChangedAt: 0 }],
	[
		'evmSubnet.getChainConfig',
		{
			chainId: 43214,
			feeConfig,
			allowFeeRecipients: true,
			homesteadBlock: 0,
			eip150Hash: `0x${'0'.repeat(64)}`,
			subnetEVMTimestamp: 0,
			contractDeployerAllowListConfig: { adminAddresses: ['0x8db9'], blockTimestamp: 0 },
			upgrades: {
				precompileUpgrades: [
					{ feeManagerConfig: { adminAddresses: null, blockTimestamp: 1, disable: true } },
				],
			},
		},
	],
	// The C-Chain.
	['evmSubnet.getChainConfig', { chainId: 43114, homesteadBlock: 0, durangoTimestamp: 1709740800 }],
	['evmSubnet.getActivePrecompiles', {}],
	[
		'evmSubnet.getActivePrecompiles',
		{ feeManagerConfig: { adminAddresses: ['0x8db9'], blockTimestamp: 0 } },
	],
	[
		'evmSubnet.getActiveRules',
		{
			ethRules: { IsHomestead: true, IsByzantium: true, IsCancun: false },
			avalancheRules: { IsSubnetEVM: true, IsDurango: true, IsEtna: false },
			precompiles: { feeManagerConfig: { timestamp: 1668985957 } },
		},
	],
	[
		'evmSubnet.getActiveRules',
		{
			ethRules: { ChainID: 43214, IsHomestead: true, IsOsaka: false },
			avalancheRules: { IsGranite: true, IsHelicon: false },
			precompiles: {},
		},
	],
	['evmSubnet.getCurrentValidators', { validators: [evmValidator] }],
	['pChain.getValidatorsAt', { validators: members }],
	['pChain.getHeight', { height: '56' }],
	['pChain.validatedBy', { subnetID: SUBNET }],
	['pChain.getL1Validator', { ...l1, subnetID: SUBNET, height: '3' }],
	['proposervm.getCurrentEpoch', { number: '3', startTime: '1756000000', pChainHeight: '12' }],
];

// What is no answer to an operation with a case is tested with the cases.
const byHand = all.filter(({ id }) => !idsWithCase().has(id));

/** Results that are no answer to the method. */
const rejected: Array<[id: string, result: unknown]> = [
	...byHand.flatMap(
		({ id }): Array<[string, unknown]> => [
			[id, 'text'],
			[id, 7],
			[id, true],
		],
	),
	...byHand
		.filter(({ id }) => id !== 'index.getContainerRange')
		.flatMap(
			({ id }): Array<[string, unknown]> => [
				[id, null],
				[id, []],
			],
		),
	['xChain.getAllBalances', {}],
	['xChain.getAllBalances', { balances: { AVAX: '1' } }],
	['xChain.getAssetDescription', {}],
	['xChain.getBalance', { balance: { AVAX: '1' } }],
	['xChain.getBlock', { encoding: 'hex' }],
	['xChain.getBlock', { block: [7] }],
	['xChain.getHeight', { height: null }],
	['xChain.getTx', { tx: ['0x00'] }],
	['xChain.getTxFee', {}],
	['xChain.getTxStatus', { status: true }],
	['xChain.getUtxos', { numFetched: '0' }],
	['xChain.getUtxos', { utxos: [{ id: TX }] }],
	['pChain.getBalance', { balances: ['1'] }],
	['pChain.getBlockchains', { blockchains: null }],
	['pChain.getBlockchains', { blockchains: [{ name: 'X-Chain' }] }],
	['pChain.getBlockchainStatus', {}],
	['pChain.getCurrentSupply', {}],
	// An answer without its list must never look like a set that nobody is in.
	['pChain.getCurrentValidators', {}],
	['pChain.getCurrentValidators', { validators: null }],
	['pChain.getCurrentValidators', { validators: [{ ...primary, nodeID: undefined }] }],
	['pChain.getCurrentValidators', { validators: [NODE] }],
	['pChain.getCurrentValidators', { validators: [{ ...primary, connected: 'yes' }] }],
	['health.getHealth', { checks: {} }],
	['health.getHealth', { checks: {}, healthy: 'true' }],
	['health.getHealthRpc', { checks: [passing], healthy: true }],
	['index.getContainerById', { ...container, bytes: undefined }],
	['index.getLastAccepted', { ...container, index: true }],
	['index.getContainerRange', {}],
	['index.getContainerRange', { containers: { 0: container } }],
	['index.getContainerRange', [{ id: container.id }]],
	['index.getIndex', {}],
	['index.isAccepted', { isAccepted: 'false' }],
	['evmSubnet.getFeeConfig', { lastChangedAt: 0 }],
	['evmSubnet.getChainConfig', {}],
	['evmSubnet.getActivePrecompiles', { feeManagerConfig: true }],
	['evmSubnet.getActiveRules', { precompiles: {} }],
	['evmSubnet.getCurrentValidators', {}],
	['evmSubnet.getCurrentValidators', { validators: [{ ...evmValidator, nodeID: null }] }],
	['pChain.getValidatorsAt', { [NODE]: { publicKey: BLS } }],
	['pChain.getValidatorsAt', { validators: [primary] }],
	['pChain.getValidatorsAt', { validators: null }],
];

describe('results of a node', () => {
	it.each(passed)('%s passes %j', (id, result) => {
		expect(parse(id, result)).toEqual({ success: true, data: byValue(result) });
	});

	it.each(passed)('%s keeps unknown fields beside %j', (id, result) => {
		if (id === 'evmSubnet.getActivePrecompiles') return; // Every field is a precompile's name.
		const newer = { ...(result as object), newField: { deep: [1] } };
		expect(parse(id, newer)).toEqual({ success: true, data: byValue(newer) });
	});

	it.each(rejected)('%s rejects %j', (id, result) => {
		expect(parse(id, result).success).toBe(false);
	});

	it('every operation has a result above, or a case', () => {
		const seen = new Set([...passed.map(([id]) => id), ...idsWithCase()]);
		expect(all.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([]);
	});
});

describe('two dialects of one result', () => {
	it.each([
		['an array, as documented', [container], [container]],
		['an object, as nodes send it', { containers: [container] }, [container]],
		['null', null, []],
		['an object with null', { containers: null }, []],
		['an empty array', [], []],
	])('containers as %s', (_, result, containers) => {
		expect(parse('index.getContainerRange', result)).toEqual({
			success: true,
			data: { containers },
		});
	});

	it('validators at a height with and without a name around them', () => {
		const expected = { success: true, data: byValue({ validators: members }) };
		expect(parse('pChain.getValidatorsAt', members)).toEqual(expected);
		expect(parse('pChain.getValidatorsAt', { validators: members })).toEqual(expected);
		expect(parse('pChain.getValidatorsAt', {})).toEqual({
			success: true,
			data: { validators: {} },
		});
	});
});

/** The names that a schema gives to the fields of an object, at a path of names and `[]`. */
function fieldsAt(schema: unknown, path: string[]): string[] {
	let at = schema as Record<string, unknown>;
	for (const part of path) {
		const step = part === '[]' ? at.items : (at.properties as Record<string, unknown>)[part];
		at = step as Record<string, unknown>;
	}
	return Object.keys((at.properties ?? {}) as object);
}

it('an auto-renewed validator has a period in seconds and a share in millionths', () => {
	const { text } = recordedCall('helicon-pChain.getCurrentValidators');
	const { result } = JSON.parse(text) as { result: unknown };
	const validators = operation('pChain.getCurrentValidators');
	const { data } = read(validators, result) as { data: { validators: object[] } };
	expect(data.validators).toContainEqual(
		expect.objectContaining({ nextPeriod: 172_800, autoCompoundRewardShares: 300_000 }),
	);
	const { fields } = itemOutput(validators) as ObjectOutput;
	expect(fields.nextPeriod).toMatchObject({ kind: 'duration', unit: 's' });
	expect(fields.autoCompoundRewardShares).toMatchObject({ unit: 'millionths' });
	expect(fields.exactDelegationFee).toMatchObject({ unit: 'millionths' });
});

describe('JSON Schema', () => {
	it('names every field of the samples', () => {
		const fields = (id: string, ...path: string[]) =>
			fieldsAt(jsonSchemaOf(operation(id).output), path);
		expect(fields('pChain.getCurrentValidators', 'validators', '[]')).toEqual(
			expect.arrayContaining([...Object.keys(primary), ...Object.keys(l1)]),
		);
		expect(fields('evmSubnet.getCurrentValidators', 'validators', '[]').sort()).toEqual(
			Object.keys(evmValidator).sort(),
		);
		expect(fields('index.getContainerRange', 'containers', '[]').sort()).toEqual(
			Object.keys(container).sort(),
		);
		expect(fields('evmSubnet.getFeeConfig', 'feeConfig').sort()).toEqual(
			Object.keys(feeConfig).sort(),
		);
	});
});
