import { encodeFunctionData, readContract } from '../../../core';
import { ABI, MAX, OWNER, TOKEN, at, clientOf, failureOf, read, word } from './token';

/** Reads of contracts, as programs make them. */

describe('a read', () => {
	const data = `0x70a08231${OWNER.slice(2).toLowerCase().padStart(64, '0')}`;

	test('sends the encoded call, and returns the result exactly', async () => {
		const { read: item, sent } = await read(`0x${word(MAX)}`);
		expect(sent).toEqual([
			{
				jsonrpc: '2.0',
				id: 1,
				method: 'eth_call',
				params: [{ to: TOKEN, data }],
			},
		]);
		expect(item).toEqual({
			result: String(MAX),
			function: 'balanceOf(address)(uint256)',
			address: TOKEN,
		});
	});

	test('at a block, as somebody', async () => {
		const { sent } = await read(`0x${word(1)}`, { block: 16, from: OWNER });
		expect(sent[0].params).toEqual([{ to: TOKEN, data, from: OWNER }, '0x10']);
	});

	test.each<[string, unknown]>([
		['a list', [OWNER]],
		['an object by name', { owner: OWNER }],
		['the only value', OWNER],
		['JSON of a list', `["${OWNER}"]`],
		['JSON of an object', `{ "owner": "${OWNER}" }`],
	])('with arguments as %s', async (_, given) => {
		const signature = 'function balanceOf(address owner) view returns (uint256)';
		const { sent } = await read(`0x${word(1)}`, { function: signature, args: given });
		expect(sent[0].params[0]).toMatchObject({ data });
	});

	test('of several results: by name, or as a list', async () => {
		const result = `0x${word(5)}${word(6)}${word(1_700_000_000)}`;
		const call = 'getReserves()(uint112 reserve0, uint112 reserve1, uint32 time)';
		const named = await read(result, { function: call, args: [] });
		expect(named.read.result).toEqual({ reserve0: '5', reserve1: '6', time: 1_700_000_000 });
		const plain = await read(result, { function: 'f()(uint112,uint112,uint32)', args: '' });
		expect(plain.read.result).toEqual(['5', '6', 1_700_000_000]);
	});

	test('of an amount: a number in whole units, and its exact text behind it', async () => {
		const one = await read(`0x${word(12_345_678n)}`, { decimals: 6 });
		expect(Object.entries(one.read)).toEqual([
			['result', 12.345678],
			['function', 'balanceOf(address)(uint256)'],
			['address', TOKEN],
			['resultExact', '12345678'],
		]);
		const two = await read(`0x${word(1_500_000)}${word(7)}`, {
			function: 'f()(uint256 amount, uint256 id)',
			args: [],
			decimals: '{ "amount": "6" }',
		});
		expect(two.read.result).toEqual({ amount: 1.5, id: '7', amountExact: '1500000' });
	});

	test('by a name of the ABI; of several, the one with as many arguments', async () => {
		const { sent } = await read(`0x${word(1)}`, { function: 'of', args: [], abi: ABI });
		expect(sent[0].params[0]).toMatchObject({ data: '0x4a7baf21' });
		const { read: item } = await read(`0x${word(1)}`, {
			function: 'of(uint256)',
			args: 7,
			abi: JSON.stringify(ABI),
		});
		expect(item).toMatchObject({ result: true, function: 'of(uint256)(bool)' });
	});

	test('of an address without a contract, or of a contract without the function', async () => {
		const failure = await failureOf(() => read('0x'));
		expect(failure).toMatchObject({ kind: 'not-found', service: 'node' });
		expect(failure.message).toBe(
			`${TOKEN} returned no data for balanceOf(address)(uint256) at block latest: it is not a contract of this chain, or does not have the function`,
		);
	});

	test('of a name of a megabyte is an item', async () => {
		const length = 1_000_000;
		const data = `0x${word(32)}${word(length)}${'61'.repeat(length)}`;
		const { read: item } = await read(data, { function: 'name()(string)', args: [] });
		expect(item.result).toBe('a'.repeat(length));
	});

	test('of data that does not fit fails at once', async () => {
		const failure = await failureOf(() =>
			read(`0x${word(MAX)}`, { function: 'decimals()(uint8)', args: [] }),
		);
		expect(failure).toMatchObject({ kind: 'invalid-response', retryable: false });
		expect(failure.message).toMatch(
			/^The contract returned data that does not fit decimals\(\)\(uint8\): value 1 is 1157\d+, which is not/,
		);
	});

	describe('that the contract reverts', () => {
		const reverted = (data?: string, message = 'execution reverted') => ({
			error: { code: 3, message, ...(data !== undefined && { data }) },
		});
		const input = { ...at, function: 'of(address)(bool)', args: OWNER, abi: ABI };

		test.each<[string, object, RegExp]>([
			['a text', reverted(`0x08c379a0${word(32)}${word(2)}${'6e6f'.padEnd(64, '0')}`), /: "no"$/],
			['a failed check', reverted(`0x4e487b71${word(0x12)}`), /: a division by zero \(Panic 18\)$/],
			[
				'an unknown error',
				reverted('0x12345678'),
				/: an error that the ABI does not have, 0x12345678$/,
			],
			['nothing', reverted('0x'), /: without a reason; it may not have this function$/],
			[
				'nothing at all',
				{ error: { code: -32000, message: 'execution reverted' } },
				/: without a reason/,
			],
		])('with %s', async (_, reply, message) => {
			const { client, sent } = clientOf(reply);
			const failure = await failureOf(() => readContract(client, input));
			expect(failure.message).toMatch(/^The contract reverted the call of of\(address\)\(bool\): /);
			expect(failure.message).toMatch(message);
			expect(failure).toMatchObject({ kind: 'rpc', operation: 'evmContract.read' });
			expect(sent).toHaveLength(1);
		});

		test('with an error of the ABI', async () => {
			const { data } = encodeFunctionData({ function: 'Denied(address)', args: OWNER });
			const { client } = clientOf(reverted(data));
			const failure = await failureOf(() => readContract(client, input));
			expect(failure.message).toMatch(new RegExp(`: Denied\\(who: "${OWNER}"\\)$`));
		});

		test('but other errors of the node stay as they are', async () => {
			const { client } = clientOf({ error: { code: -32000, message: 'out of gas' } });
			const failure = await failureOf(() => readContract(client, input));
			expect(failure).toMatchObject({ message: 'out of gas', operation: 'evm.call' });
		});
	});
});
