import type { Endpoint, HttpEndpoint, Parameter, RpcEndpoint } from './endpoints';

/** The 35 operations of a node, transcribed by hand from the document of the JSON-RPC interfaces. */

const required: Parameter = { in: 'params', required: true };
const optional: Parameter = { in: 'params' };
const encoding: Parameter = { in: 'params', default: 'hex', values: ['hex', 'json'] };
const hexOnly: Parameter = { in: 'params', values: ['hex'] };
const includePartial: Parameter = { in: 'params', beyond: true };

function xChain(
	rpcMethod: string,
	parameters: RpcEndpoint['parameters'],
	more: Partial<RpcEndpoint> = {},
): RpcEndpoint {
	const others = ['/ext/bc/<blockchainID>'];
	return { service: 'node', endpoint: '/ext/bc/X', others, rpcMethod, parameters, ...more };
}

function pChain(
	rpcMethod: string,
	parameters: RpcEndpoint['parameters'],
	more: Partial<RpcEndpoint> = {},
): RpcEndpoint {
	return { service: 'node', endpoint: '/ext/bc/P', rpcMethod, parameters, ...more };
}

function health(path: string): HttpEndpoint {
	const parameters = { tag: { in: 'query', many: true } } as const;
	return { service: 'node', method: 'GET', path, parameters };
}

function healthRpc(rpcMethod: string, parameters: RpcEndpoint['parameters']): RpcEndpoint {
	return { service: 'node', endpoint: '/ext/health', rpcMethod, parameters };
}

/** Each method is served at the five indexes; blocks of the X-Chain stand for them. */
function index(
	rpcMethod: string,
	parameters: RpcEndpoint['parameters'],
	more: Partial<RpcEndpoint> = {},
): RpcEndpoint {
	return {
		service: 'node',
		endpoint: '/ext/index/X/block',
		others: ['/ext/index/C/block', '/ext/index/P/block', '/ext/index/X/tx', '/ext/index/X/vtx'],
		rpcMethod,
		parameters: { ...parameters, encoding: hexOnly },
		...more,
	};
}

function evm(
	rpcMethod: string,
	parameters: RpcEndpoint['parameters'],
	more: Partial<RpcEndpoint> = {},
): RpcEndpoint {
	const endpoint = '/ext/bc/<blockchainID>/rpc';
	return { service: 'node', endpoint, rpcMethod, parameters, positional: true, ...more };
}

export const nodeEndpoints: readonly Endpoint[] = [
	xChain('avm.getAllBalances', { address: required, includePartial }, { deprecated: true }),
	xChain('avm.getAssetDescription', { assetID: required }),
	xChain(
		'avm.getBalance',
		{ address: required, assetID: required, includePartial },
		{ deprecated: true },
	),
	xChain('avm.getBlock', { blockID: required, encoding }),
	xChain('avm.getBlockByHeight', { height: required, encoding }),
	xChain('avm.getHeight', {}),
	xChain('avm.getTx', { txID: required, encoding }),
	xChain('avm.getTxFee', {}),
	xChain('avm.getTxStatus', { txID: required }, { deprecated: true }),
	xChain(
		'avm.getUTXOs',
		{
			addresses: { in: 'params', required: true, many: true },
			limit: optional,
			startIndex: optional,
			sourceChain: optional,
			encoding: hexOnly,
		},
		{ paging: 'utxo', items: 'utxos' },
	),

	pChain(
		'platform.getBalance',
		{ addresses: { in: 'params', required: true, many: true } },
		{ deprecated: true },
	),
	pChain('platform.getBlock', { blockID: required, encoding }),
	pChain('platform.getBlockByHeight', { height: required, encoding }),
	pChain('platform.getBlockchains', {}, { deprecated: true }),
	pChain('platform.getBlockchainStatus', { blockchainID: required }),
	pChain('platform.getCurrentSupply', { subnetID: optional }),
	pChain('platform.getCurrentValidators', {
		subnetID: optional,
		nodeIDs: { in: 'params', many: true },
	}),

	health('/ext/health'),
	health('/ext/health/health'),
	health('/ext/health/readiness'),
	health('/ext/health/liveness'),
	healthRpc('health.health', { tags: { in: 'params', many: true } }),
	healthRpc('health.readiness', { tags: { in: 'params', many: true } }),
	healthRpc('health.liveness', {}),

	index('index.getContainerByID', { id: required }),
	index('index.getContainerByIndex', { index: required }),
	index(
		'index.getContainerRange',
		{ startIndex: required, numToFetch: { in: 'params', required: true, min: 0, max: 1024 } },
		{ paging: 'range', items: 'containers' },
	),
	index('index.getIndex', { id: required }),
	index('index.getLastAccepted', {}),
	index('index.isAccepted', { id: required }),

	evm('eth_feeConfig', { block: optional }),
	evm('eth_getChainConfig', {}),
	evm('eth_getActivePrecompilesAt', { timestamp: optional }, { deprecated: true }),
	evm('eth_getActiveRulesAt', { timestamp: optional }),
	{
		service: 'node',
		endpoint: '/ext/bc/<blockchainID>/validators',
		rpcMethod: 'validators.getCurrentValidators',
		parameters: { nodeIDs: { in: 'params', many: true } },
	},
];
