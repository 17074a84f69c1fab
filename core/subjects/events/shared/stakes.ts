import * as pChainStaking from '../../pChainStaking/pChainStaking';
import type { OutputOf } from '../../../operations/declare';
import type { PollContext } from '../../../events/event';

/** The stakes of the primary network, as votes and peers' observations are weighted. */

type Validator = OutputOf<typeof pChainStaking.getManyValidators, 'tolerant'>['validators'][number];

export interface Stakes {
	/** nAVAX by node ID: the validator's own stake and that of its delegators. */
	of: ReadonlyMap<string, bigint>;
	validators: readonly Validator[];
}

/** The current stakes, by one request for all validators. Throws `Failure`. */
export async function readStakes({ client }: PollContext): Promise<Stakes> {
	const { validators } = await client.call(pChainStaking.getManyValidators, {});
	return { of: new Map(validators.map((one) => [one.nodeID, stakeOf(one)])), validators };
}

/** If a node lists all validators, it returns the sum of their delegations, not each one. */
function stakeOf({ weight, stakeAmount, delegatorWeight }: Validator): bigint {
	return BigInt(weight ?? stakeAmount ?? 0) + BigInt(delegatorWeight ?? 0);
}

/** The sum of stakes. */
export function sumOf(stakes: Iterable<bigint>): bigint {
	let sum = 0n;
	for (const stake of stakes) sum += stake;
	return sum;
}

/** A share in percent, with two decimal places; 0 if the whole is 0. */
export function shareOf(part: bigint, whole: bigint): number {
	return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
}

/**
 * Minimum percentage of the stake that must be connected, or report, for a majority of it to count.
 */
export const QUORUM = 80;

/** Percentage of the stake that the given nodes have together. */
export function heardShare({ of: stakes }: Stakes, nodes: Iterable<string>): number {
	const heard = sumOf([...new Set(nodes)].map((nodeId) => stakes.get(nodeId) ?? 0n));
	return shareOf(heard, sumOf(stakes.values()));
}
