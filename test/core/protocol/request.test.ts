import fc, { rounds } from '../../../core/testing/properties';
import { catalogue } from '../../../core/subjects/catalogue';
import * as transactionExport from '../../../core/subjects/transactionExport/export';
import * as staking from '../../../core/subjects/staking';
import * as primaryNetwork from '../../../core/subjects/primaryNetwork/primaryBalance';
import * as webhook from '../../../core/subjects/webhook/webhook';

import { type Operation, declare } from '../../../core/operations/declare';
import { infoOf } from '../../../core/fields/fieldSet';
import * as evmSubnet from '../../../core/subjects/evmSubnet/evmSubnet';
import * as health from '../../../core/subjects/health/health';
import * as index from '../../../core/subjects/index/indexApi';
import * as xChain from '../../../core/subjects/xChain/xChainBalances';
import { isFailure } from '../../../core/failure';
import { parseFields } from '../../../core/fields/fieldSet';
import { buildRequest, fillPath, serviceUrl } from '../../../core/protocol/request';
import { caught } from './fakes';

const limits = { timeoutMs: 5_000, maxBytes: 1_000_000 };
const WALLET = '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7';
const AVAX = 'avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5';
const OTHER = 'avax1t4ztu5pec99t2jusz03dt0juc0s9cfa7f3qcaa';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

function request(operation: Operation, input: Record<string, unknown>, url = 'https://data.test') {
	return buildRequest(
		operation,
		parseFields(operation.input, input, operation.id),
		{ url },
		limits,
	);
}

/** The path and query, and the body as an object. */
function sent(operation: Operation, input: Record<string, unknown>) {
	const { method, url, body } = request(operation, input);
	return [`${method} ${url.replace('https://data.test', '')}`, ...(body ? [JSON.parse(body)] : [])];
}

describe('a request', () => {
	it.each<[string, Operation, Record<string, unknown>, unknown[]]>([
		[
			'puts a query together: commas, repeated names, digits',
			staking.getManyTransactions,
			{
				network: 'fuji',
				addresses: 'P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t',
				txTypes: ['AddValidatorTx', 'BaseTx'],
				startTimestamp: '2023-11-14T22:13:20Z',
				sortOrder: 'asc',
				pageSize: 100,
			},
			[
				'GET /v1/networks/fuji/blockchains/p-chain/transactions:listStaking?addresses=P-fuji18jma8ppw3nhx5r4ap8clazz0dps7rv5u6wmu4t&txTypes=AddValidatorTx&txTypes=BaseTx&startTimestamp=1700000000&sortOrder=asc&pageSize=100',
			],
		],
		[
			'joins several addresses with commas',
			primaryNetwork.getBalance,
			{ network: 'mainnet', blockchainId: 'x-chain', addresses: `X-${AVAX}\n${OTHER}` },
			[`GET /v1/networks/mainnet/blockchains/x-chain/balances?addresses=X-${AVAX}%2C${OTHER}`],
		],
		[
			'encodes what a query would take for its own',
			staking.getManyL1Validators,
			{
				network: 'mainnet',
				nodeId: NODE,
				includeInactiveL1Validators: true,
				pageToken: 'a+b&c=d',
			},
			[
				`GET /v1/networks/mainnet/l1Validators?nodeId=${NODE}&includeInactiveL1Validators=true&pageToken=a%2Bb%26c%3Dd`,
			],
		],
		[
			'nests params, and keeps the slash of a listed choice',
			index.getManyContainers,
			{ index: 'C/block', startIndex: '18446744073709551615', numToFetch: 5 },
			[
				'POST /ext/index/C/block',
				{
					jsonrpc: '2.0',
					id: 1,
					method: 'index.getContainerRange',
					params: { startIndex: '18446744073709551615', numToFetch: 5 },
				},
			],
		],
		[
			'puts a start index in its object',
			xChain.getManyUtxos,
			{
				addresses: AVAX,
				startIndexAddress: AVAX,
				startIndexUtxo: 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j',
			},
			[
				'POST /ext/bc/X',
				{
					jsonrpc: '2.0',
					id: 1,
					method: 'avm.getUTXOs',
					params: {
						addresses: [`X-${AVAX}`],
						startIndex: {
							address: `X-${AVAX}`,
							utxo: 'kbUThAUfmBXUmRgTpgD6r3nLj7rJUGho6xyht5nouNNypH45j',
						},
					},
				},
			],
		],
		[
			'leaves out what was left out',
			evmSubnet.getFeeConfig,
			{ blockchainId: 'C', block: undefined },
			['POST /ext/bc/C/rpc', { jsonrpc: '2.0', id: 1, method: 'eth_feeConfig', params: [] }],
		],
	])('%s', (_, operation, input, expected) => {
		expect(sent(operation, input)).toEqual(expected);
	});

	it('keeps the prefix of a service, with and without slashes at its end', () => {
		for (const url of ['https://proxy.test/avalanche', 'https://proxy.test/avalanche//']) {
			const { url: full } = request(health.getHealth, {}, serviceUrl(url, 'Node URL'));
			expect(full).toBe('https://proxy.test/avalanche/ext/health');
		}
	});

	it('says what it sends and accepts', () => {
		expect(request(health.getHealth, {}).headers).toEqual({ accept: 'application/json' });
		expect(request(health.getHealth, {}).body).toBeUndefined();
		expect(request(health.getHealthRpc, {}).headers).toEqual({
			accept: 'application/json',
			'content-type': 'application/json',
		});
		expect(request(health.getHealth, {})).toMatchObject(limits);
	});

	it('sends params as they are where a user wrote them', () => {
		const custom = declare({
			...health.getHealthRpc,
			call: {
				type: 'rpc',
				endpoint: '/ext/bc/C/rpc',
				method: 'eth_call',
				params: { json: JSON.stringify([{ to: WALLET }, 'latest']) },
			},
		});
		expect(sent(custom, {})[1]).toEqual({
			jsonrpc: '2.0',
			id: 1,
			method: 'eth_call',
			params: [{ to: WALLET }, 'latest'],
		});
	});
});

