import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const RELAYER = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';

/** Thousandths of AVAX, on each side of the lines 1 and 0.1. */
const HOLDINGS = [5000n, 420n, 10n];

/** The balance of a relayer. */
function scenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Balance crossed',
		parameters: {
			event: 'balanceCrossed',
			asset: 'native',
			addresses: RELAYER,
			below: '1, 0.1',
		},
		lines: 2,
		set: (level, within) =>
			control.setEvmBalance({
				address: RELAYER,
				balance: HOLDINGS[level] * 10n ** 15n + BigInt(Math.floor(within * 1000)),
			}),
	};
}

export const soak: Soak = { levels: scenario };
