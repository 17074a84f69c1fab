import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const GWEI = 10n ** 9n;

/** nAVAX a unit of gas, on each side of the lines 30 and 100. */
const FEES = [25n, 60n, 120n];

/** The base fee of the C-Chain. */
function scenario({ emulator: { control } }: Plan): LevelScenario {
	return {
		event: 'Fee level',
		parameters: { event: 'feeLevel', fee: 'baseFee', above: '30, 100' },
		lines: 2,
		set: (level, within) =>
			control.setFees({ baseFee: FEES[level] * GWEI - BigInt(Math.floor(within * 1000)) }),
	};
}

export const soak: Soak = { levels: scenario };
