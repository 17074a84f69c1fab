import type { ListPage, ReadingOrder } from '../../../events/arrivalSource';
import type { PollContext } from '../../../events/event';
import {
	type Log,
	type OnChain,
	loggedItems,
	once,
	returned,
	saidDecimals,
} from '../shared/nodeLogs';
import { BATCH, SINGLE, TRANSFER, textIn, transfersOfLog, wordsOf } from './tokenLogs';
import { type Transfer, identified, tokenDecimals, tokenSymbol } from '../shared/transfers';

/** Token transfers of addresses, from the logs of a node. */

export interface LogTransferSettings extends OnChain {
	addresses: string[];
	contractAddresses?: string[];
}

/** The token transfers of the addresses: four filters, for any number of addresses. */
export function loggedTransfers(
	settings: LogTransferSettings,
	context: PollContext,
	reading: ReadingOrder,
): AsyncIterable<ListPage<Transfer>> {
	const { blockchainId = 'C', addresses, contractAddresses: address = [] } = settings;
	const mine = addresses.map((each) => `0x${each.slice(2).toLowerCase().padStart(64, '0')}`);
	const filters = [
		[TRANSFER, mine],
		[TRANSFER, null, mine],
		[[SINGLE, BATCH], null, mine],
		[[SINGLE, BATCH], null, null, mine],
	];
	const inputs = filters.map((topics) => ({ address, topics }));
	const itemsOf = async (logs: readonly Log[]) => {
		const found: Transfer[] = [];
		for (const log of logs) found.push(...(await transfersIn(log, blockchainId, context)));
		return found;
	};
	return loggedItems(settings, inputs, itemsOf, context, reading);
}

async function transfersIn(
	log: Log,
	blockchainId: string,
	context: PollContext,
): Promise<Transfer[]> {
	const moves = transfersOfLog(log);
	if (moves.length === 0) return [];
	const contract = log.address ?? '';
	const token = await once(context, `token ${blockchainId} ${contract}`, () =>
		tokenOf(contract, blockchainId, context),
	);
	const parts = moves.map((move) => ({
		...move,
		contract,
		symbol: token.symbol,
		// Collections count in whole tokens.
		decimals: move.kind === 'erc20' ? token.decimals : 0,
		logIndex: String(log.logIndex),
		moved: true,
	}));
	return identified(parts, {
		chain: blockchainId,
		txHash: log.transactionHash,
		block: log.blockNumber ?? 0,
		time: 0,
	});
}

/** Decimals and symbol of a contract, if it has them; NFTs mostly have no decimals. */
async function tokenOf(contract: string, blockchainId: string, context: PollContext) {
	const [decimals] = wordsOf(await saidDecimals(contract, { blockchainId }, context)) ?? [];
	const symbol = await returned(contract, '0x95d89b41', { blockchainId }, context);
	return { decimals: tokenDecimals(decimals), symbol: tokenSymbol(textIn(symbol)) };
}
