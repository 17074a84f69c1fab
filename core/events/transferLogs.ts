import { getEvmBlock, getEvmBlockNumber } from '../operations/rpc/evm';
import { callContract } from '../operations/rpc/evmContract';
import { getEvmLogs } from '../operations/rpc/evmLogs';
import type { ItemOf } from '../operations/declare';
import { isFailure } from '../protocol/failure';
import type { ListPage, Places, Reading } from './arrivals';
import type { PollContext } from './event';
import { firstPlaceSince } from './placeAt';
import { type Transfer, identified } from './transfers';
import { plainSymbol } from './words';

/** Token transfers of addresses, from the logs of a node: `eth_getLogs` over ranges of blocks. */

export interface LogTransferSettings {
	blockchainId?: string;
	addresses: string[];
	contractAddresses?: string[];
}

type Log = ItemOf<typeof getEvmLogs>;

/** Blocks of one range: the maximum of public nodes. */
const RANGE = 2048;
/** Ranges that are searched for a test event. */
const SAMPLE_RANGES = 8;

/** keccak256 of `Transfer(address,address,uint256)`, of ERC-20 and ERC-721. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** keccak256 of `TransferSingle(address,address,address,uint256,uint256)`, of ERC-1155. */
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
/** keccak256 of `TransferBatch(address,address,address,uint256[],uint256[])`, of ERC-1155. */
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

/**
 * The token transfers of the addresses: four requests per range of blocks, for any number of
 * addresses.
 */
export async function* loggedTransfers(
	settings: LogTransferSettings,
	context: PollContext,
	reading: Reading,
): AsyncGenerator<ListPage<Transfer>> {
	const head = await headOf(settings, context);
	if (reading.order === 'newest') {
		let last = head;
		for (let range = 0; range < SAMPLE_RANGES && last >= 0; range++, last -= RANGE) {
			const items = await transfersOf(settings, context, Math.max(0, last - RANGE + 1), last);
			yield { items: items.reverse(), more: last >= RANGE };
		}
		return;
	}
	for (let first = reading.from; first <= head; first += RANGE) {
		const last = Math.min(head, first + RANGE - 1);
		const items = await transfersOf(settings, context, first, last);
		yield { items, more: last < head, through: last };
	}
}

/** Heights at the node. */
export const nodeBlocks: Places<LogTransferSettings, Transfer> = {
	of: ({ block }) => block,
	newest: headOf,
	async at(settings, context, moment) {
		const newest = await headOf(settings, context);
		return await firstPlaceSince(moment, { first: 0, newest }, (block) =>
			timeOf(settings, context, block),
		);
	},
};

/** The same transfer with its time, which logs do not have. */
export async function timed(
	item: Transfer,
	settings: LogTransferSettings,
	context: PollContext,
): Promise<Transfer> {
	return { ...item, time: await timeOf(settings, context, item.block) };
}

async function headOf(
	{ blockchainId = 'C' }: LogTransferSettings,
	{ client }: PollContext,
): Promise<number> {
	return (await client.call(getEvmBlockNumber, { blockchainId })).blockNumber;
}

/** Blocks and contracts that a poll has read, so that it reads each once. */
const asked = new WeakMap<PollContext, Map<string, Promise<unknown>>>();

function once<Answer>(context: PollContext, key: string, ask: () => Promise<Answer>) {
	const known = asked.get(context) ?? new Map<string, Promise<unknown>>();
	asked.set(context, known);
	if (!known.has(key)) known.set(key, ask());
	return known.get(key) as Promise<Answer>;
}

async function timeOf(
	{ blockchainId = 'C' }: LogTransferSettings,
	context: PollContext,
	block: number,
): Promise<number> {
	return await once(context, `block ${block}`, async () => {
		const input = { blockchainId, block: String(block) };
		return Number((await context.client.call(getEvmBlock, input)).timestamp ?? 0);
	});
}

