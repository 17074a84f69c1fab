import { bloomOf } from '../../emulator/rooms/evm/logs';
import { UNSCHEDULED } from '../../emulator/world/upgrades';
import { useEmulator } from './emulatorKit';
import type { Json } from './emulatorKit';

/**
 * The C-Chain since Helicon: a block is accepted, then executed, then settled, and its header is made first. The
 * queue of blocks, the answers to blocks beyond it and the error of unknown heights are made from the node's code
 * (vms/saevm), since a node at hand executes too fast to show them at will.
 */

const live = useEmulator({ dialect: 'live' });
const before = useEmulator({ dialect: 'live', helicon: UNSCHEDULED });
const C = '/ext/bc/C/rpc';
const MINE = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';

type Node = typeof live;

const asking =
	(node: Node, path = C) =>
	async (method: string, ...params: unknown[]) =>
		(await node.client.call(path, method, params)) as { result: Json & string; error?: Json };
const hex = (value: number) => `0x${value.toString(16)}`;

test('transactions and logs of one block have positions of their own', async () => {
	const { control, world } = live;
	const log = { address: MINE, topics: [], data: '0x' };
	control.addTransfers({ transfers: [{ logs: [log, log] }] });
	const { height: blockNumber } = world.evmChain('43114')!;
	control.addTransfers({ transfers: [{ blockNumber, logs: [log] }, { blockNumber }] });
	const at = hex(blockNumber);
	const { result } = await asking(live)('eth_getLogs', { fromBlock: at, toBlock: at });
	const logs = result as unknown as Array<Record<string, string>>;
	const indexes = logs.map(({ logIndex }) => Number(logIndex));
	expect([...new Set(indexes)].sort((a, b) => a - b)).toEqual(indexes);
	expect(logs.map(({ transactionIndex }) => Number(transactionIndex))).toEqual([0, 0, 0, 1, 1, 2]);
});

/** Accepts a block with a transfer and three behind it, the last two of them not yet executed. */
function withTransfer({ control, world }: Node) {
	control.setExecution({ behind: 0 });
	const [hash] = control.addTransfers({ transfers: [{ to: MINE }] });
	const { height: block } = world.evmChain('43114')!;
	control.acceptBlocks({ chain: 'C', count: 3 });
	return { hash, block, head: block + 3 };
}

test('latest is executed, safe and finalized are settled, a header is there before both', async () => {
	const ask = asking(live);
	const { block, head } = withTransfer(live);
	live.control.setExecution({ behind: 2 });
	const numberOf = async (name: string) =>
		Number((await ask('eth_getBlockByNumber', name, false)).result.number);
	expect(Number((await ask('eth_blockNumber')).result)).toBe(block + 1);
	expect(await numberOf('latest')).toBe(block + 1);
	expect(await numberOf('pending')).toBe(block + 1);
	expect([await numberOf('safe'), await numberOf('finalized')]).toEqual([block - 2, block - 2]);
	expect(await numberOf(hex(head))).toBe(head);
	expect((await ask('eth_getBlockByNumber', hex(head + 1), false)).result).toBeNull();
	expect((await ask('eth_getBalance', MINE, hex(head + 1))).error).toMatchObject({
		message: `block not found: not accepted yet: block ${head + 1}`,
	});
});

test('receipts and logs of a block that is not executed are not there, without an error', async () => {
	const ask = asking(live);
	const { hash, block } = withTransfer(live);
	live.control.setExecution({ behind: 4 });
	const filter = { fromBlock: hex(block), toBlock: hex(block + 9) };
	const asked = async () => [
		(await ask('eth_getLogs', filter)).result,
		(await ask('eth_getTransactionReceipt', hash)).result,
		(await ask('eth_getBlockReceipts', hex(block))).result,
	];
	expect(await asked()).toEqual([[], null, null]);
	expect((await ask('eth_getBlockByNumber', hex(block), false)).result.transactions).toEqual([
		hash,
	]);
	live.control.setExecution({ behind: 0 });
	expect(await asked()).toEqual([
		[expect.objectContaining({ transactionHash: hash })],
		expect.objectContaining({ transactionHash: hash }),
		[expect.objectContaining({ transactionHash: hash })],
	]);
	expect((await ask('eth_getLogs', { fromBlock: '0x5', toBlock: '0x4' })).error).toMatchObject({
		message: 'invalid block range params',
	});
});

