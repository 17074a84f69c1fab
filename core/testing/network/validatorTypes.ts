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

/** The configuration and the past of an auto-renewed stake. */
export interface Renewal {
	/** Bare addresses of the owner that may change it. */
	authority: string[];
	/** Seconds; 0: the stake ends with its present period. */
	nextPeriod: number;
	/** Millionths of the rewards that are added to the stake. */
	shares: number;
	restakedValidation: bigint;
	restakedDelegatee: bigint;
	/** The periods that have ended, and what was paid then, nAVAX. */
	cycles: Array<{
		startTime: number;
		endTime: number;
		weight: bigint;
		paid: bigint;
		paidFee: bigint;
		rewardTxId: string;
	}>;
	/** True after the last period. */
	exited?: true;
}

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
	/** Unix seconds of the first uptime sync of its chain after it joined; absent where it is past. */
	uptimeKnownFrom?: number;
	/** Absent for validators that joined before BLS keys were asked for. */
	bls?: Bls;
	/** Bare addresses. */
	rewardAddresses: string[];
	/** Renewal of an auto-renewed stake; the times are then those of its present period. */
	renewal?: Renewal;
	removed?: { txId: string; time: number };
	/** P-Chain heights between which it counts; undefined = still. */
	fromHeight: number;
	toHeight?: number;
}

/** A validation to add; parts of a renewal that are left out are made up. */
export type NewValidation = Omit<Partial<Validation>, 'renewal'> & { renewal?: Partial<Renewal> };

/** The validators of one subnet (the primary network included). */
export interface ValidatorStore {
	/** Active now, in a stable order. */
	current(): Validation[];
	/** Every known period, of one node or of all. */
	history(nodeId?: string): Validation[];
	/** Given fields win; the others are made up. Throws where the node is current already. */
	add(given: NewValidation): Validation;
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
	/** Hash of the transaction that staked, of a transaction that ends a period. */
	stakingTxHash?: string;
}

export interface StakingQuery {
	addresses?: ReadonlySet<string>;
	txTypes?: ReadonlySet<string>;
	/** Unix seconds; `inclusive` says whether the bounds themselves belong. */
	start?: number;
	end?: number;
	inclusive?: boolean;
	/** Also stakes that have ended. */
	ended?: boolean;
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
	/** nAVAX remaining for the continuous fee; 0 = inactive. */
	balance: bigint;
	minNonce: number;
	bls: Bls;
	remainingBalanceOwner: Owner;
	deactivationOwner: Owner;
	connected: boolean;
	uptime: number;
	/** Unix seconds of the first uptime sync of its chain after it joined; absent where it is past. */
	uptimeKnownFrom?: number;
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
	/** Sets the balance of an L1 validator; 0n makes it inactive. */
	setBalance(validationId: string, balance: bigint): boolean;
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
