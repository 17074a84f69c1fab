import { catalogue } from '../../../core/operations/catalogue';
import type { Operation } from '../../../core/operations/declare';
import { field } from '../../../core/fields/field';
import { fieldSet, infoOf, parseFields } from '../../../core/fields/fieldSet';
import { textValue } from '../../../core/fields/inputs';
import { buildRequest } from '../../../core/protocol/request';
import { readSpec } from '../../../spec/read';
import { idsWithCase } from '../../operations/case';

/** What each operation sends, written down from the document of the JSON-RPC interfaces. */

const NODE = 'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD';
const NODE_2 = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';
const AVAX = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z';
const X = 'X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const P = 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const BARE = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const TX = '2oJCbb8pfdxEHAf9A8CdN4Afj9VSR3xzyzNkf8tDv7aM1sfNFL';
const BLOCK = 'tXJ4xwmR8soHE6DzRNMQPtiwQvuYsHn6eLLBzo2moDqBquqy6';
const UTXO = 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j';
const CONTAINER = '6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY';
const C_CHAIN = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
const PRIMARY = '11111111111111111111111111111111LpoYY';
const OTHER_X = 'qzfF3A11KzpcHkkqznEyQgupQrCNS6WV6fTUTwZpEKqhj1QE7';
const HASH = `0x${'1f'.repeat(32)}`;

const text = () => textValue('must be text');
const about = (label: string) => ({ in: 'params', label, description: label }) as const;

const rpcOperations = catalogue.filter(({ service }) => service === 'node');

function requestOf(id: string, input: Record<string, unknown>) {
	const operation = rpcOperations.find((one) => one.id === id) as Operation;
	const access = { url: 'http://node.test:9650' };
	const limits = { timeoutMs: 1, maxBytes: 1 };
	return buildRequest(operation, parseFields(operation.input, input, operation.id), access, limits);
}

type Sent = [
	id: string,
	input: Record<string, unknown>,
	path: string,
	method: string,
	params: unknown,
];

