import type { Control } from '../../../testing/network';
import type { EventUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { MINUTE_MS } from '../../../formats/timeUnits';

const SENDER = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
let sent: string[] = [];

const send = (control: Control, count: number) =>
	(sent = control.addIcmMessages({ messages: Array.from({ length: count }, () => FROM) }));
const FROM = { from: SENDER };

export const icmUndeliveredCase: EventUse = {
	settings: () => ({ network: 'mainnet', from: SENDER, after: '10m, 1h' }),
	steps: [
		{
			does: 'a message is on its way for nine minutes',
			act(control) {
				send(control, 1);
				control.moveClock({ ms: 9 * MINUTE_MS });
			},
			tells: [],
		},
		{
			does: 'it is on its way for eleven minutes',
			act: (control) => control.moveClock({ ms: 2 * MINUTE_MS }),
			tells: [
				{
					event: 'icm.undelivered',
					severity: 'warning',
					change: 'crossed',
					status: 'pending',
					title: /^ICM message .*: not delivered for 11 minutes$/,
				},
			],
		},
		{
			does: 'an hour passes',
			act: (control) => control.moveClock({ ms: 60 * MINUTE_MS }),
			tells: [{ severity: 'critical', change: 'crossed', level: 2 }],
		},
		{
			does: 'it is delivered',
			act: (control) => control.deliverIcmMessage({ messageId: sent[0] }),
			tells: [
				{
					severity: 'resolved',
					change: 'recovered',
					title: /: delivered after 1\.\d hours$/,
				},
			],
		},
		{
			does: 'another one is on its way for longer than is looked back',
			act(control) {
				send(control, 1);
				control.moveClock({ ms: 23 * 60 * MINUTE_MS });
			},
			tells: [{ change: 'crossed', level: 2 }],
		},
		{
			does: 'two more hours pass',
			act: (control) => control.moveClock({ ms: 120 * MINUTE_MS }),
			tells: [{ change: 'gone', severity: 'warning' }],
		},
	],
	refused: [
		[{ network: 'mainnet', after: 'late' }, /after.*durations/],
		[{ network: 'mainnet', lookBack: '30d' }, /lookBack.*must be a duration/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		identified: true,
		settings: () => ({ network: 'mainnet', from: SENDER }),
		happen(control, world, time) {
			const message = { ...FROM, timestamp: world.clock.seconds() - 700 };
			if (time % 2 === 1) sent = control.addIcmMessages({ messages: [message] });
			else control.deliverIcmMessage({ messageId: sent[0] });
		},
	},
];

const RECEIVER = '0x2222222222222222222222222222222222222222';

export const sample: SampleUse = {
	settings: () => ({ network: 'mainnet', from: SENDER, to: RECEIVER, after: '2h, 9h' }),
	made: { from: SENDER, to: RECEIVER, seconds: 7260, level: 1, status: 'pending' },
	recovered: { from: SENDER, status: 'delivered' },
};
