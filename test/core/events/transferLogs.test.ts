import { getAddress } from 'viem';
import { transfer } from '../../../core/subjects/events/transfer/declare';
import vectors from '../../../core/testing/vectors/erc1155_logs.json';
import { recordedCall } from '../../../core/testing/recordedCalls';
import { rpcAnswer } from '../protocol/fakes';
import { hostOf, polling } from './world';

/** Logs of ERC-1155 tokens, as another library encoded them. */

const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
const CONTRACT = `0x${'c1'.repeat(20)}`;
const TOKEN = 'token 0xC1C1…c1c1';
const ZERO = `0x${'0'.repeat(40)}`;
const TX = `0x${'7a'.repeat(32)}`;
const MAX = String(2n ** 255n + 7n);

const BLOCK = JSON.parse(recordedCall('further-eth_getBlockByNumber').text) as { result: object };

type Vector = keyof typeof vectors;
type Given = { topics: string[]; data: string };

/**
 * Data of a poll's events after these logs were written in block 101, of a contract that answers
 * so.
 */
async function transfersOf(
	names: ReadonlyArray<Vector | Given>,
	given: Record<string, unknown> = {},
	contract: { decimals?: string; symbol?: string } = {},
) {
	let logs: unknown[] = [];
	let block = 100;
	const methods: Record<string, (params: never) => unknown> = {
		eth_blockNumber: () => `0x${block.toString(16)}`,
		eth_getBlockByNumber: () => ({ ...BLOCK.result, number: '0x65' }),
		// An ERC-1155 contract has no decimals and no symbol.
		eth_call: ([{ data }]: [{ data: string }]) =>
			data === '0x313ce567' ? contract.decimals : contract.symbol,
		eth_getLogs: ([{ topics }]: [{ topics: Array<string | string[] | null> }]) =>
			(logs as Array<{ topics: string[] }>).filter((log) =>
				topics.every((wanted, at) => wanted === null || wanted.includes(log.topics[at])),
			),
	};
	const error = { code: -32000, message: 'execution reverted' };
	const host = hostOf(({ body }) =>
		rpcAnswer(body, ({ method, params }) => {
			const result = methods[method](params);
			return result === undefined ? { error } : { result };
		}),
	);
	const settings = { readFrom: 'node', addresses: MINE, contractAddresses: CONTRACT, ...given };
	const polls = polling(transfer, settings, host);
	await polls.poll();
	block = 102;
	logs = names.map((name, at) => ({
		address: CONTRACT,
		...(typeof name === 'string' ? vectors[name] : name),
		blockNumber: '0x65',
		blockHash: `0x${'b1'.repeat(32)}`,
		transactionHash: TX,
		transactionIndex: '0x0',
		logIndex: `0x${(at + 3).toString(16)}`,
		removed: false,
	}));
	const { events, skipped } = await polls.result();
	// Logs that anyone can emit are not reported as skipped.
	expect(skipped).toBeUndefined();
	return events.map(({ data }) => data);
}

test('a single transfer', async () => {
	expect(await transfersOf(['single'])).toEqual([
		expect.objectContaining({
			kind: 'erc1155',
			direction: 'received',
			tokenId: '42',
			amount: '3',
			decimals: 0,
			counterparty: getAddress(OTHER),
		}),
	]);
});

test('a batch is one transfer for each of its tokens, with ids of their own', async () => {
	const found = await transfersOf(['batch']);
	expect(found.map(({ tokenId, amount, kind }) => [tokenId, amount, kind])).toEqual([
		['7', '1', 'erc1155'],
		[MAX, '1000000000000000000000000', 'erc1155'],
		['7', '5', 'erc1155'],
	]);
	expect(new Set(found.map(({ id }) => id)).size).toBe(3);
});

test('a mint as a batch comes from the zero address; an empty batch is not a transfer', async () => {
	expect(await transfersOf(['empty', 'minted'])).toEqual([
		expect.objectContaining({ tokenId: '9', amount: '2', counterparty: ZERO }),
	]);
});

test('the minimum amount is for each token of a batch', async () => {
	const found = await transfersOf(['batch', 'single'], { minValue: '3' });
	expect(found.map(({ tokenId, amount }) => [tokenId, amount])).toEqual([
		[MAX, '1000000000000000000000000'],
		['7', '5'],
		['42', '3'],
	]);
});

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const word = (value: bigint) => value.toString(16).padStart(64, '0');
const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const data = (...words: bigint[]) => `0x${words.map(word).join('')}`;
const [me, other] = [topic(MINE), topic(OTHER)];
/** A transfer of 1,234,567 base units to the watched address. */
const GOOD = { topics: [TRANSFER, other, me], data: data(1_234_567n) };

