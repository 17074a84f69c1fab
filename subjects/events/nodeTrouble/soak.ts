import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** Free percent of the disk on each side of the lines 20 and 10. */
const FREE = [50, 15, 5];

/** The free space of the node's disk. */
function scenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Node trouble',
		parameters: { event: 'nodeTrouble', rules: ['disk'] },
		lines: 2,
		set: (level) =>
			control.setNodeMetrics({
				metrics: [
					{ name: 'avalanche_resource_tracker_disk_available_percentage', value: FREE[level] },
				],
			}),
	};
}

export const soak: Soak = { levels: scenario };
