import { decodeLogs, getContractEvents } from '../../../core';
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
			{ ...log, blockNumber: 4, transactionIndex: 0, logIndex: 2, ...decoded },
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
