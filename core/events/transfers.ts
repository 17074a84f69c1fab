import { getBlockOfChain } from '../operations/data/evmBlock';
import { listEvmTransactions } from '../operations/data/evmTransactionAll';
import type { ItemOf } from '../operations/declare';
import type { ListPage, Places, Reading } from './arrivals';
import type { PollContext } from './event';
import { pagesOfList } from './lists';
import { merged } from './merged';
import { firstPlaceSince } from './placeAt';
import { newestBlock } from './newestBlock';
import { needed } from './unreadable';
import { plainSymbol } from './words';

/** Transfers of addresses on an EVM chain, as the data service lists them. */

export const TRANSFER_KINDS = ['native', 'erc20', 'erc721', 'erc1155', 'internal'] as const;

export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** One movement of a token. */
export interface Transfer {
	/** The same in every source: chain, transaction and position within it. */
	id: string;
	kind: TransferKind;
	/** EVM chain id, or blockchain id or alias on the node. */
	chain: string;
	txHash: string;
	block: number;
	/** Unix seconds; 0 if not yet known. */
	time: number;
	from: string;
	to: string;
	/** Base units; the number of tokens of an NFT. */
	value: string;
	/** Absent where the token has no whole units: its contract says none, or more than an amount has digits. */
	decimals?: number;
	/** Absent where the token has none that can be shown. */
	symbol?: string;
	contract?: string;
	tokenId?: string;
	/** False if nothing was transferred: it failed, was reverted, has no value or is spam. */
	moved: boolean;
}

type Item = ItemOf<typeof listEvmTransactions>;
export type Part = Omit<Transfer, 'id' | 'chain' | 'txHash' | 'block' | 'time'> & {
	logIndex?: string;
};

export interface DataTransferSettings {
	chainId?: string;
	addresses: string[];
	includeSpam?: boolean;
}

const WEI = 18;
/** Digits behind the first one of the largest amount, 2^256 - 1. */
const MOST_DECIMALS = 77;
/** Calls that transfer nothing themselves. */
const WITHOUT_VALUE = new Set(['DELEGATECALL', 'CALLCODE', 'STATICCALL']);
const AVAX_CHAINS = new Set(['43114', '43113', 'C']);

/**
 * The decimals of a token as its contract says them: anything. Undefined where an amount has no whole
 * units by them.
 */
export function tokenDecimals(said: unknown): number | undefined {
	const decimals = typeof said === 'bigint' ? Number(said) : said;
	const isOne = Number.isInteger(decimals) && Number(decimals) >= 0;
	return isOne && Number(decimals) <= MOST_DECIMALS ? Number(decimals) : undefined;
}

/** The symbol of a token as its contract says it, safe in a message; undefined where nothing is left. */
export function tokenSymbol(said: unknown): string | undefined {
	return plainSymbol(said, '') || undefined;
}

/** The symbol of the native token of a chain. */
export function nativeSymbol(chain: string): string {
	return AVAX_CHAINS.has(chain) ? 'AVAX' : 'native tokens';
}

/** The transfers of the addresses, page by page: one request per page and address. */
export function dataTransfers(
	{ chainId = '43114', addresses, includeSpam = false }: DataTransferSettings,
	context: PollContext,
	reading: Reading,
): AsyncIterable<ListPage<Transfer>> {
	const order =
		reading.order === 'newest'
			? ({ sortOrder: 'desc' } as const)
			: ({ sortOrder: 'asc', startBlock: reading.from } as const);
	const lists = addresses.map(async function* (address) {
		const input = { chainId, address, filterSpamTokens: !includeSpam, ...order };
		const pages = pagesOfList(context, listEvmTransactions, input, [
			['nativeTransaction.txHash'],
			['nativeTransaction.blockNumber'],
			['nativeTransaction.blockTimestamp'],
		]);
		for await (const { items, more } of pages) {
			yield { items: items.flatMap((item) => transfersIn(chainId, item, includeSpam)), more };
		}
	});
	return merged(lists, ({ block }) => block, reading.order);
}

