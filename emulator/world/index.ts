import { createClock } from './clock';
import { createTokens } from './tokens';
import { icmMessagesOf } from './icmMessages';
import { warpMessageOf } from './evmTransactions';
import { createConditions } from './conditions';
import { createEvmChains } from './evmChains';
import { createNodeState } from './health';
import { createNetwork } from './network';
import { createRandom } from '../../core/testing/random';
import { UPGRADES } from './upgrades';
import type {
	EvmChain,
	NetworkName,
	NetworkWorld,
	Tokens,
	World,
	WorldOptions,
} from '../../core/testing/network';
import { DAY_MS } from '../../core/formats/timeUnits';

export type * from '../../core/testing/network';

/** Saturday, 7 November 2026, noon UTC. */
const DEFAULT_START = 1_794_052_800_000;

/**
 * A world that depends on its options alone: the same seed, sizes and start give the same ids,
 * amounts and times. Everything large is made when it is first looked at.
 */
export function createWorld(given: WorldOptions = {}): World {
	const options = {
		seed: given.seed ?? 'avalanche',
		validators: given.validators ?? 40,
		transactions: given.transactions ?? 500,
		start: given.start ?? DEFAULT_START,
		version: given.version ?? '1.15.3',
		helicon: given.helicon ?? UPGRADES.helicon,
		elapsed: given.elapsed ?? (() => 0),
	};
	const clock = createClock(options.start, options.elapsed);
	const epoch = (Math.floor(options.start / DAY_MS) * DAY_MS) / 1000;
	const random = createRandom(options.seed);

	const sizes = { validators: options.validators, transactions: options.transactions };
	const make = (name: NetworkName): NetworkWorld =>
		createNetwork(name, {
			random: createRandom(`${options.seed} ${name}`),
			clock,
			epoch,
			...sizes,
		});
	const networks = { mainnet: make('mainnet'), fuji: make('fuji') };

	const evmChains = createEvmChains([networks.mainnet, networks.fuji]);
	const tokens = new Map<EvmChain, Tokens>();
	const world: World = {
		seed: options.seed,
		options,
		clock,
		random,
		network: (name) => (name === 'mainnet' ? networks.mainnet : networks.fuji),
		node: networks.mainnet,
		nodeState: createNodeState(networks.mainnet, clock),
		conditions: createConditions(options),
		evmChains,
		downloadUrl: '',
		evmChain: (id) =>
			evmChains.find(({ chainId, blockchainId }) => chainId === id || blockchainId === id),
		tokens(chain) {
			const found = tokens.get(chain) ?? createTokens(random, chain);
			tokens.set(chain, found);
			return found;
		},
		icmMessages: (network) => icmMessagesOf(world, network),
		warpMessage: (chain, transfer) => warpMessageOf(world.network(chain.network), chain, transfer),
	};
	return world;
}