describe('a value of a path', () => {
	const pathKeys = catalogue.flatMap((operation) => {
		const { call } = operation;
		const template = call.type === 'http' ? call.path : call.endpoint;
		return [...template.matchAll(/\{(\w+)\}/g)].map(([, key]) => ({ operation, template, key }));
	});
	const value = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.string({
			unit: fc.constantFrom(
				'.',
				'/',
				'\\',
				'%',
				'2',
				'e',
				'f',
				'?',
				'#',
				'@',
				':',
				';',
				'\n',
				'\0',
				' ',
			),
		}),
		fc.constantFrom(
			'..',
			'.',
			'%2e%2e',
			'%2E%2E%2F',
			'../../admin',
			'a/../../b',
			'//evil.test',
			'C/rpc',
			'\ud800',
			'X/block',
		),
	);

	it('is found in the path fields of most operations', () => {
		expect(pathKeys.length).toBeGreaterThan(25);
	});

	it('never leaves its place, whether it was checked or not', () => {
		fc.assert(
			fc.property(fc.constantFrom(...pathKeys), value, fc.boolean(), (pathKey, given, check) => {
				const { operation, template, key } = pathKey;
				const others = Object.fromEntries(
					[...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => [
						name,
						infoOf(operation.input, name).default ?? 'other',
					]),
				);
				const input: Record<string, unknown> = { ...others, [key]: given };
				let path: string;
				try {
					if (check) {
						const shape = operation.input.fields[key].schema as { parse(value: unknown): unknown };
						try {
							input[key] = shape.parse(given);
						} catch {
							return;
						}
					}
					path = fillPath(operation, template, input);
				} catch (error) {
					expect(isFailure(error)).toBe(true);
					expect(error).toMatchObject({ kind: 'invalid-input', field: key });
					return;
				}
				const url = new URL(`https://data.test/prefix${path}`);
				expect(url.origin).toBe('https://data.test');
				expect(url.search + url.hash).toBe('');
				const pattern = template.replace(/\{(\w+)\}/g, (_, name: string) => {
					// Only a declared choice (`C/block`) may take two segments.
					const listed = infoOf(operation.input, name).choices?.map((choice) => choice.value) ?? [];
					return listed.includes(String(input[name])) ? String(input[name]) : '*';
				});
				const expectedSegments = `/prefix${pattern}`.split('/');
				const segments = url.pathname.split('/');
				expect(segments).toHaveLength(expectedSegments.length);
				const at = template.split('/').findIndex((part) => part.includes(`{${key}}`)) + 1;
				expectedSegments.forEach((part, index) => {
					if (!part.includes('*')) expect(segments[index]).toBe(part);
				});
				if (expectedSegments[at] === '*' && typeof input[key] === 'string') {
					expect(decodeURIComponent(segments[at])).toBe(input[key]);
				}
			}),
			{ numRuns: rounds(5_000) },
		);
	});

	it.each(['', '.', '..', '\ud800'])('is refused as %j, with its label and rule', async (given) => {
		const error = await caught(() =>
			fillPath(transactionExport.get, '/v1/operations/{operationId}', { operationId: given }),
		);
		expect(error).toMatchObject({
			kind: 'invalid-input',
			field: 'operationId',
			operation: 'transactionExport.get',
		});
		expect(error.message).toContain('"Operation ID" (operationId) must be');
	});

	it('takes the default of a field that was left out', () => {
		expect(fillPath(index.getIndexOfContainer, '/ext/index/{index}', {})).toBe(
			'/ext/index/X/block',
		);
	});
});

