import type { NetworkEvent } from '../../../events/event';
import { networkOf, transactionPage } from '../../../events/explorer';
import { headed } from '../../../events/item';
import { avax, moment, percentText, span } from '../../../events/words';
import type { Change } from './changes';
import type { Renewed } from './renewed';

/** The items of changes of auto-renewed stakes. */

const SEVERITIES = { renewed: 'info', configured: 'warning', ended: 'warning' } as const;

/**
 * The item of a change.
 *
 * @param id the end of its id
 * @param now Unix ms of the poll
 */
export function itemOf(change: Change, id: string, now: number): NetworkEvent {
	const { kind, before, after } = change;
	const stake = after ?? before;
	const { txId, nodeId } = stake;
	const event = `stake.${kind}`;
	const seconds = { renewed: stake.startTime, configured: now / 1000, ended: before.endTime }[kind];
	const network = networkOf(stake.authority[0]);
	return headed(
		{
			id: `${event}:${id}`,
			event,
			severity: SEVERITIES[kind],
			subject: nodeId,
			...wordsOf(change),
			occurredAt: new Date(seconds * 1000).toISOString(),
			url: (network && transactionPage(network, 'p-chain', txId)) ?? null,
			alertKey: `${event}:${id}`,
		},
		{
			change: kind,
			nodeId,
			...(kind === 'renewed' && { ...restakedOf(change), periodStart: before.startTime }),
			restakedTotal: totalOf(stake) ?? null,
			stake: stake.stake,
			startTime: stake.startTime,
			endTime: stake.endTime,
			...configurationOf(stake),
			...(kind === 'configured' && {
				previousNextPeriod: before.nextPeriod,
				previousRewardShares: before.rewardShares,
				previousAuthority: before.authority,
			}),
			txId,
		},
	);
}

const configurationOf = ({ nextPeriod, rewardShares, authority }: Renewed) => ({
	nextPeriod,
	rewardShares,
	authority,
});

/** nAVAX that were added since the stake began; undefined if the node does not have it. */
function totalOf({ restakedValidation, restakedDelegatee }: Renewed): string | undefined {
	if (restakedValidation === undefined || restakedDelegatee === undefined) return undefined;
	return String(BigInt(restakedValidation) + BigInt(restakedDelegatee));
}

/** nAVAX that were added between the two polls: without its parts, the growth of the stake. */
function restakedOf({ before, after = before }: Change) {
	if (totalOf(before) === undefined || totalOf(after) === undefined) {
		const restaked = String(BigInt(after.stake) - BigInt(before.stake));
		return { restaked, restakedValidation: null, restakedDelegatee: null };
	}
	const more = (key: 'restakedValidation' | 'restakedDelegatee') =>
		BigInt(after[key] ?? 0) - BigInt(before[key] ?? 0);
	const [own, fees] = [more('restakedValidation'), more('restakedDelegatee')];
	return {
		restaked: String(own + fees),
		restakedValidation: String(own),
		restakedDelegatee: String(fees),
	};
}

function wordsOf(change: Change): { title: string; text: string } {
	const { kind, before, after = before } = change;
	const { nodeId, stake, startTime, endTime } = after;
	if (kind === 'ended') {
		const total = totalOf(before);
		const said =
			total === undefined
				? 'How much of its rewards it had added to itself is not known'
				: `Rewards of ${avax(total)} that it had added to itself are paid with it`;
		return {
			title: `${nodeId}: auto-renewed stake has ended`,
			text: `The auto-renewed stake of ${avax(stake)} on ${nodeId} is not in the validator set any more. ${said}.`,
		};
	}
	if (kind === 'renewed') {
		const { restaked } = restakedOf(change);
		const which =
			startTime > before.endTime ? 'Several periods of the stake' : 'A period of the stake';
		return {
			title: `${nodeId}: stake renewed, ${avax(restaked)} restaked`,
			text: `${which} on ${nodeId} ended, the last at ${moment(startTime)}: ${avax(restaked)} of the rewards were added to the stake, and no output pays them before it ends. It is ${avax(stake)} now, and its period ends at ${moment(endTime)}.`,
		};
	}
	const changed = [
		before.nextPeriod !== after.nextPeriod &&
			`the next period ${periodOf(after)} (before: ${periodOf(before)})`,
		before.rewardShares !== after.rewardShares &&
			`${shareOf(after)} of the rewards are added to the stake (before: ${shareOf(before)})`,
		String(before.authority) !== String(after.authority) &&
			`another owner may change the configuration`,
	].filter((part) => part !== false);
	return {
		title: `${nodeId}: configuration of the auto-renewed stake changed`,
		text: `The configuration of the auto-renewed stake on ${nodeId} was changed: ${changed.join('; ')}.`,
	};
}

const periodOf = ({ nextPeriod }: Renewed) =>
	nextPeriod === 0 ? 'does not take place' : `takes ${span(nextPeriod)}`;

const shareOf = ({ rewardShares }: Renewed) => percentText(rewardShares / 10_000);
