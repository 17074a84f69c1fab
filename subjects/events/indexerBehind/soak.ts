import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** Number of blocks that the data service is behind the node. */
function scenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Indexer behind',
		parameters: { event: 'indexerBehind', chainId: '43114', options: { behind: '5m' } },
		lines: 1,
		set: (level) => control.setIndexerLag({ blocks: level * 2000 }),
	};
}

export const soak: Soak = { levels: scenario };