describe('a secret header', () => {
	it('goes out in lower case beside the others', () => {
		const access = {
			url: 'https://data.test',
			header: { name: 'X-Data-Api-Key', value: 'secret' },
		};
		expect(buildRequest(health.getHealth, {}, access, limits).headers).toEqual({
			accept: 'application/json',
			'x-data-api-key': 'secret',
		});
	});
});

describe('the URL of a service', () => {
	it.each([
		['https://data-api.avax.network', 'https://data-api.avax.network'],
		['https://data-api.avax.network/', 'https://data-api.avax.network'],
		[' http://127.0.0.1:9650 ', 'http://127.0.0.1:9650'],
		['HTTPS://Host.Test:443/a/b//', 'https://host.test/a/b'],
		['http://[::1]:9650/x/', 'http://[::1]:9650/x'],
	])('%j is %s', (given, expected) => {
		expect(serviceUrl(given, 'Node URL')).toBe(expected);
	});

	it.each([
		'',
		'host',
		'/path',
		'ftp://host',
		'javascript:alert(1)',
		'file:///etc/passwd',
		'https://h/?a=1',
		'https://h/#x',
		'https://',
	])('%j is refused with its name', async (given) => {
		const error = await caught(() => serviceUrl(given, 'Node URL'));
		expect(error).toMatchObject({ kind: 'invalid-input' });
		expect(error.message).toMatch(/^Node URL must be an http:\/\/ or https:\/\/ URL/);
	});

	it.each([
		['ftp://host', 'given: "ftp://host"'],
		['https://h/?a=1', 'given: "https://h/" and a query'],
		['https://h/#x', 'given: "https://h/" and a fragment'],
		['https://user@host', 'given: a URL with a user name'],
	])('%s: the message says what was wrong: %s', async (given, says) => {
		const { message } = await caught(() => serviceUrl(given, 'Node URL'));
		expect(message.slice(-says.length)).toBe(says);
	});

	it.each([
		'https://user:hunter22@host',
		'https://hunter22@host',
		'https://user:hunter22@host:99999',
		'//user:hunter22@host',
		'ftp://u:hunter22@h',
		'https://host/?key=hunter22',
		'https://host/a#hunter22',
		'host?key=hunter22',
		'  https://host/?key=hunter22#x ',
		'https://host/#?hunter22',
		'?key=hunter22',
	])('with a secret in it is refused and not shown: %j', async (given) => {
		const error = await caught(() => serviceUrl(given, 'Node URL'));
		expect(error).toMatchObject({ kind: 'invalid-input' });
		expect(error.message).not.toContain('hunter22');
	});
});

test.each([
	['http://localhost:5678/hook', 'must begin with https: http://localhost'],
	['https://10.0.0.8/hook', 'leads to a private host: https://10.0.0.8'],
])('a webhook to %s is refused, unless the service is as near', async (url, rule) => {
	const made = { eventType: 'address_activity', chainId: '43114', addresses: WALLET, url };
	const calls = [
		[webhook.create, made],
		[webhook.update, { id: 'f33de69c', url }],
	] as const;
	for (const [operation, input] of calls) {
		const error = await caught(() =>
			request(operation as Operation, input, 'https://data-api.avax.network'),
		);
		expect(error).toMatchObject({ kind: 'invalid-input', field: 'url' });
		expect(error.message).toContain(rule);
		expect(request(operation as Operation, input, 'http://127.0.0.1:9000').body).toContain(url);
	}
});
