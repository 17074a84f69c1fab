import type { NewTransfer } from './tokenTypes';
import type { L1Validator, NewValidation, Renewal, StakingTx } from './validatorTypes';

/** A staking transaction to add: what is left out is made up. */
export type NewTransaction = Partial<StakingTx> & { address?: string };

/** Validator set that a change applies to; the primary network if no subnet is given. */
export interface SetChoice {
	network?: string;
	subnetId?: string;
}

/** Fields of a validator: one of the ids selects it, the other fields are set. */
export interface ValidatorView {
	nodeId?: string;
	validationId?: string;
	/** Percent. */
	uptime?: number;
	connected?: boolean;
	endTime?: number;
	/** Changes the configuration of an auto-renewed stake, as a SetAutoRenewedValidatorConfigTx does. */
	renewal?: Partial<Pick<Renewal, 'authority' | 'nextPeriod' | 'shares'>>;
}

/** A message to add: what is left out is made up. */
export interface NewIcmMessage {
	/** EVM chain ids. */
	sourceChainId?: string;
	destinationChainId?: string;
	from?: string;
	to?: string;
	/** Unix seconds. */
	timestamp?: number;
}

/** A series of the node's metrics, by name and labels, with a value in place of the world's. */
export interface SetMetric {
	/** The whole name. */
	name: string;
	labels?: Record<string, string>;
	/** Null: the series is not there; undefined: as the world has it. */
	value?: number | null;
}

/** Methods that change the emulated network. */
export interface Control {
	/** Adds transactions; an old `timestamp` makes one that was indexed late. Gives their hashes. */
	addTransactions(given: { network?: string; transactions: NewTransaction[] }): string[];
	/**
	 * Adds transactions to an EVM chain (by default the C-Chain) that do one thing each: by default in a
	 * block of their own, where the chain makes blocks; an old `blockNumber` makes one that was indexed
	 * late. Gives their hashes.
	 */
	addTransfers(given: { chainId?: string; transfers: Array<Partial<NewTransfer>> }): string[];
	/** Adds a validator to the primary network, a permissioned subnet or an L1. */
	addValidator(given: SetChoice & NewValidation & Partial<L1Validator>): {
		nodeId: string;
		txId?: string;
		validationId?: string;
	};
	/** By node id; on L1s also by validation id. False where there is none. */
	removeValidator(given: SetChoice & { nodeId?: string; validationId?: string }): boolean;
	/** nAVAX; 0 makes an L1 validator inactive. */
	setL1Balance(given: { network?: string; validationId: string; balance: bigint }): boolean;
	/**
	 * Changes what configures an L1, beside its contracts: its owner, the weight of a validation (with its nonce), or
	 * an entry of upgrade.json for a precompile of its chain.
	 */
	configureL1(given: {
		subnetId: string;
		owner?: string;
		weight?: { validationId: string; weight: bigint };
		upgrade?: { name: string; blockTimestamp: number; disable?: true };
	}): void;
	/**
	 * Sets uptime, connection, end of stake (Unix seconds) and renewal of a validator, found by node id, on
	 * L1s also by validation id. Returns false if there is none.
	 */
	setValidator(given: SetChoice & ValidatorView): boolean;
	/** Versions of the node and its peers (by node id), and the time of the upgrade Helicon (Unix seconds). */
	setVersions(given: { version?: string; peers?: Record<string, string>; helicon?: number }): void;
	/** The uptime of the node in percent as peers observe it (by node id); 0 of one that does not report. */
	setObservedUptimes(given: { peers: Record<string, number> }): void;
	/** Starts the node now: its peers report its uptime with their next ping, 22.5 seconds later. */
	restartNode(): void;
	/** nAVAX a second for the validation of an L1; wei for a unit of gas. */
	setFees(given: { validatorFee?: number; baseFee?: bigint }): void;
	/** Wei of an address on every EVM chain. */
	setEvmBalance(given: { address: string; balance: bigint }): void;
	/** The data that a contract returns for calls that begin with `data`; null if it reverts. */
	setContractAnswer(given: { address: string; data: string; answer: string | null }): void;
	/** Blocks that the data service is behind the node. */
	setIndexerLag(given: { blocks: number }): void;
	/** Sends messages between chains (by default from the C-Chain). Gives their ids. */
	addIcmMessages(given: { messages: NewIcmMessage[] }): string[];
	/** Most blocks of one eth_getLogs, as operators and hosted nodes set it. */
	setRangeLimit(given: { blocks: number }): void;
	/** Milliseconds that the node takes for each answer. */
	setAnswerTime(given: { ms: number }): void;
	/** Accepted blocks of the C-Chain that the node has not executed yet, since Helicon. */
	setExecution(given: { behind: number }): void;
	/** Delivers an added message, by default executed and now (Unix seconds). False where there is none. */
	deliverIcmMessage(given: { messageId: string; executed?: boolean; timestamp?: number }): boolean;
	/**
	 * The value of the point of a metric that begins at a time (Unix seconds): of a chain, or of the
	 * staking of a subnet (of the primary network of Mainnet if none is given).
	 */
	setMetric(
		given: { chainId?: string; metric: string; start: number; reading: number } & SetChoice,
	): void;
	/** Lets a check fail with an error, or mends it (every check where none is named). */
	setHealth(given: {
		healthy: boolean;
		check?: string;
		error?: string;
		tags?: string[];
		/** Answer unhealthy GETs without a body. */
		withoutBody?: boolean;
	}): void;
	/** Lets a chain of the node (by default the P-Chain; alias or blockchain id) bootstrap, or end it. */
	setBootstrapping(given: { bootstrapping: boolean; chain?: string }): void;
	/** Accepts blocks without transactions. Gives the height. */
	acceptBlocks(given: { network?: string; chain: 'P' | 'X' | 'C'; count?: number }): number;
	/** By milliseconds, or to a moment in Unix ms. Gives the time. */
	moveClock(given: { ms?: number; to?: number }): number;
	/** Sets series of the node's metrics. */
	setNodeMetrics(given: { metrics: readonly SetMetric[] }): void;
}
