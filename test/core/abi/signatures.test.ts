import fc, { rounds } from '../../../core/testing/properties';
import { decodeLog } from '../../../core/abi/events';
import {
	argumentsFor,
	decodeResults,
	encodeCall,
	functionBySelector,
	functionOf,
} from '../../../core/abi/functions';
import { readAbi } from '../../../core/abi/read';
import { type AbiItem, AbiMistake, parametersText, signatureOf } from '../../../core/abi/types';
import { selectorOf, topicOf } from '../../../core/abi/words';
import { drawn, textOf } from '../../../core/testing/abi/drawn';
import { viem } from '../../../core/testing/abi/viem';

/** Functions and events as users write them. */

const A = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';

const read = (given: unknown, kind: AbiItem['kind'] = 'function') => readAbi(given, kind);

const described = (item: AbiItem) => [
	item.kind,
	signatureOf(item),
	item.kind === 'function' && item.outputs ? parametersText(item.outputs) : undefined,
];

test.each([
	['balanceOf(address)(uint256)', 'balanceOf(address)', '(uint256)'],
	['function balanceOf(address) view returns (uint256)', 'balanceOf(address)', '(uint256)'],
	[
		'function balanceOf(address owner) external view returns(uint);',
		'balanceOf(address)',
		'(uint256)',
	],
	['transfer(address,uint)', 'transfer(address,uint256)', undefined],
	['  f ( int , bytes [ 2 ] [ ] )( ) ', 'f(int256,bytes[2][])', '()'],
	[
		'f(tuple(address to, uint8[] ids) order, string memory note)',
		'f((address,uint8[]),string)',
		undefined,
	],
	[
		'f(((bool,bytes1)[3],bytes32))((int8 a,string))',
		'f(((bool,bytes1)[3],bytes32))',
		'((int8,string))',
	],
	['function $x_1(bytes calldata, address payable to) payable', '$x_1(bytes,address)', undefined],
])('%s', (text, signature, outputs) => {
	expect(read(text).map(described)).toEqual([['function', signature, outputs]]);
});

test('several in a text, of any kind, with other parts of a contract between them', () => {
	const text = `
		constructor(address owner) payable
		event Transfer(address indexed from, address indexed to, uint256 value);
		error Short(uint256 has, uint256 needs) receive() external payable
		symbol()(string), function mint(uint256 count) payable
		event Anonymous(bytes32) anonymous`;
	const items = read(text);
	expect(items.map(described)).toEqual([
		['event', 'Transfer(address,address,uint256)', undefined],
		['error', 'Short(uint256,uint256)', undefined],
		['function', 'symbol()', '(string)'],
		['function', 'mint(uint256)', undefined],
		['event', 'Anonymous(bytes32)', undefined],
	]);
	expect(items[0].inputs.map(({ name, indexed }) => [name, indexed])).toEqual([
		['from', true],
		['to', true],
		['value', false],
	]);
	expect(items.map((item) => item.kind === 'event' && item.anonymous)).toEqual([
		false,
		false,
		false,
		false,
		true,
	]);
});

const ERC20 = [
	{ type: 'constructor', inputs: [{ type: 'string', name: 'name' }] },
	{
		type: 'function',
		name: 'balanceOf',
		stateMutability: 'view',
		inputs: [{ type: 'address', name: 'owner' }],
		outputs: [{ type: 'uint256', name: '' }],
	},
	{
		type: 'event',
		name: 'Transfer',
		inputs: [
			{ type: 'address', name: 'from', indexed: true },
			{ type: 'address', name: 'to', indexed: true },
			{ type: 'uint256', name: 'value', indexed: false },
		],
	},
];

