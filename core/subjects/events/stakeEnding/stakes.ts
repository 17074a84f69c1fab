import { bareAddress } from '../../../formats/ids';
import * as pChainStaking from '../../pChainStaking/pChainStaking';
import type { OutputOf } from '../../../operations/declare';
import type { PollContext } from '../../../events/event';
import { networkOf } from '../../../events/explorer';
import { linesAbove } from '../../../events/levelSteps';
import { type SubjectReading, goneReading } from '../../../events/levelTypes';
import { ownOf, unmatched } from '../../../events/thresholdsBySubject';
import { type Needs, hasNeeds } from '../../../events/unreadable';
import { nothingYet } from '../../../events/notReady';
import { DAY } from '../../../formats/timeUnits';

/** The current stakes of validators and delegators, with the time until each ends. */

type Validator = OutputOf<typeof pChainStaking.getManyValidators, 'tolerant'>['validators'][number];

/** A stake, and the time until it ends. */
export interface Stake {
	kind: 'validation' | 'delegation';
	txId: string;
	nodeId: string;
	/** nAVAX. */
	stake: string;
	potentialReward: string;
	startTime: number;
	endTime: number;
	secondsLeft: number;
	/** Network of the reward addresses; undefined if it has no explorer. */
	network?: string;
	/** True if the stake continues after this period; undefined if it is not auto-renewed. */
	renews?: boolean;
}

/** Default thresholds in seconds: the time before the end. */
export const TIERS = [7 * DAY, DAY, 3600];
/** Fields that a record of a stake needs: the identity of the stake, and its end. */
const STAKES: Needs = [['nodeID'], ['endTime']];
/** Those of an auto-renewed stake, whose period has a length, and which continues or not. */
const PERIODS: Needs = [...STAKES, ['startTime'], ['nextPeriod']];
const DELEGATIONS: Needs = [['txID'], ['endTime']];

/** The readings of the stakes and delegations that the settings select. */
export async function readStakes(
	{ nodeIds: nodes, rewardAddresses, delegations, ...given }: Settings,
	context: PollContext,
): Promise<Array<SubjectReading<Stake>>> {
	const { thresholdsBySubject } = given;
	const all = await readValidators(nodes, delegations === true, context);
	const validators = all.filter((one) =>
		hasNeeds(
			one,
			isAutoRenewed(one) ? PERIODS : STAKES,
			pChainStaking.getManyValidators.id,
			context,
		),
	);
	const mine = rewardAddresses && new Set(rewardAddresses.map(bareAddress));
	const now = context.clock.now() / 1000;
	const stakes = validators.flatMap((one) => [
		...(isMine(one.validationRewardOwner?.addresses, mine) ? [validationOf(one, now)] : []),
		...(delegations ? (one.delegators ?? []) : [])
			.filter((each) => hasNeeds(each, DELEGATIONS, pChainStaking.getManyValidators.id, context))
			.filter(({ rewardOwner }) => isMine(rewardOwner?.addresses, mine))
			.map((each) => delegationOf(each, one.nodeID, now)),
	]);
	const readings = stakes.map((facts) => ({
		subject: subjectOf(facts),
		nodeId: facts.nodeId,
		occurrence: `${facts.txId}:${facts.endTime}`,
		level: levelOf(facts, given),
		...(facts.renews && { repeats: false }),
		facts,
	}));
	const there = new Set(validators.map(({ nodeID }) => nodeID));
	const gone = (mine ? [] : (nodes ?? [])).filter((nodeId) => !there.has(nodeId));
	const watched = stakes.flatMap((facts) => [subjectOf(facts), facts.nodeId]);
	const unknown = unmatched(thresholdsBySubject, [...watched, ...gone]);
	return [...readings, ...[...gone, ...unknown].map(goneReading)];
}

/** True for a stake that can renew, also where a part of its record is missing. */
function isAutoRenewed({ nextPeriod, autoCompoundRewardShares, validatorAuthority }: Validator) {
	const parts = [nextPeriod, autoCompoundRewardShares, validatorAuthority];
	return parts.some((part) => part !== undefined && part !== null);
}

/** The thresholds in the settings. */
interface Tiers {
	tiers?: number[];
	thresholdsBySubject?: Record<string, number[]>;
}

interface Settings extends Tiers {
	nodeIds?: readonly string[];
	rewardAddresses?: readonly string[];
	delegations?: boolean;
}

/** The subject of a stake: the node, or the transaction of a delegation. */
export function subjectOf({ kind, nodeId, txId }: Stake): string {
	return kind === 'validation' ? nodeId : txId;
}

/**
 * The thresholds of a stake in seconds, the longest first. Those that are longer than a period that renews
 * would always be passed.
 */
export function linesOf(stake: Stake, { tiers = TIERS, thresholdsBySubject }: Tiers): number[] {
	const own = ownOf(thresholdsBySubject);
	const period = stake.renews ? stake.endTime - stake.startTime : Infinity;
	return (own(subjectOf(stake)) ?? own(stake.nodeId) ?? tiers)
		.filter((line) => line < period)
		.sort((a, b) => b - a);
}

/** The number of thresholds that a stake has passed. */
export function levelOf(stake: Stake, given: Tiers): number {
	return linesAbove(
		stake.secondsLeft,
		linesOf(stake, given).map((line) => line + 1),
	);
}

async function readValidators(
	nodes: readonly string[] | undefined,
	delegations: boolean,
	{ client }: PollContext,
): Promise<Validator[]> {
	if (!delegations) {
		const { validators } = await client.call(pChainStaking.getManyValidators, {
			nodeIDs: nodes as string[],
		});
		if (validators.length === 0 && !nodes) throw nothingYet('The node lists no validators');
		return validators;
	}
	const found: Validator[] = [];
	for (const nodeId of nodes ?? []) {
		found.push(
			...(await client.call(pChainStaking.getManyValidators, { nodeIDs: [nodeId] })).validators,
		);
	}
	return found;
}

function isMine(owners: readonly string[] | null | undefined, mine?: ReadonlySet<string>): boolean {
	return !mine || (owners ?? []).some((address) => mine.has(bareAddress(address)));
}

type Period = Pick<
	Validator,
	'txID' | 'startTime' | 'endTime' | 'potentialReward' | 'stakeAmount'
> & {
	weight?: unknown;
};

type Delegation = NonNullable<Validator['delegators']>[number];

function stakeOf(one: Period, nodeId: string, now: number): Omit<Stake, 'kind'> {
	const endTime = one.endTime ?? 0;
	return {
		txId: one.txID ?? '',
		nodeId,
		stake: String(one.weight ?? one.stakeAmount ?? 0),
		potentialReward: String(one.potentialReward ?? 0),
		startTime: one.startTime ?? 0,
		endTime,
		secondsLeft: Math.max(0, Math.round(endTime - now)),
	};
}

function validationOf(one: Validator, now: number): Stake {
	const { nextPeriod } = one;
	return {
		kind: 'validation',
		...stakeOf(one, one.nodeID, now),
		network: networkOf(one.validationRewardOwner?.addresses?.[0]),
		...(typeof nextPeriod === 'number' && { renews: nextPeriod !== 0 }),
	};
}

function delegationOf(one: Delegation, nodeId: string, now: number): Stake {
	const network = networkOf(one.rewardOwner?.addresses?.[0]);
	return { kind: 'delegation', ...stakeOf(one, nodeId, now), network };
}
