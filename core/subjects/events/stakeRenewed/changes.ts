import type { Renewed } from './renewed';

/** The changes of auto-renewed stakes between two polls. */

/** A change of one stake; `after` is the stake as it is known once the change was reported. */
export type Change =
	| { kind: 'renewed' | 'configured'; before: Renewed; after: Renewed }
	| { kind: 'ended'; before: Renewed; after?: undefined };

/** The changes of a known stake, in the order in which they are reported. */
export type Changes = (before: Renewed) => Change[];

/** The changes of a stake; absent now, it has ended. */
export function changesOf(before: Renewed, now: Renewed | undefined): Change[] {
	if (!now) return [{ kind: 'ended', before }];
	const { nextPeriod, rewardShares, authority } = before;
	const renewed = { ...now, nextPeriod, rewardShares, authority };
	const isRenewed = before.startTime !== now.startTime;
	const isConfigured = configurationOf(before) !== configurationOf(now);
	return [
		...(isRenewed ? [{ kind: 'renewed', before, after: renewed } as const] : []),
		...(isConfigured ? [{ kind: 'configured', before: renewed, after: now } as const] : []),
	];
}

function configurationOf({ nextPeriod, rewardShares, authority }: Renewed): string {
	return JSON.stringify([nextPeriod, rewardShares, [...authority].sort()]);
}
