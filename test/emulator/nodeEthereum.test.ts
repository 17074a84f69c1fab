import { cb58Encode, decodeSigned, decodeUnsigned } from '../../core';
import { UNSCHEDULED } from '../../emulator/world/upgrades';
import { evmRecipient, evmSender, evmTx } from '../../core/testing/cases/signedTransactions';
import { type Json, useEmulator } from './emulatorKit';

/** The Ethereum API before Helicon, as L1s have it still, agrees with itself and with the data service of the same world. */

const live = useEmulator({ dialect: 'live', helicon: UNSCHEDULED });
const C = '/ext/bc/C/rpc';

const call = async (method: string, ...params: unknown[]) => live.client.call(C, method, params);
const result = async (method: string, ...params: unknown[]): Promise<Json> =>
	(await call(method, ...params)).result;
const errorOf = async (method: string, ...params: unknown[]) =>
	(await call(method, ...params)).error;
const tokens = () => live.world.tokens(live.world.evmChain('43114')!);
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;

test('a transaction, its receipt, its block and its logs belong together', async () => {
	const transfer = tokens().transfers()[14];
	const tx = await result('eth_getTransactionByHash', transfer.txHash);
	const receipt = await result('eth_getTransactionReceipt', transfer.txHash);
	const block = await result('eth_getBlockByNumber', tx.blockNumber, true);
	expect(await result('eth_getBlockByHash', tx.blockHash, true)).toEqual(block);
	expect(block.transactions).toContainEqual(tx);
	const hashes = await result('eth_getBlockByNumber', tx.blockNumber, false);
	expect(hashes.transactions).toEqual(block.transactions.map(({ hash }: Json) => hash));
	expect(await result('eth_getBlockReceipts', tx.blockNumber)).toContainEqual(receipt);
	expect(receipt).toMatchObject({
		status: '0x1',
		blockHash: tx.blockHash,
		from: tx.from,
		to: tx.to,
		transactionIndex: tx.transactionIndex,
	});
	const last = block.transactions.at(-1).hash;
	const { cumulativeGasUsed } = await result('eth_getTransactionReceipt', last);
	expect(cumulativeGasUsed).toBe(block.gasUsed);
	const filter = { fromBlock: tx.blockNumber, toBlock: tx.blockNumber };
	const logs = await result('eth_getLogs', { ...filter, topics: [receipt.logs[0].topics[0]] });
	expect(logs).toContainEqual(receipt.logs[0]);
	expect(await result('eth_getLogs', { ...filter, address: `0x${'1'.repeat(40)}` })).toEqual([]);
	const { nativeTransaction } = JSON.parse(
		await (await fetch(`${live.dataUrl}/v1/chains/43114/transactions/${transfer.txHash}`)).text(),
	);
	expect(nativeTransaction).toMatchObject({
		blockHash: tx.blockHash,
		blockNumber: String(Number(tx.blockNumber)),
		gasUsed: String(Number(receipt.gasUsed)),
		gasPrice: String(Number(receipt.effectiveGasPrice)),
		nonce: String(Number(tx.nonce)),
		input: tx.input,
	});
});

test('what does not exist is null; wrong ranges and arguments are errors', async () => {
	const nothing = `0x${'ab'.repeat(32)}`;
	for (const method of ['eth_getTransactionByHash', 'eth_getTransactionReceipt']) {
		expect(await result(method, nothing)).toBeNull();
	}
	expect(await result('eth_getBlockByHash', nothing, false)).toBeNull();
	const beyond = await errorOf('eth_getBlockByNumber', '0xffffffff', false);
	expect(beyond.message).toBe('cannot query unfinalized data');
	const backwards = { fromBlock: '0x5', toBlock: '0x4' };
	expect((await errorOf('eth_getLogs', backwards)).message).toMatch(/greater than end block/);
	expect((await errorOf('eth_getBalance', '0x12', 'latest')).code).toBe(-32602);
});

