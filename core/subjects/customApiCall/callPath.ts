import * as z from 'zod/v4';
import type { AnyClient } from '../../client';
import { Failure } from '../../failure';
import { field, value } from '../../fields/field';
import {
	type Fields,
	type InputValues,
	type ParsedValues,
	fieldSet,
	parseFields,
} from '../../fields/fieldSet';
import { choice, textValue } from '../../fields/inputs';
import * as out from '../../fields/outputs';
import { pathBelow } from '../../fields/pathBelow';
import { preview } from '../../fields/preview';
import { queryValues } from '../../fields/queryValues';
import { broken } from '../../fields/rules';
import { sentJson } from '../../fields/sentJson';
import { type HttpMethod, declare, declareList } from '../../operations/declare';
import { dataResources } from '../resources';

/** Calls of paths of the data and metrics services that users write themselves. */

const ID = 'customApiCall.call';
const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const satisfies HttpMethod[];
const [GET, ...CHANGING] = METHODS;
const SERVICES = [
	{ value: 'data', name: 'Chain Data' },
	{ value: 'metrics', name: 'Metrics' },
];

const LIST_RULE = 'must be the name of a list in the response, such as validators';
const isName = (name: string) => /^[A-Za-z][A-Za-z0-9_-]{0,127}$/.test(name);

const FIELDS = {
	service: field(choice(['data', 'metrics'], SERVICES), {
		in: 'form',
		label: 'Service',
		description: 'The service of the credential that is called',
		default: 'data',
	}),
	method: field(choice(METHODS), {
		in: 'form',
		label: 'Method',
		description:
			'The HTTP method: GET is repeated after temporary failures, any other method only if the service certainly did not act on the request',
		default: GET,
	}),
	path: field(pathBelow('/v1/chains'), {
		in: 'form',
		label: 'Path',
		description: 'The path below the URL of the service, starting with a slash, without a query',
		placeholder: '/v1/networks/mainnet/validators',
	}),
	query: field(queryValues().optional(), {
		in: 'form',
		label: 'Query Parameters (JSON)',
		description:
			'The query as a JSON object of texts, numbers, flags or lists of these; each value of a list is sent as a parameter of its own',
		placeholder: '{ "pageSize": 100, "validationStatus": "active" }',
		show: 'main',
	}),
	itemsField: field(textValue(LIST_RULE, isName).optional(), {
		in: 'form',
		label: 'Items Field',
		description:
			'Name of the list in the response: each of its entries becomes an item, and pages are read up to the limit. By default, the whole response is one item.',
		placeholder: 'validators',
		show: 'main',
		shownFor: { field: 'method', values: [GET] },
	}),
	body: field(sentJson().optional(), {
		in: 'form',
		label: 'Body (JSON)',
		description: 'The body as a JSON object or array, which is sent unchanged; none by default',
		placeholder: '{ "name": "My webhook" }',
		show: 'main',
		shownFor: { field: 'method', values: CHANGING },
	}),
};

/** The fields of a custom call. */
export const pathFields = fieldSet(FIELDS, ({ method, body, itemsField }, context) => {
	if (method === GET && body !== undefined) {
		broken(context, 'body', `must be empty with "Method" (method) ${GET}`);
	}
	if (method !== GET && itemsField !== undefined) {
		broken(context, 'itemsField', `must be empty unless "Method" (method) is ${GET}`);
	}
});

/** The input of `callPath` and `listPath`, as the form of *Custom Call* has it. */
export type PathInput = InputValues<typeof FIELDS>;

/** The menu entry of the operation, and its words. */
export const CUSTOM_CALL = {
	resource: dataResources.customApiCall,
	entry: { value: 'call', name: 'Call' },
	action: 'Call any path of the data or the metrics service',
	description:
		'Sends a request with any method, query and body to a path of the data service or the metrics service, with the credential, and returns the response or the items of its list',
} as const;

type Call = ParsedValues<typeof FIELDS>;

