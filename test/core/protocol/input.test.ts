import fc, { rounds } from '../../../core/testing/properties';
import * as transactionExport from '../../../core/subjects/transactionExport/export';
import * as staking from '../../../core/subjects/staking';
import * as primaryNetwork from '../../../core/subjects/primaryNetwork/primaryBalance';
import * as primaryTransaction from '../../../core/subjects/primaryTransaction/primaryTransaction';
import * as webhook from '../../../core/subjects/webhook/webhook';

import * as evmTransaction from '../../../core/subjects/evmTransaction/evmTransactionKinds';
import type { Operation } from '../../../core/operations/declare';
import { type Failure, isFailure } from '../../../core/failure';
import { catalogue } from '../../../core/subjects/catalogue';
import { infoOf, parseFields } from '../../../core/fields/fieldSet';
import { preview } from '../../../core/fields/preview';
import { listPositionsOf } from '../../../core/protocol/bounds';
import { caught } from './fakes';

const WALLET = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const AVAX = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';

const parse = (operation: Operation, input: unknown) =>
	parseFields(operation.input, input, operation.id) as Record<string, unknown>;

async function refusal(operation: Operation, input: unknown) {
	const error = await caught(() => parse(operation, input));
	expect(error).toMatchObject({ kind: 'invalid-input', operation: operation.id, retryable: false });
	return { field: error.field, message: error.message };
}

describe('input that breaks a rule', () => {
	it.each<[string, Operation, Record<string, unknown>, string, string[]]>([
		[
			'a wrong number',
			staking.getManyL1Validators,
			{ network: 'mainnet', pageSize: 101 },
			'pageSize',
			['"Page Size" (pageSize)', 'whole number, from 1 to 100', 'given: 101'],
		],
		[
			'a missing field',
			transactionExport.get,
			{},
			'operationId',
			['"Operation ID" (operationId) is required: it must be an operation id'],
		],
		[
			'a missing field that is undefined',
			transactionExport.get,
			{ operationId: undefined },
			'operationId',
			['is required'],
		],
		[
			'one value of an array',
			primaryNetwork.getBalance,
			{ network: 'mainnet', blockchainId: 'p-chain', addresses: [AVAX, 7] },
			'addresses',
			['given: 7'],
		],
		['null', transactionExport.get, { operationId: null }, 'operationId', ['given: null']],
	])('%s names field, label, rule and value', async (_, operation, input, field, parts) => {
		const refused = await refusal(operation, input);
		expect(refused.field).toBe(field);
		for (const part of parts) expect(refused.message).toContain(part);
	});

	it('names a field that does not exist, and those that do', async () => {
		const refused = await refusal(transactionExport.get, { operationId: 'a', operationID: 'b' });
		expect(refused.field).toBe('operationID');
		expect(refused.message).toBe(
			'transactionExport.get has no field "operationID": its fields are operationId',
		);
	});

	it.each([[null], [undefined], ['text'], [7], [['a']]])('is not an object: %j', async (input) => {
		expect((await refusal(transactionExport.get, input)).message).toBe(
			'The input of transactionExport.get must be an object of fields',
		);
	});

	it('is always a failure on one line, for any value', () => {
		const anything = fc.anything({
			withBigInt: true,
			withDate: true,
			withMap: true,
			withNullPrototype: true,
			withTypedArray: true,
		});
		const field = fc.constantFrom(
			'type',
			'addresses',
			'includeChains',
			'firstDate',
			'__proto__',
			'toString',
			'constructor',
		);
		fc.assert(
			fc.property(fc.array(fc.tuple(field, anything)), (entries) => {
				try {
					parse(transactionExport.start, Object.fromEntries(entries));
				} catch (error) {
					expect(isFailure(error)).toBe(true);
					expect((error as Error).message).not.toMatch(/[\r\n]/);
					expect((error as Error).message.length).toBeLessThan(600);
				}
			}),
			{ numRuns: rounds(2_000) },
		);
	});
});

it('leaves out what is undefined', () => {
	const given = { network: 'mainnet', subnetId: undefined };
	expect(parse(staking.getManyL1Validators, given)).toEqual({ network: 'mainnet' });
	const transfers = { chainId: 43114, address: ` ${WALLET} ` };
	expect(parse(evmTransaction.getManyErc20Transfers, transfers)).toEqual({
		chainId: '43114',
		address: WALLET,
	});
});

