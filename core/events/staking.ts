import type { InputOf, OutputOf } from '../operations/declare';
import { listStakingTransactions } from '../operations/data/stakingTransaction';
import { isFailure } from '../protocol/failure';
import {
	type EventSource,
	type NetworkEvent,
	type PollContext,
	type PollResult,
	type SourceState,
	type StartFrom,
	inOrder,
	isoSeconds,
	keyOf,
	stateFor,
} from './event';
import { pagesOfList } from './lists';

/** Which staking transactions are news. */
export interface StakingSettings {
	network: string;
	blockchainId?: string;
	addresses?: string[];
	txTypes?: string[];
	/** nAVAX, decimal digits. */
	minAmountStaked?: string;
	nodeIds?: string[];
	subnetId?: string;
	startFrom?: StartFrom;
	/**
	 * Seconds of the chain's time that every poll reads again: a transaction that is indexed late by
	 * less is still found. Default 900.
	 */
	overlapSeconds?: number;
}

type Transaction = OutputOf<typeof listStakingTransactions>['transactions'][number];

/**
 * t: block time of the newest transaction dealt with (Unix seconds). f: block time from which the
 * next poll reads; what is older is no news. s: marks of the matching transactions dealt with from f
 * on, each with its time.
 */
interface StakingState extends SourceState {
	t: number;
	f: number;
	s: Array<[time: number, mark: string]>;
}

const DEFAULT_OVERLAP = 900;

/** New transactions of `transactions:listStaking`: each once, oldest first. */
export const stakingSource: EventSource<StakingSettings> = {
	key: keyOfSettings,

	async poll(settings, previous, context) {
		const key = keyOfSettings(settings);
		const known = stateFor(key, previous) as StakingState | undefined;
		if (known) return await readOn(settings, known, context);
		const { startFrom = 'now' } = settings;
		if (startFrom === 'now')
			return { events: [], state: await baseline(settings, key, context), more: false };
		return await readOn(settings, { k: key, t: startFrom, f: startFrom, s: [] }, context);
	},

	async sample(settings, context, limit) {
		const events: NetworkEvent[] = [];
		let pages = 0;
		for await (const page of pagesOf(settings, context, { sortOrder: 'desc' })) {
			events.push(...(page.items as Transaction[]).filter(matcher(settings)).map(eventOf));
			if (events.length >= limit || ++pages >= context.maxPages) break;
		}
		return events.slice(0, limit);
	},
};

/** Only what decides which transactions are news: the overlap may change without a new baseline. */
function keyOfSettings({ overlapSeconds: _, startFrom: __, ...rest }: StakingSettings): string {
	return keyOf({ source: 'staking', ...rest });
}

function pagesOf(
	{ network, blockchainId, addresses, txTypes }: StakingSettings,
	{ client }: PollContext,
	query: Pick<InputOf<typeof listStakingTransactions>, 'sortOrder' | 'startTimestamp'>,
) {
	const input = { network, blockchainId, addresses, txTypes, ...query };
	return pagesOfList(
		client,
		listStakingTransactions,
		input as InputOf<typeof listStakingTransactions>,
	);
}

/** `startTimestamp` means "after": one second earlier includes the moment itself. */
function from(time: number) {
	return { sortOrder: 'asc', startTimestamp: Math.max(0, time - 1) } as const;
}

/**
 * What is there already. The chain's own newest transaction is the reference, so that a wrong clock
 * of this host does no harm.
 */
async function baseline(
	settings: StakingSettings,
	key: string,
	context: PollContext,
): Promise<StakingState> {
	const overlap = settings.overlapSeconds ?? DEFAULT_OVERLAP;
	// An empty answer may come from a service that is not ready: it counts when it comes twice.
	const newest = (await newestTime(settings, context)) || (await newestTime(settings, context));
	const state: StakingState = { k: key, t: newest, f: Math.max(0, newest - overlap), s: [] };
	if (newest === 0) return state;
	const matches = matcher(settings);
	for await (const page of pagesOf(settings, context, from(state.f))) {
		for (const transaction of page.items as Transaction[]) {
			state.t = Math.max(state.t, timeOf(transaction));
			if (matches(transaction)) state.s.push([timeOf(transaction), markOf(transaction)]);
		}
	}
	return pruned(state, overlap);
}

