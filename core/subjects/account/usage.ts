import { fieldSet } from '../../fields/fieldSet';
import * as out from '../../fields/outputs';
import { declareList } from '../../operations/declare';
import { byToken, page, pages } from '../../operations/pages';
import { dataResources } from '../resources';
import { startBeforeEnd } from '../shared/data/rules';
import { filters, groupBy, interval, networkOfRpc, period, requestFilters } from './usageFields';

/** The usage of an API key's owner. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.account,
	service: 'data',
	cost: 200,
	spec: 'Chain data: Data API Usage Metrics',
} as const;

const API_GROUPS = ['requestPath', 'responseCode', 'chainId', 'apiKeyId', 'requestType'] as const;
const RPC_GROUPS = [
	...(['rpcMethod', 'responseCode', 'rlBypassToken', 'requestPath'] as const),
	...(['country', 'continent', 'userAgent'] as const),
];

/** Requests of an interval, with groups if grouping was requested. */
function metric<const V extends string>(...groups: readonly V[]) {
	return {
		timestamp: out.seconds('Start of the interval'),
		values: out.objects({
			groupedBy: out.choice([...groups, 'None'], 'Field that the requests are grouped by'),
			groupValue: out.optional(out.text('The group')),
			totalRequests: out.count(),
			requestsPerSecond: out.rate(),
			successRatePercent: out.percent(),
			medianResponseTimeMsecs: out.duration('ms'),
			invalidRequests: out.count(),
			apiCreditsUsed: out.count('Compute units'),
			apiCreditsWasted: out.count('Compute units of invalid requests'),
		}),
	};
}

function metrics<const S extends out.Shape, const V extends string>(
	beside: S,
	groups: readonly V[],
) {
	return out.object({
		aggregateDuration: out.text('The time span of one point'),
		...beside,
		metrics: out.many(metric(...groups)),
	});
}

/** Usage of the data service. */
export const getApiUsage = declareList({
	id: 'account.getApiUsage',
	...COMMON,
	entry: { value: 'getApiUsage', name: 'Get API Usage' },
	action: 'Get the API usage of an account',
	description:
		'Lists requests, success rate, response time and compute units of your organization over time, in total or by path, status, chain, key or type; use it to watch your limits',
	call: { type: 'http', method: 'GET', path: '/v1/apiUsageMetrics' },
	input: fieldSet(
		{
			...period(),
			timeInterval: interval('minute'),
			groupBy: groupBy(...API_GROUPS),
			...requestFilters(),
		},
		startBeforeEnd,
	),
	output: metrics({ orgId: out.id() }, API_GROUPS),
	items: 'metrics',
});

/** The requests one by one. */
export const getManyApiLogs = declareList({
	id: 'account.getManyApiLogs',
	...COMMON,
	entry: { value: 'getManyApiLogs', name: 'Get Many API Logs' },
	action: 'Get many API logs of an account',
	description:
		'Lists the requests of your organization one by one, with path, status, duration and compute units; use it to find failing or expensive requests',
	call: { type: 'http', method: 'GET', path: '/v1/apiLogs' },
	input: fieldSet(
		{
			...period(),
			...requestFilters(),
			...pages(),
		},
		startBeforeEnd,
	),
	output: page({
		orgId: out.id(),
		logs: out.many({
			logId: out.id(),
			orgId: out.id(),
			eventTimestamp: out.decimal('When the request was made, Unix time as served'),
			apiKeyId: out.id(),
			apiKeyAlias: out.name(),
			hostRegion: out.text(),
			requestType: out.choice(['data', 'rpc']),
			requestPath: out.text(),
			responseCode: out.count('HTTP status'),
			requestDurationMsecs: out.duration('ms'),
			apiCreditsConsumed: out.count('Compute units'),
			chainId: out.optional(out.id()),
			rpcMethod: out.optional(out.text()),
			metadata: out.object({
				ipAddress: out.text(),
				host: out.text(),
				userAgent: out.text(),
			}),
		}),
	}),
	items: 'logs',
	paging: byToken(),
	columns: (item) => [
		item.logId,
		item.eventTimestamp,
		item.requestType,
		item.requestPath,
		item.rpcMethod,
		item.chainId,
		item.responseCode,
		item.requestDurationMsecs,
		item.apiCreditsConsumed,
		item.apiKeyAlias,
		item.hostRegion,
	],
	unbounded: 'The unit of eventTimestamp is not documented',
});

/** Usage of the public RPC of an L1. */
export const getSubnetRpcUsage = declareList({
	id: 'account.getSubnetRpcUsage',
	...COMMON,
	entry: { value: 'getSubnetRpcUsage', name: 'Get Subnet RPC Usage' },
	action: 'Get the RPC usage of a subnet',
	description:
		'Lists calls, success rate and response time of the public RPC of a subnet over time, in total or by method, status or bypass token',
	call: { type: 'http', method: 'GET', path: '/v1/subnetRpcUsageMetrics' },
	input: fieldSet(
		{
			...period(),
			...filters('chainId'),
			timeInterval: interval(),
			groupBy: groupBy('rpcMethod', 'responseCode', 'rlBypassToken'),
			...filters('responseCode', 'rpcMethod', 'rlBypassApiToken'),
		},
		startBeforeEnd,
	),
	output: metrics({ chainId: out.id() }, RPC_GROUPS),
	items: 'metrics',
});

/** Usage of the public RPC of the primary network. */
export const getPrimaryNetworkRpcUsage = declareList({
	id: 'account.getPrimaryNetworkRpcUsage',
	...COMMON,
	entry: { value: 'getPrimaryNetworkRpcUsage', name: 'Get Primary Network RPC Usage' },
	action: 'Get the RPC usage of the primary network',
	description:
		'Lists calls, success rate and response time of the public RPC of the primary network over time, in total or by method, path, status, country, continent or user agent',
	call: { type: 'http', method: 'GET', path: '/v1/primaryNetworkRpcUsageMetrics' },
	input: fieldSet(
		{
			network: networkOfRpc(),
			...period(),
			timeInterval: interval(),
			groupBy: groupBy(
				'rpcMethod',
				'requestPath',
				'responseCode',
				'country',
				'continent',
				'userAgent',
			),
			...filters('responseCode', 'requestPath', 'rpcMethod', 'country', 'continent', 'userAgent'),
		},
		startBeforeEnd,
	),
	output: metrics({ network: out.choice(['mainnet', 'testnet']) }, RPC_GROUPS),
	items: 'metrics',
});
