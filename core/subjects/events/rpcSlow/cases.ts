import type { Control } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';

/** Lets the node answer after so many milliseconds. */
const answersIn = (ms: number) => (control: Control) => control.setAnswerTime({ ms });

export const rpcSlowCase: EventUse = {
	settings: () => ({ slowerThan: '1000, 4000', holdPolls: 1 }),
	steps: [
		{ does: 'the node answers in time', act: answersIn(900), tells: [] },
		{
			does: 'it answers in a second and a half',
			act: answersIn(1500),
			tells: [
				{
					event: 'rpc.slow',
					severity: 'warning',
					change: 'crossed',
					threshold: 1000,
					title: /^RPC of chain C: answers in 1,[56]\d\d ms$/,
				},
			],
		},
		{
			does: 'it answers in five seconds',
			act: answersIn(5000),
			tells: [{ severity: 'critical', level: 2, threshold: 4000 }],
		},
		{ does: 'it is a little better than the last threshold', act: answersIn(3900), tells: [] },
		{
			does: 'it answers at once',
			act: answersIn(0),
			tells: [{ severity: 'resolved', change: 'recovered', threshold: 1000 }],
		},
	],
	refused: [
		[{ slowerThan: 'soon' }, /slowerThan.*must be numbers from 1 to 600000/],
		[{ slowerThan: '0' }, /slowerThan.*must be numbers from 1 to 600000/],
	],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ holdPolls: 1, slowerThan: '1000' }),
		happen: (control, _, time) => answersIn(time % 2 === 1 ? 1500 : 0)(control),
	},
];

export const sample: SampleUse = {
	settings: () => ({ slowerThan: '500000' }),
	made: { blockchainId: 'C', milliseconds: 500_001, threshold: 500_000 },
	recovered: { blockchainId: 'C', milliseconds: 100_001 },
};

export const realNode: readonly NodeUse[] = [
	{
		settings: () => ({ slowerThan: '600000' }),
		said: ['height'],
		fires: false,
	},
];
