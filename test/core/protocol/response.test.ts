import * as evm from '../../../core/subjects/evm';
import * as staking from '../../../core/subjects/staking/l1Validator';
import * as transactionExport from '../../../core/subjects/transactionExport/export';
import * as health from '../../../core/subjects/health/health';
import * as index from '../../../core/subjects/index/indexApi';
import * as pChainStaking from '../../../core/subjects/pChainStaking/pChainStaking';
import { catalogue } from '../../../core/subjects/catalogue';
import type { Operation } from '../../../core/operations/declare';
import { readResponse } from '../../../core/protocol/response';
import { retryAfter } from '../../../core/protocol/responseFailure';
import { answer, caught, TOLERANT } from './fakes';

const listsOfNodes = catalogue.filter(
	({ service, items, call }) => service === 'node' && items !== undefined && call.type === 'rpc',
);

const NOW = Date.parse('2026-01-01T00:00:00Z');
const EMPTY = { validators: [] };

const read = (operation: Operation, response: ReturnType<typeof answer>) =>
	readResponse(operation, response, NOW, {}, TOLERANT);
const failureOf = async (operation: Operation, response: ReturnType<typeof answer>) =>
	await caught(() => read(operation, response));

describe('a status', () => {
	it.each([
		[400, 'invalid-input', false],
		[401, 'unauthorized', false],
		[402, 'invalid-input', false],
		[403, 'forbidden', false],
		[405, 'invalid-input', false],
		[408, 'unavailable', true],
		[422, 'invalid-input', false],
		[429, 'rate-limited', true],
		[500, 'server', true],
		[501, 'server', true],
		[502, 'bad-gateway', true],
		[503, 'unavailable', true],
		[504, 'bad-gateway', true],
		[521, 'server', true],
		[301, 'invalid-response', false],
		[302, 'invalid-response', false],
		[304, 'invalid-response', false],
		[307, 'invalid-response', false],
	])('%i is %s', async (status, kind, retryable) => {
		for (const operation of [staking.getManyL1Validators, pChainStaking.getCurrentSupply]) {
			expect(await failureOf(operation, answer({ message: 'no' }, status))).toMatchObject({
				name: 'Failure',
				kind,
				status,
				retryable,
				operation: operation.id,
			});
		}
	});

	it('404 is not a record of the data service, and an API or chain that a node does not serve now', async () => {
		const none = answer({ message: 'no' }, 404);
		expect(await failureOf(staking.getManyL1Validators, none)).toMatchObject({
			kind: 'not-found',
			retryable: false,
		});
		expect(await failureOf(pChainStaking.getCurrentSupply, none)).toMatchObject({
			kind: 'unavailable',
			retryable: true,
		});
	});

	it.each([
		['C', true],
		['4R1ChBBXz5fnR2v5bUkMgeKULmJY5JTeHjzv3FkDjpAjQ2Z6q', false],
	])('404 for the chain %s passes: %p', async (blockchainId, passes) => {
		const failure = await caught(() =>
			readResponse(evm.getBalance, answer('', 404), NOW, { blockchainId }, TOLERANT),
		);
		expect(failure).toMatchObject({
			kind: 'unavailable',
			retryable: passes,
			hint: passes ? undefined : expect.stringContaining('no chain under this ID or alias'),
		});
	});

	it.each([200, 201, 202, 206])('%i is an answer', (status) => {
		const body = {
			operationId: 'a',
			operationStatus: 'RUNNING',
			operationType: 'NEW_TYPE',
			extra: 1,
		};
		expect(read(transactionExport.start, answer(body, status))).toEqual(body);
	});

	it('of a redirect says what to do, without its target', async () => {
		const error = await failureOf(
			staking.getManyL1Validators,
			answer('', 307, { location: 'https://evil.test/' }),
		);
		expect(error.message).toContain('redirect (307), which is not followed');
		expect(error.message).not.toContain('evil');
	});
});

describe("the service's own words", () => {
	it.each([
		[{ message: 'Address is wrong', error: 'Bad Request', statusCode: 400 }, 'Address is wrong'],
		[{ message: ['one', 'two'], error: 'Bad Request', statusCode: 400 }, 'one; two'],
		[{ message: ['one', 7, '', null] }, 'one'],
		[{ message: [], error: 'Bad Request' }, 'Bad Request'],
		[{ message: '', error: 'Bad Request' }, 'Bad Request'],
		[{ statusCode: 400 }, 'The service answered with status 400'],
		[
			'API call rejected because chain is not done bootstrapping\n',
			'API call rejected because chain is not done bootstrapping',
		],
		['<html><body>Bad gateway</body></html>', 'The service answered with status 400'],
		['{"message":"cut of', 'The service answered with status 400'],
		['', 'The service answered with status 400'],
		['null', 'The service answered with status 400'],
		['[1]', 'The service answered with status 400'],
		[{ message: 'x'.repeat(600) }, `${'x'.repeat(500)}…`],
	])('are read from %j', async (body, message) => {
		expect((await failureOf(staking.getManyL1Validators, answer(body, 400))).message).toBe(message);
	});
});

