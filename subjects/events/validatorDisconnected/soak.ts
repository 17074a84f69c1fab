import type { World } from '../../../emulator';
import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** The second L1, which the events about L1s watch. */
const l1Of = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];

/** The connection of a validator of an L1. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const { id: subnetId, blockchains } = l1Of(world);
	for (const { validationId } of world.node.l1.of(subnetId)) {
		control.setValidator({ subnetId, validationId, connected: true });
	}
	const [{ validationId }] = world.node.l1.of(subnetId);
	return {
		event: 'Validator disconnected',
		parameters: {
			event: 'validatorDisconnected',
			observer: 'evm',
			blockchainId: blockchains[0].id,
		},
		lines: 1,
		set: (level) => control.setValidator({ subnetId, validationId, connected: level === 0 }),
	};
}

export const soak: Soak = { levels: scenario };
