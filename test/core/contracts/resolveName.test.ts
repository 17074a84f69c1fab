import { decodeFunctionData, encodeFunctionResult, parseAbi } from 'viem';
import { createClient, type HttpRequest, type HttpResponse, resolveName } from '../../../core';
import { answer, fakeClock } from '../protocol/fakes';

/** Names of Avvy Domains; calls and results are encoded by viem, by the ABI of the service's documents. */

const ABI = parseAbi([
	'function resolveStandard(string name, uint256 key) view returns (string value)',
	'function reverseResolveEVMToName(address addy) view returns (string preimage)',
]);
const OWNER = '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC';
const RESOLVER = '0x5BBD3a8E215B1fC30595fd1Aba4F3FcDbB614078';

interface World {
	/** Records by name and key. Others revert. */
	records?: Record<string, string>;
	/** Names by address in lower case. */
	names?: Record<string, string>;
}

function clientOf({ records = {}, names = {} }: World) {
	const asked: Array<{ to: string; name: string; args: readonly unknown[] }> = [];
	const transport = async ({ body }: HttpRequest): Promise<HttpResponse> => {
		const { params } = JSON.parse(body ?? '') as { params: [{ to: string; data: `0x${string}` }] };
		const [{ to, data }] = params;
		const { functionName, args } = decodeFunctionData({ abi: ABI, data });
		asked.push({ to, name: functionName, args });
		const [first, second] = args;
		const result =
			functionName === 'resolveStandard'
				? records[`${String(first)} ${String(second)}`]
				: (names[String(first).toLowerCase()] ?? '');
		const reply =
			result === undefined
				? { error: { code: 3, message: 'execution reverted', data: '0x' } }
				: { result: encodeFunctionResult({ abi: ABI, functionName, result }) };
		return await Promise.resolve(answer({ jsonrpc: '2.0', id: 1, ...reply }));
	};
	const client = createClient({ transport, clock: fakeClock(), retry: { retries: 0 } });
	return { client, asked };
}

const alice: World = {
	records: {
		'alice.avax 3': OWNER.toLowerCase(),
		'alice.avax 2': 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		'alice.avax 1': '',
		'bad.avax 3': 'javascript:alert(1)',
	},
	names: { [OWNER.toLowerCase()]: 'alice.avax' },
};

test('the EVM address of a name has its checksum; names are in lower case', async () => {
	const { client, asked } = clientOf(alice);
	expect(await resolveName(client, { name: 'Alice.AVAX' })).toEqual({
		name: 'alice.avax',
		record: 'evm',
		value: OWNER,
	});
	expect(asked).toEqual([{ to: RESOLVER, name: 'resolveStandard', args: ['alice.avax', 3n] }]);
});

test('another record, and another resolver', async () => {
	const { client, asked } = clientOf(alice);
	const resolver = '0xBf49Da93bE8879A912838B1457922A78a81D6ee3';
	const found = await resolveName(client, { name: 'alice.avax', record: 'pChain', resolver });
	expect(found.value).toBe('P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5');
	expect(asked[0]).toMatchObject({ to: resolver, args: ['alice.avax', 2n] });
});

test('the name of an address that it leads back to', async () => {
	const { client, asked } = clientOf(alice);
	const found = await resolveName(client, { name: OWNER });
	expect(found).toEqual({ name: 'alice.avax', record: 'evm', value: OWNER });
	expect(asked.map(({ name }) => name)).toEqual([
		'reverseResolveEVMToName',
		'resolveStandard',
		'resolveStandard',
	]);
});

test.each<[string, World, string, RegExp]>([
	[
		'a name that nobody has',
		{},
		'nobody.avax',
		/nobody.avax is not registered, or has no EVM Address/,
	],
	['a record that is empty', { records: { 'a.avax 3': '' } }, 'a.avax', /a.avax is not registered/],
	['an address without a name', {}, OWNER, /no .avax name that leads back to it/],
	[
		'a claimed name of somebody else',
		{ ...alice, names: { '0x00000000000000000000000000000000000000aa': 'alice.avax' } },
		'0x00000000000000000000000000000000000000aa',
		/no .avax name that leads back to it/,
	],
	[
		'a claimed text that is not a name',
		{ names: { [OWNER.toLowerCase()]: '<b>alice.avax' } },
		OWNER,
		/no .avax name that leads back to it/,
	],
])('%s is not found', async (_, world, name, message) => {
	const { client } = clientOf(world);
	await expect(resolveName(client, { name })).rejects.toMatchObject({
		kind: 'not-found',
		message: expect.stringMatching(message) as string,
	});
});

test('a record that is not an address is refused, and does not show', async () => {
	const { client } = clientOf(alice);
	await expect(resolveName(client, { name: 'bad.avax' })).rejects.toMatchObject({
		kind: 'invalid-response',
		message: 'The EVM Address record of bad.avax is not an EVM address',
	});
});

test.each(['alice', 'alice.eth', 'al ice.avax', 'аlice.avax', '.avax', 'a..avax', '0x12', ''])(
	'%p is refused before anything is sent',
	async (name) => {
		const { client, asked } = clientOf(alice);
		await expect(resolveName(client, { name })).rejects.toMatchObject({
			kind: 'invalid-input',
			message: expect.stringMatching(/name/i) as string,
		});
		expect(asked).toEqual([]);
	},
);