// Errors of a real node for the same requests.
test.each<[string, unknown[], string]>([
	['eth_feeHistory', ['0x1', 'latest'], 'missing value for required argument 2'],
	['eth_feeHistory', ['0x1'], 'missing value for required argument 1'],
	['eth_getBalance', [], 'missing value for required argument 0'],
	['eth_getLogs', [], 'missing value for required argument 0'],
	[
		'warp_getMessageAggregateSignature',
		[cb58Encode(new Uint8Array(32)), 67],
		'missing value for required argument 2',
	],
	[
		'eth_getBlockByHash',
		[5, false],
		'invalid argument 0: json: cannot unmarshal non-string into Go value of type common.Hash',
	],
	[
		'eth_getBalance',
		[`0x${'1'.repeat(40)}`, 5],
		'invalid argument 1: json: cannot unmarshal number into Go value of type string',
	],
	[
		'eth_getBalance',
		[`0x${'1'.repeat(40)}`, {}],
		'invalid arguments; neither block nor hash specified',
	],
	[
		'eth_sendRawTransaction',
		[hex(evmTx(3, Uint8Array.from([1])).bytes)],
		'invalid sender: invalid chain id for signer: have 1 want 43114',
	],
	['eth_getBlockByNumber', [5, false], 'invalid argument 0: hex string without 0x prefix'],
	['eth_getBlockByNumber', ['0x', false], 'invalid argument 0: hex string "0x"'],
	[
		'eth_feeHistory',
		[true, 'latest', []],
		'invalid argument 0: invalid hex or decimal integer "true"',
	],
])('%s of %j is refused: %s', async (method, args, message) => {
	expect((await errorOf(method, ...args)).message).toBe(message);
});

test('balances, nonces, code and calls', async () => {
	const { erc20, wallets, transfersOf, nativeBalance } = tokens();
	const [owner] = wallets;
	const { height } = live.world.evmChain('43114')!;
	expect(BigInt(String(await result('eth_getBalance', owner, 'latest')))).toBe(
		nativeBalance(owner, height),
	);
	const sent = transfersOf(owner).find(({ from }) => from === owner);
	const nonce = Number(await result('eth_getTransactionCount', owner, 'latest'));
	expect(nonce).toBe((sent?.index ?? -1) + 1);
	expect(await result('eth_getCode', owner, 'latest')).toBe('0x');
	expect(await result('eth_getCode', erc20[0].address, 'latest')).toMatch(/^0x[0-9a-f]{2,}$/);
	const ask = (data: string) => result('eth_call', { to: erc20[0].address, data }, 'latest');
	expect(Number(await ask('0x313ce567'))).toBe(erc20[0].decimals);
	const name = Buffer.from(String(await ask('0x06fdde03')).slice(2), 'hex');
	expect(name.subarray(64, 64 + name[63]).toString()).toBe(erc20[0].name);
	const balance = `0x70a08231${owner.slice(2).padStart(64, '0')}`;
	expect(BigInt(String(await ask(balance)))).toBeGreaterThan(0n);
	const unknown = { to: erc20[0].address, data: '0xdeadbeef' };
	expect((await errorOf('eth_call', unknown, 'latest')).message).toBe('execution reverted');
	const amount = 'f'.repeat(64);
	const data = `0xa9059cbb${owner.slice(2).padStart(64, '0')}${amount}`;
	// As a node answers: geth, internal/ethapi/errors.go.
	expect(await errorOf('eth_call', { to: erc20[0].address, data }, 'latest')).toMatchObject({
		code: 3,
		message: 'execution reverted: ERC20: transfer amount exceeds balance',
		data: expect.stringMatching(/^0x08c379a00{62}20/),
	});
	expect(await result('eth_callDetailed', unknown, 'latest')).toMatchObject({
		err: 'execution reverted',
	});
	const rich = { from: owner, to: wallets[1], value: '0xffffffffffffffffffffffffffffffff' };
	expect((await errorOf('eth_estimateGas', rich)).message).toBe('insufficient funds for transfer');
});

