import type { Args } from '../../node/args';
import { addressOf } from '../../node/addresses';
import { type NodeContext, byDialect } from '../../node/context';

type Sums = Map<string, bigint>;

const asStrings = (sums: Sums) =>
	Object.fromEntries([...sums].map(([assetId, sum]) => [assetId, String(sum)]));

/** platform.getBalance: what the addresses own together, by how it is locked. */
export function getBalance(context: NodeContext, args: Args) {
	const { network, world } = context;
	const now = world.clock.seconds();
	const [avax] = network.assets;
	const unlocked: Sums = new Map();
	const lockedStakeable: Sums = new Map();
	const lockedNotStakeable: Sums = new Map();
	const owners = args.texts('addresses').map((address) => addressOf(context, 'P', address));
	const utxos = [...new Set(owners)].flatMap((owner) => network.utxos('P', owner));
	for (const { assetId, amount, locktime, stakeableLocktime = 0 } of utxos) {
		const stakeable = stakeableLocktime > now ? lockedStakeable : unlocked;
		const sums = locktime > now ? lockedNotStakeable : stakeable;
		sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
	}
	const total: Sums = new Map();
	for (const sums of [unlocked, lockedStakeable, lockedNotStakeable]) {
		for (const [assetId, sum] of sums) total.set(assetId, (total.get(assetId) ?? 0n) + sum);
	}
	const ofAvax = (sums: Sums) => String(sums.get(avax.assetId) ?? 0n);
	const utxoIDs = utxos.map(({ txId, outputIndex }) => ({ txID: txId, outputIndex }));
	return {
		balance: ofAvax(total),
		unlocked: ofAvax(unlocked),
		lockedStakeable: ofAvax(lockedStakeable),
		lockedNotStakeable: ofAvax(lockedNotStakeable),
		balances: asStrings(total),
		unlockeds: asStrings(unlocked),
		lockedStakeables: asStrings(lockedStakeable),
		lockedNotStakeables: asStrings(lockedNotStakeable),
		// An empty Go slice is null on the wire.
		utxoIDs: byDialect(context, { spec: utxoIDs, live: utxoIDs.length > 0 ? utxoIDs : null }),
	};
}
