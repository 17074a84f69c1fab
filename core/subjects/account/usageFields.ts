import { field } from '../../fields/field';
import { chain, isName } from '../../fields/identifiers';
import { choice, textValue } from '../../fields/inputs';
import * as shared from '../../operations/shared';
import { moment, network } from '../shared/data/fields';

/** Filter and grouping fields for the usage of API keys and of public RPCs. */

/** A filter on a text that keeps a rule. */
function filter(label: string, description: string, placeholder: string, rule: Rule) {
	const value = textValue(`must be ${rule.text}`, rule.check).optional();
	return field(value, { in: 'query', label, description, placeholder });
}

interface Rule {
	text: string;
	check: (given: string) => boolean;
}

/**
 * The rule of a pattern, described by `text`; two dots in a row and the beginning of a URL are
 * rejected.
 */
function matches(text: string, pattern: RegExp): Rule {
	return { text, check: (given) => pattern.test(given) && !/\.\.|:\/\//.test(given) };
}

const NAME = { text: 'letters, digits, dots, dashes and underscores', check: isName };
const STATUS = matches('an HTTP status such as 429', /^[1-5]\d\d$/);
const PATH = matches(
	'a path of the services such as /v1/chains or /ext/bc/C/rpc',
	/^\/(v\d+|ext)(\/[A-Za-z0-9:{}._~-]+)+$/,
);
const CODE = matches('a code of two letters, such as CH', /^[A-Za-z]{2}$/);
const AGENT = matches('a user agent such as curl/8.9.1', /^[A-Za-z][A-Za-z0-9 ./;:,()+_-]{0,511}$/);

const EXAMPLE_ID = '7f0b0c9e-4d3a-4f53-9d0e-6a2f1c8b5e47';
const PATH_EXAMPLE = '/v1/networks/mainnet/validators';
const BYPASS = 'Rate Limit Bypass Token';
const TYPES = [
	{ value: 'data', name: 'Data' },
	{ value: 'rpc', name: 'RPC' },
];

const COUNTRY = 'Only calls from this country: its ISO 3166-1 code, or XX for calls without one';
const CONTINENT = 'Only calls from this continent: AF, AN, AS, EU, NA, OC or SA';

/** All filters, by their parameters. */
const FILTERS = {
	chainId: field(chain().optional(), {
		in: 'query',
		label: 'Chain ID',
		description: 'Only requests for this chain',
		placeholder: '43114',
	}),
	responseCode: filter('Response Code', 'Only requests with this response status', '429', STATUS),
	requestType: field(choice(['data', 'rpc'], TYPES).optional(), {
		in: 'query',
		label: 'Request Type',
		description: 'Only requests of this type',
	}),
	apiKeyId: filter('API Key ID', 'Only requests with this API key', EXAMPLE_ID, NAME),
	requestPath: filter('Request Path', 'Only requests of this path', PATH_EXAMPLE, PATH),
	orgId: filter(
		'Organization ID',
		'The organization; by default the one of the API key',
		EXAMPLE_ID,
		NAME,
	),
	rpcMethod: filter('RPC Method', 'Only calls of this method', 'eth_call', NAME),
	rlBypassApiToken: filter(BYPASS, 'Only calls with this bypass token', 'partner-1', NAME),
	country: filter('Country', COUNTRY, 'CH', CODE),
	continent: filter('Continent', CONTINENT, 'EU', CODE),
	userAgent: filter('User Agent', 'Only calls by this user agent', 'curl/8.9.1', AGENT),
};

/** Some of the filters. */
export function filters<K extends keyof typeof FILTERS>(...keys: K[]) {
	const chosen = keys.map((key) => [key, FILTERS[key]] as const);
	return Object.fromEntries(chosen) as Pick<typeof FILTERS, K>;
}

/** Filters of the requests of an organization, for the list of them and for their counts. */
export function requestFilters() {
	return filters('chainId', 'responseCode', 'requestType', 'apiKeyId', 'requestPath', 'orgId');
}

/** The range of time, which the form always shows. */
export function period() {
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

const INTERVALS = ['hourly', 'daily', 'weekly', 'monthly'];

/** The time span of one point; `more` are those that not every operation has. */
export function interval(...more: string[]) {
	return oneOf([...more, ...INTERVALS], 'Interval', 'The time span of one point');
}

/** The field that the request counts are grouped by. */
export function groupBy(...values: string[]) {
	return oneOf(values, 'Group By', 'Field to group the counts by; no grouping by default');
}

/** The network of the public RPC. */
export function networkOfRpc() {
	return field(choice(shared.NETWORKS, shared.NETWORK_CHOICES), {
		...network().info,
		in: 'query',
	});
}