async function transfersOf(
	settings: LogTransferSettings,
	context: PollContext,
	first: number,
	last: number,
): Promise<Transfer[]> {
	const { blockchainId = 'C', addresses, contractAddresses: address = [] } = settings;
	const mine = addresses.map((each) => `0x${each.slice(2).toLowerCase().padStart(64, '0')}`);
	const filters = [
		[TRANSFER, mine],
		[TRANSFER, null, mine],
		[[SINGLE, BATCH], null, mine],
		[[SINGLE, BATCH], null, null, mine],
	];
	const logs = new Map<string, Log>();
	for (const topics of filters) {
		const range = { fromBlock: String(first), toBlock: String(last) };
		const answer = await context.client.call(getEvmLogs, {
			blockchainId,
			...range,
			address,
			topics,
		});
		for (const log of answer.logs) logs.set(`${log.transactionHash} ${log.logIndex}`, log);
	}
	const sorted = [...logs.values()].sort(
		(a, b) => (a.blockNumber ?? 0) - (b.blockNumber ?? 0) || (a.logIndex ?? 0) - (b.logIndex ?? 0),
	);
	const found: Transfer[] = [];
	for (const log of sorted) {
		if (log.removed === true) continue;
		found.push(...(await transfersIn(log, blockchainId, context)));
	}
	return found;
}

async function transfersIn(
	log: Log,
	blockchainId: string,
	context: PollContext,
): Promise<Transfer[]> {
	const contract = log.address ?? '';
	const topics = log.topics ?? [];
	const isSeveral = topics[0] === SINGLE || topics[0] === BATCH;
	const [from, to] = (isSeveral ? topics.slice(2, 4) : topics.slice(1, 3)).map(
		(topic) => `0x${topic.slice(-40)}`,
	);
	const token = await once(context, `token ${contract}`, () =>
		tokenOf(contract, blockchainId, context),
	);
	const words = wordsOf(log.data ?? '0x');
	const common = { from, to, contract, symbol: token.symbol, moved: true };
	const logIndex = String(log.logIndex);
	const place = {
		chain: blockchainId,
		txHash: log.transactionHash,
		block: log.blockNumber ?? 0,
		time: 0,
	};
	if (isSeveral) {
		const [ids, values] =
			topics[0] === SINGLE ? [words.slice(0, 1), words.slice(1, 2)] : listsIn(words);
		const parts = ids.map((tokenId, at) => ({
			...common,
			kind: 'erc1155' as const,
			tokenId: String(tokenId),
			value: String(values[at] ?? 0n),
			decimals: 0,
			logIndex,
		}));
		return identified(parts, place);
	}
	// The number of an NFT is the fourth topic; the amount of a token is the data.
	const part =
		topics.length === 4
			? { kind: 'erc721' as const, tokenId: String(BigInt(topics[3])), value: '1', decimals: 0 }
			: { kind: 'erc20' as const, value: String(words[0] ?? 0n), decimals: token.decimals };
	return identified([{ ...common, ...part, logIndex }], place);
}

function wordsOf(data: string): bigint[] {
	return (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));
}

/** The two lists of a batch, each behind its offset in bytes. */
function listsIn(words: readonly bigint[]): [bigint[], bigint[]] {
	const list = (offset: bigint | undefined): bigint[] => {
		const at = Number(offset ?? 0n) / 32;
		return words.slice(at + 1, at + 1 + Number(words[at] ?? 0n));
	};
	return [list(words[0]), list(words[1])];
}

/** Decimals and symbol of a contract; NFTs mostly have no decimals. */
async function tokenOf(contract: string, blockchainId: string, context: PollContext) {
	const read = async (data: string): Promise<string> => {
		try {
			return (await context.client.call(callContract, { blockchainId, to: contract, data })).data;
		} catch (error) {
			if (isFailure(error) && error.kind === 'rpc') return '0x';
			throw error;
		}
	};
	const [decimals] = wordsOf(await read('0x313ce567'));
	const symbol = textIn(await read('0x95d89b41'));
	return { decimals: Number(decimals ?? 0n), symbol: plainSymbol(symbol) };
}

/** A text as contracts return it: behind an offset and its length, or in one word of old contracts. */
function textIn(data: string): string {
	const bytes = Buffer.from(data.slice(2), 'hex');
	if (bytes.length <= 32) return bytes.toString('utf8').replaceAll('\0', '');
	const length = Number(BigInt(`0x${bytes.subarray(32, 64).toString('hex') || '0'}`));
	return bytes.subarray(64, 64 + length).toString('utf8');
}
