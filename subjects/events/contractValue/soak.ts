import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const VAULT = '0x5afe00000000000000000000000000000000000b';
/** Selector of `totalAssets()`. */
const TOTAL = '0x01e1d114';
/** On each side of the lines 100 and 10. */
const TOTALS = [500, 42, 1];

/** The assets of a vault. */
function scenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Contract value',
		parameters: {
			event: 'contractValue',
			addresses: VAULT,
			function: 'totalAssets()(uint256)',
			alertWhen: 'thresholds',
			below: '100, 10',
		},
		lines: 2,
		set: (level) =>
			control.setContractAnswer({
				address: VAULT,
				data: TOTAL,
				answer: `0x${TOTALS[level].toString(16).padStart(64, '0')}`,
			}),
	};
}

export const soak: Soak = { levels: scenario };
