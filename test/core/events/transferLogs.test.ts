import { transfer } from '../../../core/events/sources/transfer';
import { parseFields } from '../../../core/fields/fieldSet';
import vectors from '../../vectors/erc1155_logs.json';
import { recordedCall } from '../../kit/recordedCalls';
import { answer } from '../protocol/fakes';
import { hostOf } from './world';

/** Logs of ERC-1155 tokens, as another library encoded them. */

const MINE = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';
const CONTRACT = `0x${'c1'.repeat(20)}`;
const ZERO = `0x${'0'.repeat(40)}`;
const TX = `0x${'7a'.repeat(32)}`;
const MAX = String(2n ** 255n + 7n);

const BLOCK = JSON.parse(recordedCall('further-eth_getBlockByNumber').text) as { result: object };

type Vector = keyof typeof vectors;

/** What a poll returns after these logs were written in block 101. */
async function transfersOf(names: readonly Vector[], given: Record<string, unknown> = {}) {
	let logs: unknown[] = [];
	let block = 100;
	const methods: Record<string, (params: never) => unknown> = {
		eth_blockNumber: () => `0x${block.toString(16)}`,
		eth_getBlockByNumber: () => ({ ...BLOCK.result, number: '0x65' }),
		// An ERC-1155 contract has no decimals and no symbol.
		eth_call: () => undefined,
		eth_getLogs: ([{ topics }]: [{ topics: Array<string | string[] | null> }]) =>
			(logs as Array<{ topics: string[] }>).filter((log) =>
				topics.every((wanted, at) => wanted === null || wanted.includes(log.topics[at])),
			),
	};
	const host = hostOf(({ body = '' }) => {
		const { id, method, params } = JSON.parse(body) as {
			id: number;
			method: string;
			params: never;
		};
		const result = methods[method](params);
		const error = { code: -32000, message: 'execution reverted' };
		return answer({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) });
	});
	const settings = parseFields(
		transfer.fields,
		{ readFrom: 'node', addresses: MINE, contractAddresses: CONTRACT, ...given },
		'test',
	);
	const { state } = await transfer.source.poll(settings, undefined, host.context());
	block = 102;
	logs = names.map((name, at) => ({
		address: CONTRACT,
		...vectors[name],
		blockNumber: '0x65',
		blockHash: `0x${'b1'.repeat(32)}`,
		transactionHash: TX,
		transactionIndex: '0x0',
		logIndex: `0x${(at + 3).toString(16)}`,
		removed: false,
	}));
	const { events } = await transfer.source.poll(settings, state, host.context());
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
			counterparty: OTHER,
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

test('a mint as a batch comes from the zero address; an empty batch is no transfer', async () => {
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
