import { decodeCalldata, encodeFunctionData } from '../../../core';
import { MAX, OWNER, failureOf, word } from './token';

/** The data of calls. */

describe('data of calls', () => {
	const call = { function: 'transfer(address to, uint256 value)', args: `${OWNER}, 1000000` };

	test('is encoded, and decoded again', () => {
		const { data, function: name } = encodeFunctionData(call);
		expect(data).toBe(`0xa9059cbb${word(BigInt(OWNER))}${word(1_000_000)}`);
		expect(name).toBe('transfer(address,uint256)');
		expect(decodeCalldata({ data, abi: call.function })).toEqual({
			function: 'transfer',
			args: { to: OWNER, value: '1000000' },
			signature: 'transfer(address,uint256)',
			selector: '0xa9059cbb',
		});
		expect(decodeCalldata({ data, abi: call.function, decimals: 6 }).args).toEqual({
			to: OWNER,
			value: 1,
			valueExact: '1000000',
		});
	});

	test.each<[string, string, RegExp]>([
		['a transfer of AVAX', '0x', /^The data has no selector/],
		['another function', '0x12345678', /^The ABI has no function with the selector 0x12345678$/],
		[
			'arguments that are cut',
			'0xa9059cbb00',
			/^The data does not fit transfer\(address,uint256\): .* ends before to$/,
		],
	])('of %s is an item that says why', (_, data, why) => {
		const decoded = decodeCalldata({ data, abi: call.function });
		expect(decoded).toMatchObject({ function: null, args: null, signature: null });
		expect(decoded.undecoded).toMatch(why);
	});

	test.each<[string, unknown, string, unknown]>([
		['one text with commas and brackets', 'a, [b', 'f(string)', ['a, [b']],
		['JSON of a text', '["a, [b"]', 'f(string)', ['a, [b']],
		['a list as it is', ['1', '2'], 'f(uint256[])', [['1', '2']]],
		['a list in a list', [['1', '2']], 'f(uint256[])', [['1', '2']]],
		['JSON of a list', '["1", 2]', 'f(uint256[])', [['1', '2']]],
		['lists of lists', [[1, 2], [3]], 'f(uint256[][])', [[['1', '2'], ['3']]]],
		['an empty list', '[]', 'f(uint256[])', [[]]],
		['a list of one number', ['7'], 'f(uint8[])', [[7]]],
		['a list of one text', ['["a"]'], 'f(string[])', [['["a"]']]],
		['JSON of lists in a list', ['[1]'], 'f(uint8[][])', [[[1]]]],
		['an empty list in a list', [[]], 'f(uint256[])', [[]]],
		['an empty list of lists in a list', [[]], 'f(uint256[][])', [[]]],
		['a list of an empty list in a list', [[[]]], 'f(uint256[][])', [[[]]]],
		['an empty list of pairs in a list', [[]], 'f(uint256[2][])', [[]]],
		['a list of a pair', [[1, 2]], 'f(uint256[2][])', [[['1', '2']]]],
		['three empty lists in a list', [[[], [], []]], 'f(uint256[2][][3])', [[[], [], []]]],
		['three empty lists', [[], [], []], 'f(uint256[2][][3])', [[[], [], []]]],
		['a list of a tuple', [[1]], 'f((uint8 a)[])', [[{ a: 1 }]]],
		[
			'a tuple by name',
			{ p: { a: 1, b: 'x' } },
			'f((uint8 a, string b) p)',
			{ p: { a: 1, b: 'x' } },
		],
		['a tuple as a list', [[1, 'x']], 'f((uint8 a, string b) p)', { p: { a: 1, b: 'x' } }],
		['numbers in hex', '0xff, -1', 'f(uint8,int8)', [255, -1]],
		['a flag as text', 'TRUE', 'f(bool)', [true]],
		['a large number in JSON', `[${MAX}]`, 'f(uint256)', [String(MAX)]],
	])('of arguments as %s', (_, given, signature, expected) => {
		const { data } = encodeFunctionData({ function: signature, args: given });
		expect(decodeCalldata({ data, abi: signature }).args).toEqual(expected);
	});

	test('that is too long is refused', async () => {
		const long = { function: 'f(bytes)', args: `0x${'00'.repeat(2 * 1024 * 1024)}` };
		const failure = await failureOf(() => encodeFunctionData(long));
		expect(failure.message).toMatch(/the arguments are longer than 2097152 bytes/);
		expect(failure.message.length).toBeLessThan(400);
		const sparse = { function: 'f(uint8[])', args: [new Array(4_000_000_000)] };
		expect((await failureOf(() => encodeFunctionData(sparse))).message).toMatch(/too many entries/);
	});
});
