import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import * as z from 'zod/v4';
import { Failure } from '../../../core/failure';
import { field, value } from '../../../core/fields/field';
import { type Fields, type ParsedValues, fieldSet } from '../../../core/fields/fieldSet';
import { choice, textValue } from '../../../core/fields/inputs';
import * as out from '../../../core/fields/outputs';
import { preview } from '../../../core/fields/preview';
import { broken } from '../../../core/fields/rules';
import { type HttpMethod, declare, declareList } from '../../../core/operations/declare';
import { dataResources } from '../../../subjects/resources';
import type { Action, ActionForm } from '../../shared/action';
import { locatedIn } from '../../shared/fieldProperties';
import { outputItem } from '../../shared/output';
import { outputFrom } from '../../shared/outputFields';
import { valuesOf } from '../../shared/parameters';
import { pathBelow } from '../../shared/pathBelow';
import { formProperties, limitProperties } from '../../shared/properties';
import { sentJson } from '../../shared/sentJson';
import { type QueryValues, queryValues } from './queryValues';

const ID = 'customApiCall.call';
const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const satisfies HttpMethod[];
const [GET, ...CHANGING] = METHODS;
const SERVICES = [
	{ value: 'data', name: 'Chain Data' },
	{ value: 'metrics', name: 'Metrics' },
];

const LIST_RULE = 'must be the name of a list in the response, such as validators';
const isName = (name: string) => /^[A-Za-z][A-Za-z0-9_-]{0,127}$/.test(name);

/** The fields of a custom call. */
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

const form = fieldSet(FIELDS, ({ method, body, itemsField }, context) => {
	if (method === GET && body !== undefined) {
		broken(context, 'body', `must be empty with "Method" (method) ${GET}`);
	}
	if (method !== GET && itemsField !== undefined) {
		broken(context, 'itemsField', `must be empty unless "Method" (method) is ${GET}`);
	}
});

/** A property of lists, which is shown if the response has one. */
function ofList(property: INodeProperties): INodeProperties {
	const show = { method: [GET], ...property.displayOptions?.show };
	return { ...property, displayOptions: { show, hide: { itemsField: [''] } } };
}

/** The form of the operation in the node's menu. */
export const customCallForm: ActionForm = {
	resource: dataResources.customApiCall,
	entry: { value: 'call', name: 'Call' },
	action: 'Call any path of the data or the metrics service',
	description:
		'Sends a request with any method, query and body to a path of the data service or the metrics service, with the credential, and returns the response or the items of its list',
	properties: formProperties(locatedIn(form), { main: limitProperties.map(ofList) }),
	output: out.open(),
};

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
	const { resource, entry, action, description } = customCallForm;
	return {
		...{ id: ID, resource, entry, action, description },
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

/** The action for all paths of the data and metrics services without an operation of their own. */
export const customCall: Action = {
	async run(run) {
		const call = valuesOf(form, run, ID);
		const query: QueryValues = call.query ?? {};
		const item = (each: unknown) => outputItem(each, run.itemIndex);
		if (call.itemsField === undefined) {
			const answer = await run.client.call(
				declare({ ...commonOf(call), output: out.open() }),
				query,
			);
			return (Array.isArray(answer) ? (answer as unknown[]) : [answer]).map(item);
		}
		const limit = outputFrom(run).limit();
		const items: INodeExecutionData[] = [];
		for await (const page of run.client.pages(listOf(call, call.itemsField), query, { limit })) {
			for (const each of page.items) items.push(item(each));
		}
		return items;
	},
};
