import type { OperationCase } from '../../../testing/cases/operationCase';

/** Usage of the services by the account of an API key. */

const source = 'openapi: Data API Usage Metrics';

const value = {
	groupedBy: 'responseCode',
	groupValue: 429,
	totalRequests: 1200,
	requestsPerSecond: 0.0139,
	successRatePercent: 99.5,
	medianResponseTimeMsecs: 84.5,
	invalidRequests: 6,
	apiCreditsUsed: 24_000,
	apiCreditsWasted: 120,
};
const metric = { timestamp: 1_739_507_200, values: [value] };
const item = { ...metric, values: [{ ...value, groupValue: '429' }] };
const range = { startTimestamp: 1_739_507_200, endTimestamp: 1_739_664_000 };
const inQuery = 'startTimestamp=1739507200&endTimestamp=1739664000';
const log = {
	orgId: 'org-1',
	logId: 'log-1',
	eventTimestamp: 1_739_507_201,
	apiKeyId: 'key-1',
	apiKeyAlias: 'workflows',
	hostRegion: 'europe-west1',
	requestType: 'rpc',
	requestPath: '/ext/bc/C/rpc',
	apiCreditsConsumed: 20,
	requestDurationMsecs: 31,
	responseCode: 200,
	chainId: '43114',
	rpcMethod: 'eth_call',
	metadata: { ipAddress: '192.0.2.1', host: 'glacier-api.avax.network', userAgent: 'n8n' },
};

export const usage: OperationCase[] = [
	{
		id: 'account.getApiUsage',
		input: {
			...range,
			orgId: 'org-1',
			timeInterval: 'minute',
			groupBy: 'responseCode',
			chainId: '43114',
			responseCode: '429',
			requestType: 'data',
			apiKeyId: 'key-1',
			requestPath: '/v1/chains',
		},
		request: {
			path: `/v1/apiUsageMetrics?${inQuery}&timeInterval=minute&groupBy=responseCode&chainId=43114&responseCode=429&requestType=data&apiKeyId=key-1&requestPath=/v1/chains&orgId=org-1`,
		},
		answer: { json: { aggregateDuration: 'minute', orgId: 'org-1', metrics: [metric] } },
		items: [item],
		world: () => ({}),
		source,
	},
	{
		id: 'account.getManyApiLogs',
		input: { ...range, requestType: 'rpc', pageSize: 100 },
		request: { path: `/v1/apiLogs?${inQuery}&requestType=rpc&pageSize=100` },
		answer: { json: { orgId: 'org-1', logs: [log] } },
		items: [log],
		world: () => ({}),
		source,
	},
	{
		id: 'account.getSubnetRpcUsage',
		input: {
			...range,
			timeInterval: 'daily',
			groupBy: 'rlBypassToken',
			rlBypassApiToken: 'partner-1',
		},
		request: {
			path: `/v1/subnetRpcUsageMetrics?${inQuery}&timeInterval=daily&groupBy=rlBypassToken&rlBypassApiToken=partner-1`,
		},
		answer: { json: { aggregateDuration: 'daily', metrics: [metric], chainId: '4337' } },
		items: [item],
		world: () => ({}),
		source,
	},
	{
		id: 'account.getPrimaryNetworkRpcUsage',
		input: {
			network: 'mainnet',
			groupBy: 'userAgent',
			country: 'CH',
			continent: 'EU',
			userAgent: 'curl',
			rpcMethod: 'eth_call',
		},
		request: {
			path: '/v1/primaryNetworkRpcUsageMetrics?network=mainnet&groupBy=userAgent&rpcMethod=eth_call&country=CH&continent=EU&userAgent=curl',
		},
		answer: { json: { aggregateDuration: 'daily', metrics: [metric], network: 'mainnet' } },
		items: [item],
		world: () => ({ network: 'mainnet' }),
		source,
	},
];
