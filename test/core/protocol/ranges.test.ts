import { clientWith } from '../../../core/client';
import type { CallOptions } from '../../../core/clientTypes';
import { createBatchSizes } from '../../../core/protocol/batchSizes';
import { Failure } from '../../../core/failure';
import { rangeLimitOf } from '../../../core/protocol/rangeLimit';
import * as evm from '../../../core/subjects/evm';
import { answer, caught, fakeClock, type RpcCall, rpcAnswer } from './fakes';

/** Ranges of blocks on nodes that refuse large ones, and behind balancers. */

interface Refusal {
	code: number;
	message: string;
	data?: unknown;
	status?: number;
}

interface Node {
	/** The last executed block, by the number of the request. */
	head?: (request: number) => number;
	/** Blocks that it executes between the two answers of a batch. */
	ahead?: number;
	/** Refuses a range of blocks, or to say its last block. */
	refuse?: (blocks: number, first: number, address?: string) => Refusal | undefined;
	refuseNumber?: (request: number) => Refusal | undefined;
	/** Nodes with the old virtual machine refuse what is beyond their last block; the others know no logs there. */
	isOld?: boolean;
	takesBatches?: boolean;
}

const limitOf = (most: number) => (blocks: number, first: number) =>
	blocks > most
		? {
				code: -32000,
				message: `requested too many blocks from ${first} to ${first + blocks - 1}, maximum is set to ${most}`,
			}
		: undefined;