test('fees: price is base fee and tip; a history has the base fee of each block', async () => {
	const base = BigInt(String(await result('eth_baseFee')));
	const tip = BigInt(String(await result('eth_maxPriorityFeePerGas')));
	expect(BigInt(String(await result('eth_gasPrice')))).toBe(base + tip);
	const { normal } = await result('eth_suggestPriceOptions');
	expect(BigInt(normal.maxFeePerGas)).toBe(2n * base + tip);
	const history = await result('eth_feeHistory', '0x3', 'latest', [25, 75]);
	expect(history.baseFeePerGas).toHaveLength(3);
	expect(history.gasUsedRatio).toHaveLength(3);
	expect(history.reward).toHaveLength(3);
	expect((await errorOf('eth_feeHistory', '0x3', 'latest', [75, 25])).message).toMatch(
		/^invalid reward percentile/,
	);
});

test('the head moves with accepted blocks', async () => {
	const before = Number(await result('eth_blockNumber'));
	live.control.acceptBlocks({ chain: 'C', count: 2 });
	expect(Number(await result('eth_blockNumber'))).toBe(before + 2);
	const { parentHash, timestamp } = await result('eth_getBlockByNumber', 'latest', false);
	expect((await result('eth_getBlockByNumber', `0x${(before + 1).toString(16)}`, false)).hash).toBe(
		parentHash,
	);
	expect(Number(timestamp)).toBe(live.world.clock.seconds());
});

test('warp messages: their log, their bytes and what the validators sign', async () => {
	const transfer = tokens().transfers()[14];
	const { logs, blockHash } = await result('eth_getTransactionReceipt', transfer.txHash);
	const { topics, data } = logs[1];
	const id = cb58Encode(Buffer.from(topics[2].slice(2), 'hex'));
	const unsigned = String(await result('warp_getMessage', id));
	expect(data).toContain(unsigned.slice(2));
	const { sourceChainId } = decodeUnsigned(Buffer.from(unsigned.slice(2), 'hex'));
	expect(cb58Encode(sourceChainId)).toBe(live.network.chains.C);
	expect(await result('warp_getMessageSignature', id)).toMatch(/^0x[0-9a-f]{192}$/);
	const signed = String(await result('warp_getMessageAggregateSignature', id, 67, ''));
	expect(hex(decodeSigned(Buffer.from(signed.slice(2), 'hex')).unsignedBytes)).toBe(unsigned);
	const block = cb58Encode(Buffer.from(blockHash.slice(2), 'hex'));
	expect(await result('warp_getBlockSignature', block)).toMatch(/^0x[0-9a-f]{192}$/);
	const unknown = cb58Encode(Buffer.alloc(32, 5));
	expect((await errorOf('warp_getMessage', unknown)).message).toMatch(
		new RegExp(`^failed to get message ${unknown} with error `),
	);
	const noSubnet = await errorOf('warp_getMessageAggregateSignature', id, 67, unknown);
	expect(noSubnet.message).toMatch(/^no validators \(SubnetID: /);
});

describe('the block name accepted', () => {
	const [address, slot] = [evmSender, { to: evmRecipient }];
	const asked: [method: string, params: unknown[], index: number][] = [
		['eth_getBlockByNumber', ['accepted', false], 0],
		['eth_getBlockReceipts', ['accepted'], 0],
		['eth_getLogs', [{ fromBlock: 'accepted' }], 0],
		['eth_getBalance', [address, 'accepted'], 1],
		['eth_getCode', [address, 'accepted'], 1],
		['eth_getTransactionCount', [address, 'accepted'], 1],
		['eth_call', [slot, 'accepted'], 1],
		['eth_estimateGas', [slot, 'accepted'], 1],
		['eth_feeHistory', ['0x1', 'accepted', []], 1],
	];
	afterEach(() => live.control.setVersions({ helicon: UNSCHEDULED }));

	// The Ethereum API of coreth has the name (graft/evm/rpc/types.go), that of libevm has not.
	test.each(asked)('%s knows it before Helicon', async (method, params, index) => {
		expect(await errorOf(method, ...params)).toBeUndefined();
		live.control.setVersions({ helicon: 0 });
		expect(await errorOf(method, ...params)).toMatchObject({
			code: -32602,
			message: `invalid argument ${index}: hex string without 0x prefix`,
		});
		expect(await errorOf(method, ...params.map(latest))).toBeUndefined();
	});
});

function latest(param: unknown): unknown {
	if (param === 'accepted') return 'latest';
	return typeof param === 'object' && param && 'fromBlock' in param
		? { fromBlock: 'latest' }
		: param;
}
