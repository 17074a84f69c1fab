import { field } from '../../fields/field';
import { fieldSet } from '../../fields/fieldSet';
import { choice, isChain, isName, textValue } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { declareList } from '../declare';
import { dataResources } from '../resources';
import * as shared from '../shared';
import { moment, network, pageSize, pageToken } from './fields';
import { startBeforeEnd } from './rules';

/** What the owner of an API key has used. */

const COMMON = {
	node: 'avalanche',
	resource: dataResources.account,
	service: 'data',
	cost: 200,
	spec: 'Chain data: Data API Usage Metrics',
} as const;

/** A filter on a text that keeps a rule. */
function filter(label: string, description: string, placeholder: string, rule: Rule) {
	const value = textValue(`must be ${rule.text}`, rule.check).optional();
	return field(value, { in: 'query', label, description, placeholder });
}

interface Rule {
	text: string;
	check: (given: string) => boolean;
}

/** A rule by its words and a pattern; no text has two dots in a row or the beginning of a URL. */
function matches(text: string, pattern: RegExp): Rule {
	return { text, check: (given) => pattern.test(given) && !/\.\.|:\/\//.test(given) };
}

const NAME = { text: 'letters, digits, dots, dashes and underscores', check: isName };
const CHAIN = { text: 'an EVM chain id such as 43114, or a blockchain id (cb58)', check: isChain };
const STATUS = matches('an HTTP status such as 429', /^[1-5]\d\d$/);
const PATH = matches(
	'a path of the services such as /v1/chains or /ext/bc/C/rpc',
	/^\/(v\d+|ext)(\/[A-Za-z0-9:{}._~-]+)+$/,
);
const PLACE = matches('a name or code, such as CH', /^[A-Za-z][A-Za-z ()'-]{0,63}$/);
const AGENT = matches('a user agent such as curl/8.9.1', /^[A-Za-z][A-Za-z0-9 ./;:,()+_-]{0,511}$/);

const organization = () =>
	filter(
		'Organization ID',
		'The organization; that of the API key when left out',
		'7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47',
		NAME,
	);
const chainId = () => filter('Chain ID', 'Only requests for this chain', '43114', CHAIN);
const responseCode = () =>
	filter('Response Code', 'Only requests answered with this status', '429', STATUS);
const requestPath = () =>
	filter('Request Path', 'Only requests of this path', '/v1/networks/mainnet/validators', PATH);
const rpcMethod = () => filter('RPC Method', 'Only calls of this method', 'eth_call', NAME);
const apiKey = () =>
	filter(
		'API Key ID',
		'Only requests with this API key',
		'7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47',
		NAME,
	);

function requestType() {
	const choices = [
		{ value: 'data', name: 'Data' },
		{ value: 'rpc', name: 'RPC' },
	];
	return field(choice(['data', 'rpc'], choices).optional(), {
		in: 'query',
		label: 'Request Type',
		description: 'Only requests of this type',
	});
}

function period() {
	return {
		startTimestamp: moment({
			label: 'After',
			description: 'Start of the range, Unix seconds or a date-time',
			show: 'main',
		}),
		endTimestamp: moment({
			label: 'Before',
			description: 'End of the range, Unix seconds or a date-time',
			show: 'main',
		}),
	};
}

const NAMES: Record<string, string> = {
	apiKeyId: 'API Key',
	chainId: 'Chain',
	continent: 'Continent',
	country: 'Country',
	daily: 'Day',
	hourly: 'Hour',
	minute: 'Minute',
	monthly: 'Month',
	requestPath: 'Request Path',
	requestType: 'Request Type',
	responseCode: 'Response Code',
	rlBypassToken: 'Rate Limit Bypass Token',
	rpcMethod: 'RPC Method',
	userAgent: 'User Agent',
	weekly: 'Week',
};

function oneOf(values: readonly string[], label: string, description: string) {
	const choices = values.map((value) => ({ value, name: NAMES[value] }));
	return field(choice(values, choices).optional(), { in: 'query', label, description });
}

const interval = (values: readonly string[]) =>
	oneOf(values, 'Interval', 'The time that one point covers');
const groupBy = (values: readonly string[]) =>
	oneOf(values, 'Group By', 'What the requests are counted by; all together when left out');

const INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'];

/** The requests of an interval, in groups where they are grouped. */
function metric() {
	return {
		timestamp: out.seconds('Start of the interval'),
		values: out.objects({
			groupedBy: out.text('What the requests are grouped by, or None'),
			groupValue: out.text('The group'),
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

function metrics<const S extends Readonly<Record<string, out.Output>>>(beside: S) {
	return out.object({
		aggregateDuration: out.text('The time that one point covers'),
		...beside,
		metrics: out.many(metric()),
	});
}

/** Usage of the data service. */
export const listApiUsage = declareList({
	id: 'usage.getApi',
	...COMMON,
	entry: { value: 'getApiUsage', name: 'Get API Usage' },
	action: 'Get the API usage of an account',
	description:
		'Lists requests, success rate, response time and compute units of your organization over time, in all or by path, status, chain, key or type; to see limits come',
	call: { type: 'http', method: 'GET', path: '/v1/apiUsageMetrics' },
	input: fieldSet(
		{
			...period(),
			timeInterval: interval(['minute', ...INTERVALS]),
			groupBy: groupBy(['requestPath', 'responseCode', 'chainId', 'apiKeyId', 'requestType']),
			chainId: chainId(),
			responseCode: responseCode(),
			requestType: requestType(),
			apiKeyId: apiKey(),
			requestPath: requestPath(),
			orgId: organization(),
		},
		startBeforeEnd,
	),
	output: metrics({ orgId: out.id() }),
	items: 'metrics',
});

/** The requests one by one. */
export const listApiLogs = declareList({
	id: 'usage.getManyLogs',
	...COMMON,
	entry: { value: 'getManyApiLogs', name: 'Get Many API Logs' },
	action: 'Get many API logs of an account',
	description:
		'Lists the requests of your organization one by one, with path, status, duration and compute units; to find what fails or costs most',
	call: { type: 'http', method: 'GET', path: '/v1/apiLogs' },
	input: fieldSet(
		{
			...period(),
			chainId: chainId(),
			responseCode: responseCode(),
			requestType: requestType(),
			apiKeyId: apiKey(),
			requestPath: requestPath(),
			orgId: organization(),
			pageSize: pageSize(),
			pageToken: pageToken(),
		},
		startBeforeEnd,
	),
	output: out.object({
		nextPageToken: out.text(),
		orgId: out.id(),
		logs: out.many({
			logId: out.id(),
			orgId: out.id(),
			eventTimestamp: out.decimal('When the request was made, Unix time as served'),
			apiKeyId: out.id(),
			apiKeyAlias: out.name(),
			hostRegion: out.text(),
			requestType: out.text('data or rpc'),
			requestPath: out.text(),
			responseCode: out.count('HTTP status'),
			requestDurationMsecs: out.duration('ms'),
			apiCreditsConsumed: out.count('Compute units'),
			chainId: out.id(),
			rpcMethod: out.text(),
			metadata: out.object({
				ipAddress: out.text(),
				host: out.text(),
				userAgent: out.text(),
			}),
		}),
	}),
	items: 'logs',
	paging: { style: 'token', maxPageSize: 100 },
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
});

/** Usage of the public RPC of an L1. */
export const listSubnetRpcUsage = declareList({
	id: 'usage.getSubnetRpc',
	...COMMON,
	entry: { value: 'getSubnetRpcUsage', name: 'Get Subnet RPC Usage' },
	action: 'Get the RPC usage of a subnet',
	description:
		'Lists calls, success rate and response time of the public RPC of a subnet over time, in all or by method, status or bypass token',
	call: { type: 'http', method: 'GET', path: '/v1/subnetRpcUsageMetrics' },
	input: fieldSet(
		{
			...period(),
			chainId: chainId(),
			timeInterval: interval(INTERVALS),
			groupBy: groupBy(['rpcMethod', 'responseCode', 'rlBypassToken']),
			responseCode: responseCode(),
			rpcMethod: rpcMethod(),
			rlBypassApiToken: filter(
				'Rate Limit Bypass Token',
				'Only calls with this bypass token',
				'partner-1',
				NAME,
			),
		},
		startBeforeEnd,
	),
	output: metrics({ chainId: out.id() }),
	items: 'metrics',
});

/** Usage of the public RPC of the primary network. */
export const listPrimaryRpcUsage = declareList({
	id: 'usage.getPrimaryNetworkRpc',
	...COMMON,
	entry: { value: 'getPrimaryNetworkRpcUsage', name: 'Get Primary Network RPC Usage' },
	action: 'Get the RPC usage of the primary network',
	description:
		'Lists calls, success rate and response time of the public RPC of the primary network over time, in all or by method, path, status, country, continent or user agent',
	call: { type: 'http', method: 'GET', path: '/v1/primaryNetworkRpcUsageMetrics' },
	input: fieldSet(
		{
			network: field(choice(shared.NETWORKS, shared.NETWORK_CHOICES), {
				...network().info,
				in: 'query',
			}),
			...period(),
			timeInterval: interval(INTERVALS),
			groupBy: groupBy([
				'rpcMethod',
				'requestPath',
				'responseCode',
				'country',
				'continent',
				'userAgent',
			]),
			responseCode: responseCode(),
			requestPath: requestPath(),
			rpcMethod: rpcMethod(),
			country: filter('Country', 'Only calls from this country', 'CH', PLACE),
			continent: filter('Continent', 'Only calls from this continent', 'EU', PLACE),
			userAgent: filter('User Agent', 'Only calls by this user agent', 'curl/8.9.1', AGENT),
		},
		startBeforeEnd,
	),
	output: metrics({ network: out.text('mainnet or testnet') }),
	items: 'metrics',
});
