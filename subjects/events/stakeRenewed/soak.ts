import { createLedger } from '../../../campaigns/soak/ledger';
import type { Soak } from '../../../campaigns/soak/soak';
import { type EventStream, type Plan, options } from '../../../campaigns/soak/streams';
import { DAY } from '../../../core/formats/timeUnits';

/** The share of an auto-renewed stake; the next change comes after the one before it was told. */
function stream({ emulator: { control, world }, planned, round }: Plan): EventStream {
	const ledger = createLedger(round);
	const now = world.clock.seconds();
	// Its period lasts longer than the campaign.
	const { nodeId } = control.addValidator({
		startTime: now,
		endTime: now + 3650 * DAY,
		renewal: { shares: 0 },
	});
	let made = 0;
	return {
		event: 'Auto-renewed stake changed',
		parameters: { event: 'stakeRenewed', nodeIds: nodeId, options },
		ledger,
		happen(share) {
			if (made >= Math.floor(planned * share) || ledger.waits(`shares ${made}`)) return;
			made += 1;
			control.setValidator({ nodeId, renewal: { shares: made } });
			ledger.expect(`shares ${made}`);
		},
		keyOf: ({ rewardShares }) => `shares ${String(rewardShares)}`,
		done: () => made >= planned,
		perPoll: 1,
	};
}

export const soak: Soak = { stream, perPoll: 0.1, withoutBacklog: true };