/** A node with one log in each executed block, and a client of it. */
function setUp({
	head = () => 100,
	ahead = 0,
	refuse,
	refuseNumber,
	isOld,
	takesBatches = true,
}: Node = {}) {
	const ranges: Array<[first: number, last: number]> = [];
	const learnt: Array<[key: string, size: number]> = [];
	const sizes = createBatchSizes();
	const bodies: unknown[] = [];
	const one = ({ method, params }: RpcCall): { result?: unknown; error?: Refusal } => {
		const last = head(bodies.length);
		const unknown = method === 'eth_getLogs' ? undefined : refuseNumber?.(bodies.length);
		if (unknown) return { error: unknown };
		if (method === 'eth_blockNumber') return { result: hex(last) };
		if (method === 'eth_getBlockByNumber') return { result: { number: hex(last - 5) } };
		const [{ fromBlock, toBlock, address }] = params as [Record<string, string>];
		const named: Record<string, number> = { earliest: 0, latest: last, finalized: last - 5 };
		const blockOf = (name: string) => named[name] ?? Number(name);
		const [first, end] = [blockOf(fromBlock), blockOf(toBlock)];
		const beyond = {
			code: -32000,
			message: `requested to block ${end} after last accepted block ${last}`,
		};
		const error =
			refuse?.(end - first + 1, first, address) ?? (isOld && end > last ? beyond : undefined);
		if (error) return { error };
		ranges.push([first, end]);
		return { result: upTo(first, Math.min(end, last + ahead)).map(logOf) };
	};
	const client = clientWith({
		services: { node: { url: 'https://node.test' } },
		clock: fakeClock(),
		retry: { retries: 0 },
		missing: () => undefined,
		batchSizes: { ...sizes, learn: (...given) => (learnt.push(given), sizes.learn(...given)) },
		transport: async ({ body = '' }) => {
			const sent = JSON.parse(body);
			bodies.push(sent);
			if (!takesBatches && Array.isArray(sent))
				return answer({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batch' } });
			let status: number | undefined;
			const response = rpcAnswer(body, (call) => {
				const reply = one(call);
				if (!Array.isArray(sent)) status = reply.error?.status;
				return reply;
			});
			return { ...response, ...(status && { status }) };
		},
	});
	const blocks = async (options: { from: number; to?: number; order?: 'newest' }) => {
		const found: number[] = [];
		const parts: Array<[number, number, boolean]> = [];
		const inputs = [{ blockchainId: 'C' }];
		for await (const { first, last, answers, more } of client.ranges(
			evm.getManyLogs,
			inputs,
			options,
		)) {
			parts.push([first, last, more]);
			found.push(...answers[0].logs.map(({ blockNumber }) => blockNumber as number));
		}
		return { found, parts };
	};
	const logs = async (fromBlock: unknown, toBlock: unknown) => {
		const input = { blockchainId: 'C', fromBlock, toBlock } as never;
		const answered = await client.call(evm.getManyLogs, input);
		return answered.logs.map(({ blockNumber }) => blockNumber);
	};
	return { client, ranges, bodies, blocks, logs, learnt };
}

const hex = (value: number) => `0x${value.toString(16)}`;
const logOf = (block: number) => ({
	address: `0x${'11'.repeat(20)}`,
	topics: [],
	data: '0x',
	blockNumber: hex(block),
	blockHash: `0x${hex(block).slice(2).padStart(64, '0')}`,
	transactionHash: `0x${hex(block).slice(2).padStart(64, '0')}`,
	transactionIndex: '0x0',
	logIndex: '0x0',
	removed: false,
});
const upTo = (first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, at) => first + at);

describe('a range of blocks', () => {
	it('is one batch with the number of the last executed block', async () => {
		const { blocks, bodies, learnt } = setUp();
		expect((await blocks({ from: 90 })).found).toEqual(upTo(90, 100));
		expect(learnt).toEqual([]);
		expect(bodies).toEqual([
			expect.objectContaining({ method: 'eth_blockNumber' }),
			[
				expect.objectContaining({ method: 'eth_blockNumber' }),
				expect.objectContaining({ method: 'eth_getLogs' }),
			],
		]);
	});

	it('is cut to the limit that the node names, which later ranges keep', async () => {
		const { blocks, bodies, ranges, learnt } = setUp({ refuse: limitOf(5) });
		const { found, parts } = await blocks({ from: 89 });
		expect(found).toEqual(upTo(89, 100));
		expect(parts).toEqual([
			[89, 93, true],
			[94, 98, true],
			[99, 100, false],
		]);
		const before = bodies.length;
		expect(learnt).toEqual([[expect.stringMatching(/ blocks$/), 5]]);
		await blocks({ from: 91 });
		expect(ranges.slice(3)).toEqual([
			[91, 95],
			[96, 100],
		]);
		expect(bodies.length - before).toBe(3);
	});

	it('is halved where the node names no limit', async () => {
		const refuse = (blocks: number) =>
			blocks > 7 ? { code: -32600, message: 'block range is too wide' } : undefined;
		const { blocks, ranges } = setUp({ refuse });
		expect((await blocks({ from: 41 })).found).toEqual(upTo(41, 100));
		expect(new Set(ranges.map(([first, last]) => last - first + 1))).toEqual(new Set([7, 4]));
	});

	it('is halved where the node refuses the limit that it names', async () => {
		const refuse = (blocks: number, first: number) =>
			blocks > 4 ? limitOf(7)(Math.max(8, blocks), first) : undefined;
		const { blocks, ranges } = setUp({ refuse });
		expect((await blocks({ from: 90 })).found).toEqual(upTo(90, 100));
		expect(ranges[0]).toEqual([90, 92]);
	});

	it('grows again behind blocks with many results', async () => {
		const refuse = (blocks: number, first: number) =>
			blocks > 2 && first < 50
				? { code: -32005, message: 'query returned more than 10000 results' }
				: undefined;
		const { blocks, ranges } = setUp({ refuse, head: () => 400 });
		expect((await blocks({ from: 40 })).found).toEqual(upTo(40, 400));
		expect(ranges.at(-1)![1] - ranges.at(-1)![0]).toBeGreaterThan(50);
	});

	it('grows again behind blocks whose response is larger than the client takes', async () => {
		const large = () => new Failure({ kind: 'invalid-response', message: 'x', retryable: false });
		const refuse = (blocks: number, first: number) => {
			if (blocks > 2 && first < 50) throw large();
			return undefined;
		};
		const { blocks, ranges, learnt } = setUp({ refuse, head: () => 400 });
		expect((await blocks({ from: 40 })).found).toEqual(upTo(40, 400));
		expect(ranges.at(-1)![1] - ranges.at(-1)![0]).toBeGreaterThan(50);
		expect(learnt).toEqual([]);
	});

	it('of one block that is refused fails with the words of the node', async () => {
		const { blocks } = setUp({
			refuse: () => ({ code: -32005, message: 'query timeout exceeded' }),
		});
		expect((await caught(() => blocks({ from: 90 }))).message).toBe('query timeout exceeded');
	});

	it('is read from the newest block on, without gaps', async () => {
		const { blocks } = setUp({ refuse: limitOf(4) });
		const { parts } = await blocks({ from: 93, order: 'newest' });
		expect(parts).toEqual([
			[97, 100, true],
			[93, 96, false],
		]);
	});

	it.each([5, 6, 11])('of a block more than fits: %i blocks in parts of five', async (count) => {
		const { parts } = await setUp({ refuse: limitOf(5) }).blocks({ from: 101 - count });
		expect(parts.map(([, , more]) => more)).toEqual(parts.map((_, at) => at < parts.length - 1));
	});

	it('to a block that no node has executed is read up to the last one that is', async () => {
		const { blocks, bodies } = setUp({ refuse: limitOf(4) });
		expect((await blocks({ from: 96, to: 103, order: 'newest' })).parts).toEqual([
			[97, 100, true],
			[96, 96, false],
		]);
		// The first range of the size that was learnt begins behind the last block.
		expect((await blocks({ from: 96, to: 108, order: 'newest' })).parts).toEqual([
			[97, 100, true],
			[96, 96, false],
		]);
		const before = bodies.length;
		expect((await blocks({ from: 100, to: 102 })).parts).toEqual([[100, 100, false]]);
		expect(bodies.length - before).toBe(1);
	});

	it('has each block once, also if the node executes some while it answers', async () => {
		const { blocks } = setUp({ ahead: 2, head: (request) => (request === 1 ? 97 : 100) });
		expect((await blocks({ from: 95, to: 100 })).found).toEqual(upTo(95, 97));
	});

	it('fails by what is more than a range that is too large, as the operation that was called', async () => {
		const other = { code: -32000, message: 'missing trie node' };
		const [large, lost] = ['11', '22'].map((digits) => `0x${digits.repeat(20)}`);
		const refuse = (count: number, first: number, address = '') =>
			String(address) === lost ? other : limitOf(3)(count, first);
		const { client, bodies } = setUp({ refuse });
		const inputs = [large, lost].map((address) => ({ blockchainId: 'C', address }));
		const read = async (
			...[of, options]: [ReturnType<typeof setUp>['client'], Partial<CallOptions>?]
		) => {
			for await (const _ of of.ranges(evm.getManyLogs, inputs, { from: 90, ...options }));
		};
		expect(await caught(() => read(client))).toMatchObject({ message: other.message });
		expect(bodies).toHaveLength(2);
		const busy = setUp({ refuseNumber: () => ({ ...other, status: 503 }) });
		await caught(() => read(busy.client, { retry: { retries: 1 } }));
		expect(busy.bodies).toHaveLength(2);
		const operation = evm.getManyLogs.id;
		for (const at of [1, 2]) {
			const refuseNumber = (request: number) => (request === at ? other : undefined);
			const failing = setUp({ refuseNumber }).client;
			expect(await caught(() => read(failing))).toMatchObject({
				message: other.message,
				operation,
			});
		}
	});

	it.each([false, true])(
		'ends where the answering node behind a balancer ends (old: %p)',
		async (isOld) => {
			// The node of the first request is two blocks ahead of the others.
			const { blocks } = setUp({ isOld, head: (request) => (request <= 1 ? 102 : 100) });
			expect(await blocks({ from: 95 })).toEqual({
				found: upTo(95, 100),
				parts: [[95, 100, false]],
			});
		},
	);

	it('is read call by call from a node that takes no batches', async () => {
		const { blocks, bodies } = setUp({ takesBatches: false, refuse: limitOf(60) });
		expect((await blocks({ from: 1 })).found).toEqual(upTo(1, 100));
		expect(bodies.filter(Array.isArray)).toHaveLength(1);
	});
});

describe('Get Many Logs', () => {
	it('is one plain request to a name', async () => {
		const { logs, bodies } = setUp();
		expect(await logs(98, 'latest')).toEqual([98, 99, 100]);
		expect(bodies).toEqual([expect.objectContaining({ method: 'eth_getLogs' })]);
	});

	it.each([
		['latest', 100],
		['finalized', 95],
		[99, 99],
	])('reads a refused range to %p in parts', async (to, last) => {
		const { logs } = setUp({ refuse: limitOf(9) });
		expect(await logs(50, to)).toEqual(upTo(50, last));
	});

	it('reads a refused range from the first block on in parts', async () => {
		const { logs, bodies } = setUp({ refuse: limitOf(40) });
		expect(await logs('earliest', 'latest')).toEqual(upTo(0, 100));
		// The range, the number of the last block, the whole range and three parts of it.
		expect(bodies).toHaveLength(6);
	});

	it.each([
		[99, '100'],
		[100, '100'],
		[101, 'before 101'],
	])('from %i to a block that is not executed fails', async (from, last) => {
		for (const isOld of [false, true]) {
			const { logs } = setUp({ isOld });
			expect((await caught(() => logs(from, 101))).message).toBe(
				`requested to block 101, which the node has not executed yet: its last block with results is ${last}`,
			);
		}
	});

	it('is one plain request where nothing is to be split', async () => {
		const other = { code: -32000, message: 'missing trie node' };
		const { logs, bodies } = setUp();
		expect(await logs(99, 98)).toEqual([]);
		const failing = setUp({ refuse: () => other });
		await caught(() => failing.logs(98, 'latest'));
		const refusing = setUp({ refuse: () => limitOf(0)(1, 1) });
		const blockHash = logOf(1).blockHash;
		await caught(() => refusing.client.call(evm.getManyLogs, { blockchainId: 'C', blockHash }));
		expect([bodies, failing.bodies, refusing.bodies].map(({ length }) => length)).toEqual([
			1, 1, 1,
		]);
	});
});

/** Answers of hosted nodes, as their documents and users give them: core/protocol/rangeLimit.ts has the sources. */
describe('too large by the words of', () => {
	test.each<[string, Refusal, object | undefined]>([
		[
			'subnet-evm',
			{
				code: -32000,
				message: 'requested too many blocks from 0 to 16777216, maximum is set to 2048',
			},
			{ of: 'blocks', most: 2048 },
		],
		[
			'Infura, results',
			{
				code: -32005,
				message:
					'query returned more than 10000 results. Try with this block range [0x800000, 0x800054].',
			},
			{ of: 'answer', most: 85 },
		],
		['Infura, time', { code: -32005, message: 'query timeout exceeded' }, { of: 'answer' }],
		[
			'Infura, blocks',
			{ code: -32602, message: 'range 1000000 exceeds limit of 10000' },
			{ of: 'blocks', most: 10_000 },
		],
		[
			'Alchemy, results',
			{
				code: -32602,
				message:
					'Log response size exceeded. You can make eth_getLogs requests with up to a 2K block range and no limit on the response size, or you can request any block range with a cap of 10K logs in the response. Based on your parameters and the response size limit, this block range should work: [0x0, 0x133e71]',
			},
			{ of: 'answer', most: 1_261_170 },
		],
		[
			'Alchemy, blocks, status 400',
			{
				code: -32600,
				status: 400,
				message:
					'Under the Free tier plan, you can make eth_getLogs requests with up to a 10 block range. Based on your parameters, this block range should work: [0x3214ec9, 0x3214ed2].',
			},
			{ of: 'blocks', most: 10 },
		],
		[
			'QuickNode, status 413',
			{ code: -32614, status: 413, message: 'eth_getLogs is limited to a 10,000 range' },
			{ of: 'blocks', most: 10_000 },
		],
		['Ankr', { code: -32600, message: 'block range is too wide' }, { of: 'blocks' }],
		[
			'reth',
			{
				code: -32602,
				message: 'query exceeds max results 20000, retry with the range 22382105-22382515',
			},
			{ of: 'answer', most: 411 },
		],
		[
			'dRPC',
			{ code: 35, message: 'ranges over 10000 blocks are not supported on free plan' },
			{ of: 'blocks', most: 10_000 },
		],
		[
			'Blast',
			{ code: -32000, message: 'query exceeds the range allowed for your plan (5000 > 1000)' },
			{ of: 'blocks', most: 1000 },
		],
		[
			'Chainstack',
			{
				code: -32602,
				message:
					'Block range limit exceeded. See more details at https://docs.chainstack.com/docs/limits',
			},
			{ of: 'blocks' },
		],
		[
			'PublicNode',
			{ code: -32701, message: 'exceed maximum block range: 50000' },
			{ of: 'blocks', most: 50_000 },
		],
		[
			'Tenderly',
			{
				code: -32602,
				message: 'invalid params',
				data: 'range 9009594 is bigger than range limit 2000',
			},
			{ of: 'blocks', most: 2000 },
		],
		['geth, time', { code: -32002, message: 'request timed out' }, { of: 'answer' }],
		['another', { code: -32000, message: 'block range greater than 500 max' }, { of: 'blocks' }],
		[
			'a limit of the rate',
			{ code: -32005, message: 'daily request count exceeded, request rate limited' },
			undefined,
		],
		[
			'a limit of the rate, status 429',
			{ code: -32005, status: 429, message: 'query returned more than 10000 results' },
			undefined,
		],
		['a wrong range', { code: -32000, message: 'invalid block range params' }, undefined],
		['too many topics', { code: -32602, message: 'exceed max topics' }, undefined],
	])('%s', async (_, refusal, limit) => {
		const { client } = setUp({ refuse: () => refusal });
		const input = { blockchainId: 'C', blockHash: logOf(1).blockHash };
		const failure = await caught(() => client.call(evm.getManyLogs, input));
		expect(rangeLimitOf(failure as unknown as Failure)).toEqual(limit);
	});
});
