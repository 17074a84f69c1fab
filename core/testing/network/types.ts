import type { Asset, AtomicTx, ChainLog, Utxo, Vertex } from './ledgerTypes';
import type { Conditions } from './conditions';
import type { EvmChain, IcmMessage, NetworkName, Transfer, WarpMessage } from './evmTypes';
import type { Random } from '../random';
import type {
	Bls,
	L1Store,
	Owner,
	SetMember,
	StakingStore,
	ValidatorStore,
} from './validatorTypes';
import type { Tokens } from './tokenTypes';

/** `spec`: what the documents say. `live`: what the deployed services are known to do. */
export type Dialect = 'spec' | 'live';

/** A clock that runs with real time from a given start, and that can be moved. */
export interface Clock {
	/** Unix milliseconds. */
	now(): number;
	/** Unix seconds. */
	seconds(): number;
	advance(ms: number): void;
	set(ms: number): void;
}

export type ChainAlias = 'P' | 'X' | 'C';

/** A blockchain of a subnet. */
export interface Blockchain {
	id: string;
	name: string;
	vmId: string;
	subnetId: string;
	evmChainId?: number;
}

export interface Subnet {
	id: string;
	kind: 'primary' | 'permissioned' | 'l1';
	blockchains: Blockchain[];
	owner: Owner;
	/** ID of the transaction that converted the subnet; L1s only. */
	conversionTxId?: string;
	managerAddress?: string;
}

/** One of the two primary networks. */
export interface NetworkWorld {
	name: NetworkName;
	networkId: 1 | 5;
	hrp: 'avax' | 'fuji';
	/** Unix seconds: generated data ends here. */
	epoch: number;
	chains: Record<ChainAlias, string>;
	assets: Asset[];
	/** Bare bech32 address; the first 32 own stakes and UTXOs. */
	address(index: number): string;
	chain(alias: ChainAlias): ChainLog;
	vertices(): Vertex[];
	utxos(chain: 'P' | 'X', address: string): Utxo[];
	/** Exported from `source` to `chain` and not yet imported. */
	atomicUtxos(chain: ChainAlias, source: ChainAlias, address: string): Utxo[];
	primary: ValidatorStore;
	/** Of the C-Chain, by id. */
	atomicTxs: Map<string, AtomicTx>;
	subnets: Subnet[];
	subnet(id: string): Subnet | undefined;
	blockchain(id: string): Blockchain | undefined;
	permissioned(subnetId: string): ValidatorStore;
	l1: L1Store;
	staking: StakingStore;
	/** Without a height: now. */
	validatorsAt(subnetId: string, height?: number): SetMember[];
	/** nAVAX. */
	supply: bigint;
}

/** A health check of the node. */
export interface HealthCheck {
	name: string;
	/** Subnet ids. Checks without tags are global (tag `application`). */
	tags: string[];
	/** Counts for readiness too. */
	readiness: boolean;
	message?: unknown;
	/** Present while it fails. */
	error?: string;
	/** Unix ms. */
	lastRun: number;
	/** Nanoseconds. */
	duration: number;
	contiguousFailures: number;
	/** Unix ms; present while it fails. */
	firstFailure?: number;
}

/** The node's own state. */
export interface NodeState {
	/** Node ID; it validates the primary network. */
	nodeId: string;
	/** Its BLS identity; absent where it registered none. */
	bls?: Bls;
	/**
	 * Blockchain id of the chain that bootstraps: its API answers 503 with text, readiness and the
	 * check `bootstrapped` fail. While it is the P-Chain, the APIs of the others do not exist yet.
	 */
	bootstrapping?: string;
	/** Unix ms of the start of its process. */
	startedAt: number;
	/** An unhealthy GET answers 503 with an empty body, as a proxy before the node would. */
	unhealthyWithoutBody: boolean;
	checks(): HealthCheck[];
	/** An error makes the named check fail (a new one is made for unknown names); none mends it. */
	setHealth(name: string, error?: string, tags?: string[]): void;
}

export interface World {
	seed: string;
	options: Required<WorldOptions>;
	clock: Clock;
	random: Random;
	network(name: string): NetworkWorld;
	/** The network that the node runs on: mainnet. */
	node: NetworkWorld;
	nodeState: NodeState;
	conditions: Conditions;
	evmChains: EvmChain[];
	/** URL below which finished exports are served; empty until the emulator is started. */
	downloadUrl: string;
	/** By EVM chain id or blockchain id. */
	evmChain(id: string): EvmChain | undefined;
	tokens(chain: EvmChain): Tokens;
	/** The messages between chains of a network, or of both, newest first. */
	icmMessages(network?: string): IcmMessage[];
	/** The warp message that a transfer's transaction sent. */
	warpMessage(chain: EvmChain, transfer: Transfer): WarpMessage | undefined;
}

export interface WorldOptions {
	seed?: string;
	/** Validators of the primary network, and of the largest L1. */
	validators?: number;
	/** Active staking transactions. */
	transactions?: number;
	/** Unix ms at which the clock starts. Generated data ends at the start of that day (UTC). */
	start?: number;
	/** Version of the node; default 1.15.3. */
	version?: string;
	/** Unix seconds of the upgrade Helicon; that of the main network by default. */
	helicon?: number;
	/** Real elapsed ms, any origin; fixed by default, so that a world alone does not move. */
	elapsed?: () => number;
}
