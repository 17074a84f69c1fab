import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { DAY, HOUR } from '../../../core/formats/timeUnits';

/** Seconds to the end, on each side of the lines 7 days, 1 day and 1 hour. */
const ENDS = [30 * DAY, 3 * DAY, 6 * HOUR, HOUR / 2];

/** The end of a stake. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { nodeId } = world.node.primary.current()[7];
	return {
		event: 'Stake ending',
		parameters: { event: 'stakeEnding', nodeIds: nodeId },
		lines: 3,
		set: (level) => control.setValidator({ nodeId, endTime: world.clock.seconds() + ENDS[level] }),
	};
}

export const soak: Soak = { levels: scenario };
