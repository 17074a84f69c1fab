import type { AnyClient } from '../../client';
import { quoted } from '../../events/words';
import type { InputOf } from '../../operations/declare';
import { PRIMARY_CHAIN_CHOICES } from '../../operations/shared';
import { AVAX, assetMoney, isAvax } from '../shared/money';
import * as primaryBalance from '../primaryNetwork/primaryBalance';
import * as utxo from '../primaryNetwork/utxo';
import * as pendingReward from '../staking/pendingReward';
import type { PortfolioRow } from './portfolioFields';

/** Assets of addresses on the P- and X-Chain, and amounts between chains. */

const CHAINS = [
	['p-chain', 'P-Chain'],
	['x-chain', 'X-Chain'],
	['c-chain', 'C-Chain'],
] as const;

/** The states of a portfolio, by the lists of a balance. */
const STATES = {
	unlockedUnstaked: 'available',
	unlocked: 'available',
	unlockedStaked: 'staked',
	lockedStaked: 'staked',
	pendingStaked: 'pendingStake',
	lockedPlatform: 'locked',
	lockedStakeable: 'locked',
	locked: 'locked',
} as const;

/** The lists of amounts that are on their way between chains. */
const SHARED = ['atomicMemoryUnlocked', 'atomicMemoryLocked'] as const;

/** An amount of an asset, as every list of the service has it. */
interface Amount {
	assetId?: string | null;
	name?: string | null;
	symbol?: string | null;
	denomination?: number | null;
	amount?: string | null;
}

type Network = InputOf<typeof primaryBalance.getBalance>['network'];

function rowOf(chainId: string, chain: string, state: string, held: Amount): PortfolioRow {
	const money = assetMoney(held.assetId, held.symbol);
	return {
		chain,
		chainId,
		state,
		asset: isAvax(held.assetId) ? AVAX : held.assetId,
		...money,
		name: money.known ? held.name : quoted(held.name),
		balance: held.amount,
		decimals: held.denomination,
		assetId: held.assetId,
	};
}

/**
 * The rows of addresses on the primary network: balances of the P- and X-Chain by state, amounts between
 * chains, and pending rewards.
 */
export async function primaryRows(
	client: AnyClient,
	network: Network,
	addresses: string[],
): Promise<PortfolioRow[]> {
	const rows: PortfolioRow[] = [];
	const sharing: string[] = [];
	for (const [blockchainId, chain] of CHAINS) {
		const { balances } = await client.call(primaryBalance.getBalance, {
			network,
			blockchainId,
			addresses,
		});
		const lists = (balances ?? {}) as Record<string, readonly Amount[] | null | undefined>;
		for (const [balanceType, state] of Object.entries(STATES)) {
			for (const held of lists[balanceType] ?? []) {
				rows.push({ ...rowOf(blockchainId, chain, state, held), balanceType });
			}
		}
		const shared = SHARED.flatMap((name) => lists[name] ?? []);
		if (shared.some(({ amount }) => amount !== '0')) sharing.push(blockchainId);
	}
	rows.push(...(await inTransfer(client, network, addresses, sharing)));
	rows.push(...(await pendingRewards(client, network, addresses)));
	return rows;
}

/**
 * Amounts that were exported and not imported yet. The balances of both chains can count the same output,
 * so the outputs themselves are read, and counted once.
 */
async function inTransfer(
	client: AnyClient,
	network: Network,
	addresses: string[],
	sharing: readonly string[],
): Promise<PortfolioRow[]> {
	const names = new Map<string, string>(CHAINS);
	const seen = new Set<string>();
	const sums = new Map<string, PortfolioRow>();
	for (const blockchainId of sharing) {
		const list = { network, blockchainId, addresses } as const;
		for await (const { items } of client.pages(utxo.getManyUtxos, list)) {
			for (const { utxoId, asset, createdOnChainId, consumedOnChainId } of items) {
				if (createdOnChainId === consumedOnChainId || !utxoId || seen.has(utxoId)) continue;
				seen.add(utxoId);
				const [from, to] = [createdOnChainId, consumedOnChainId].map(chainOf);
				const key = [from, to, asset?.assetId].join(' ');
				const sum = sums.get(key) ?? {
					...rowOf(from, names.get(from) ?? from, 'inTransfer', { ...asset, amount: '0' }),
					toChain: names.get(to) ?? to,
				};
				const total = BigInt(sum.balance ?? 0) + BigInt(asset?.amount ?? 0);
				sums.set(key, { ...sum, balance: String(total) });
			}
		}
	}
	return [...sums.values()];
}

/** The alias of a chain of the primary network, such as x-chain; the id itself for any other chain. */
function chainOf(id: string | null | undefined): string {
	const found = PRIMARY_CHAIN_CHOICES.find(({ value }) => value === id)?.name;
	return found?.split(' ')[0].toLowerCase() ?? String(id);
}

/** The expected rewards of staking periods that still run: estimates of the service. */
async function pendingRewards(
	client: AnyClient,
	network: Network,
	addresses: string[],
): Promise<PortfolioRow[]> {
	const rows: PortfolioRow[] = [];
	const list = { network, addresses };
	for await (const { items } of client.pages(pendingReward.getManyPendingRewards, list)) {
		for (const { estimatedReward, nodeId, endTimestamp, txHash } of items) {
			rows.push({
				...rowOf('p-chain', 'P-Chain', 'pendingReward', estimatedReward ?? {}),
				nodeId,
				rewardTime: endTimestamp,
				txHash,
			});
		}
	}
	return rows;
}