describe('an answer', () => {
	it('keeps every digit and every unknown field', () => {
		const text =
			'{"validators":[{"validationId":"a","remainingBalance":18446744073709551615,"new":{"x":9007199254740993}}],"blockHeight":"7","more":[1]}';
		expect(read(staking.getManyL1Validators, answer(text))).toEqual({
			validators: [
				{
					validationId: 'a',
					remainingBalance: '18446744073709551615',
					new: { x: '9007199254740993' },
				},
			],
			blockHeight: 7,
			more: [1],
		});
	});

	it('has a fraction of more digits than a number holds as a number', () => {
		const [given, rounded] = ['0.12345678901234567891', 0.12345678901234568];
		expect(read(staking.getManyL1Validators, answer(`{"validators":[],"new":${given}}`))).toEqual({
			validators: [],
			new: rounded,
		});
		const result = answer(`{"jsonrpc":"2.0","result":{"supply":"1","new":${given}}}`);
		expect(read(pChainStaking.getCurrentSupply, result)).toEqual({ supply: '1', new: rounded });
	});

	it.each([
		['', 'The service returned an empty response'],
		['  \n', 'The service returned an empty response'],
		[
			'{"validators":[{"validationId":"a"',
			'The service returned 34 characters that are not valid JSON',
		],
		['<html></html>', 'The service returned 13 characters that are not valid JSON'],
	])('that is not JSON is a failure: %j', async (text, message) => {
		expect(await failureOf(staking.getManyL1Validators, answer(text))).toMatchObject({
			kind: 'invalid-response',
			retryable: true,
			message,
		});
	});

	it.each([
		['{}', ' at validators'],
		['{"validators":{}}', ' at validators'],
		['{"validators":["a"]}', ' at validators.0'],
		['[]', ''],
		['null', ''],
		['"text"', ''],
	])('of another shape is a failure that says where: %s', async (text, where) => {
		const error = await failureOf(staking.getManyL1Validators, answer(text));
		expect(error.kind).toBe('invalid-response');
		expect(error.message).toContain(`an unexpected form${where}: `);
	});

	it('of an empty list is an answer', () => {
		expect(read(staking.getManyL1Validators, answer(EMPTY))).toEqual(EMPTY);
	});

	// A real node answers {"subnets":null} for ids that it does not know.
	it.each(listsOfNodes.map((one) => [one.id, one] as const))(
		'of a node has no items where its list is null: %s',
		(_, operation) => {
			const { items = '', adapt } = operation;
			// null is a block that is not there.
			if (operation.id === 'evmSubnet.getManyReceipts') return;
			// A result that is the list itself gets its name from the declaration.
			const result = adapt ? null : { [items]: null };
			const body = { jsonrpc: '2.0', id: 1, result };
			const found = read(operation, answer(body)) as Record<string, unknown>;
			expect(Object.values(found[items] as object)).toEqual([]);
		},
	);
});

