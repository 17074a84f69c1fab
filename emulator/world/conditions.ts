import { BASE_FEE } from './evmFees';
import type { Conditions } from '../../core/testing/network';

/** The owner of metrics of staking. Of other metrics it is the chain. */
export function stakingOf(network: string, subnetId: string): string {
	return `${network}/${subnetId}`;
}

/** The key of a point in `metricPoints`. */
export function metricPointKey(owner: string, metric: string, start: number): string {
	return [owner, metric, start].join(' ');
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