/** Heights at the data service. */
export const dataBlocks: Places<DataTransferSettings, Transfer> = {
	of: ({ block }) => block,
	newest: async ({ chainId = '43114' }, context) => (await newestBlock(chainId, context)).height,
	async at({ chainId = '43114' }, context, moment) {
		const { height } = await newestBlock(chainId, context);
		return await firstPlaceSince(moment, { first: 0, newest: height }, async (block) => {
			const found = await context.client.call(getBlockOfChain, { chainId, blockId: String(block) });
			return needed(found.blockTimestamp, 'time of the block');
		});
	},
};

/**
 * The transfers of a transaction. The transaction itself is always one of them, so that every page
 * of a list shows how far it reaches.
 */
function transfersIn(chain: string, item: Item, includeSpam: boolean): Transfer[] {
	const { nativeTransaction: tx } = item;
	const failed = tx?.txStatus === '0';
	const ends = (part: { from?: { address?: string }; to?: { address?: string } }) => {
		return { from: part.from?.address ?? '', to: part.to?.address ?? '' };
	};
	const native = { decimals: WEI, symbol: nativeSymbol(chain) };
	const parts: Part[] = [
		{
			kind: 'native',
			...ends((tx ?? {}) as never),
			value: tx?.value ?? '0',
			...native,
			moved: !failed && (tx?.value ?? '0') !== '0',
		},
		...(item.erc20Transfers ?? []).map(({ erc20Token: token, ...each }) => ({
			kind: 'erc20' as const,
			...ends(each as never),
			value: each.value ?? '0',
			decimals: tokenDecimals(token?.decimals),
			symbol: tokenSymbol(token?.symbol),
			contract: token?.address ?? undefined,
			logIndex: text(each.logIndex),
			moved: !failed && (includeSpam || token?.tokenReputation !== 'Malicious'),
		})),
		...(item.erc721Transfers ?? []).map(({ erc721Token: token, ...each }) => ({
			kind: 'erc721' as const,
			...ends(each as never),
			value: '1',
			decimals: 0,
			symbol: tokenSymbol(token?.name) ?? tokenSymbol(token?.symbol),
			contract: token?.address ?? undefined,
			tokenId: token?.tokenId ?? undefined,
			logIndex: text(each.logIndex),
			moved: !failed,
		})),
		...(item.erc1155Transfers ?? []).map(({ erc1155Token: token, ...each }) => ({
			kind: 'erc1155' as const,
			...ends(each as never),
			value: each.value ?? '0',
			// Most collections have no decimals: their tokens are counted.
			decimals: tokenDecimals(token?.metadata?.decimals ?? 0),
			symbol: tokenSymbol(token?.metadata?.symbol) ?? tokenSymbol(token?.metadata?.name),
			contract: token?.address ?? undefined,
			tokenId: token?.tokenId ?? undefined,
			logIndex: text(each.logIndex),
			moved: !failed,
		})),
		...(item.internalTransactions ?? []).map((each) => ({
			kind: 'internal' as const,
			...ends(each as never),
			value: each.value ?? '0',
			...native,
			moved:
				!failed &&
				each.isReverted !== true &&
				(each.value ?? '0') !== '0' &&
				!WITHOUT_VALUE.has(String(each.internalTxType)),
		})),
	];
	return identified(parts, {
		chain,
		txHash: String(tx?.txHash),
		block: Number(tx?.blockNumber ?? 0),
		time: Number(tx?.blockTimestamp ?? 0),
	});
}

function text(number: unknown): string | undefined {
	return number === undefined || number === null ? undefined : String(number);
}

/**
 * The transfers of one transaction with their ids. Lists of two addresses show different parts of a
 * transaction, so a transfer without a number is identified by its content, and equal ones by their
 * order.
 */
export function identified(
	parts: readonly Part[],
	place: Pick<Transfer, 'chain' | 'txHash' | 'block' | 'time'>,
): Transfer[] {
	const counts = new Map<string, number>();
	return parts.map(({ logIndex, ...part }) => {
		const { kind, from, to, value, tokenId } = part;
		const own = kind === 'internal' ? [from, to, value] : [logIndex, tokenId];
		const key = [place.chain, place.txHash, kind, ...own.filter((each) => each !== undefined)].join(
			':',
		);
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		return { ...part, ...place, id: count === 1 ? key : `${key}:${count}` };
	});
}