const calls: Sent[] = [
	['xChain.getAllBalances', { address: X }, '/ext/bc/X', 'avm.getAllBalances', { address: X }],
	[
		'xChain.getAllBalances',
		{ address: BARE, includePartial: 'true' },
		'/ext/bc/X',
		'avm.getAllBalances',
		{ address: X, includePartial: true },
	],
	[
		'xChain.getAssetDescription',
		{ assetID: 'AVAX' },
		'/ext/bc/X',
		'avm.getAssetDescription',
		{ assetID: 'AVAX' },
	],
	[
		'xChain.getBalance',
		{ address: X, assetID: AVAX },
		'/ext/bc/X',
		'avm.getBalance',
		{ address: X, assetID: AVAX },
	],
	[
		'xChain.getBlock',
		{ blockID: BLOCK, encoding: 'json' },
		'/ext/bc/X',
		'avm.getBlock',
		{ blockID: BLOCK, encoding: 'json' },
	],
	[
		'xChain.getBlockByHeight',
		{ height: '275686313486' },
		'/ext/bc/X',
		'avm.getBlockByHeight',
		{ height: '275686313486' },
	],
	[
		'xChain.getBlockByHeight',
		{ height: 7, chain: C_CHAIN },
		`/ext/bc/${C_CHAIN}`,
		'avm.getBlockByHeight',
		{ height: '7' },
	],
	['xChain.getHeight', {}, '/ext/bc/X', 'avm.getHeight', {}],
	['xChain.getHeight', { chain: 'swap' }, '/ext/bc/swap', 'avm.getHeight', {}],
	['xChain.getTx', { txID: ` ${TX}\n` }, '/ext/bc/X', 'avm.getTx', { txID: TX }],
	['xChain.getTxFee', {}, '/ext/bc/X', 'avm.getTxFee', {}],
	['xChain.getTxStatus', { txID: TX }, '/ext/bc/X', 'avm.getTxStatus', { txID: TX }],
	['xChain.getUtxos', { addresses: [X] }, '/ext/bc/X', 'avm.getUTXOs', { addresses: [X] }],
	[
		'xChain.getUtxos',
		{
			addresses: `${X},\n${BARE}`,
			limit: '5',
			startIndexAddress: BARE,
			startIndexUtxo: UTXO,
			sourceChain: 'P',
			encoding: 'hex',
		},
		'/ext/bc/X',
		'avm.getUTXOs',
		{
			addresses: [X, X],
			limit: 5,
			startIndex: { address: X, utxo: UTXO },
			sourceChain: 'P',
			encoding: 'hex',
		},
	],
	[
		'pChain.getBalance',
		{ addresses: BARE },
		'/ext/bc/P',
		'platform.getBalance',
		{ addresses: [P] },
	],
	['pChain.getBalance', { addresses: [P] }, '/ext/bc/P', 'platform.getBalance', { addresses: [P] }],
	['pChain.getBlock', { blockID: BLOCK }, '/ext/bc/P', 'platform.getBlock', { blockID: BLOCK }],
	[
		'pChain.getBlockByHeight',
		{ height: '18446744073709551615', encoding: 'hex' },
		'/ext/bc/P',
		'platform.getBlockByHeight',
		{ height: '18446744073709551615', encoding: 'hex' },
	],
	['pChain.getBlockchains', {}, '/ext/bc/P', 'platform.getBlockchains', {}],
	[
		'pChain.getBlockchainStatus',
		{ blockchainID: C_CHAIN },
		'/ext/bc/P',
		'platform.getBlockchainStatus',
		{ blockchainID: C_CHAIN },
	],
	['pChain.getCurrentSupply', {}, '/ext/bc/P', 'platform.getCurrentSupply', {}],
	[
		'pChain.getCurrentSupply',
		{ subnetID: PRIMARY },
		'/ext/bc/P',
		'platform.getCurrentSupply',
		{ subnetID: PRIMARY },
	],
	[
		'pChain.getCurrentValidators',
		{ nodeIDs: `${NODE}\n${NODE_2}` },
		'/ext/bc/P',
		'platform.getCurrentValidators',
		{ nodeIDs: [NODE, NODE_2] },
	],
	['health.getHealthRpc', {}, '/ext/health', 'health.health', {}],
	[
		'health.getHealthRpc',
		{ tags: `${PRIMARY} application` },
		'/ext/health',
		'health.health',
		{ tags: [PRIMARY, 'application'] },
	],
	['health.getReadinessRpc', { tags: ['P'] }, '/ext/health', 'health.readiness', { tags: ['P'] }],
	['health.getLivenessRpc', {}, '/ext/health', 'health.liveness', {}],
	[
		'index.getContainerById',
		{ index: 'C/block', id: CONTAINER },
		'/ext/index/C/block',
		'index.getContainerByID',
		{ id: CONTAINER },
	],
	[
		'index.getContainerByIndex',
		{ index: 'X/tx', containerIndex: 0, encoding: 'hex' },
		'/ext/index/X/tx',
		'index.getContainerByIndex',
		{ index: '0', encoding: 'hex' },
	],
	[
		'index.getContainerRange',
		{ index: 'P/block', startIndex: '18446744073709551614', numToFetch: 100 },
		'/ext/index/P/block',
		'index.getContainerRange',
		{ startIndex: '18446744073709551614', numToFetch: 100 },
	],
	[
		// The number is not optional on the wire.
		'index.getContainerRange',
		{ index: 'P/block', startIndex: 3 },
		'/ext/index/P/block',
		'index.getContainerRange',
		{ startIndex: '3', numToFetch: 1024 },
	],
	[
		'index.getIndex',
		{ index: 'X/block', id: TX },
		'/ext/index/X/block',
		'index.getIndex',
		{ id: TX },
	],
	['index.getLastAccepted', { index: 'X/vtx' }, '/ext/index/X/vtx', 'index.getLastAccepted', {}],
	[
		'index.isAccepted',
		{ index: 'X/block', id: TX },
		'/ext/index/X/block',
		'index.isAccepted',
		{ id: TX },
	],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: C_CHAIN },
		`/ext/bc/${C_CHAIN}/rpc`,
		'eth_feeConfig',
		[],
	],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: 255 },
		'/ext/bc/C/rpc',
		'eth_feeConfig',
		['0xff'],
	],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: '0' },
		'/ext/bc/C/rpc',
		'eth_feeConfig',
		['0x0'],
	],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: '9223372036854775807' },
		'/ext/bc/C/rpc',
		'eth_feeConfig',
		['0x7fffffffffffffff'],
	],
	[
		// Quantities have no leading zeros.
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: '0x00Ff' },
		'/ext/bc/C/rpc',
		'eth_feeConfig',
		['0xff'],
	],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: 'latest' },
		'/ext/bc/C/rpc',
		'eth_feeConfig',
		['latest'],
	],
	[
		'evmSubnet.getFeeConfig',
		{ blockchainId: 'C', block: HASH },
		'/ext/bc/C/rpc',
		'eth_feeConfig',
		[HASH],
	],
	['evmSubnet.getChainConfig', { blockchainId: 'C' }, '/ext/bc/C/rpc', 'eth_getChainConfig', []],
	[
		'evmSubnet.getActivePrecompiles',
		{ blockchainId: 'C', timestamp: '2026-09-01T00:00:00Z' },
		'/ext/bc/C/rpc',
		'eth_getActivePrecompilesAt',
		[1788220800],
	],
	[
		'evmSubnet.getActiveRules',
		{ blockchainId: 'C', timestamp: 1788220800 },
		'/ext/bc/C/rpc',
		'eth_getActiveRulesAt',
		[1788220800],
	],
	['evmSubnet.getActiveRules', { blockchainId: 'C' }, '/ext/bc/C/rpc', 'eth_getActiveRulesAt', []],
	[
		'evmSubnet.getCurrentValidators',
		{ blockchainId: OTHER_X },
		`/ext/bc/${OTHER_X}/validators`,
		'validators.getCurrentValidators',
		{},
	],
	[
		'evmSubnet.getCurrentValidators',
		{ blockchainId: 'C', nodeIDs: [NODE] },
		'/ext/bc/C/validators',
		'validators.getCurrentValidators',
		{ nodeIDs: [NODE] },
	],
	[
		'pChain.getValidatorsAt',
		{ height: 'proposed' },
		'/ext/bc/P',
		'platform.getValidatorsAt',
		{ height: 'proposed' },
	],
	[
		'pChain.getValidatorsAt',
		{ height: 13603, subnetID: PRIMARY },
		'/ext/bc/P',
		'platform.getValidatorsAt',
		{ height: '13603', subnetID: PRIMARY },
	],
	['pChain.getHeight', {}, '/ext/bc/P', 'platform.getHeight', {}],
	[
		'pChain.validatedBy',
		{ blockchainID: C_CHAIN },
		'/ext/bc/P',
		'platform.validatedBy',
		{ blockchainID: C_CHAIN },
	],
	[
		'pChain.getL1Validator',
		{ validationID: TX },
		'/ext/bc/P',
		'platform.getL1Validator',
		{ validationID: TX },
	],
	['proposervm.getCurrentEpoch', {}, '/ext/bc/P/proposervm', 'proposervm.getCurrentEpoch', {}],
	[
		'proposervm.getCurrentEpoch',
		{ chain: 'C' },
		'/ext/bc/C/proposervm',
		'proposervm.getCurrentEpoch',
		{},
	],
];

