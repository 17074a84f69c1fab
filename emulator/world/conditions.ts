import { BASE_FEE } from './evmFees';
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
	/** Values of metrics by place, metric and start of the point (Unix seconds), as `keyOfPoint` writes it. */
	metricPoints: Map<string, number>;
}

/** The place of metrics of staking. Of other metrics it is the chain. */
export function stakingOf(network: string, subnetId: string): string {
	return `${network}/${subnetId}`;
}

/** The key of a point in `metricPoints`. */
export function keyOfPoint(place: string, metric: string, start: number): string {
	return [place, metric, start].join(' ');
}

/** The last version with all methods of the catalogue: 1.15.2 removed avax.getAtomicTxStatus. */
export const BEFORE_REMOVALS = '1.15.1';

/** The conditions of a network where nothing is out of the ordinary. */
export function createConditions({
	helicon,
	version,
}: Pick<Conditions, 'helicon' | 'version'>): Conditions {
	return {
		version,
		peerVersions: new Map(),
		observedUptimes: new Map(),
		connectedSince: new Map(),
		helicon,
		unexecuted: 0,
		answerMs: 0,
		rangeLimit: Infinity,
		validatorFee: 512,
		baseFee: BASE_FEE,
		balances: new Map(),
		contractAnswers: new Map(),
		precompileUpgrades: new Map(),
		indexerLag: 0,
		icmMessages: [],
		metricPoints: new Map(),
	};
}
