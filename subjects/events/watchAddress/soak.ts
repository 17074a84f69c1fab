import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const MINE = '0x7a3ed94c9d9f4f4f6a0f2d9b2dc1ff1e9f6c0b11';

const OVERLAP = 800;

/** Transfers of a watched address, whose balance is read at the same time. */
function scenario({ emulator: { control, world } }: Plan): ArrivalScenario {
	return {
		event: 'Watch an address',
		parameters: {
			event: 'watchAddress',
			network: 'mainnet',
			addresses: MINE,
			events: ['transfer', 'balanceCrossed'],
			options: { above: '1000000000' },
		},
		make(late) {
			const height = world.evmChain('43114')?.height ?? 0;
			const place = late > 0 ? { blockNumber: height - Math.floor(late * OVERLAP) } : {};
			return control.addTransfers({ transfers: [{ to: MINE, ...place, only: 'erc20' }] })[0];
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}

export const soak: Soak = { arrivals: scenario };
