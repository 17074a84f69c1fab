import * as out from '../../fields/outputs';
import { knownFlag } from '../shared/knownColumn';
import { isAvax } from '../shared/money';

/**
 * A balance of the primary network as rows: one for each asset, with an amount for each state that the
 * chain has. An asset that is in no such state has an amount of 0, and addresses without any asset
 * have one row of AVAX.
 */

/** The states of all chains, in the order of columns. */
const STATES = [
	'unlockedUnstaked',
	'unlockedStaked',
	'lockedPlatform',
	'lockedStakeable',
	'lockedStaked',
	'pendingStaked',
	'unlocked',
	'locked',
	'atomicMemoryUnlocked',
	'atomicMemoryLocked',
] as const;

type State = (typeof STATES)[number];

/** Fields of a balance's entry that the rows are made of. */
interface Entry {
	assetId?: string | null;
	name?: string | null;
	symbol?: string | null;
	denomination?: number | null;
	amount?: string | null;
}

type Balances = { readonly [K in State]?: readonly Entry[] | null };

const state = () => out.amount({ decimals: 'denomination' });

/** One asset in all states. */
export const BALANCE_ROW = out.object({
	symbol: out.name(),
	known: knownFlag(),
	name: out.name(),
	assetId: out.id('In cb58'),
	denomination: out.count('Number of decimals between the smallest unit and a whole one'),
	unlockedUnstaked: state(),
	unlockedStaked: state(),
	lockedPlatform: state(),
	lockedStakeable: state(),
	lockedStaked: state(),
	pendingStaked: state(),
	unlocked: state(),
	locked: state(),
	atomicMemoryUnlocked: state(),
	atomicMemoryLocked: state(),
});

const AVAX: Entry = { symbol: 'AVAX', name: 'Avalanche', denomination: 9 };

function sumOf(entries: readonly Entry[], { assetId }: Entry): string {
	const own = entries.filter((entry) => entry.assetId === assetId);
	return String(own.reduce((sum, { amount }) => sum + BigInt(amount ?? 0), 0n));
}

/** The rows of a balance. */
export function balanceRows({ balances }: { balances?: Balances | null }): object[] {
	const states = STATES.filter((name) => Array.isArray(balances?.[name]));
	const entries = states.flatMap((name) => balances?.[name] ?? []);
	const assets = new Map(entries.map((entry) => [entry.assetId, entry]));
	const found = assets.size > 0 ? [...assets.values()] : [AVAX];
	return found.map((asset) => {
		const { symbol, name, assetId, denomination } = asset;
		const amounts = states.map((each) => [each, sumOf(balances?.[each] ?? [], asset)]);
		const known = asset === AVAX || isAvax(assetId);
		const head = { symbol, known, name, ...(assetId && { assetId }), denomination };
		return { ...head, ...(Object.fromEntries(amounts) as object) };
	});
}
