import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';

/** The connections of an L1 that no other scenario changes. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const [{ id: subnetId, blockchains }] = world.node.subnets.filter(({ kind }) => kind === 'l1');
	const all = world.node.l1.of(subnetId);
	const connect = (connected: boolean) => {
		for (const { validationId } of all) control.setValidator({ subnetId, validationId, connected });
	};
	return {
		event: 'L1 connection low',
		parameters: {
			event: 'l1ConnectionLow',
			blockchainId: blockchains[0].id,
			thresholds: '50',
		},
		lines: 1,
		set: (level) => connect(level === 0),
	};
}

export const soak: Soak = { levels: scenario };
