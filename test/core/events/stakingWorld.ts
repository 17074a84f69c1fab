import type { EventSource, StartFrom } from '../../../core/events/event';
import { AVAX_ID } from '../../../core/subjects/shared/money';
import { stakingTransaction } from '../../../core/subjects/events/stakingTransaction/declare';
import type { HttpRequest } from '../../../core/protocol/ports';
import { answer } from '../protocol/fakes';
import { hostOf, pollsAt, scramble } from './world';

export interface StakingSettings {
	network: string;
	blockchainId?: string;
	addresses?: string[];
	txTypes?: string[];
	minAmount?: string;
	nodeIds?: string[];
	subnetId?: string;
	startFrom?: StartFrom;
	overlapSeconds?: number;
}

export const stakingSource: EventSource<StakingSettings> = stakingTransaction.source;

export interface Staked {
	hash: string;
	/** Block time, Unix seconds. */
	time: number;
	nodeId?: string;
	subnetId?: string;
	amount?: string;
}

export interface StakingService {
	/** Items of a page at most, whatever is asked for. */
	cap?: number;
	/** True where "after" includes the moment itself. */
	inclusive?: boolean;
	/** Called before each answer, for what happens while a list is read. */
	onRequest?: () => void;
}

/**
 * `transactions:listStaking` of a service whose order of equal timestamps differs from read to read.
 */
export function stakingHost(options: StakingService = {}) {
	const indexed: Staked[] = [];
	let reads = 0;

	function page(request: HttpRequest) {
		options.onRequest?.();
		const query = new URL(request.url).searchParams;
		const token = query.get('pageToken')?.split('~');
		const read = token ? Number(token[0]) : ++reads;
		const sign = query.get('sortOrder') === 'asc' ? 1 : -1;
		const after = Number(query.get('startTimestamp') ?? -1);
		const listed = indexed
			.filter(({ time }) => (options.inclusive ? time >= after : time > after))
			.map((each) => ({ each, rank: scramble(read, each.hash) }))
			.sort((a, b) => sign * (a.each.time - b.each.time) || a.rank - b.rank);
		// A token counts items, so that late ones shift the rest.
		const start = token ? Number(token[1]) : 0;
		const size = Math.min(options.cap ?? 100, Number(query.get('pageSize') ?? 10));
		const answered = listed.slice(start, start + size);
		const more = start + size < listed.length;
		return answer({
			transactions: answered.map(({ each }) => recordOf(each)),
			chainInfo: { chainName: 'p-chain', network: 'mainnet' },
			...(more && { nextPageToken: `${read}~${start + size}` }),
		});
	}

	const host = hostOf(page);
	return Object.assign(host, {
		indexed,
		/** Adds transactions, with the times by their numbers. */
		fill(count: number, timeOf: (index: number) => number) {
			for (let index = 0; index < count; index++)
				indexed.push({ hash: hashOf(index), time: timeOf(index) });
		},
		...pollsAt(stakingSource, host),
	});
}

function recordOf({ hash, time, nodeId, subnetId, amount }: Staked) {
	return {
		txHash: hash,
		txType: 'AddPermissionlessValidatorTx',
		blockTimestamp: time,
		blockNumber: '1',
		nodeId,
		subnetId,
		amountStaked: [{ assetId: AVAX_ID.mainnet, amount: amount ?? '1' }],
	};
}

/** A hash that differs from others in its last 12 characters, as real ones do. */
export function hashOf(number: number): string {
	return `tx${String(number).padStart(14, '0')}`;
}

export function stakingId(hash: string): string {
	return `staking.transaction:${hash}`;
}
