import fc from '../../core/testing/properties';
import {
	type HttpEndpoint,
	leavesOf,
	readService,
	readSpec,
	wiresOf,
} from '../../emulator/spec/read';
import { readType } from '../../emulator/spec/typeText';
import type { Type } from '../../emulator/spec/types';

/** Leaves without the details of their types. */
const plainLeaves = (type: Type | undefined) =>
	leavesOf(type as Type).map((leaf) => ({
		path: leaf.path,
		wire: wiresOf(leaf),
		required: leaf.required,
	}));

const read = (...lines: string[]) =>
	readService('data', [{ name: 'some.spec', content: lines.join('\n') }]);

describe('an endpoint', () => {
	const [endpoint] = read(
		'# Delegators of a network.',
		'GET /v1/networks/{network}/delegators',
		'  units 20',
		'  source the document',
		'  paging token delegators',
		'  path network! : @Network',
		'  query nodeIds : text:nodeId[,]',
		'  query pageSize : integer 1..100 = 10  # by page',
		'  query since : text deprecated',
		'  query newer : flag = true beyond',
		'  one of nodeIds, since',
		'  out nextPageToken : text',
		'  out delegators! : @Delegator[]',
		'',
		'type Network : mainnet |',
		'  fuji',
		'schema Delegator',
		'  txHash! : text',
		'  owner : @Owner | null',
		'schema Owner',
		'  threshold! : number',
	) as HttpEndpoint[];

	it('has the content of its lines', () => {
		expect(endpoint).toMatchObject({
			type: 'http',
			id: 'GET /v1/networks/{network}/delegators',
			at: 'some.spec:2',
			units: 20,
			paging: 'token',
			items: 'delegators',
			deprecated: false,
			changesState: false,
			oneOf: [['nodeIds', 'since']],
		});
		const facts = { required: false, deprecated: false, beyond: false };
		const text: Type = { kind: 'text' };
		expect(endpoint.parameters).toEqual([
			{
				...facts,
				in: 'path',
				name: 'network',
				type: { kind: 'choice', values: ['mainnet', 'fuji'], open: false },
				required: true,
			},
			{
				...facts,
				in: 'query',
				name: 'nodeIds',
				type: { kind: 'list', of: { kind: 'text', format: 'nodeId' }, commas: true },
			},
			{
				...facts,
				in: 'query',
				name: 'pageSize',
				type: { kind: 'number', integer: true, min: 1, max: 100 },
				default: 10,
			},
			{ ...facts, in: 'query', name: 'since', type: text, deprecated: true },
			{ ...facts, in: 'query', name: 'newer', type: { kind: 'flag' }, default: true, beyond: true },
		]);
	});

	it('has the leaves of its response', () => {
		expect(plainLeaves(endpoint.output)).toEqual([
			{ path: 'nextPageToken', wire: ['text'], required: false },
			{ path: 'delegators[].txHash', wire: ['text'], required: true },
			{ path: 'delegators[].owner.threshold', wire: ['number'], required: true },
			{ path: 'delegators[].owner', wire: ['null'], required: false },
		]);
	});
});

it('reads methods of JSON-RPC', () => {
	const [endpoint] = read(
		'POST /ext/bc/<blockchainID>/rpc eth_getBalance',
		'  source the document',
		'  positional',
		'  also /ext/bc/C/rpc /ext/bc/X/rpc',
		'  changes state',
		'  param address! : text:evmAddress',
		'  param block! : latest | ...',
		'  out : text:quantity',
	);
	expect(endpoint).toMatchObject({
		type: 'rpc',
		id: '/ext/bc/<blockchainID>/rpc eth_getBalance',
		endpoint: '/ext/bc/<blockchainID>/rpc',
		rpcMethod: 'eth_getBalance',
		positional: true,
		changesState: true,
		others: ['/ext/bc/C/rpc', '/ext/bc/X/rpc'],
	});
	expect(endpoint.parameters[1].type).toEqual({ kind: 'choice', values: ['latest'], open: true });
	expect(plainLeaves(endpoint.output)).toEqual([{ path: '', wire: ['text'], required: true }]);
});

it('puts the variants of a body together', () => {
	const [{ parameters }] = read(
		'POST /v1/jobs',
		'  source the document',
		'  body : @Evm | @Primary',
		'schema Evm',
		'  type! : EVM',
		'  options! : @EvmOptions',
		'schema EvmOptions',
		'  addresses! : text:evmAddress[]',
		'  chains! : text[]',
		'schema Primary',
		'  type! : P | X',
		'  options! : @PrimaryOptions',
		'  extra : @Extra',
		'schema PrimaryOptions',
		'  addresses : text:address[]',
		'  chains! : text[]',
		'schema Extra',
		'  note! : text',
	);
	expect(parameters.map(({ name, required }) => [name, required])).toEqual([
		['type', true],
		['options.addresses', false],
		['options.chains', true],
		['extra.note', false],
	]);
	expect(parameters[0].type).toEqual({ kind: 'choice', values: ['EVM', 'P', 'X'], open: false });
	expect(parameters[1].type).toEqual({ kind: 'list', of: { kind: 'text' }, commas: false });
});

it('requires a leaf only where all variants have it', () => {
	const [{ output }] = read(
		'GET /v1/it',
		'  source the document',
		'  out : @A | @B',
		'schema A',
		'  id! : text',
		'  amount! : text',
		'  sums! : {@Sum}',
		'schema B',
		'  id! : text | number',
		'schema Sum',
		'  of! : number[]',
	);
	expect(plainLeaves(output)).toEqual([
		{ path: 'id', wire: ['text', 'number'], required: true },
		{ path: 'amount', wire: ['text'], required: false },
		{ path: 'sums{}.of[]', wire: ['number'], required: false },
	]);
});

