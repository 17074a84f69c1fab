import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** Uptimes in percent: as it should be, below the margin, below what rewards need. */
const UPTIMES = [99, 84, 79];

/** The uptime of a validator. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { nodeId } = world.node.primary.current()[5];
	return {
		event: 'Validator uptime low',
		parameters: { event: 'validatorUptime', observer: 'node', nodeIds: nodeId },
		lines: 2,
		set: (level, within) => control.setValidator({ nodeId, uptime: UPTIMES[level] + within * 0.4 }),
	};
}

export const soak: Soak = { levels: scenario };