test('removed methods are not known on the C-Chain, and an L1 keeps its virtual machine', async () => {
	const l1 = live.network.subnets.find(({ kind }) => kind === 'l1')!.blockchains[0].id;
	const onL1 = asking(live, `/ext/bc/${l1}/rpc`);
	for (const method of ['warp_getMessage', 'eth_accounts']) {
		expect((await asking(live)(method, 'x')).error).toEqual({
			code: -32601,
			message: `the method ${method} does not exist/is not available`,
		});
	}
	expect((await onL1('warp_getMessage', 'x')).error).toMatchObject({ code: -32602 });
	expect((await onL1('eth_getBlockByNumber', '0xffffffff', false)).error).toMatchObject({
		message: 'cannot query unfinalized data',
	});
	expect((await onL1('eth_getBlockByNumber', 'accepted', false)).result).not.toHaveProperty(
		'settledHeight',
	);
	const status = {
		method: 'avax.getAtomicTxStatus',
		params: { txID: '2qSdCx3986gNjL62exuRSguvuRZM36AMqAQxK3yTfaLgGizf1n' },
	};
	const statusOf = async () =>
		await live.client.call('/ext/bc/C/avax', status.method, status.params);
	expect((await statusOf()).error).toMatchObject({
		code: -32000,
		message: 'rpc: can\'t find method "avax.GetAtomicTxStatus"',
	});
	live.control.setVersions({ version: '1.15.1' });
	expect((await statusOf()).result).toEqual({ status: 'Unknown' });
	live.control.setVersions({ version: '1.15.3' });
});

test('metrics have the names of 1.15', async () => {
	const { block } = withTransfer(live);
	live.control.setExecution({ behind: 2 });
	const { text } = await live.client.send('/ext/metrics');
	expect(text).toContain(
		`avalanche_evm_transition_sae_last_executed_height{chain="C"} ${block + 1}\n`,
	);
	expect(text).toContain('avalanche_evm_transition_sae_execution_queue_blocks{chain="C"} 2\n');
	expect((await before.client.send('/ext/metrics')).text).not.toContain('_transition_');
});

/** Pollers that were right before Helicon. */
describe('a poller that', () => {
	const topics = (to: string) => [null, null, `0x${to.slice(2).padStart(64, '0')}`];
	const logsOf = async (node: Node, from: number, to: number): Promise<unknown[]> => {
		const filter = { fromBlock: hex(from), toBlock: hex(to), topics: topics(MINE) };
		const { result } = await asking(node)('eth_getLogs', filter);
		return (result as unknown as unknown[] | undefined) ?? [];
	};
	const headerOf = async (node: Node, at: number) =>
		(await asking(node)('eth_getBlockByNumber', hex(at), false)).result;

	/** Asks for the logs of a block only where its bloom may hold them. */
	async function byBloom(node: Node, block: number) {
		const [topic] = topics(MINE).slice(2) as string[];
		const bits = BigInt(bloomOf([{ address: '0x', topics: [topic], data: '0x', logIndex: 0 }]));
		const wanted =
			bits & ~BigInt(bloomOf([{ address: '0x', topics: [], data: '0x', logIndex: 0 }]));
		const bloom = BigInt((await headerOf(node, block)).logsBloom);
		return (bloom & wanted) === wanted ? await logsOf(node, block, block) : [];
	}

	test.each<[string, (node: Node) => Promise<unknown>, unknown, unknown]>([
		[
			'skips blocks by their bloom',
			async (node) => (await byBloom(node, withTransfer(node).block)).length,
			1,
			0,
		],
		[
			'reads to the newest header and goes on behind it',
			async (node) => {
				const { block, head } = withTransfer(node);
				node.control.setExecution({ behind: 4 });
				expect(await headerOf(node, head)).not.toBeNull();
				const first = await logsOf(node, block, head);
				node.control.setExecution({ behind: 0 });
				return first.length + (await logsOf(node, head + 1, head + 1)).length;
			},
			1,
			0,
		],
		[
			'takes the gas of a header for what was used',
			async (node) => {
				const { hash, block } = withTransfer(node);
				const { gasUsed } = await headerOf(node, block);
				const receipt = (await asking(node)('eth_getTransactionReceipt', hash)).result;
				return Number(gasUsed) - Number(receipt.gasUsed) > 0;
			},
			false,
			true,
		],
	])('%s was right and is wrong', async (_, poll, old, now) => {
		expect(await poll(before)).toEqual(old);
		expect(await poll(live)).toEqual(now);
	});
});
