import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { emulatorForTests } from '../emulatorForTests';
import type { Engine } from '../../lab/kit/engine';
import { engineForTests, jsonOf as itemsOf } from './harness';
import { recordedCall } from '../../core/testing/recordedCalls';
import { tokensIn } from '../../core/testing/cases/evmWorld';

/** *EVM Contract* in n8n's engine, on the local services. */

const TRANSFER = 'Transfer(address indexed from, address indexed to, uint256 value)';

const emulator = emulatorForTests();
const engine = engineForTests(() => ({ dataUrl: emulator.dataUrl, nodeUrl: emulator.nodeUrl }));
/** Without a node and a credential. */
const offline = engineForTests();

interface Given {
	items?: IDataObject[];
	continueOnFail?: boolean;
	from?: Engine;
}

async function run(operation: string, parameters: INodeParameters, given: Given = {}) {
	const { items = [{}], continueOnFail, from = engine } = given;
	return await from.execute({
		node: 'avalancheRpc',
		parameters: { resource: 'evmContract', operation, ...parameters },
		items: items.map((json): INodeExecutionData => ({ json })),
		continueOnFail,
	});
}

async function jsonOf(operation: string, parameters: INodeParameters, given: Given = {}) {
	return itemsOf(await run(operation, parameters, given));
}

const tokens = () => tokensIn(emulator.world);
const token = () => tokens().erc20[0];
const onToken = () => ({ blockchainId: 'C', address: token().address });

describe('Read', () => {
	test('balances of the owners in the items, and what the token is', async () => {
		const items = tokens()
			.wallets.slice(0, 3)
			.map((owner) => ({ owner }));
		const read = {
			...onToken(),
			function: 'balanceOf(address)(uint256)',
			args: '={{ $json.owner }}',
		};
		const balances = await jsonOf('read', read, { items });
		expect(balances).toHaveLength(3);
		for (const { result, function: called } of balances) {
			expect(result).toMatch(/^\d{20,}$/);
			expect(called).toBe('balanceOf(address)(uint256)');
		}
		const decimals = { decimals: token().decimals };
		const [whole] = await jsonOf(
			'read',
			{ ...read, options: decimals },
			{ items: items.slice(0, 1) },
		);
		expect(whole.resultExact).toBe(balances[0].result);
		expect(whole.result).toBeCloseTo(Number(balances[0].result) / 10 ** token().decimals, 3);
		const about = async (signature: string) =>
			(await jsonOf('read', { ...onToken(), function: signature }))[0];
		expect(await about('name()(string)')).toMatchObject({ result: token().name });
		expect(await about('decimals()(uint8)')).toMatchObject({ result: token().decimals });
	});

	test('the chain is chosen from a list, and the ABI may be a text or a value', async () => {
		const abi = [
			{ type: 'function', name: 'symbol', inputs: [], outputs: [{ type: 'string', name: '' }] },
		];
		const given = {
			...onToken(),
			blockchainId: { __rl: true, mode: 'id', value: 'C' },
			function: 'symbol',
		} as INodeParameters;
		const [asText] = await jsonOf('read', { ...given, abi: JSON.stringify(abi) });
		const [asValue] = await jsonOf(
			'read',
			{ ...given, abi: '={{ $json.abi }}' },
			{ items: [{ abi }] },
		);
		expect([asText.result, asValue.result]).toEqual([token().symbol, token().symbol]);
	});

	test('a revert is an error with its reason, or an item of an error', async () => {
		const given = {
			...onToken(),
			function: 'transfer(address,uint256)(bool)',
			args: `${tokens().wallets[0]}, 1000`,
		};
		const { error } = await run('read', given);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message:
				'The contract reverted the call of transfer(address,uint256)(bool): "ERC20: transfer amount exceeds balance"',
			description: expect.stringMatching(/^Check the function, its arguments/),
		});
		const from = { options: { from: tokens().wallets[0] } };
		expect(await jsonOf('read', { ...given, ...from })).toMatchObject([{ result: true }]);
		const [item] = await jsonOf(
			'read',
			{ ...given, function: 'burn()(bool)', args: '' },
			{ continueOnFail: true },
		);
		expect(item).toMatchObject({
			error: expect.stringMatching(/without a reason; it may not have this function$/),
			details: { kind: 'rpc' },
		});
	});

	test('an address without a contract, and a wrong argument, are errors that say so', async () => {
		const given = { ...onToken(), function: 'balanceOf(address)(uint256)', args: '0x12' };
		const wrong = await run('read', given);
		expect(wrong.error).toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(
				/^"Arguments" \(args\) must fit balanceOf\(address\): value 1 must be an address/,
			),
		});
		const [owner] = tokens().wallets;
		const none = await run('read', { ...given, address: owner, args: owner });
		expect(none.error?.message).toMatch(/returned no data .* it is not a contract of this chain/);
		expect(none.error?.description).toMatch(/^Check the address, the chain and the block/);
	});
});

