import type { Failure, HttpResponse } from '../../core';
import { valueAt } from '../../core/fields/columns';
import { parseFields } from '../../core/fields/fieldSet';
import { catalogue } from '../../core/subjects/catalogue';
import { knownOperation } from '../core/operations/knownOperation';
import type { AnyOperation } from '../../core/operations/declare';
import { columnsOf, isList } from '../../core/operations/derived';
import { parseJson } from '../../core/formats/json';
import { itemsOf } from '../../core/protocol/paging';
import { buildRequest } from '../../core/protocol/request';
import { readResponse } from '../../core/protocol/response';
import { byValue } from '../core/operations/read';
import { TOLERANT } from '../core/protocol/fakes';
import { AVAX_ID } from '../../core/subjects/shared/money';
import type { End, Use } from '../../lab/kit/operations/ask';
import { operationCases, responseOf, resultIn } from '../../lab/kit/operations/case';
import { type OperationTarget, runCases } from '../../lab/kit/operations/run';
import { ofRoom } from '../../lab/kit/selection';
import { endpointOf, newFieldsIn, withNewFields } from './newer';

/** Every operation by its cases: what it sends, and what it makes of an answer. */

const URL = 'https://service.test/prefix';
const LIMITS = { timeoutMs: 1, maxBytes: 1 };

const all = ofRoom(operationCases(), ({ room }) => room).map((use, at) => {
	return { id: use.id, at, use, operation: knownOperation(use.id) };
});
type Placed = (typeof all)[number];

/** A call that gets an answer: strictly read, unless required fields may be missing. */
interface Answered extends Use {
	response: HttpResponse;
	missing?: boolean;
}

const core: OperationTarget<Placed, Answered> = {
	casesOf,
	async call({ id, operation }, { input, response, missing }) {
		const values = parseFields(operation.input, input, id);
		const request = buildRequest(operation, values, { url: URL }, LIMITS);
		const exchange = { request, response };
		try {
			const answer = readResponse(operation, response, 0, values, missing ? TOLERANT : {});
			return await Promise.resolve({ type: 'answer', answer, exchange });
		} catch (failure) {
			return { type: 'failure', failure: failure as Failure, exchange };
		}
	},
};

/** Values that an operation whose answer is an object refuses. */
const OTHERS = ['text', 7, true, null, []];

const formOf = (json: unknown) =>
	json === null ? 'null' : Array.isArray(json) ? 'array' : typeof json;

/** The forms that the cases of an operation answer with. */
function answersOf(operation: AnyOperation): ReadonlySet<string> {
	const own = operationCases().filter(({ id }) => id === operation.id);
	return new Set(own.map((use) => formOf(resultIn(operation, use))));
}

function answerIn(end: End): unknown {
	if (end.type === 'answer') return end.answer;
	throw end.type === 'crash' ? end.error : end.failure;
}

const messageIn = (end: End) => end.type === 'failure' && end.failure.message;

function* casesOf({ operation, use, at }: Placed): Generator<Answered, void, End> {
	const { call, adapt } = operation;
	const { input, missing } = use;
	const isRpc = call.type === 'rpc';
	const given = responseOf(operation, use);
	const named = (name: string) => ({ name: `case ${at}: ${name}`, input, missing });

	const end = yield { ...named('sends what the documents say'), response: given };
	const { method, url, headers, body } = (end as End & { type: 'answer' }).exchange.request;
	expect(method).toBe(use.request.method ?? (isRpc ? 'POST' : 'GET'));
	expect(decodeURIComponent(url)).toBe(decodeURIComponent(URL + use.request.path));
	const sent = body === undefined ? undefined : (JSON.parse(body) as unknown);
	if (body !== undefined) expect(headers['content-type']).toBe('application/json');
	const envelope = { jsonrpc: '2.0', id: 1, ...(use.request.body as object | undefined) };
	expect(sent).toEqual(isRpc ? envelope : use.request.body);
	const read = answerIn(end);
	expect(isList(operation) ? itemsOf(operation, read as object as never) : [read]).toEqual(
		use.items,
	);
	if (missing) {
		const strict = yield { ...named('is read strictly'), response: given, missing: false };
		expect(messageIn(strict)).toMatch(/has an unexpected form/);
	}

	const hasNoBody = call.type === 'http' && call.bodiless === true;
	const { output } = endpointOf(operation);
	const isObject = output?.kind === 'schema';
	const others = OTHERS.filter((json) => isObject && !answersOf(operation).has(formOf(json)));
	for (const json of hasNoBody ? [] : [[[]], ...others, ...(use.rejected ?? [])]) {
		const response = responseOf(operation, { ...use, answer: { json } });
		const other = yield { ...named('refuses another form'), response, missing: true };
		expect(messageIn(other)).toMatch(/has an unexpected form|are not metrics/);
	}

	const result = resultIn(operation, use);
	if (isObject && formOf(result) === 'object') {
		const newer = withNewFields(output, result);
		const text = JSON.stringify(isRpc ? { jsonrpc: '2.0', id: 1, result: newer } : newer);
		const kept = yield {
			...named('keeps fields that no document names'),
			response: { ...given, text },
		};
		expect(newFieldsIn(answerIn(kept))).toBe(newFieldsIn(newer));
		expect(newFieldsIn(newer)).toBeGreaterThan(0);
	}

	// Items of another format are compared completely.
	if (hasNoBody || (call.type === 'http' && call.format)) return;
	const parsed = parseJson(given.text);
	const whole = isRpc ? (parsed as { result: unknown }).result : parsed;
	const adapted = adapt ? adapt(whole, parseFields(operation.input, input, use.id)) : whole;
	// If statuses are answers, `statusCode` is a field of the output, besides those of the body.
	const withStatus = call.type === 'http' && call.answers !== undefined;
	const everyValue = withStatus ? { ...(adapted as object), statusCode: given.status } : adapted;
	expect(byValue(read)).toEqual(byValue(everyValue));
}

test.each(all)('$id, case $at', async (one) => await runCases(core, [one]));

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
	const columns = columnsOf(knownOperation(id)) ?? [];
	const { base, path = [] } = columns.find(({ name }) => name === 'known') ?? {};
	expect(valueAt(base?.(item, { chainId: '43114' }), path)).toBe(expected);
});

it('every column of a symbol that anyone can choose has the column known beside it', () => {
	const names = catalogue.map((one) => [one.id, (columnsOf(one) ?? []).map(({ name }) => name)]);
	// It describes the asset whose id is asked for.
	const bare = names.filter(([, all]) => all.includes('symbol') && !all.includes('known'));
	expect(bare.map(([id]) => id)).toEqual(['primaryNetwork.getAsset']);
});