test.each<[string, unknown]>([
	['a list', ERC20],
	['a text', JSON.stringify(ERC20)],
	['the file of a compiler', { contractName: 'Token', abi: ERC20 }],
	['the metadata of a contract', { compiler: {}, output: { abi: ERC20, devdoc: {} } }],
	['the answer of Sourcify', { match: 'exact_match', chainId: '43114', abi: ERC20 }],
	['the answer of Etherscan', { status: '1', message: 'OK', result: JSON.stringify(ERC20) }],
	[
		'its answer with the source',
		JSON.stringify({
			status: '1',
			message: 'OK',
			result: [{ SourceCode: '', ABI: JSON.stringify(ERC20) }],
		}),
	],
	['an artifact of Hardhat', { _format: 'hh-sol-artifact-1', abi: ERC20, bytecode: '0x' }],
	['an artifact of Foundry', { abi: ERC20, bytecode: { object: '0x' }, metadata: { output: {} } }],
	['its text', `\n${JSON.stringify({ abi: ERC20 }, null, 2)}`],
	[
		'a list of signatures',
		[
			'function balanceOf(address owner) view returns (uint256)',
			'event Transfer(address indexed from, address indexed to, uint256 value)',
		],
	],
])('a JSON ABI as %s', (_, given) => {
	const [called, event] = read(given);
	expect(called).toEqual({
		kind: 'function',
		name: 'balanceOf',
		inputs: [{ name: 'owner', type: { kind: 'address' } }],
		outputs: [{ name: '', type: { kind: 'uint', bits: 256 } }],
	});
	expect(event).toMatchObject({ kind: 'event', name: 'Transfer', anonymous: false });
	expect(event.inputs.map(({ indexed }) => indexed)).toEqual([true, true, false]);
});

test('selectors and topics are those of the standards', () => {
	expect(selectorOf(read('transfer(address,uint256)')[0])).toBe('0xa9059cbb');
	expect(selectorOf(read('balanceOf(address)')[0])).toBe('0x70a08231');
	expect(topicOf(read('Transfer(address,address,uint256)', 'event')[0])).toBe(
		'0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
	);
});

test('a signature of any types is read as its JSON ABI, and hashed as viem does', () => {
	fc.assert(
		fc.property(drawn, (values) => {
			const inputs = values.map(({ parameter }) => parameter);
			const text = `f(${inputs.map(textOf).join(',')})`;
			const [fromText] = read(text);
			const [fromJson] = read([{ type: 'function', name: 'f', inputs }]);
			expect(signatureOf(fromText)).toBe(text);
			expect(signatureOf(fromJson)).toBe(text);
			expect(selectorOf(fromText)).toBe(viem.toFunctionSelector(`function ${text}`));
			const [event] = read(`f(${inputs.map(textOf).join(' indexed,')} indexed)`, 'event');
			expect(topicOf(event)).toBe(viem.toEventSelector(`event ${text}`));
		}),
		{ numRuns: rounds(500) },
	);
});

/** Structs of which each has the next one twice. */
const structs = (count: number) =>
	Array.from({ length: count }, (_, at) => `struct S${at} { S${at + 1}[] a; S${at + 1} b; }`).join(
		' ',
	) + ` struct S${count} { uint8 a; }`;

test('structs that are declared are types, as viem reads them', () => {
	const texts = [
		'struct Order { Asset give; Asset[2] take; }',
		'function fill(Order order, uint8 times) returns (Asset)',
		'struct Asset { address token; uint256 amount; }',
		'event Filled(Order order, address indexed by)',
	];
	const [fill, filled] = read(texts);
	expect(described(fill)).toEqual([
		'function',
		'fill(((address,uint256),(address,uint256)[2]),uint8)',
		'((address,uint256))',
	]);
	expect(read(texts.join('; ')).map(described)).toEqual(read(texts).map(described));
	const abi = viem.parseAbi(texts);
	const args = [
		{
			give: { token: A, amount: 1n },
			take: [0n, 2n ** 255n].map((amount) => ({ token: A, amount })),
		},
		7,
	];
	const plain = JSON.parse(
		JSON.stringify(args, (_, value) =>
			typeof value === 'bigint' ? String(value) : (value as unknown),
		),
	) as unknown[];
	const called = functionOf({ function: 'fill', abi: read(texts) });
	expect(encodeCall(called, argumentsFor(called, plain))).toBe(
		viem.encodeFunctionData({ abi, functionName: 'fill', args }),
	);
	expect(topicOf(filled)).toBe(viem.encodeEventTopics({ abi: abi.slice(1), args: {} })[0]);
});

