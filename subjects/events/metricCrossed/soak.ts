import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { DAY } from '../../../core/formats/timeUnits';

/** Transactions a day, on each side of the lines 2 and 3 million. */
const READINGS = [1_500_000, 2_500_000, 3_500_000];

/** A metric of a chain: every day that may be the newest complete one. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	return {
		event: 'Metric crossed',
		parameters: {
			event: 'metricCrossed',
			chainId: '43114',
			metric: 'txCount',
			above: '2000000, 3000000',
		},
		lines: 2,
		set(level) {
			const today = Math.floor(world.clock.seconds() / DAY) * DAY;
			for (const start of [today - 2 * DAY, today - DAY, today]) {
				control.setMetric({
					chainId: '43114',
					metric: 'txCount',
					start,
					reading: READINGS[level],
				});
			}
		},
	};
}

export const soak: Soak = { levels: scenario };
