import type { Control } from '../../../emulator';
import { icmMessage } from '../../../core/events/sources/icmMessage';
import { icmUndelivered } from '../../../core/events/sources/icmUndelivered';
import type { EventCase } from '../case';

const SENDER = '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7';
const MINUTE = 60_000;
let sent: string[] = [];

const send = (control: Control, count: number) =>
	(sent = control.addIcmMessages({ messages: Array.from({ length: count }, () => FROM) }));
const FROM = { from: SENDER };

export const icmMessageCase: EventCase = {
	event: icmMessage,
	settings: () => ({ network: 'mainnet', sourceChain: '43114', from: SENDER }),
	steps: [
		{
			does: 'two messages are sent, and one by somebody else',
			act(control) {
				control.addIcmMessages({ messages: [{}] });
				send(control, 2);
			},
			tells: [
				{
					event: 'icm.message',
					severity: 'info',
					stage: 'sent',
					status: 'pending',
					sourceChainId: '43114',
					title: /^ICM message \w+…\w+ from chain 43114 to chain \d+: sent$/,
				},
				{ stage: 'sent' },
			],
		},
		{
			does: 'half an hour later one is delivered and executed, the other is refused',
			act(control) {
				control.moveClock({ ms: 30 * MINUTE });
				control.deliverIcmMessage({ messageId: sent[0] });
				control.deliverIcmMessage({ messageId: sent[1], executed: false });
			},
			tells: [
				{ stage: 'delivered', severity: 'info', messageExecuted: true, deliverySeconds: 1801 },
				{ stage: 'notExecuted', severity: 'warning', messageExecuted: false },
			],
			others: true,
		},
	],
	refused: [
		[{ network: 'moon' }, /network.*must be one of/],
		[{ network: 'mainnet', from: 'me' }, /from.*must be 0x/],
		[{ network: 'mainnet', longestDelivery: 'ever' }, /longestDelivery.*duration/],
	],
};

export const icmUndeliveredCase: EventCase = {
	event: icmUndelivered,
	settings: () => ({ network: 'mainnet', from: SENDER, after: '10m, 1h' }),
	steps: [
		{
			does: 'a message is on its way for nine minutes',
			act(control) {
				send(control, 1);
				control.moveClock({ ms: 9 * MINUTE });
			},
			tells: [],
		},
		{
			does: 'it is on its way for eleven minutes',
			act: (control) => control.moveClock({ ms: 2 * MINUTE }),
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
			act: (control) => control.moveClock({ ms: 60 * MINUTE }),
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
				control.moveClock({ ms: 23 * 60 * MINUTE });
			},
			tells: [{ change: 'crossed', level: 2 }],
		},
		{
			does: 'two more hours pass',
			act: (control) => control.moveClock({ ms: 120 * MINUTE }),
			tells: [{ change: 'gone', severity: 'warning' }],
		},
	],
	refused: [
		[{ network: 'mainnet', after: 'late' }, /after.*durations/],
		[{ network: 'mainnet', lookBack: '30d' }, /lookBack.*must be a duration/],
	],
};
