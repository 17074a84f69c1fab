import type { Random } from './random';

/** A clock that runs with real time from a given start, and that can be moved. */
export interface Clock {
	/** Unix milliseconds. */
	now(): number;
	/** Unix seconds. */
	seconds(): number;
	advance(ms: number): void;
	set(ms: number): void;
}

export type NetworkName = 'mainnet' | 'fuji';
export type ChainAlias = 'P' | 'X' | 'C';

/** An asset of the X-Chain; the first of a network is AVAX. */
export interface Asset {
	assetId: string;
	name: string;
	symbol: string;
	denomination: number;
	type: 'secp256k1' | 'nft';
}

/** An output that its owners can spend. Addresses are bare (`avax1…`), amounts base units. */
export interface Utxo {
	txId: string;
	outputIndex: number;
	assetId: string;
	amount: bigint;
	/** Unix seconds before which nothing may spend it; 0 = unlocked. */
	locktime: number;
	/** Unix seconds before which it may only be staked; absent = never locked so. */
	stakeableLocktime?: number;
	threshold: number;
	addresses: string[];
	/** When its transaction was accepted, Unix seconds. */
	timestamp: number;
	blockHeight: number;
}

/** What a transaction spends. */
export interface Input {
	txId: string;
	outputIndex: number;
	assetId: string;
	amount: bigint;
	signatureIndices: number[];
}

/** A signed base transaction of the X- or P-Chain. */
export interface Tx {
	id: string;
	/** Codec version, unsigned transaction and credentials. */
	bytes: Uint8Array;
	/** The outputs as UTXOs; complete once the block is known. */
	outputs: Utxo[];
	inputs: Input[];
	memo: Uint8Array;
	/** One signature of 65 bytes an input. */
	signatures: Uint8Array[];
	blockHeight: number;
	timestamp: number;
}

/** An accepted block; on the X-Chain history also a vertex. */
export interface Block {
	height: number;
	/** cb58 of the sha256 of its bytes. */
	id: string;
	parentId: string;
	/** Unix seconds. */
	timestamp: number;
	bytes: Uint8Array;
	/** cb58; X-Chain only. */
	merkleRoot?: string;
	txs: Tx[];
}

/** The accepted blocks and transactions of one chain. */
export interface ChainLog {
	/** Of the last accepted block. */
	height(): number;
	block(height: number): Block | undefined;
	byId(id: string): Block | undefined;
	tx(id: string): Tx | undefined;
	/** Transactions in acceptance order. */
	txCount(): number;
	txAt(index: number): Tx | undefined;
	/** Accepts one more block without named transactions. */
	accept(): Block;
}

/** A vertex of the X-Chain before it became linear. */
export interface Vertex {
	id: string;
	bytes: Uint8Array;
	parentIds: string[];
	height: number;
	/** Position in acceptance order. */
	index: number;
	timestamp: number;
	txIds: string[];
}

/** A BLS identity. Secrets are derived when first asked for. */
export interface Bls {
	/** 48 bytes, compressed. */
	publicKey(): Uint8Array;
	/** 96 bytes, compressed. */
	proofOfPossession(): Uint8Array;
	/** 96 bytes: the signature of a message under the warp domain. */
	sign(message: Uint8Array): Uint8Array;
}

export type Status = 'completed' | 'active' | 'pending' | 'removed';

/** One period in which a node validates the primary network or a permissioned subnet. */
export interface Validation {
	txId: string;
	nodeId: string;
	subnetId: string;
	startTime: number;
	endTime: number;
	/** nAVAX on the primary network; units of the subnet elsewhere. */
	weight: bigint;
	potentialReward: bigint;
	/** Percent. */
	delegationFee: number;
	/** Percent. */
	uptime: number;
	connected: boolean;
	/** Absent for validators that joined before BLS keys were asked for. */
	bls?: Bls;
	/** Bare addresses. */
	rewardAddresses: string[];
	removed?: { txId: string; time: number };
	/** P-Chain heights between which it counts; undefined = still. */
	fromHeight: number;
	toHeight?: number;
}

/** The validators of one subnet (the primary network included). */
export interface ValidatorStore {
	/** Active now, in a stable order. */
	current(): Validation[];
	/** Every known period, of one node or of all. */
	history(nodeId?: string): Validation[];
	/** Given fields win; the others are made up. Throws where the node is current already. */
	add(given: Partial<Validation>): Validation;
	/** Ends the current validation of a node; false where there is none. */
	remove(nodeId: string): boolean;
	status(validation: Validation): Status;
}

