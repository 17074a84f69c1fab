import type { LevelScenario } from '../../../campaigns/soak/levelStream';
import type { Soak } from '../../../campaigns/soak/soak';
import type { Plan } from '../../../campaigns/soak/streams';
import { HOUR } from '../../../core/formats/timeUnits';

/** A relayer that delivers in time, or leaves a message on its way. */
function scenario({ emulator: { control, world } }: Plan): LevelScenario {
	// Not the sender of the messages that another scenario sends.
	const from = '0x3b1a7e0c52f1e9c6d8a4b7f2c05d9e6a1f8c4d27';
	let waiting: string | undefined;
	const send = (seconds: number) =>
		control.addIcmMessages({ messages: [{ from, timestamp: world.clock.seconds() - seconds }] })[0];
	return {
		event: 'ICM message undelivered',
		parameters: {
			event: 'icmUndelivered',
			network: 'mainnet',
			sourceChain: '43114',
			filters: { from },
			options: { after: '10m' },
		},
		lines: 1,
		set(level, within) {
			if (level === 1) {
				waiting ??= send(HOUR / 4);
			} else if (waiting !== undefined) {
				control.deliverIcmMessage({ messageId: waiting });
				waiting = undefined;
			}
			if (within > 0) control.deliverIcmMessage({ messageId: send(HOUR / 10) });
		},
	};
}

export const soak: Soak = { levels: scenario };
