import { getCurrentValidators } from '../operations/rpc/pChainStaking';
import type { OutputOf } from '../operations/declare';
import type { PollContext } from './event';

/** The stakes of the primary network, as votes and peers' observations are weighted. */

type Validator = OutputOf<typeof getCurrentValidators>['validators'][number];

export interface Stakes {
	/** nAVAX by node ID: the validator's own stake and that of its delegators. */
	of: ReadonlyMap<string, bigint>;
	validators: readonly Validator[];
}

/** The current stakes, by one request for all validators. Throws `Failure`. */
export async function readStakes({ client }: PollContext): Promise<Stakes> {
	const { validators } = await client.call(getCurrentValidators, {});
	return { of: new Map(validators.map((one) => [one.nodeID, stakeOf(one)])), validators };
}

/** A node that is asked for all validators returns the sum of their delegations, not each one. */
function stakeOf({ weight, stakeAmount, delegatorWeight }: Validator): bigint {
	return BigInt(weight ?? stakeAmount ?? 0) + BigInt(delegatorWeight ?? 0);
}

/** The sum of stakes. */
export function sumOf(stakes: Iterable<bigint>): bigint {
	let sum = 0n;
	for (const stake of stakes) sum += stake;
	return sum;
}

/** A part of a whole in percent, with two decimal places; 0 of nothing. */
export function shareOf(part: bigint, whole: bigint): number {
	return whole === 0n ? 0 : Number((part * 10_000n) / whole) / 100;
}

/** Percent of the stake that must be heard of before its majority says anything. */
export const QUORUM = 80;

/** Percent of the stake that a node hears of: its own and that of the given peers. */
export function heardShare({ of: stakes }: Stakes, nodes: Iterable<string>): number {
	const heard = sumOf([...new Set(nodes)].map((nodeId) => stakes.get(nodeId) ?? 0n));
	return shareOf(heard, sumOf(stakes.values()));
}
