import { valueAt } from '../../core/fields/columns';
import { parseFields } from '../../core/fields/fieldSet';
import { catalogue, operationById } from '../../core/subjects/catalogue';
import type { AnyOperation } from '../../core/operations/declare';
import { columnsOf, isList } from '../../core/operations/derived';
import { parseJson } from '../../core/formats/json';
import { itemsOf } from '../../core/protocol/paging';
import { buildRequest } from '../../core/protocol/request';
import { readResponse } from '../../core/protocol/response';
import { byValue } from '../core/operations/read';
import { AVAX_ID } from '../../core/subjects/shared/money';
import {
	type OperationCase,
	idsWithCase,
	operationCases,
	responseOf,
} from '../../lab/kit/operations/case';
import { ofRoom } from '../../lab/kit/selection';
import { endpointOf, newFieldsIn, withNewFields } from './newer';

/** Every operation by its cases: what it sends, and what it makes of an answer. */

const URL = 'https://service.test/prefix';
const LIMITS = { timeoutMs: 1, maxBytes: 1 };

const uses = ofRoom(operationCases(), ({ room }) => room).map(
	(use, at) => [`${use.id} (${at})`, use] as const,
);

function operationOf({ id }: OperationCase): AnyOperation {
	const operation = operationById(id);
	if (!operation) throw new Error(`No operation has the id ${id}`);
	return operation;
}

/** The input in the form that is sent. */
function parsed(use: OperationCase): Record<string, unknown> {
	return parseFields(operationOf(use).input, use.input, use.id);
}

const TOLERANT = { missing: () => undefined };

/** Reads an answer of a case: strictly, unless the case says that required fields are missing. */
function readAnswer(use: OperationCase, response: ReturnType<typeof responseOf>): unknown {
	const reading = use.missing ? TOLERANT : {};
	return readResponse(operationOf(use), response, 0, parsed(use), reading);
}

/** Values that an operation whose answer is an object refuses. */
const OTHERS = ['text', 7, true, null, []];

const formOf = (json: unknown) =>
	json === null ? 'null' : Array.isArray(json) ? 'array' : typeof json;

/** The answer of a case: its body, or of JSON-RPC the result. */
function resultIn(operation: AnyOperation, use: OperationCase): unknown {
	if ('text' in use.answer) return use.answer.text;
	const body = JSON.parse(responseOf(operation, use).text) as { result: unknown };
	return operation.call.type === 'rpc' ? body.result : body;
}

/** The forms that the cases of an operation answer with. */
function answersOf(operation: AnyOperation): ReadonlySet<string> {
	const own = operationCases().filter(({ id }) => id === operation.id);
	return new Set(own.map((use) => formOf(resultIn(operation, use))));
}

const hasNoBody = ({ call }: AnyOperation) => call.type === 'http' && call.bodiless === true;