describe('JSON-RPC', () => {
	it('gives the result', () => {
		expect(
			read(
				pChainStaking.getCurrentSupply,
				answer('{"jsonrpc":"2.0","id":1,"result":{"supply":"365865167637779183"}}'),
			),
		).toEqual({
			supply: '365865167637779183',
		});
	});

	it.each<[unknown, Record<string, unknown>]>([
		[
			{ code: -32000, message: 'not found', data: null },
			{ code: -32000, message: 'not found', data: undefined },
		],
		[
			{ code: -32602, message: 'bad params', data: { a: 1 } },
			{ code: -32602, message: 'bad params', data: { a: 1 } },
		],
		[{ code: 'x' }, { code: undefined, message: 'The node gave an error without a message' }],
	])('throws the error %j', async (error, expected) => {
		const failure = await failureOf(
			pChainStaking.getCurrentSupply,
			answer({ jsonrpc: '2.0', id: 1, error }),
		);
		expect(failure).toMatchObject({
			kind: 'rpc',
			retryable: false,
			operation: 'pChainStaking.getCurrentSupply',
			...expected,
		});
	});

	it.each(['[]', 'null', '"x"', '{"jsonrpc":"2.0","id":1}', '{}'])(
		'%s is not an envelope',
		async (text) => {
			expect((await failureOf(pChainStaking.getCurrentSupply, answer(text))).kind).toBe(
				'invalid-response',
			);
		},
	);

	it.each([
		['{"id":2,"result":{"supply":"1"}}', 'invalid-response', 'its response has the id 2'],
		['{"id":null,"result":{"supply":"1"}}', 'invalid-response', 'its response has the id null'],
		['{"id":2,"error":{"code":-32000,"message":"no"}}', 'invalid-response', 'has the id 2'],
		// The node could not read the request.
		['{"id":null,"error":{"code":-32700,"message":"no"}}', 'rpc', 'no'],
	])('the answer to another request is not one: %s', async (text, kind, says) => {
		const failure = await failureOf(pChainStaking.getCurrentSupply, answer(text));
		expect(failure.kind).toBe(kind);
		expect(failure.message.slice(-says.length)).toBe(says);
	});

	it.each([['[]'], ['null'], ['{"containers":[]}'], ['{"containers":null}']])(
		'reads a range of containers given as %s',
		(result) => {
			const text = `{"jsonrpc":"2.0","id":1,"result":${result}}`;
			expect(read(index.getManyContainers, answer(text))).toEqual({ containers: [] });
		},
	);
});

describe('health over HTTP', () => {
	const checks = { network: { error: 'no peers', contiguousFailures: 3 } };

	it('answers with 503, too', () => {
		expect(read(health.getHealth, answer({ checks, healthy: false }, 503))).toEqual({
			checks,
			healthy: false,
			statusCode: 503,
		});
		expect(read(health.getHealth, answer({ checks: {}, healthy: true }))).toEqual({
			checks: {},
			healthy: true,
			statusCode: 200,
		});
	});

	it.each(['', '<html>503</html>', '{"checks":{"net', 'null', '{"message":"no"}'])(
		'takes 503 alone for an answer: %j',
		(text) => {
			expect(read(health.getHealth, answer(text, 503))).toEqual({
				checks: {},
				healthy: false,
				statusCode: 503,
			});
		},
	);

	it.each(['', '<html>Log in</html>', '{"checks":{"net', 'null', '{"message":"hello"}', '[]'])(
		'does not take 200 alone for one: %j',
		async (text) => {
			expect((await failureOf(health.getHealth, answer(text, 200))).kind).toBe('invalid-response');
		},
	);

	it.each([
		[500, 'server'],
		[404, 'unavailable'],
		[302, 'invalid-response'],
		[429, 'rate-limited'],
	])('fails with %i', async (status, kind) => {
		expect(
			(await failureOf(health.getHealth, answer({ checks: {}, healthy: false }, status))).kind,
		).toBe(kind);
	});

	it('means nothing for JSON-RPC', async () => {
		expect(
			(await failureOf(health.getHealthRpc, answer({ healthy: false, checks: {} }, 503))).kind,
		).toBe('unavailable');
	});
});

describe('the wait that a service asks for', () => {
	it.each([
		[{ 'retry-after': '7' }, 7_000],
		[{ 'retry-after': ' 0 ' }, 0],
		[{ 'retry-after': '1.5' }, 1_500],
		[{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
		[{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
		[{ 'ratelimit-reset': '12' }, 12_000],
		[{ 'retry-after': '3', 'ratelimit-reset': '12' }, 3_000],
		[{ 'retry-after': '2026-01-01T00:00:30Z' }, 30_000],
		[{ 'retry-after': 'soon' }, undefined],
		[{}, undefined],
	] as Array<[Record<string, string>, number | undefined]>)(
		'%j is %p ms',
		async (headers, wait) => {
			expect(retryAfter(headers, NOW)).toBe(wait);
			expect(
				(await failureOf(staking.getManyL1Validators, answer({}, 429, headers))).retryAfterMs,
			).toBe(wait);
		},
	);

	it('is absent if there is only the window of the rate limit', async () => {
		const headers = { 'ratelimit-reset': '55' };
		expect(
			(await failureOf(staking.getManyL1Validators, answer({}, 503, headers))).retryAfterMs,
		).toBeUndefined();
		expect(
			(await failureOf(staking.getManyL1Validators, answer({}, 503, { 'retry-after': '2' })))
				.retryAfterMs,
		).toBe(2_000);
	});
});