describe('an item that cannot be read', () => {
	const uint = { type: 'uint256', name: 'a' };
	const abi = read([
		{ type: 'function', inputs: [] },
		{ name: 'call', inputs: [{ type: 'function' }], outputs: [] },
		{ name: 'price', inputs: [], outputs: [{ type: 'fixed128x18[]' }] },
		{ name: 'kind', inputs: [{ type: 'tuple', components: [{ type: 'Set.Kind' }] }] },
		{ name: 'broken', inputs: [{ type: 'uint256[' }], outputs: [] },
		{ name: 'long', inputs: 'address' },
		{ type: 'event', name: 'Called', inputs: [{ type: 'function' }] },
		{ type: 'error', name: 'Bad', inputs: [{ type: 'Lib.Code' }] },
		{ name: 'set', inputs: [uint], outputs: [] },
		{ type: 'event', name: 'Set', inputs: [uint] },
		'function mixed(function x) returns (bool)',
	]);
	const encoded = (name: string, args: unknown[]) => {
		const called = functionOf({ function: name, abi });
		return encodeCall(called, argumentsFor(called, args));
	};

	test('does not keep others from being used, as viem does', () => {
		expect(encoded('set', [7])).toBe(
			viem.encodeFunctionData({
				abi: [{ type: 'function', name: 'set', inputs: [uint] }],
				functionName: 'set',
				args: [7n],
			}),
		);
		const topics = [viem.toEventSelector('event Set(uint256 a)')];
		const data = `0x${'0'.repeat(63)}7`;
		expect(decodeLog(abi, { topics, data })).toMatchObject({ event: 'Set', args: { a: '7' } });
		expect(functionBySelector(abi, encoded('set', [7]))?.name).toBe('set');
	});

	test.each([
		[
			'call',
			['0x'],
			/must fit call\(function\): "function" is not a type of the ABI that can be read/,
		],
		[
			'kind',
			[[1]],
			/must fit kind\(\(Set\.Kind\)\): "Set\.Kind" is not a type of the ABI: write .* an enum/,
		],
		['broken', [1], /function broken has the type "uint256\["/],
		['long', [1], /function long has parameters that are not a list/],
		['mixed', ['0x'], /"function" is not a type/],
	])('is named when it is asked for: %s', (name, args, message) => {
		expect(() => encoded(name, args)).toThrow(message);
	});

	test('its results and logs are named, too', () => {
		const price = functionOf({ function: 'price', abi });
		expect(() => decodeResults(price, `0x${'0'.repeat(64)}`)).toThrow(/"fixed128x18" is not/);
		const topics = [viem.toEventSelector('event Other()')];
		expect(decodeLog(abi, { topics, data: '0x' }).undecoded).toMatch(
			/no event with the topic 0x\w+; it also has Called, which cannot be read here/,
		);
	});
});

test('a name of a megabyte is cut in messages', () => {
	const name = 'f'.repeat(1_000_000);
	const abi = read('f()');
	for (const given of [{ function: name }, { function: name, abi }]) {
		const mistake = (() => {
			try {
				return String(functionOf(given));
			} catch (error) {
				return String(error);
			}
		})();
		expect(mistake.length).toBeLessThan(500);
	}
});