describe('a fault', () => {
	const head = ['GET /v1/it', '  source the document'];
	it.each([
		['an indented line first', ['  units 1'], '1: an indented line belongs to nothing'],
		[
			'a line that is not a head',
			['nonsense'],
			'1: "nonsense" is not a schema, a type or an endpoint',
		],
		['an unknown line', [...head, '  colour red'], '3: "colour" is not known'],
		['an unknown type', [...head, '  query a : @No'], '3: there is no schema or type No'],
		['an unknown format', [...head, '  query a : text:no'], '3: "no" is not a format'],
		['no type', [...head, '  query a'], '3: "a" is not a field'],
		['a type that ends early', [...head, '  query a : (text'], '3: ")" is missing'],
		['a rest', [...head, '  query a : text )'], '3: ")" does not belong there'],
		['a value twice', [...head, '  query a : x | y | x'], '3: "x" is listed twice'],
		['bounds that hold nothing', [...head, '  query a : integer 9..1'], '3: the bounds 9..1'],
		['a default out of bounds', [...head, '  query a : integer 1..9 = 0'], '3: the default 0'],
		['a default not in the list', [...head, '  query a : x | y = z'], '3: the default z'],
		['units that are not numbers', [...head, '  units many'], '3: units are a whole number'],
		['paging of an unknown kind', [...head, '  paging cursor a'], '3: paging takes token'],
		[
			'a parameter twice',
			[...head, '  query a : text', '  query a : text'],
			'1: GET /v1/it: query a',
		],
		['no source', ['GET /v1/it'], '1: GET /v1/it: the source is missing'],
		['a place of the path without a parameter', ['GET /v1/{it}', '  source x'], 'the placeholders'],
		['one of nothing', [...head, '  one of a, b'], '1: GET /v1/it: there is no a'],
		['an endpoint twice', [...head, ...head], '3: GET /v1/it is there already, at some.spec:1'],
		['a schema twice', ['schema A', '  a : text', 'schema A', '  a : text'], '3: A is there twice'],
		['a field twice', ['schema A', '  a : text', '  a : text'], '1: A has a twice'],
		['a type of itself', ['type A : @B', 'type B : @A'], 'A is made of itself'],
		['named parameters over HTTP', [...head, '  param a : text'], '"param" belongs to JSON-RPC'],
	])('of %s names its line', (_, lines, message) => {
		expect(() => read(...lines)).toThrow(message);
		expect(() => read(...lines)).toThrow(/^some\.spec:\d+: /);
	});

	it('of a schema that holds itself shows where leaves are asked for', () => {
		const [{ output }] = read(...head, '  out : @A', 'schema A', '  a! : @A');
		expect(() => leavesOf(output as Type)).toThrow('a holds itself');
	});
});

/** Types as data, and as they are written. */
const typeText: fc.Arbitrary<string> = fc.letrec<{ type: string; atom: string }>((tie) => ({
	atom: fc.oneof(
		{ maxDepth: 3 },
		fc.constantFrom(
			'text',
			'text:id',
			'flag',
			'any',
			'object',
			'integer 0..9',
			'number',
			'up | on',
		),
		fc.constantFrom('x', '"number"', 'ERC-20', '"a,b"'),
		tie('type').map((inner) => `{${inner}}`),
		tie('type').map((inner) => `(${inner})[]`),
		tie('type').map((inner) => `(${inner})[,]`),
	),
	type: fc.oneof(
		{ maxDepth: 3 },
		tie('atom'),
		tie('atom').map((atom) => `null | ${atom}`),
	),
})).type;

const none = (name: string): Type => {
	throw new Error(name);
};

it('reads types however deep they nest, with any blanks between', () => {
	fc.assert(
		fc.property(typeText, (text) => {
			const plain = readType(text, none);
			expect(readType(text.replace(/([(){}|])/g, ' $1 '), none)).toEqual(plain);
			expect(readType(`(${text})`, none)).toEqual(plain);
			expect(readType(`(${text})[]`, none)).toEqual({ kind: 'list', of: plain, commas: false });
		}),
	);
});

describe('the files', () => {
	const endpoints = readSpec();

	it('are read without a fault, every leaf of them', () => {
		for (const { id, output } of endpoints) {
			const paths = output ? leavesOf(output).map(({ path }) => path) : [];
			expect([id, new Set(paths).size]).toEqual([id, paths.length]);
		}
	});

	it('name an array of the response wherever they name items', () => {
		for (const { id, items, output } of endpoints) {
			if (!items) continue;
			const paths = leavesOf(output as Type).map(({ path }) => path);
			expect([id, paths.some((path) => path.startsWith(`${items}[]`))]).toEqual([id, true]);
		}
	});

	it('have a page token in the request and in the response where pages go by it', () => {
		for (const { id, paging, parameters, output } of endpoints) {
			if (paging !== 'token') continue;
			const paths = leavesOf(output as Type).map(({ path }) => path);
			const names = parameters.map(({ name }) => name);
			expect([id, names.includes('pageToken'), paths.includes('nextPageToken')]).toEqual([
				id,
				true,
				true,
			]);
		}
	});
});

it('every file names its service', () => {
	const services = new Map(readSpec().map(({ at, service }) => [at.split(':')[0], service]));
	expect(services.get('core/subjects/staking/rewards.spec')).toBe('data');
	expect(services.get('core/subjects/metric/averageTps.spec')).toBe('metrics');
	expect(services.get('core/subjects/info/info.spec')).toBe('node');
});
