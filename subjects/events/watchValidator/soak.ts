import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { DAY } from '../../../core/formats/timeUnits';

/** Seconds to the end, on each side of the line of 7 days. */
const ENDS = [30 * DAY, 3 * DAY];

/** The end of the stake of a watched validator, whose delegations are read at the same time. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { nodeId } = world.node.primary.current()[9];
	return {
		event: 'Watch a validator',
		parameters: {
			event: 'watchValidator',
			network: 'mainnet',
			nodeIds: nodeId,
			events: ['stakeEnding', 'delegation'],
			options: { tiers: '7d' },
		},
		lines: 1,
		set: (level) => control.setValidator({ nodeId, endTime: world.clock.seconds() + ENDS[level] }),
	};
}

export const soak: Soak = { levels: scenario };