describe('JSON-RPC methods of a node', () => {
	it.each(calls)('%s sends %j to %s', (id, input, path, method, params) => {
		const request = requestOf(id, input);
		expect(request.method).toBe('POST');
		expect(request.url).toBe(`http://node.test:9650${path}`);
		expect(request.headers['content-type']).toBe('application/json');
		expect(JSON.parse(request.body as string)).toEqual({ jsonrpc: '2.0', id: 1, method, params });
	});
});

const gets: Array<[string, Record<string, unknown>, string]> = [
	['health.getHealth', {}, '/ext/health'],
	['health.getHealth', { tags: `${PRIMARY},C` }, `/ext/health?tag=${PRIMARY}&tag=C`],
	['health.getHealthSubPath', {}, '/ext/health/health'],
	['health.getReadiness', { tags: ['a', 'b'] }, '/ext/health/readiness?tag=a&tag=b'],
	['health.getLiveness', {}, '/ext/health/liveness'],
];

describe('health over HTTP', () => {
	it.each(gets)('%s gets %j from %s', (id, input, path) => {
		const request = requestOf(id, input);
		expect(request.method).toBe('GET');
		expect(request.url).toBe(`http://node.test:9650${path}`);
		expect(request.body).toBeUndefined();
	});
});

const positional = rpcOperations.filter(
	({ call }) => call.type === 'rpc' && call.params === 'positional',
);
const endpoints = readSpec();

describe('parameters by position', () => {
	// A node refuses a call that lacks one: "missing value for required argument 2".
	it.each(positional.map((one) => [one.id, one] as const))(
		'%s sends every one that the method requires, with the required fields alone',
		(id, { input, call }) => {
			const needed = input.keys.map((key) => ({ key, info: infoOf(input, key) }));
			const values = needed
				.filter(({ info }) => info.required)
				.map(({ key, info }) => [key, info.placeholder ?? info.default] as const);
			const { params } = JSON.parse(requestOf(id, Object.fromEntries(values)).body as string) as {
				params: unknown[];
			};
			const method = call.type === 'rpc' ? call.method : '';
			const endpoint = endpoints.find((one) => one.type === 'rpc' && one.rpcMethod === method);
			const required = endpoint?.parameters.filter((one) => one.required) ?? [];
			expect(endpoint?.parameters.slice(0, required.length)).toEqual(required);
			expect(params.slice(0, required.length)).not.toContain(null);
			expect(params.length).toBeGreaterThanOrEqual(required.length);
		},
	);

	it('one that is left out before one that is given is null', () => {
		const optional = (label: string) => field(text().optional(), about(label));
		const input = fieldSet({ a: optional('A'), b: optional('B'), c: optional('C') });
		const call = { type: 'rpc', endpoint: '/x', method: 'x', params: 'positional' } as const;
		const operation = { ...positional[0], input, call };
		const sent = (given: Record<string, unknown>) => {
			const limits = { timeoutMs: 1, maxBytes: 1 };
			const { body } = buildRequest(operation, given, { url: 'http://node.test' }, limits);
			return (JSON.parse(body as string) as { params: unknown }).params;
		};
		expect(sent({ b: 'x' })).toEqual([null, 'x']);
		expect(sent({ a: 'x' })).toEqual(['x']);
		expect(sent({})).toEqual([]);
	});
});

it('every operation of a node is sent above, or has a case', () => {
	const sent = new Set([...[...calls, ...gets].map(([id]) => id), ...idsWithCase()]);
	expect(rpcOperations.map(({ id }) => id).filter((id) => !sent.has(id))).toEqual([]);
});
