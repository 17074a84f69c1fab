import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	Occurrence,
	ReplayedUse,
	SampleUse,
} from '../../../testing/cases/eventCase';
import { MINUTE_MS } from '../../../formats/timeUnits';

const SENDER = '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7';
let sent: string[] = [];

const send = (control: Control, count: number) =>
	(sent = control.addIcmMessages({ messages: Array.from({ length: count }, () => FROM) }));
const FROM = { from: SENDER };

export const icmMessageCase: EventUse = {
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
				control.moveClock({ ms: 30 * MINUTE_MS });
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

/** Sends a message and delivers it. */
function deliver(control: Control, world: World) {
	const message = { ...FROM, timestamp: world.clock.seconds() - 700 };
	const [messageId] = control.addIcmMessages({ messages: [message] });
	control.deliverIcmMessage({ messageId });
}

export const occurrences: readonly Occurrence[] = [
	{
		item: true,
		settings: () => ({ network: 'mainnet', from: SENDER, stages: ['delivered'] }),
		prepare: (control) => send(control, 1),
		happen: deliver,
	},
];

export const sample: SampleUse = {
	settings: () => ({
		network: 'mainnet',
		sourceChain: '4337',
		from: SENDER,
		stages: ['notExecuted'],
	}),
	made: { stage: 'notExecuted', from: SENDER, sourceChainId: '4337', messageExecuted: false },
};

export const replayed: ReplayedUse = () => ({ network: 'mainnet' });