describe('a log that does not follow its standard is not a transfer, and stops none', () => {
	// Anyone can emit these, with the topics by which the node finds them.
	test.each<[what: string, log: Given]>([
		['LOG2 of a transfer', { topics: [TRANSFER, me], data: '0x' }],
		['LOG2 of a transfer with an amount', { topics: [TRANSFER, me], data: data(5n) }],
		['LOG3 of a single', { topics: [SINGLE, other, me], data: data(1n, 2n) }],
		['LOG3 of a batch', { topics: [BATCH, other, me], data: data(64n, 96n, 0n, 0n) }],
		['a transfer without amount', { topics: [TRANSFER, other, me], data: '0x' }],
		['a transfer with two amounts', { topics: [TRANSFER, other, me], data: data(1n, 2n) }],
		['a transfer with half a word', { topics: [TRANSFER, other, me], data: '0x1234' }],
		['a transfer with data that is not hex', { topics: [TRANSFER, other, me], data: 'zz' }],
		['a sender of 32 bytes', { topics: [TRANSFER, `0x${'f'.repeat(64)}`, me], data: data(5n) }],
		['an NFT with an amount', { topics: [TRANSFER, other, me, me], data: data(5n) }],
		['a single without a value', { topics: [SINGLE, other, other, me], data: data(1n) }],
		[
			'a batch whose list is beyond its data',
			{ topics: [BATCH, other, other, me], data: data(2n ** 255n, 64n, 0n) },
		],
		[
			'a batch whose list is longer than its data',
			{ topics: [BATCH, other, other, me], data: data(64n, 64n, 2n ** 256n - 1n) },
		],
		[
			'a batch of lists of two lengths',
			{ topics: [BATCH, other, other, me], data: data(64n, 128n, 1n, 7n, 0n) },
		],
		[
			'a batch within a word',
			{ topics: [BATCH, other, other, me], data: data(65n, 96n, 1n, 7n, 1n, 7n) },
		],
	])('%s', async (_, log) => {
		const found = await transfersOf([log, GOOD]);
		expect(found.map(({ amount }) => amount)).toEqual(['1234567']);
	});
});

describe('what a contract says of its token', () => {
	const text = (value: string) => {
		const hex = Buffer.from(value).toString('hex');
		return `${data(32n, BigInt(hex.length / 2))}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`;
	};

	test('six decimals and a symbol are whole units', async () => {
		const [found] = await transfersOf([GOOD], {}, { decimals: data(6n), symbol: text('1INCH') });
		expect(found).toMatchObject({ decimals: 6, symbol: `"1INCH" (${TOKEN})`, known: true });
		expect(found.title).toContain(`: received 1.234567 "1INCH" (${TOKEN})`);
	});

	test.each<[what: string, decimals: string | undefined]>([
		['no decimals()', undefined],
		['nothing', '0x'],
		['78', data(78n)],
		['a million', data(1_000_000n)],
		['2^256 - 1', data(2n ** 256n - 1n)],
		['half a word', '0x12'],
		['no hex', 'decimals'],
	])('decimals of %s are none: the text says base units', async (_, decimals) => {
		const [found] = await transfersOf([GOOD], {}, { decimals, symbol: text('BAD') });
		expect(found).toMatchObject({ amount: '1234567', decimals: null, symbol: 'BAD' });
		expect(found.title).toMatch(/: received 1,234,567 base units of BAD$/);
		const [nameless] = await transfersOf([GOOD], {}, { decimals });
		expect(nameless).toMatchObject({ decimals: null, symbol: TOKEN });
		expect(nameless.title).toContain(`: received 1,234,567 base units of the ${TOKEN}`);
		// However small the threshold in whole units is, the amount has none.
		expect(await transfersOf([GOOD], { minValue: '0' }, { decimals })).toEqual([]);
	});

	test('77 decimals are the most', async () => {
		const [found] = await transfersOf([GOOD], { minValue: '0' }, { decimals: data(77n) });
		expect(found).toMatchObject({ decimals: 77, symbol: TOKEN });
		expect(found.title).toContain(`: received 0 whole units of the ${TOKEN}`);
	});

	test.each<[what: string, symbol: string, expected: string]>([
		[
			'as one word of an old contract',
			`0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`,
			'MKR',
		],
		['of a million letters', text('A'.repeat(1_000_000)), `"${'A'.repeat(24)}…" (${TOKEN})`],
		['with an offset beyond its data', data(2n ** 255n, 3n), TOKEN],
		['with a length of 2^256 - 1', `${data(32n, 2n ** 256n - 1n)}${'41'.repeat(4)}`, 'AAAA'],
		['of control characters', text('\u0000\u202e\n'), `"…" (${TOKEN})`],
		['of half a byte', '0x123', TOKEN],
		['of AVAX', text('AVAX'), `"AVAX" (${TOKEN})`],
	])('a symbol %s', async (_, symbol, expected) => {
		const [found] = await transfersOf([GOOD], {}, { decimals: data(6n), symbol });
		expect(found.symbol).toBe(expected);
	});
});
