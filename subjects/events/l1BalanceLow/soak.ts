import type { World } from '../../../emulator';
import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { DAY } from '../../../core/formats/timeUnits';

/** The second L1, which the events about L1s watch. */
const l1Of = ({ node }: World) => node.subnets.filter(({ kind }) => kind === 'l1')[1];

/** nAVAX a second. */
const FEE = 512n;

/** Days that a balance lasts, on each side of the lines 30, 7 and 1, and none. */
const LASTS = [60, 20, 3, 0.5, 0];

/** Days of the line that was crossed last. */
const LINE_OF = [60, 30, 7, 1, 0];

/** The balance of an L1 validator. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	const [, { validationId }] = world.node.l1.of(l1Of(world).id);
	return {
		event: 'L1 balance low',
		parameters: { event: 'l1BalanceLow', validationIds: validationId },
		lines: 4,
		set(level, within) {
			// Up to 4 % above the line: less than a recovery needs.
			const days = within > 0 ? LINE_OF[level] * (1 + within * 0.04) : LASTS[level];
			const balance = BigInt(Math.floor(days * DAY)) * FEE;
			control.setL1Balance({ validationId, balance });
		},
	};
}

export const soak: Soak = { levels: scenario };
