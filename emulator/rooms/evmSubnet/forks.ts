import type { EvmChain } from '../../world';
import { UPGRADES } from '../../world/upgrades';

/** Heights at which the made-up chains changed over to network upgrades. */
const ETNA = 400_000;
const GRANITE = 900_000;
const EIP150_HASH = '0x2086799aeebeae135c246c65021c82b4e15a2c451340993aacfd2751886514f0';
/** Blocks of the main network's C-Chain at which it took over changes of Ethereum. */
const BERLIN_BLOCK = 1_640_340;
const LONDON_BLOCK = 3_308_552;

/** Times of a subnet-evm chain's upgrades (Unix seconds). */
export function upgradesOf(chain: EvmChain, heliconTimestamp: number) {
	return {
		subnetEVMTimestamp: 0,
		durangoTimestamp: chain.blockTime(0),
		etnaTimestamp: chain.blockTime(ETNA),
		graniteTimestamp: chain.blockTime(GRANITE),
		heliconTimestamp,
	};
}

function ethereumForks(chain: EvmChain) {
	return {
		chainId: Number(chain.chainId),
		homesteadBlock: 0,
		eip150Block: 0,
		eip155Block: 0,
		eip158Block: 0,
		byzantiumBlock: 0,
		constantinopleBlock: 0,
		petersburgBlock: 0,
		istanbulBlock: 0,
		muirGlacierBlock: 0,
	};
}

/** The forks of a chain's configuration as the documents show them. */
export function documentedForks(chain: EvmChain) {
	return { ...ethereumForks(chain), eip150Hash: EIP150_HASH };
}

/** The forks of a subnet-evm chain as its node tells them. */
export function subnetForks(chain: EvmChain, heliconTimestamp: number) {
	const since = upgradesOf(chain, heliconTimestamp);
	return {
		...ethereumForks(chain),
		berlinBlock: 0,
		londonBlock: 0,
		shanghaiTime: since.durangoTimestamp,
		cancunTime: since.etnaTimestamp,
		...since,
	};
}

/** The forks of the C-Chain as its node tells them. */
export function primaryForks(chain: EvmChain, heliconTimestamp: number) {
	return {
		...ethereumForks(chain),
		daoForkBlock: 0,
		daoForkSupport: true,
		berlinBlock: BERLIN_BLOCK,
		londonBlock: LONDON_BLOCK,
		shanghaiTime: UPGRADES.durango,
		cancunTime: UPGRADES.etna,
		apricotPhase1BlockTimestamp: UPGRADES.apricotPhase1,
		apricotPhase2BlockTimestamp: UPGRADES.apricotPhase2,
		apricotPhase3BlockTimestamp: UPGRADES.apricotPhase3,
		apricotPhase4BlockTimestamp: UPGRADES.apricotPhase4,
		apricotPhase5BlockTimestamp: UPGRADES.apricotPhase5,
		apricotPhasePre6BlockTimestamp: UPGRADES.apricotPhasePre6,
		apricotPhase6BlockTimestamp: UPGRADES.apricotPhase6,
		apricotPhasePost6BlockTimestamp: UPGRADES.apricotPhasePost6,
		banffBlockTimestamp: UPGRADES.banff,
		cortinaBlockTimestamp: UPGRADES.cortina,
		durangoBlockTimestamp: UPGRADES.durango,
		etnaTimestamp: UPGRADES.etna,
		fortunaTimestamp: UPGRADES.fortuna,
		graniteTimestamp: UPGRADES.granite,
		heliconTimestamp,
	};
}
