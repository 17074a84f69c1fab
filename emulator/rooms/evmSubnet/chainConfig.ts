import type { EvmChain } from '../../world';
import { type NodeContext, byDialect } from '../../node/context';
import { GENESIS_FEES } from '../../node/evm/feeConfig';
import { documentedForks, primaryForks, subnetForks, upgradesOf } from './forks';

/** Heights at which the allow list of the made-up chains was on and off again. */
const ALLOW_LIST_ON = 500_000;
const ALLOW_LIST_OFF = 800_000;

interface PrecompileConfig {
	blockTimestamp: number;
	adminAddresses?: string[] | null;
	quorumNumerator?: number;
	requirePrimaryNetworkSigners?: boolean;
}
type Precompile = PrecompileConfig & { name: string; disable?: true };

function adminOf({ network }: NodeContext, chain: EvmChain): string {
	return network.subnet(chain.subnetId)?.managerAddress ?? `0x${chain.chainId.padStart(40, '0')}`;
}

/** Precompiles since genesis, then their upgrades in order of time. */
function precompilesOf(context: NodeContext, chain: EvmChain) {
	const admins = { adminAddresses: [adminOf(context, chain)] };
	const at = chain.blockTime;
	// The documents show a genesis without a time, and lists that are null where nobody is on them.
	const blockTimestamp = byDialect(context, { spec: 0, live: at(0) });
	const nobody = byDialect(context, { spec: { adminAddresses: null }, live: {} });
	const quorum = { quorumNumerator: 0, requirePrimaryNetworkSigners: false };
	const warp = byDialect(context, { spec: nobody, live: quorum });
	const genesis: Precompile[] = [
		{ name: 'contractNativeMinterConfig', ...admins, blockTimestamp },
		{ name: 'feeManagerConfig', ...admins, blockTimestamp },
		{ name: 'warpConfig', ...warp, blockTimestamp },
	];
	const allowList = { name: 'txAllowListConfig', blockTimestamp: at(ALLOW_LIST_ON) };
	const off = { ...nobody, blockTimestamp: at(ALLOW_LIST_OFF), disable: true } as const;
	const upgrades: Precompile[] = [
		{ ...allowList, ...admins },
		{ ...allowList, ...off },
		...(context.world.conditions.precompileUpgrades.get(chain.subnetId) ?? []),
	];
	return { genesis, upgrades };
}

/** The precompiles that are active at a time (Unix seconds): none before the chain's genesis. */
export function activePrecompiles(context: NodeContext, chain: EvmChain, time: bigint) {
	const { genesis, upgrades } = precompilesOf(context, chain);
	const active = new Map<string, PrecompileConfig>();
	for (const { name, disable, ...config } of [...genesis, ...upgrades]) {
		if (BigInt(config.blockTimestamp) > time) continue;
		if (disable) active.delete(name);
		else active.set(name, config);
	}
	return Object.fromEntries(active);
}

/** eth_getChainConfig: the C-Chain's has neither fees nor precompiles nor upgrades. */
export function chainConfigOf(context: NodeContext, chain: EvmChain, isPrimary: boolean) {
	const { helicon } = context.world.conditions;
	if (isPrimary) {
		return byDialect(context, { spec: documentedForks(chain), live: primaryForks(chain, helicon) });
	}
	const { genesis, upgrades } = precompilesOf(context, chain);
	return {
		...byDialect(context, {
			spec: { ...documentedForks(chain), subnetEVMTimestamp: 0, allowFeeRecipients: false },
			live: subnetForks(chain, helicon),
		}),
		feeConfig: GENESIS_FEES,
		...Object.fromEntries(genesis.map(({ name, ...config }) => [name, config])),
		upgrades: { precompileUpgrades: upgrades.map(({ name, ...config }) => ({ [name]: config })) },
	};
}

/** eth_getActiveRulesAt a time (Unix seconds). */
export function activeRules(context: NodeContext, chain: EvmChain, time: bigint) {
	const since = upgradesOf(chain, context.world.conditions.helicon);
	const reached = (timestamp: number) => BigInt(timestamp) <= time;
	const live = context.dialect === 'live';
	const durango = reached(since.durangoTimestamp);
	const etna = reached(since.etnaTimestamp);
	const precompiles = activePrecompiles(context, chain, time);
	return {
		ethRules: {
			...(live ? { ChainID: Number(chain.chainId) } : {}),
			IsHomestead: true,
			IsEIP150: true,
			IsEIP155: true,
			IsEIP158: true,
			IsByzantium: true,
			IsConstantinople: true,
			IsPetersburg: true,
			IsIstanbul: true,
			IsBerlin: true,
			IsLondon: true,
			IsMerge: durango,
			IsShanghai: durango,
			IsCancun: etna,
			IsPrague: false,
			IsVerkle: false,
		},
		avalancheRules: {
			IsSubnetEVM: true,
			IsDurango: durango,
			IsEtna: etna,
			// Fortuna changed the C-Chain alone.
			...(live ? { IsFortuna: false, IsGranite: reached(since.graniteTimestamp) } : {}),
			...(live ? { IsHelicon: reached(since.heliconTimestamp) } : {}),
		},
		precompiles: Object.fromEntries(
			Object.entries(precompiles).map(([name, { blockTimestamp }]) => [
				name,
				{ timestamp: blockTimestamp },
			]),
		),
	};
}
