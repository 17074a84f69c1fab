import { type Json, useEmulator } from './emulatorKit';

/** Batches of geth's server, by the handler of avalanchego (graft/evm/rpc/handler.go, http.go). */

const C = '/ext/bc/C/rpc';
const running = useEmulator();
const small = useEmulator({ batches: { calls: 3, bytes: 12 } });
const live = useEmulator({ dialect: 'live' });

const call = (id: number, method = 'eth_chainId') => ({ jsonrpc: '2.0', id, method });
const calls = (count: number) => Array.from({ length: count }, (_, at) => call(at + 7));
const tooLarge = (id: unknown) => [
	{ jsonrpc: '2.0', id, error: { code: -32600, message: 'batch too large' } },
];

async function answered({ client }: typeof running, batch: unknown): Promise<Json> {
	return JSON.parse((await client.post(C, batch)).text);
}

describe('batches to an EVM chain', () => {
	it('may have 1,000 calls, and 40 at a public endpoint', async () => {
		expect(await answered(running, calls(1_000))).toHaveLength(1_000);
		expect(await answered(running, calls(1_001))).toEqual(tooLarge(7));
		expect(await answered(live, calls(40))).toHaveLength(40);
		expect(await answered(live, calls(41))).toEqual(tooLarge(7));
	});

	it('that are too large are refused with the id of the first call', async () => {
		const notification = { jsonrpc: '2.0', method: 'eth_chainId' };
		expect(await answered(small, [notification, ...calls(3)])).toEqual(tooLarge(7));
		expect(await answered(small, [1, 2, 3, 4])).toEqual(tooLarge(null));
	});

	it('that are empty get one object', async () => {
		expect(await answered(running, [])).toEqual({
			jsonrpc: '2.0',
			id: null,
			error: { code: -32600, message: 'empty batch' },
		});
	});

	it('get errors for the calls after results beyond the limit', async () => {
		// Two results of 8 bytes each.
		const [first, second, third] = await answered(small, calls(3)).then((list) => list as Json[]);
		expect([first.result, second.result]).toEqual(['0xa86a', '0xa86a']);
		expect(third).toEqual({
			jsonrpc: '2.0',
			id: 9,
			error: { code: -32003, message: 'response too large' },
		});
	});

	it('are answered call by call', async () => {
		const mixed = [call(1), { id: 5 }, { ...call(2, 'eth_nothing') }, 'text'];
		const list = (await answered(running, mixed)) as Json[];
		expect(list.map(({ id, error }) => [id, error?.code])).toEqual([
			[1, undefined],
			[5, -32600],
			[2, -32601],
			[null, -32600],
		]);
	});

	it('have a body of at most 5 MB', async () => {
		const body = `[${' '.repeat(5 * 1024 * 1024)}]`;
		const answer = await running.client.post(C, body);
		expect([answer.status, answer.text]).toEqual([
			413,
			`content length too large (${body.length}>5242880)\n`,
		]);
	});
});