it('previews values shortly', () => {
	expect(preview('a\n"b"')).toBe('"a\\n\\"b\\""');
	expect(preview('x'.repeat(500))).toHaveLength(81);
	expect(preview(undefined)).toBe('undefined');
	const circle: Record<string, unknown> = {};
	circle.self = circle;
	expect(preview(circle)).toBe('object');
	expect(preview(10n)).toBe('bigint');
	expect([Infinity, NaN, [-Infinity]].map(preview)).toEqual(['Infinity', 'NaN', '["-Infinity"]']);
});

describe('values whose own code throws, or that have no end', () => {
	const fails = () => {
		throw new Error('looked at');
	};
	test.each<[string, unknown]>([
		['toMillis is not a function', { toMillis: 1 }],
		['toMillis throws', { toMillis: fails }],
		['a proxy', new Proxy({}, { get: fails, has: fails })],
		['a proxy of a list', new Proxy([], { get: fails })],
	])('%s: the field is named', async (_, value) => {
		const given = { network: 'mainnet', startTimestamp: value };
		const { field, message } = await refusal(staking.getManyTransactions, given);
		expect(field).toBe('startTimestamp');
		expect(message.length).toBeLessThan(300);
	});

	test.each<[string, unknown]>([
		['billions of holes', new Array(4_000_000_000)],
		['a million values', new Array(1_000_000).fill('1')],
	])('%s: the list is refused without a look at each', async (_, value) => {
		const given = { network: 'mainnet', txTypes: value };
		expect((await refusal(staking.getManyTransactions, given)).field).toBe('txTypes');
	});
});

it('a required field whose form has a default is never asked for: it takes the default', () => {
	const withDefault = catalogue.flatMap((operation) =>
		operation.input.keys.flatMap((key) => {
			const info = infoOf(operation.input, key);
			return info.required && info.default !== undefined ? [{ operation, key, info }] : [];
		}),
	);
	expect(withDefault.length).toBeGreaterThan(0);
	for (const { operation, key, info } of withDefault) {
		try {
			expect(String(parse(operation as Operation, {})[key])).toBe(String(info.default));
		} catch (error) {
			expect((error as Failure).field).not.toBe(key);
		}
	}
});

test.each([
	['htps://hooks.slack.com/services/T0/SECRET', 'given: "htps://hooks.slack.com…"'],
	['https://user:SECRET@hooks.slack.com', 'given: "https://…@hooks.slack.com…"'],
	['https//hooks.slack.com/services/T0/SECRET', 'given: "https//hooks.slack.com…"'],
	['hooks.slack.com/SECRET', 'given: "hooks.sl…"'],
	['https://', 'given: "https://"'],
])('of the URL %s, an error shows nothing that can be a secret', async (url, expected) => {
	const { message } = await refusal(webhook.create, { eventType: 'address_activity', url });
	expect(message).toContain(expected);
	expect(message).not.toContain('SECRET');
});

describe('filters of primary transactions', () => {
	const filtered = (given: object) =>
		parse(primaryTransaction.getMany, { network: 'mainnet', ...given });
	const evm = '0xd0f2898e49d941d6d479b381d3c8f0bd8d983b4c';

	it.each([{ txTypes: ['BaseTx'] }, { startTimestamp: 1 }, { endTimestamp: 1 }])(
		'%j needs addresses',
		(filter) => {
			const [name] = Object.keys(filter);
			const given = { blockchainId: 'x-chain', ...filter };
			expect(() => filtered(given)).toThrow(
				new RegExp(`${name}\\) needs "Addresses" \\(addresses\\)`),
			);
			expect(listPositionsOf(primaryTransaction.getMany as Operation, given, 0)).toBeUndefined();
		},
	);

	it('are EVM addresses on the C-Chain only', () => {
		expect(
			filtered({ blockchainId: 'c-chain', addresses: [evm], txTypes: ['ExportTx'] }),
		).toMatchObject({
			addresses: [evm],
		});
		for (const blockchainId of ['p-chain', 'x-chain', '11111111111111111111111111111111LpoYY']) {
			expect(() => filtered({ blockchainId, addresses: [evm] })).toThrow(
				/must hold addresses of "Blockchain" .* which begin with avax1/,
			);
		}
	});
});