describe.each(uses)('%s', (_, use) => {
	it('sends what the documents say', () => {
		const operation = operationOf(use);
		const isRpc = operation.call.type === 'rpc';
		const { method, url, headers, body } = buildRequest(
			operation,
			parsed(use),
			{ url: URL },
			LIMITS,
		);
		expect(method).toBe(use.request.method ?? (isRpc ? 'POST' : 'GET'));
		expect(decodeURIComponent(url)).toBe(decodeURIComponent(URL + use.request.path));
		const sent = body === undefined ? undefined : (JSON.parse(body) as unknown);
		if (body !== undefined) expect(headers['content-type']).toBe('application/json');
		const envelope = { jsonrpc: '2.0', id: 1, ...(use.request.body as object | undefined) };
		expect(sent).toEqual(isRpc ? envelope : use.request.body);
	});

	it('reads the answer to the expected items', () => {
		const operation = operationOf(use);
		const answer = readAnswer(use, responseOf(operation, use));
		const items = isList(operation) ? itemsOf(operation, answer as object as never) : [answer];
		expect(items).toEqual(use.items);
		if (!use.missing) return;
		const strictly = () => readResponse(operation, responseOf(operation, use), 0, parsed(use));
		expect(strictly).toThrow(/has an unexpected form/);
	});

	it('refuses an answer of another form', () => {
		const operation = operationOf(use);
		if (hasNoBody(operation)) return;
		const isObject = endpointOf(operation).output?.kind === 'schema';
		const others = OTHERS.filter((json) => isObject && !answersOf(operation).has(formOf(json)));
		for (const json of [[[]], ...others, ...(use.rejected ?? [])]) {
			const response = responseOf(operation, { ...use, answer: { json } });
			const read = () => readResponse(operation, response, 0, parsed(use), TOLERANT);
			expect(read).toThrow(/has an unexpected form|are not metrics/);
		}
	});

	it('keeps fields that the documents do not name, at any depth', () => {
		const operation = operationOf(use);
		const { output } = endpointOf(operation);
		const response = responseOf(operation, use);
		const isObject = formOf(resultIn(operation, use)) === 'object';
		if (output?.kind !== 'schema' || !isObject) return;
		const isRpc = operation.call.type === 'rpc';
		const newer = withNewFields(output, resultIn(operation, use));
		const text = JSON.stringify(isRpc ? { jsonrpc: '2.0', id: 1, result: newer } : newer);
		const read = readAnswer(use, { ...response, text });
		expect(newFieldsIn(read)).toBe(newFieldsIn(newer));
		expect(newFieldsIn(newer)).toBeGreaterThan(0);
	});

	it('keeps every value of the answer', () => {
		const operation = operationOf(use);
		const { call } = operation;
		// Their items are compared completely.
		if (hasNoBody(operation) || (call.type === 'http' && call.format)) return;
		const response = responseOf(operation, use);
		const read = readAnswer(use, response);
		const body = parseJson(response.text);
		const result = operation.call.type === 'rpc' ? (body as { result: unknown }).result : body;
		const adapted = operation.adapt ? operation.adapt(result, parsed(use)) : result;
		// If statuses are answers, `statusCode` is a field of the output, besides those of the
		// body.
		const withStatus = call.type === 'http' && call.answers !== undefined;
		const { status: statusCode } = response;
		const given = withStatus ? { ...(adapted as object), statusCode } : adapted;
		expect(byValue(read)).toEqual(byValue(given));
	});
});

it('every operation has a case', () => {
	const withCase = idsWithCase();
	expect(catalogue.map(({ id }) => id).filter((id) => !withCase.has(id))).toEqual([]);
});

const FOREIGN_ASSET = '2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe';
const LOOK_ALIKE = '0xe1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1e1';

/** An item whose symbol is AVAX at every place that a column shows, with this identity. */
const called = (identity: object) => ({ symbol: 'AVAX', ...identity });

it.each([
	['tokenBalance.getManyErc20', called({ address: LOOK_ALIKE }), false],
	['tokenBalance.getManyErc20', { address: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7' }, true],
	['contract.getManyTransfers', { erc721Token: called({ address: LOOK_ALIKE }) }, false],
	['evmTransaction.get', { networkTokenDetails: { networkToken: { symbol: 'X' } } }, true],
	['chain.getMany', { chainId: '4337', networkToken: { symbol: 'AVAX' } }, false],
	['primaryNetwork.getManyUtxos', { asset: called({ assetId: FOREIGN_ASSET }) }, false],
	['primaryTransaction.getMany', { value: [called({ assetId: FOREIGN_ASSET })] }, false],
	['primaryTransaction.getMany', { value: [called({ assetId: AVAX_ID.mainnet })] }, true],
])('%s of %j: known is %s', (id, item, expected) => {
	const columns = columnsOf(operationById(id) as AnyOperation) ?? [];
	const { base, path = [] } = columns.find(({ name }) => name === 'known') ?? {};
	expect(valueAt(base?.(item, { chainId: '43114' }), path)).toBe(expected);
});

it('every column of a symbol that anyone can choose has the column known beside it', () => {
	const names = catalogue.map((one) => [one.id, (columnsOf(one) ?? []).map(({ name }) => name)]);
	// It describes the asset whose id is asked for.
	const bare = names.filter(([, all]) => all.includes('symbol') && !all.includes('known'));
	expect(bare.map(([id]) => id)).toEqual(['primaryNetwork.getAsset']);
});
