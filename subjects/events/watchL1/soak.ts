import type { World } from '../../../emulator';
import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { DAY } from '../../../core/formats/timeUnits';

/** The third L1, which no other scenario changes. */
const l1Of = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[2];

/** nAVAX a second. */
const FEE = 512n;

/** Days that a balance lasts, on each side of the line of 7 days. */
const LASTS = [60, 3];

/** The balance of a validator of a watched L1. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const l1 = l1Of(world).id;
	const [first, ...others] = world.node.l1.of(l1);
	for (const { validationId } of others)
		control.setL1Balance({ validationId, balance: BigInt(600 * DAY) * FEE });
	return {
		event: 'Watch an L1',
		parameters: {
			event: 'watchL1',
			network: 'mainnet',
			subnetId: l1,
			events: ['l1BalanceLow', 'stakingTransaction'],
			options: { tiers: '7d', weightAtRisk: '100' },
		},
		lines: 1,
		set(level) {
			const balance = BigInt(LASTS[level] * DAY) * FEE;
			control.setL1Balance({ validationId: first.validationId, balance });
		},
	};
}

export const soak: Soak = { levels: scenario };
