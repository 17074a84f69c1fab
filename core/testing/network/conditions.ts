import type { IcmMessage } from './evmTypes';

/** State of the network around the node that the control endpoint changes. */
export interface Conditions {
	/** Version of the node, and of peers that have none of their own. */
	version: string;
	/** Versions of peers by node id. */
	peerVersions: Map<string, string>;
	/** The uptime of the node in percent as peers observe it, by node id; that of the set by default. */
	observedUptimes: Map<string, number>;
	/** Unix ms at which peers were connected again, by node id; the start of the node by default. */
	connectedSince: Map<string, number>;
	/** Unix seconds of the upgrade Helicon. */
	helicon: number;
	/** Accepted blocks of the C-Chain that the node has not executed yet; 0 before Helicon. */
	unexecuted: number;
	/** Milliseconds that the node takes for an answer, beside what it takes really. */
	answerMs: number;
	/** Most blocks of one eth_getLogs (`api-max-blocks-per-request`); no limit by default. */
	rangeLimit: number;
	/** Price of the validation of an L1, nAVAX a second. */
	validatorFee: number;
	/** Per unit of gas on EVM chains, in wei. */
	baseFee: bigint;
	/** Native balances on EVM chains by address in lower case, in wei. */
	balances: Map<string, bigint>;
	/** Data that contracts return, by address in lower case and the beginning of a call's data; null if they revert. */
	contractAnswers: Map<string, Map<string, string | null>>;
	/** Further entries of upgrade.json by subnet: precompiles of its chains. */
	precompileUpgrades: Map<string, Array<{ name: string; blockTimestamp: number; disable?: true }>>;
	/** Blocks that the data service is behind the node. */
	indexerLag: number;
	/** Messages between chains that were added, in their order. */
	icmMessages: IcmMessage[];
	/** Values of metrics by owner, metric and start of the point (Unix seconds), as `metricPointKey` writes it. */
	metricPoints: Map<string, number>;
}