/** A staking transaction of the P-Chain, as generated or as added by the control endpoint. */
export interface StakingTx {
	/** Order of arrival: late-indexed transactions have a high one and an old timestamp. */
	sequence: number;
	txHash: string;
	txType: string;
	timestamp: number;
	blockNumber: number;
	nodeId?: string;
	subnetId: string;
	amount: bigint;
	startTimestamp?: number;
	endTimestamp?: number;
	/** Bare addresses that paid and are rewarded. */
	addresses: string[];
	/** Percent: the validator's fee. */
	delegationFee?: number;
	estimatedReward?: bigint;
	bls?: Bls;
	/** Validation ids of L1 validators that it concerns, with the change of their balance. */
	l1?: { validationId: string; balanceChange: bigint }[];
	memo?: string;
}

export interface StakingQuery {
	addresses?: ReadonlySet<string>;
	txTypes?: ReadonlySet<string>;
	/** Unix seconds; `inclusive` says whether the bounds themselves belong. */
	start?: number;
	end?: number;
	inclusive?: boolean;
}

/** The staking transactions of a network in order of their timestamps, then of arrival. */
export interface StakingStore {
	size(): number;
	/** Oldest first. */
	find(query: StakingQuery): StakingTx[];
	byHash(txHash: string): StakingTx | undefined;
	add(given: Partial<StakingTx>): StakingTx;
	/** Delegations of a node, or of all nodes, ended ones included. */
	delegations(nodeId?: string): StakingTx[];
}

export interface Owner {
	addresses: string[];
	threshold: number;
}

/** A validator of an L1. */
export interface L1Validator {
	/** Position in order of registration over all L1s. */
	sequence: number;
	validationId: string;
	nodeId: string;
	subnetId: string;
	weight: bigint;
	/** Unix seconds of its registration. */
	startTime: number;
	/** nAVAX left for the continuous fee; 0 = inactive. */
	balance: bigint;
	minNonce: number;
	bls: Bls;
	remainingBalanceOwner: Owner;
	deactivationOwner: Owner;
	connected: boolean;
	uptime: number;
	/** False: takes part in no signature although it is active. */
	online: boolean;
	fromHeight: number;
	toHeight?: number;
}

export interface L1Store {
	/** Registered now, inactive ones included, in order of registration. */
	of(subnetId: string): L1Validator[];
	all(): L1Validator[];
	find(validationId: string): L1Validator | undefined;
	at(subnetId: string, height: number): L1Validator[];
	add(subnetId: string, given: Partial<L1Validator>): L1Validator;
	remove(validationId: string): boolean;
	/** 0n makes it inactive. */
	setBalance(validationId: string, balance: bigint): boolean;
}

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
	/** Of the transaction that converted it; L1s only. */
	conversionTxId?: string;
	managerAddress?: string;
}

/** A member of a validator set at a height, as platform.getValidatorsAt tells it. */
export interface SetMember {
	/** The empty node id where inactive L1 validators are summed. */
	nodeId: string;
	publicKey?: Uint8Array;
	weight: bigint;
	/** Signs with the member's key; absent where it cannot or does not answer. */
	sign?: (message: Uint8Array) => Uint8Array;
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

/** A chain of the EVM kind, primary C-Chains included. */
export interface EvmChain {
	chainId: string;
	name: string;
	description: string;
	network: NetworkName;
	/** cb58 blockchain id. */
	blockchainId: string;
	subnetId: string;
	vmId: string;
	status: 'OK' | 'UNAVAILABLE';
	token: { name: string; symbol: string; decimals: number };
	features: string[];
	/** US dollars; absent where there is no price. */
	price?: number;
	/** Of its last block. */
	height: number;
	/** Unix seconds of a block. */
	blockTime(height: number): number;
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
	nodeId: string;
	/** Chains answer 503 with text, readiness and the check `bootstrapped` fail. */
	bootstrapping: boolean;
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
	evmChains: EvmChain[];
	/** By EVM chain id or blockchain id. */
	evmChain(id: string): EvmChain | undefined;
}

export interface WorldOptions {
	seed?: string;
	/** Validators of the primary network, and of the largest L1. */
	validators?: number;
	/** Active staking transactions. */
	transactions?: number;
	/** Unix ms at which the clock starts. Generated data ends at the start of that day (UTC). */
	start?: number;
	/** Real elapsed ms, any origin; fixed by default, so that a world alone does not move. */
	elapsed?: () => number;
}
