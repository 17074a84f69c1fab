import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** Uptime by the stake that observes it, on each side of the lines 90 and 80. */
const UPTIMES = [95, 85, 50];
const METRIC = 'avalanche_network_node_uptime_weighted_average';

/** A metric of the node. */
function scenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Node metric crossed',
		parameters: { event: 'nodeMetricCrossed', metric: METRIC, below: '90, 80' },
		lines: 2,
		set: (level) => control.setNodeMetrics({ metrics: [{ name: METRIC, value: UPTIMES[level] }] }),
	};
}

export const soak: Soak = { levels: scenario };
