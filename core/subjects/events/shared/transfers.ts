import * as chain from '../../chain/evmBlock';
import * as evmTransaction from '../../evmTransaction/evmTransactionAll';
import type { ItemOf } from '../../../operations/declare';
import type { ListPage, ItemPositions, ReadingOrder } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import { pagesOfList } from '../../../events/lists';
import { merged } from '../../../events/merged';
import { firstPositionSince } from '../../../events/firstPosition';
import { newestBlock } from './newestBlock';
import { needed } from '../../../events/unreadable';

/** Transfers of addresses on an EVM chain, as the data service lists them. */

export const TRANSFER_KINDS = ['native', 'erc20', 'erc721', 'erc1155', 'internal'] as const;
/** Kinds of transfers of tokens that a contract manages. */
export const TOKEN_KINDS: readonly string[] = ['erc20', 'erc721', 'erc1155'];

export type TransferKind = (typeof TRANSFER_KINDS)[number];

/** One movement of a token. */
export interface Transfer {
	/** The same in every source: chain, transaction and position within it. */
	id: string;
	kind: TransferKind;
	/** EVM chain id, or a blockchain id or alias of the node. */
	chain: string;
	txHash: string;
	block: number;
	/** Unix seconds; 0 if not yet known. */
	time: number;
	from: string;
	to: string;
	/** Base units; the number of tokens of an NFT. */
	value: string;
	/**
	 * Absent if amounts of the token cannot be shown in whole units: its contract returns no valid
	 * decimals.
	 */
	decimals?: number;
	/** As the contract of the token says it: any text. Absent if it has none. */
	symbol?: string;
	/** The service's judgement of the token: Malicious or Benign. */
	reputation?: string;
	contract?: string;
	tokenId?: string;
	/** False if nothing was transferred: it failed, was reverted, has no native value or is spam. */
	moved: boolean;
	/** The sender of the transaction; absent if it is not known. */
	sender?: string;
	/** Number of transfers of the transaction that this one stands for. */
	more?: number;
}

/** A transaction of an address with its transfers, as the data service lists it. */
export type TransactionRecord = ItemOf<typeof evmTransaction.getMany, 'tolerant'>;
type Item = TransactionRecord;
export type TransferPart = Omit<Transfer, 'id' | 'chain' | 'txHash' | 'block' | 'time'> & {
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

/**
 * The decimals that a token's contract returns, which can be any value; undefined if they are
 * invalid or too many for an amount in whole units.
 */
export function tokenDecimals(said: unknown): number | undefined {
	const decimals = typeof said === 'bigint' ? Number(said) : said;
	const isOne = Number.isInteger(decimals) && Number(decimals) >= 0;
	return isOne && Number(decimals) <= MOST_DECIMALS ? Number(decimals) : undefined;
}

/** The symbol that a token's contract returns, whatever it is; undefined if it is not text, or is empty. */
export function tokenSymbol(said: unknown): string | undefined {
	return typeof said === 'string' && said.trim() !== '' ? said : undefined;
}

/** The transfers of the addresses, page by page: one request per page and address. */
export function dataTransfers(
	{ chainId = '43114', addresses, includeSpam = false }: DataTransferSettings,
	context: PollContext,
	reading: ReadingOrder,
): AsyncIterable<ListPage<Transfer>> {
	const order =
		reading.order === 'newest'
			? ({ sortOrder: 'desc' } as const)
			: ({ sortOrder: 'asc', startBlock: reading.from } as const);
	const lists = addresses.map(async function* (address) {
		const input = { chainId, address, filterSpamTokens: !includeSpam, ...order };
		const pages = pagesOfList(context, evmTransaction.getMany, input, [
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
export const dataBlocks: ItemPositions<DataTransferSettings, Transfer> = {
	of: ({ block }) => block,
	newest: async ({ chainId = '43114' }, context) => (await newestBlock(chainId, context)).height,
	async at({ chainId = '43114' }, context, moment) {
		const { height } = await newestBlock(chainId, context);
		return await firstPositionSince(moment, { first: 0, newest: height }, async (block) => {
			const found = await context.client.call(chain.getBlock, { chainId, blockId: String(block) });
			return needed(found.blockTimestamp, 'time of the block');
		});
	},
};

/**
 * The transfers of a transaction. The transaction itself is always one of them, so that every page
 * of a list has the position of its last transaction.
 */
export function transfersIn(chain: string, item: Item, includeSpam: boolean): Transfer[] {
	const { nativeTransaction: tx } = item;
	const failed = tx?.txStatus === '0';
	const ends = (part: { from?: { address?: string }; to?: { address?: string } }) => {
		return { from: part.from?.address ?? '', to: part.to?.address ?? '' };
	};
	const native = { decimals: WEI };
	const parts: TransferPart[] = [
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
			reputation: token?.tokenReputation ?? undefined,
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
	const transaction = {
		chain,
		txHash: String(tx?.txHash),
		block: Number(tx?.blockNumber ?? 0),
		time: Number(tx?.blockTimestamp ?? 0),
	};
	const sender = tx?.from?.address ?? undefined;
	return identified(parts, transaction).map((transfer) => ({ ...transfer, sender }));
}

function text(number: unknown): string | undefined {
	return number === undefined || number === null ? undefined : String(number);
}

/**
 * The transfers of one transaction with their ids. Lists of two addresses show different parts of a
 * transaction, so a transfer without a number is identified by its content, and equal ones by their
 * order. Services write one address in different cases.
 */
export function identified(
	parts: readonly TransferPart[],
	transaction: Pick<Transfer, 'chain' | 'txHash' | 'block' | 'time'>,
): Transfer[] {
	const counts = new Map<string, number>();
	return parts.map(({ logIndex, ...part }) => {
		const { kind, from, to, value, tokenId } = part;
		const own =
			kind === 'internal' ? [from.toLowerCase(), to.toLowerCase(), value] : [logIndex, tokenId];
		const key = [
			transaction.chain,
			transaction.txHash,
			kind,
			...own.filter((each) => each !== undefined),
		].join(':');
		const count = (counts.get(key) ?? 0) + 1;
		counts.set(key, count);
		return { ...part, ...transaction, id: count === 1 ? key : `${key}:${count}` };
	});
}
