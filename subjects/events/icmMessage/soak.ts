import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const MINE = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';

const OVERLAP = 800;

/** Messages that are sent. */
function scenario({ emulator: { control, world } }: Plan): ArrivalScenario {
	return {
		event: 'ICM message',
		parameters: {
			event: 'icmMessage',
			network: 'mainnet',
			sourceChain: '43114',
			filters: { from: MINE, stages: ['sent'] },
		},
		make(late) {
			const timestamp = world.clock.seconds() - Math.floor(late * OVERLAP);
			return control.addIcmMessages({ messages: [{ from: MINE, timestamp }] })[0];
		},
		keyOf: ({ messageId }) => String(messageId),
	};
}

export const soak: Soak = { arrivals: scenario };
