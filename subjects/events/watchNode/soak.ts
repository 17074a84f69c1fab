import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** The blocks that the data service is behind a watched node, whose base fee is read at the same time. */
function scenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Watch a node',
		parameters: {
			event: 'watchNode',
			events: ['indexerBehind', 'feeLevel'],
			options: { behind: '5m', above: '1000000' },
		},
		lines: 1,
		set: (level) => control.setIndexerLag({ blocks: level * 2000 }),
	};
}

export const soak: Soak = { levels: scenario };
