import type { ArrivalScenario } from '../../../campaigns/soak/arrivalStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

const MINE = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';

const OTHER = '0x664a4be5af2cfc824f9c0914cbac4703396da2dc';

const OVERLAP = 800;

/** Transfers of two addresses, some of them between the two. */
function scenario({ emulator, chance }: Plan): ArrivalScenario {
	const { control, world } = emulator;
	const kinds = ['native', 'erc20', 'erc721', 'erc1155', 'internal'] as const;
	return {
		event: 'Transfer',
		parameters: { event: 'transfer', readFrom: 'data', addresses: `${MINE}, ${OTHER}` },
		make(late) {
			const height = world.evmChain('43114')?.height ?? 0;
			const ends = chance.next() < 0.3 ? { from: MINE, to: OTHER } : { to: MINE };
			const place = late > 0 ? { blockNumber: height - Math.floor(late * OVERLAP) } : {};
			const only = kinds[chance.whole(0, kinds.length - 1)];
			return control.addTransfers({ transfers: [{ ...ends, ...place, only }] })[0];
		},
		keyOf: ({ txHash }) => String(txHash),
	};
}

export const soak: Soak = { arrivals: scenario };
