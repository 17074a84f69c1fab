import type { Asset, ChainAlias, NetworkWorld, Utxo } from '../../world';
import {
	type Call,
	chainInfo,
	chainOf,
	type Endpoint,
	networkOf,
	ownersOf,
} from '../../rest/endpoint';
import { amountOf } from '../../data/utxoJson';

/** Every 13th stake is made of outputs that stay locked after it. */
const LOCKED_STAKE = 13;

interface Holding {
	assetId: string;
	amount: bigint;
}

function aggregated(assets: Asset[], holdings: readonly Holding[]) {
	return assets.flatMap((asset) => {
		const own = holdings.filter(({ assetId }) => assetId === asset.assetId);
		if (own.length === 0) return [];
		const amount = own.reduce((sum, holding) => sum + holding.amount, 0n);
		return { ...amountOf(asset, amount), utxoCount: own.length };
	});
}

function atomic(
	call: Call,
	network: NetworkWorld,
	chain: ChainAlias,
	owners: string[],
	at: number,
) {
	const entries = (locked: boolean) =>
		(['P', 'X', 'C'] as const).flatMap((source) => {
			const utxos = owners
				.flatMap((owner) => network.atomicUtxos(chain, source, owner))
				.filter(({ timestamp, locktime }) => timestamp <= at && locktime > at === locked);
			return aggregated(network.assets, utxos).map((entry) => ({
				...entry,
				sharedWithChainId: network.chains[source],
				...(call.dialect === 'spec' || chain === 'P' ? { status: 'imported' } : {}),
			}));
		});
	return { atomicMemoryUnlocked: entries(false), atomicMemoryLocked: entries(true) };
}

function stakes(network: NetworkWorld, owners: string[], at: number) {
	const set = new Set(owners);
	const [avax] = network.assets;
	return network.staking
		.find({ addresses: set })
		.filter((tx) => tx.timestamp <= at && tx.amount > 0n && tx.startTimestamp !== undefined)
		.map(({ amount, startTimestamp, sequence }) => ({
			assetId: avax.assetId,
			amount,
			pending: (startTimestamp ?? 0) > at,
			locked: sequence % LOCKED_STAKE === 0,
		}));
}

function pBalances(network: NetworkWorld, utxos: Utxo[], owners: string[], at: number) {
	const { assets } = network;
	const staked = stakes(network, owners, at);
	const platform = utxos.filter(({ locktime }) => locktime > at);
	const stakeable = utxos.filter(
		({ locktime, stakeableLocktime = 0 }) => locktime <= at && stakeableLocktime > at,
	);
	const free = utxos.filter(
		({ locktime, stakeableLocktime = 0 }) => locktime <= at && stakeableLocktime <= at,
	);
	const running = staked.filter(({ pending }) => !pending);
	return {
		unlockedUnstaked: aggregated(assets, free),
		unlockedStaked: aggregated(
			assets,
			running.filter(({ locked }) => !locked),
		),
		lockedPlatform: aggregated(assets, platform),
		lockedStakeable: aggregated(assets, stakeable),
		lockedStaked: aggregated(
			assets,
			running.filter(({ locked }) => locked),
		),
		pendingStaked: aggregated(
			assets,
			staked.filter(({ pending }) => pending),
		),
	};
}

/** nAVAX that auto-renewed stakes of the owners have added to themselves. */
function restakedOf({ primary }: NetworkWorld, owners: readonly string[]): string {
	const own = primary
		.current()
		.filter(({ rewardAddresses }) => rewardAddresses.some((one) => owners.includes(one)));
	const each = own.flatMap(({ renewal }) =>
		renewal ? [renewal.restakedValidation, renewal.restakedDelegatee] : [],
	);
	return String(each.reduce((sum, one) => sum + one, 0n));
}

/** Primary-network queries: what addresses hold on the P-, X- or C-Chain. */
export const primaryBalances: Endpoint = {
	method: 'GET',
	path: '/v1/networks/{network}/blockchains/{blockchainId}/balances',
	answer(call) {
		const alias = chainOf(call, 'P', 'X', 'C');
		const network = networkOf(call);
		const owners = [...(ownersOf(call) ?? [])];
		const at = (call.input.blockTimestamp as number | undefined) ?? call.world.clock.seconds();
		const shared = atomic(call, network, alias, owners, at);
		const info = { chainInfo: chainInfo(call, alias) };
		if (alias === 'C') return { balances: shared, ...info };
		const utxos = owners
			.flatMap((owner) => network.utxos(alias, owner))
			.filter(({ timestamp }) => timestamp <= at);
		if (alias === 'P') {
			// Not known at a time in the past.
			const isKnown = call.dialect === 'live' && call.input.blockTimestamp === undefined;
			const extra = isKnown ? { restakedRewards: restakedOf(network, owners) } : {};
			return {
				balances: { ...pBalances(network, utxos, owners, at), ...shared, ...extra },
				...info,
			};
		}
		const { assets } = network;
		const unlocked = aggregated(
			assets,
			utxos.filter(({ locktime }) => locktime <= at),
		);
		const locked = aggregated(
			assets,
			utxos.filter(({ locktime }) => locktime > at),
		);
		return { balances: { locked, unlocked, ...shared }, ...info };
	},
};