describe('Get Many Events', () => {
	const range = { blockchainId: 'C', fromBlock: 'earliest', toBlock: 'latest' };

	test('transfers of a token to an address, with amounts', async () => {
		const sent = tokens()
			.transfers()
			.find((one) => one.token === token() && (one.only ?? 'erc20') === 'erc20')!;
		const items = await jsonOf('getManyEvents', {
			...range,
			abi: TRANSFER,
			address: token().address,
			filters: { eventArgs: `{ "to": "${sent.to}" }` },
			options: { decimals: 6 },
		});
		expect(items.length).toBeGreaterThan(0);
		const all = items.map(({ args: values }) => values as Record<string, unknown>);
		expect(new Set(all.map(({ to }) => String(to).toLowerCase()))).toEqual(new Set([sent.to]));
		for (const { value, valueExact } of all) {
			expect(value).toBe(Number(`${String(valueExact)}e-6`));
		}
		expect(items[0]).toMatchObject({ event: 'Transfer', address: token().address, removed: false });
		expect(typeof items[0].blockNumber).toBe('number');
	});

	test('logs of the same topic that do not fit the event say why they are not decoded', async () => {
		const abi = TRANSFER.replace('uint256 value', 'uint256 indexed tokenId');
		const items = await jsonOf('getManyEvents', { ...range, abi });
		expect(items.length).toBeGreaterThan(0);
		for (const { event, undecoded, topics } of items) {
			if ((topics as string[]).length === 4) expect(event).toBe('Transfer');
			else expect(undecoded).toMatch(/has 3 indexed arguments in the ABI, the log has 2$/);
		}
	});
});

describe('Decode Logs', () => {
	test('of the receipt in the item, without a node and a credential', async () => {
		const { text } = recordedCall('further-eth_getTransactionReceipt');
		const { result } = JSON.parse(text) as { result: IDataObject };
		const abi = 'SendWarpMessage(address indexed sender, bytes32 indexed messageID, bytes message)';
		const given = { items: [result, result], from: offline };
		const items = await jsonOf('decodeLogs', { abi }, given);
		expect(items).toHaveLength(2);
		expect(items[0]).toMatchObject({
			event: 'SendWarpMessage',
			args: { sender: '0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC' },
			address: '0x0200000000000000000000000000000000000005',
		});
		expect(await jsonOf('decodeLogs', { abi, logs: '={{ $json.logs }}' }, given)).toEqual(items);
	});

	test('an item without logs is an error that shows it', async () => {
		const { error } = await run(
			'decodeLogs',
			{ abi: TRANSFER },
			{ items: [{ id: 1 }], from: offline },
		);
		expect(error?.message).toMatch(/^"Logs" \(logs\) must be a log .*; given: \{"id":1\}$/);
	});
});

test('the data of a transfer is encoded, estimated, and decoded', async () => {
	const [from, to] = tokens().wallets;
	const called = { function: 'transfer(address,uint256)', args: `${to}, 2500000` };
	const [{ data }] = await jsonOf('encodeFunctionData', called, { from: offline });
	const [estimated] = itemsOf(
		await engine.execute({
			node: 'avalancheRpc',
			parameters: {
				resource: 'evm',
				operation: 'estimateGas',
				blockchainId: 'C',
				to: token().address,
				data: data as string,
				options: { from },
			},
		}),
	);
	expect(estimated.gas).toBeGreaterThan(21_000);
	const abi = 'transfer(address to, uint256 value)';
	const given = { abi, data: '={{ $json.input }}', options: { decimals: '{ "value": 6 }' } };
	const [decoded] = await jsonOf('decodeCalldata', given, {
		items: [{ input: data as string }],
		from: offline,
	});
	expect(decoded).toMatchObject({
		function: 'transfer',
		selector: '0xa9059cbb',
		args: { value: 2.5, valueExact: '2500000' },
	});
	expect(String((decoded.args as IDataObject).to).toLowerCase()).toBe(to);
});

test('an AI agent reads a contract by the function and the arguments that it chooses', async () => {
	const [owner] = tokens().wallets;
	const [item] = await jsonOf(
		'read',
		{
			...onToken(),
			function: "={{ $fromAI('Function', ``, 'string') }}",
			args: "={{ $fromAI('Arguments', ``, 'json') }}",
		},
		{ items: [{ query: { Function: 'balanceOf(address)(uint256)', Arguments: [owner] } }] },
	);
	expect(item.result).toMatch(/^\d+$/);
});
