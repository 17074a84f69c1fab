import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const SAFE = '0x5afe00000000000000000000000000000000000a';
/** keccak256 of `ChangedThreshold(uint256)`. */
const CHANGED_THRESHOLD = '0x610f7ff2b304ae8903c3de74c60c6ab1f7d6226b3f52c5161905bb5ad4039c93';
const OVERLAP = 100;

/** A Safe whose threshold changes. */
function scenario({ emulator, chance }: Plan): ArrivalScenario {
	const { control, world } = emulator;
	return {
		event: 'Contract event',
		parameters: { event: 'contractEvent', preset: 'safe', addresses: SAFE },
		make(late) {
			const height = world.evmChain('43114')?.height ?? 0;
			const place = late > 0 ? { blockNumber: height - Math.floor(late * OVERLAP) } : {};
			const data = `0x${chance.whole(1, 9).toString(16).padStart(64, '0')}`;
			const logs = [{ address: SAFE, topics: [CHANGED_THRESHOLD], data }];
			return control.addTransfers({ transfers: [{ only: 'native', ...place, logs }] })[0];
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}

export const soak: Soak = { arrivals: scenario };