describe('a mistake says what is wrong', () => {
	test.each<[string, unknown, RegExp]>([
		['no text', '', /no function, event or error/],
		['only a constructor', 'constructor()', /no function, event or error/],
		['no bracket', 'balanceOf', /"\(" is missing before its end, after "balanceOf"/],
		['an open bracket', 'f(address', /"\)" is missing before its end/],
		['no type', 'f(,uint8)', /a type is missing before ","/],
		['a type that is none', 'f(uint7)', /"uint7" is not a type of the ABI/],
		['a large integer', 'f(uint264)', /"uint264" is not a type/],
		['33 bytes', 'f(bytes33)', /"bytes33" is not a type/],
		[
			'a contract as a type',
			'f(IERC20 token)',
			/"IERC20" .* a contract as address, an enum as uint8/,
		],
		['fixed point', 'f(ufixed128x18)', /"ufixed128x18" is not a type of the ABI that can be read/],
		['a function as a value', 'f(function)', /"function" is not a type/],
		[
			'indexed of a function',
			'f(address indexed to)',
			/only the arguments of an event are indexed/,
		],
		['a struct alone', 'struct A { uint8 b; }', /no function, event or error/],
		['a struct name', 'struct A', /a struct is declared as in struct A \{ uint256 b;/],
		['a struct in itself', 'struct A { A a; } f(A)', /nested more than 24 deep/],
		['structs without end', `${structs(20)} f(S0)`, /structs are too many|too long/],
		[
			'an explorer without the source',
			{ status: '0', result: 'not verified' },
			/without an ABI: "not verified"/,
		],
		[
			'an ABI of which nothing can be read',
			[{ name: 'f', inputs: [{ type: 'function' }] }],
			/"function" is not a type of the ABI that can be read/,
		],
		['an empty list', 'f(uint8[0])', /fixed length 0 has no values/],
		['an empty tuple', 'f(())', /a tuple without types/],
		['a long list', 'f(uint8[99999999][99999999])', /fixed length is too long/],
		['deep brackets', `f${'('.repeat(10_000)}`, /nested more than 24 deep/],
		['deep lists', `f(uint8${'[]'.repeat(25)})`, /nested more than 24 deep/],
		['a character', 'f(address)→(uint256)', /the character "→" is not part of a signature/],
		['a text without end', `f(${'uint8,'.repeat(50_000)}`, /more than 262144 characters/],
		['broken JSON', '[{"type":"function"', /it is not valid JSON/],
		['a name twice in JSON', '[{"type":"function","name":"a","name":"b"}]', /occurs twice/],
		['JSON without a name', [{ type: 'function' }], /the name of an item is undefined/],
		['a name with a space', [{ type: 'event', name: 'a b' }], /the name of an item is "a b"/],
		['numbers', [1], /1 is not an item of a JSON ABI/],
		['a number', 7, /neither a signature nor a JSON ABI/],
		[
			'a type of JSON',
			[{ name: 'f', inputs: [{ type: 'uint8[x]' }] }],
			/function f has the type "uint8\[x\]"/,
		],
		[
			'a tuple of JSON without parts',
			[{ name: 'f', inputs: [{ type: 'tuple' }] }],
			/function f has parameters/,
		],
		[
			'inputs that are not a list',
			[{ name: 'f', inputs: 'address' }],
			/function f has parameters that are not/,
		],
		['too many items', Array.from({ length: 5001 }, () => 'f()'), /more than 5000 items/],
	])('%s', (_, given, message) => {
		expect(() => read(given)).toThrow(message);
	});

	test('JSON that is deeper than the stack', () => {
		let parameter: object = { type: 'uint8' };
		for (let depth = 0; depth < 20_000; depth++)
			parameter = { type: 'tuple', components: [parameter] };
		expect(() => read([{ name: 'f', inputs: [parameter] }])).toThrow(/nested more than 24 deep/);
	});
});

test('any text is read, or is a mistake', () => {
	const words = fc.constantFrom(
		'f',
		'function',
		'event',
		'uint8',
		'tuple',
		'indexed',
		'(',
		')',
		'[',
		']',
		',',
		' ',
		'3',
		'returns',
		';',
	);
	fc.assert(
		fc.property(fc.array(words, { maxLength: 20 }), (parts) => {
			const text = parts.join(' ');
			try {
				expect(read(text).length).toBeGreaterThan(0);
			} catch (error) {
				expect(error).toBeInstanceOf(AbiMistake);
			}
		}),
		{ numRuns: rounds(2000) },
	);
});
