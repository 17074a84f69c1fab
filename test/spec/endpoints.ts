import { nodeEndpoints } from './nodeEndpoints';

/**
 * The 54 operations of the two specification documents, transcribed by hand. Nothing here is
 * derived from the catalogue: tests compare the catalogue with this list.
 *
 * The native-balance parameters and the response of GET /v1/operations are not in the documents;
 * they follow the deployed service.
 */

export interface Parameter {
	in: 'path' | 'query' | 'body' | 'params';
	required?: true;
	min?: number;
	max?: number;
	/** What the service takes where the parameter is left out. */
	default?: string | number;
	/** The closed set of values. */
	values?: readonly string[];
	deprecated?: true;
	/** Several values. */
	many?: true;
	/** Deployed services take it, though the documents do not name it. */
	beyond?: true;
}

interface Common {
	service: 'data' | 'metrics' | 'node';
	/** By the name on the wire; dots nest. */
	parameters: Readonly<Record<string, Parameter>>;
	paging?: 'token' | 'utxo' | 'range';
	/** The array of a page. */
	items?: string;
	deprecated?: true;
}

export interface HttpEndpoint extends Common {
	method: 'GET' | 'POST';
	path: string;
}

export interface RpcEndpoint extends Common {
	/** `<blockchainID>` stands for a chain of the caller's choice. */
	endpoint: string;
	/** The other places where the same method is served. */
	others?: readonly string[];
	rpcMethod: string;
	/** Parameters go in an array. */
	positional?: true;
}

export type Endpoint = HttpEndpoint | RpcEndpoint;

const network: Parameter = {
	in: 'path',
	required: true,
	values: ['mainnet', 'fuji', 'testnet'],
};
const path: Parameter = { in: 'path', required: true };
const query: Parameter = { in: 'query' };
const list: Parameter = { in: 'query', many: true };
const timestamp: Parameter = { in: 'query', min: 0 };
const sortOrder: Parameter = { in: 'query', values: ['asc', 'desc'] };
const pageToken: Parameter = { in: 'query' };
const pageSize: Parameter = { in: 'query', min: 1, max: 100, default: 10 };
const largePageSize: Parameter = { in: 'query', min: 1, max: 500, default: 10 };
const percent = (byDefault: number): Parameter => ({
	in: 'body',
	min: 0,
	max: 100,
	default: byDefault,
});

export const dataEndpoints: readonly HttpEndpoint[] = [
	{
		service: 'data',
		method: 'POST',
		path: '/v1/signatureAggregator/{network}/aggregateSignatures',
		parameters: {
			network,
			message: { in: 'body' },
			justification: { in: 'body' },
			signingSubnetId: { in: 'body' },
			quorumPercentage: percent(67),
			quorumPercentageBuffer: percent(0),
			pChainHeight: { in: 'body', min: 0, default: 0 },
		},
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/signatureAggregator/{network}/aggregateSignatures/{txHash}',
		parameters: { network, txHash: path },
	},
	{
		service: 'data',
		method: 'POST',
		path: '/v1/operations/transactions:export',
		parameters: {
			// The document names the EVM export; the deployed service takes the other three as well.
			type: {
				in: 'body',
				required: true,
				values: [
					'TRANSACTION_EXPORT_EVM',
					'TRANSACTION_EXPORT_PRIMARY_NETWORK',
					'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
					'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE',
				],
			},
			firstDate: { in: 'body' },
			lastDate: { in: 'body' },
			startDate: { in: 'body', deprecated: true },
			endDate: { in: 'body', deprecated: true },
			'options.addresses': { in: 'body', many: true },
			'options.cChainEvmAddresses': { in: 'body', many: true },
			'options.includeChains': { in: 'body', required: true, many: true },
		},
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/operations/{operationId}',
		parameters: { operationId: path },
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking',
		parameters: {
			network,
			blockchainId: { in: 'path', default: 'p-chain' },
			addresses: list,
			txTypes: list,
			startTimestamp: timestamp,
			endTimestamp: timestamp,
			pageToken,
			pageSize,
			sortOrder,
		},
		paging: 'token',
		items: 'transactions',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/balances',
		parameters: { network, blockchainId: path, blockTimestamp: query, addresses: list },
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/rewards:listPending',
		parameters: { network, addresses: list, nodeIds: list, pageToken, pageSize, sortOrder },
		paging: 'token',
		items: 'pendingRewards',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/validators/{nodeId}',
		parameters: {
			network,
			nodeId: path,
			validationStatus: { in: 'query', values: ['completed', 'active', 'pending', 'removed'] },
			pageToken,
			pageSize,
			sortOrder,
		},
		paging: 'token',
		items: 'validators',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/delegators',
		parameters: {
			network,
			rewardAddresses: list,
			delegationStatus: { in: 'query', values: ['completed', 'active', 'pending'] },
			nodeIds: list,
			pageToken,
			pageSize,
			sortOrder,
		},
		paging: 'token',
		items: 'delegators',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/l1Validators',
		parameters: {
			network,
			l1ValidationId: query,
			includeInactiveL1Validators: query,
			nodeId: query,
			subnetId: query,
			pageToken,
			pageSize,
		},
		paging: 'token',
		items: 'validators',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices',
		parameters: { network, blockchainId: { in: 'path', default: 'x-chain' }, pageToken, pageSize },
		paging: 'token',
		items: 'vertices',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/networks/{network}/blockchains/{blockchainId}/vertices:listByHeight',
		parameters: {
			network,
			blockchainId: { in: 'path', default: 'x-chain' },
			vertexHeight: { in: 'query', required: true, min: 0 },
			pageToken,
			pageSize,
			sortOrder,
		},
		paging: 'token',
		items: 'vertices',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:getNative',
		parameters: {
			chainId: path,
			address: path,
			blockNumber: query,
			currency: { in: 'query', default: 'usd' },
		},
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/transactions:listErc20',
		parameters: {
			chainId: path,
			address: path,
			startBlock: { in: 'query', min: 0 },
			endBlock: { in: 'query', min: 0 },
			pageToken,
			pageSize,
		},
		paging: 'token',
		items: 'transactions',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc1155',
		parameters: {
			chainId: path,
			address: path,
			blockNumber: query,
			pageToken,
			pageSize: largePageSize,
			contractAddress: query,
		},
		paging: 'token',
		items: 'erc1155TokenBalances',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/chains/{chainId}/addresses/{address}/balances:listErc721',
		parameters: {
			chainId: path,
			address: path,
			pageToken,
			pageSize: largePageSize,
			contractAddress: query,
		},
		paging: 'token',
		items: 'erc721TokenBalances',
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/chains/{chainId}/transactions/{txHash}',
		parameters: { chainId: path, txHash: path },
	},
	{
		service: 'data',
		method: 'GET',
		path: '/v1/chains',
		parameters: {
			network: { in: 'query', values: ['mainnet', 'fuji', 'testnet'] },
			feature: { in: 'query', values: ['nftIndexing', 'webhooks', 'teleporter'] },
		},
		items: 'chains',
	},
];

export const metricsEndpoints: readonly HttpEndpoint[] = [
	{
		service: 'metrics',
		method: 'GET',
		path: '/v1/avg_tps/{chainId}',
		parameters: { chainId: path, pageToken },
		paging: 'token',
		items: 'results',
	},
];

/** All of them, in the order of the documents. */
export const endpoints: readonly Endpoint[] = [
	...dataEndpoints,
	...metricsEndpoints,
	...nodeEndpoints,
];
