import { parseFields } from '../../core/fields/fieldSet';
import { catalogue, operationById } from '../../core/operations/catalogue';
import { type AnyOperation, isList } from '../../core/operations/declare';
import { parseJson } from '../../core/protocol/json';
import { itemsOf } from '../../core/protocol/paging';
import { buildRequest } from '../../core/protocol/request';
import { readResponse } from '../../core/protocol/response';
import { byValue } from '../core/operations/read';
import { cases as nodeCases } from '../nodes/cases';
import { type OperationCase, idsWithCase, operationCases, responseOf } from './case';

/** Every operation by its cases: what it sends, and what it makes of an answer. */

const URL = 'https://service.test/prefix';
const LIMITS = { timeoutMs: 1, maxBytes: 1 };

const uses = operationCases().map((use, at) => [`${use.id} (${at})`, use] as const);

function operationOf({ id }: OperationCase): AnyOperation {
	const operation = operationById(id);
	if (!operation) throw new Error(`No operation has the id ${id}`);
	return operation;
}

/** The input in the form that is sent. */
function parsed(use: OperationCase): Record<string, unknown> {
	return parseFields(operationOf(use).input, use.input, use.id);
}

const hasNoBody = ({ call }: AnyOperation) => call.type === 'http' && call.bodiless === true;

describe.each(uses)('%s', (_, use) => {
	it('sends what the documents say', () => {
		const operation = operationOf(use);
		const isRpc = operation.call.type === 'rpc';
		const { method, url, body } = buildRequest(operation, parsed(use), { url: URL }, LIMITS);
		expect(method).toBe(use.request.method ?? (isRpc ? 'POST' : 'GET'));
		expect(decodeURIComponent(url)).toBe(decodeURIComponent(URL + use.request.path));
		const sent = body === undefined ? undefined : (JSON.parse(body) as unknown);
		const envelope = { jsonrpc: '2.0', id: 1, ...(use.request.body as object | undefined) };
		expect(sent).toEqual(isRpc ? envelope : use.request.body);
	});

	it('reads the answer to the expected items', () => {
		const operation = operationOf(use);
		const answer = readResponse(operation, responseOf(operation, use), 0, parsed(use));
		const items = isList(operation) ? itemsOf(operation, answer as object as never) : [answer];
		expect(items).toEqual(use.items);
	});

	it('refuses an answer of another form', () => {
		const operation = operationOf(use);
		if (hasNoBody(operation)) return;
		const strange = responseOf(operation, { ...use, answer: { json: [[]] } });
		const read = () => readResponse(operation, strange, 0, parsed(use));
		expect(read).toThrow(/has an unexpected form|are not metrics/);
	});

	it('keeps every value of the answer', () => {
		const operation = operationOf(use);
		const { call } = operation;
		// Their items are compared in whole.
		if (hasNoBody(operation) || (call.type === 'http' && call.format)) return;
		const response = responseOf(operation, use);
		const read = readResponse(operation, response, 0, parsed(use));
		const body = parseJson(response.text);
		const result = operation.call.type === 'rpc' ? (body as { result: unknown }).result : body;
		const adapted = operation.adapt ? operation.adapt(result, parsed(use)) : result;
		// Where statuses are answers, the status stands beside the rest.
		const withStatus = call.type === 'http' && call.answers !== undefined;
		const given = withStatus ? { ...(adapted as object), statusCode: 200 } : adapted;
		expect(byValue(read)).toEqual(byValue(given));
	});
});

it('every operation has a case', () => {
	const withCase = new Set([...idsWithCase(), ...Object.keys(nodeCases)]);
	expect(catalogue.map(({ id }) => id).filter((id) => !withCase.has(id))).toEqual([]);
});
