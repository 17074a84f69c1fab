import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** Containers of an index; none is late. */
function scenario({ emulator: { control } }: Plan): ArrivalScenario {
	return {
		event: 'New container',
		parameters: { event: 'newContainer', index: 'X/block' },
		make: () => String(control.acceptBlocks({ chain: 'X' }) - 1),
		keyOf: ({ containerIndex }) => String(containerIndex),
	};
}

export const soak: Soak = { arrivals: scenario };