/** A field of the query, whose value was checked with the form. */
function sent(name: string) {
	const unchecked = value(() => z.unknown(), { control: 'text', rule: 'is sent' }).optional();
	return field(unchecked, { in: 'query', name, label: name, description: name });
}

function queryFields(names: readonly string[]): Fields {
	return Object.fromEntries(names.map((name) => [name, sent(name)]));
}

/** The parts of the user's call that its declarations share. */
function commonOf({ service, method, path, query = {}, body }: Call) {
	return {
		id: ID,
		...CUSTOM_CALL,
		node: 'avalanche' as const,
		service,
		call: { type: 'http' as const, method, path, own: { body } },
		input: fieldSet(queryFields(Object.keys(query))),
		// Any other method may create something: after an ambiguous failure it is not repeated.
		creates: method !== GET,
		spec: 'Chain data; Metrics',
	};
}

/** Throws if a response has no list of the given name. */
function requireList(response: unknown, name: string): void {
	const isObject = typeof response === 'object' && response !== null && !Array.isArray(response);
	const fields: Record<string, unknown> = isObject ? { ...response } : {};
	if (Object.hasOwn(fields, name) && Array.isArray(fields[name])) return;
	const lists = Object.keys(fields).filter((key) => Array.isArray(fields[key]));
	const found = lists.length > 0 ? `its lists are ${lists.map(preview).join(', ')}` : 'it has none';
	throw new Failure({
		kind: 'invalid-response',
		message: `"Items Field" (itemsField) ${LIST_RULE}; given: ${preview(name)}, but ${found}`,
		field: 'itemsField',
		hint: 'Correct Items Field, or leave it empty to get the whole response as one item.',
		operation: ID,
		retryable: false,
	});
}

/** The user's call as an operation that lists, page by page. */
function listOf(call: Call, items: string) {
	const common = commonOf(call);
	return declareList({
		...common,
		input: fieldSet(queryFields([...new Set([...common.input.keys, 'pageToken'])])),
		output: out.object({ [items]: out.list(out.open()) }),
		items,
		paging: { style: 'token' },
		adapt(response) {
			requireList(response, items);
			return response;
		},
	});
}

/**
 * Calls a path of the data service or the metrics service and returns its response as the service sends it;
 * numbers that JavaScript would change are text. Throws `Failure`: of kind `invalid-input` before anything
 * is sent, and those of the call. Only GET is repeated after a failure that may have changed something.
 *
 * @example
 * const chain = await callPath(client, { service: 'data', method: 'GET', path: '/v1/chains/43114' });
 */
export async function callPath(client: AnyClient, given: PathInput): Promise<unknown> {
	const { itemsField, ...call } = parseFields(pathFields, given, ID);
	if (itemsField !== undefined) {
		const rule = 'must be empty: listPath returns the items of a list';
		throw new Failure({
			kind: 'invalid-input',
			message: `"Items Field" (itemsField) ${rule}; given: ${preview(itemsField)}`,
			field: 'itemsField',
			operation: ID,
		});
	}
	return await client.call(declare({ ...commonOf(call), output: out.open() }), call.query ?? {});
}

/**
 * The items of a list that a path returns under the name `itemsField`, page by page. `limit`: the most
 * items; all by default. Throws as `callPath` does, and `invalid-response` if the response has no such list.
 *
 * @example
 * const path = '/v1/networks/mainnet/validators';
 * for await (const validator of listPath(client, { service: 'data', method: 'GET', path, itemsField: 'validators' })) {
 * 	console.log(validator);
 * }
 */
export async function* listPath(
	client: AnyClient,
	given: PathInput,
	{ limit }: { limit?: number } = {},
): AsyncGenerator<unknown, void, undefined> {
	const call = parseFields(pathFields, given, ID);
	if (call.itemsField === undefined) {
		throw new Failure({
			kind: 'invalid-input',
			message: `"Items Field" (itemsField) is required: it ${LIST_RULE}`,
			field: 'itemsField',
			operation: ID,
		});
	}
	const list = listOf(call, call.itemsField);
	for await (const page of client.pages(list, call.query ?? {}, { limit })) yield* page.items;
}
