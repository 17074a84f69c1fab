import { createClient, decodeLogs, getContractEvents } from '../../../core';
import { answer, fakeClock } from '../protocol/fakes';
import { OWNER, TOKEN, clientOf, failureOf, word } from './token';

/** Events and logs of contracts. */

describe('events', () => {
	const EVENT = 'Transfer(address indexed from, address indexed to, uint256 value)';
	const TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
	const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
	const log = {
		address: TOKEN,
		topics: [TOPIC, topicOf(TOKEN), topicOf(OWNER)],
		data: `0x${word(2_500_000)}`,
		blockNumber: '0x4',
		transactionHash: TOPIC,
		transactionIndex: '0x0',
		blockHash: TOPIC,
		logIndex: '0x2',
		removed: false,
	};
	const decoded = {
		event: 'Transfer',
		signature: 'Transfer(address,address,uint256)',
		args: { from: TOKEN, to: OWNER, value: '2500000' },
	};

	test('are searched by topics, and decoded', async () => {
		const { client, sent } = clientOf({ result: [log, { ...log, data: '0x' }] });
		const events = await getContractEvents(client, {
			blockchainId: 'C',
			abi: EVENT,
			address: TOKEN,
			eventArgs: { to: OWNER },
			fromBlock: 4,
			toBlock: 'latest',
		});
		expect(sent[0].params).toEqual([
			{
				fromBlock: '0x4',
				toBlock: 'latest',
				address: [TOKEN],
				topics: [TOPIC, null, topicOf(OWNER)],
			},
		]);
		expect(events).toEqual([
			// The node of this test answers the call of decimals() with logs, too: there are none.
			{
				...log,
				blockNumber: 4,
				transactionIndex: 0,
				logIndex: 2,
				...decoded,
				args: { ...decoded.args, value: null, valueExact: '2500000' },
			},
			expect.objectContaining({
				event: null,
				undecoded: expect.stringMatching(/ends before value$/),
			}),
		]);
		expect(Object.keys(events[0]).slice(0, 3)).toEqual(['event', 'args', 'signature']);
	});

	test.each<[string, object, RegExp]>([
		['no event', { abi: undefined }, /^"Event" \(abi\) is required/],
		[
			'only functions',
			{ abi: 'function f()' },
			/^"Event" \(abi\) must be a signature such as Transfer.*; it has no event/,
		],
		[
			'a wrong argument',
			{ eventArgs: { to: '0x' } },
			/^"Arguments \(JSON\)" \(eventArgs\) must fit the event: to must be an address/,
		],
		[
			'a block and a range',
			{ blockHash: TOPIC, fromBlock: 1 },
			/^"From Block" \(fromBlock\) cannot be combined/,
		],
		[
			'an end without a start',
			{ toBlock: 9 },
			/^"From Block" \(fromBlock\) is required with "To Block" \(toBlock\)/,
		],
		[
			'decimals of no argument',
			{ decimals: { amount: 6 } },
			/^"Decimals" \(decimals\) must have names of integers only \(value\), not amount/,
		],
	])('a search with %s fails before anything is sent', async (_, more, message) => {
		const { client, sent } = clientOf({ result: [] });
		const input = { blockchainId: 'C', abi: EVENT, ...more };
		expect((await failureOf(() => getContractEvents(client, input))).message).toMatch(message);
		expect(sent).toEqual([]);
	});

	/** A node with a log of the token in each of the blocks up to 100. */
	const chain = () => {
		const asked: string[] = [];
		const one = ({ id, method, params }: { id: number; method: string; params: unknown[] }) => {
			if (method === 'eth_blockNumber') return { id, result: '0x64' };
			if (method === 'eth_call') return { id, result: `0x${word(6)}` };
			const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }];
			const [first, last] = [Number(fromBlock), Number(toBlock)];
			asked.push(`${first} to ${last}`);
			if (last - first >= 20)
				return {
					id,
					error: {
						code: -32000,
						message: 'requested too many blocks from 1 to 2, maximum is set to 20',
					},
				};
			const blocks = Array.from({ length: last - first + 1 }, (_, at) => first + at);
			return {
				id,
				result: blocks.map((block) => ({ ...log, blockNumber: `0x${block.toString(16)}` })),
			};
		};
		const client = createClient({
			clock: fakeClock(),
			retry: { retries: 0 },
			transport: async ({ body = '' }) => {
				const sent = JSON.parse(body);
				const said = (call: never) => ({ jsonrpc: '2.0', ...one(call) });
				return answer(Array.isArray(sent) ? sent.map(said as never) : said(sent as never));
			},
		});
		return { client, asked };
	};

	test.each<[string, object, number[], string | undefined]>([
		['the newest blocks if it has none', { limit: 3 }, [98, 99, 100], '81 to 100'],
		['the first ones of a range', { fromBlock: 5, limit: 2 }, [5, 6], '5 to 24'],
		['those up to a block', { fromBlock: 97, toBlock: 98, limit: 9 }, [97, 98], '97 to 98'],
	])('a search with a limit reads %s, and no more ranges', async (_, input, blocks, last) => {
		const { client, asked } = chain();
		const found = await getContractEvents(client, { blockchainId: 'C', abi: EVENT, ...input });
		expect(found.map(({ blockNumber }) => blockNumber)).toEqual(blocks);
		expect(asked.at(-1)).toBe(last);
		expect(found[0].args).toEqual({ from: TOKEN, to: OWNER, value: 2.5, valueExact: '2500000' });
	});

	test('in logs of another call: one, several, those of a receipt or of a webhook', () => {
		const all = [decoded];
		expect(decodeLogs({ abi: EVENT, logs: log })).toMatchObject(all);
		expect(decodeLogs({ abi: EVENT, logs: JSON.stringify([log, log]) })).toMatchObject([
			...all,
			...all,
		]);
		expect(decodeLogs({ abi: EVENT, logs: { status: 1, logs: [log] } })).toMatchObject(all);
		const [topic0, topic1, topic2] = log.topics;
		const received = { address: TOKEN, topic0, topic1, topic2, topic3: null, data: log.data };
		expect(decodeLogs({ abi: EVENT, logs: { logs: [received] } })).toMatchObject(all);
		expect(decodeLogs({ abi: EVENT, logs: [log], decimals: 6 })[0].args).toEqual({
			from: TOKEN,
			to: OWNER,
			value: 2.5,
			valueExact: '2500000',
		});
	});

	test.each<[string, unknown, RegExp]>([
		['nothing', undefined, /^"Logs" \(logs\) is required: it must be a log/],
		[
			'an item without logs',
			{ id: 1 },
			/^"Logs" \(logs\) must be a log with topics and data.*; given: \{"id":1\}$/,
		],
		['a list with something else', [log, 5], /must be a log with topics/],
		['a text', 'logs', /must be a log with topics/],
	])('%s is not a log', async (_, logs, message) => {
		const failure = await failureOf(() => decodeLogs({ abi: EVENT, logs }));
		expect(failure.message).toMatch(message);
	});
});