/** Block time of the newest transaction, or 0 where there is none. */
async function newestTime(settings: StakingSettings, context: PollContext): Promise<number> {
	for await (const page of pagesOf(settings, context, { sortOrder: 'desc' })) {
		if (page.items.length > 0) return Math.max(...(page.items as Transaction[]).map(timeOf));
	}
	return 0;
}

/** Reads through the overlap again and on from there, until the list or the poll's budget ends. */
async function readOn(
	settings: StakingSettings,
	known: StakingState,
	context: PollContext,
): Promise<PollResult> {
	const overlap = settings.overlapSeconds ?? DEFAULT_OVERLAP;
	const matches = matcher(settings);
	const seen = new Set(known.s.map(([, mark]) => mark));
	const state: StakingState = { ...known, s: [...known.s] };
	const events: NetworkEvent[] = [];
	let at = known.f;
	let pages = 0;
	// A poll that got nowhere goes on whatever its budget, or it would never get anywhere.
	const gotOn = () => events.length > 0 || at > known.t;
	// Late transactions come out of a page in its order; news goes out by time.
	const ended = (): PollResult => {
		return { events: inOrder(events), state: pruned(state, overlap, at), more: true };
	};
	try {
		for await (const page of pagesOf(settings, context, from(known.f))) {
			for (const transaction of page.items as Transaction[]) {
				const time = timeOf(transaction);
				// Some services count the moment itself as after it.
				if (time < known.f) continue;
				const mark = markOf(transaction);
				const isNew = matches(transaction) && !seen.has(mark);
				if (isNew && events.length >= context.maxEvents) return ended();
				at = Math.max(at, time);
				state.t = Math.max(state.t, time);
				if (!isNew) continue;
				seen.add(mark);
				state.s.push([time, mark]);
				events.push(eventOf(transaction));
			}
			const spent = ++pages >= context.maxPages || context.clock.now() >= context.deadline;
			if (gotOn() && spent && page.response.nextPageToken) return ended();
		}
	} catch (error) {
		// The rate limit is a budget, too: a long backlog would otherwise run into it at every poll.
		if (gotOn() && isFailure(error) && error.kind === 'rate-limited') return ended();
		throw error;
	}
	return { events: inOrder(events), state: pruned(state, overlap), more: false };
}

/** The state without what the next poll does not read again; it reads from `at` at the latest. */
function pruned(state: StakingState, overlap: number, at = Infinity): StakingState {
	const f = Math.min(at, Math.max(state.f, state.t - overlap));
	return { ...state, f, s: state.s.filter(([time]) => time >= f) };
}

function timeOf(transaction: Transaction): number {
	return Number(transaction.blockTimestamp ?? 0);
}

/** 70 bits of the transaction hash: enough to tell a window's transactions apart. */
function markOf(transaction: Transaction): string {
	return String(transaction.txHash).slice(-12);
}

function eventOf(transaction: Transaction): NetworkEvent {
	return {
		id: `staking.transaction:${String(transaction.txHash)}`,
		type: 'staking.transaction',
		timestamp: isoSeconds(timeOf(transaction)),
		data: transaction as Record<string, unknown>,
	};
}

/** The filters that the service does not have. */
function matcher({ minAmountStaked, nodeIds, subnetId }: StakingSettings) {
	const nodes = nodeIds && nodeIds.length > 0 ? new Set(nodeIds) : undefined;
	const least = minAmountStaked === undefined ? undefined : BigInt(minAmountStaked);
	return (transaction: Transaction): boolean => {
		if (nodes && !nodes.has(String(transaction.nodeId))) return false;
		if (subnetId && transaction.subnetId !== subnetId) return false;
		if (least === undefined) return true;
		const staked = (transaction.amountStaked ?? []) as Array<{ amount?: unknown }>;
		const sum = staked.reduce((total, { amount }) => total + BigInt(String(amount ?? 0)), 0n);
		return sum >= least;
	};
}
