import type { Control } from '../../../testing/network';
import type { EventUse, NodeUse, Occurrence, SampleUse } from '../../../testing/cases/eventCase';
import { MINUTE_MS } from '../../../formats/timeUnits';

const PEERS = 'avalanche_network_peers';
const FAILED = 'avalanche_snowman_polls_failed';

const peers = (value?: number | null) => (control: Control) =>
	control.setNodeMetrics({ metrics: [{ name: PEERS, value }] });
/** The failed polls of the C-Chain, some minutes later. */
const failed = (value: number, minutes: number) => (control: Control) => {
	control.setNodeMetrics({ metrics: [{ name: FAILED, labels: { chain: 'C' }, value }] });
	control.moveClock({ ms: minutes * MINUTE_MS });
};

export const valueCase: EventUse = {
	settings: () => ({ metric: PEERS, below: '10, 5' }),
	prepare: peers(12),
	steps: [
		{
			does: 'the node has few peers',
			act: peers(4),
			tells: [
				{
					event: 'node.metric',
					severity: 'critical',
					subject: PEERS,
					metric: PEERS,
					measure: 'value',
					value: '4',
					line: '5',
					title: `${PEERS}: 4, below 5`,
				},
			],
		},
		{
			does: 'the metric disappears: that is not zero',
			act: peers(null),
			tells: [{ severity: 'warning', change: 'gone' }],
		},
		{ does: 'it is back', act: peers(12), tells: [{ severity: 'resolved', change: 'returned' }] },
	],
	refused: [
		[{ metric: 'a b', above: '1' }, /metric.*must be the name of a metric/],
		[{ metric: PEERS }, /above.*or a threshold below is required/],
		[{ metric: PEERS, above: '1', labels: 'chain' }, /labels.*must be labels/],
		[{ metric: PEERS, above: '1', measure: 'rate', over: '5s' }, /over.*must be a duration/],
	],
};

export const increaseCase: EventUse = {
	note: 'as an increase',
	settings: () => ({
		metric: FAILED,
		labels: 'chain="C"',
		measure: 'increase',
		over: 300,
		above: '50',
		waitAfterStart: false,
	}),
	prepare: failed(1000, 0),
	steps: [
		{ does: '40 polls fail in 5 minutes', act: failed(1040, 5), tells: [] },
		{
			does: 'a restart sets the counter to zero, and 30 fail',
			act(control) {
				control.restartNode();
				failed(30, 5)(control);
			},
			tells: [],
		},
		{
			does: 'polls are missed while 70 fail',
			act: failed(100, 30),
			tells: [
				{
					severity: 'warning',
					subject: `${FAILED}{chain="C"}`,
					labels: 'chain="C"',
					over: 300,
					value: '70',
				},
			],
		},
		{ does: 'none fails', act: failed(100, 5), tells: [{ severity: 'resolved', value: '0' }] },
	],
	refused: [[{ metric: FAILED, measure: 'trend', above: '1' }, /measure.*must be one of/]],
};

export const shareCase: EventUse = {
	note: 'as a share',
	settings: () => ({
		metric: FAILED,
		dividedBy: `avalanche_snowman_polls_successful, ${FAILED}`,
		measure: 'increase',
		above: '0.1',
	}),
	steps: [
		{ does: 'polls succeed for 5 minutes', act: failed(0, 5), tells: [] },
		{
			does: 'half as many fail as succeed',
			act: failed(150, 5),
			tells: [{ subject: `${FAILED}{chain="C"}`, value: /^0\.33/ }],
		},
	],
	refused: [[{ metric: FAILED, above: '1', dividedBy: 'a-b' }, /dividedBy.*must be names/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ metric: PEERS, below: '10' }),
		prepare: peers(12),
		happen: (control, _, time) => peers(time % 2 === 1 ? 3 : 12)(control),
	},
];

export const sample: SampleUse = {
	settings: () => ({ metric: PEERS, below: '10' }),
	prepare: peers(12),
	made: { subject: PEERS, side: 'below', line: '10', value: '9' },
	recovered: { value: '21' },
};

export const realNode: readonly NodeUse[] = [
	{ settings: () => ({ metric: PEERS, above: '0' }), said: [], fires: false },
];
