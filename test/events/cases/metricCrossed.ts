import type { Control, World } from '../../../emulator';
import { metricCrossed } from '../../../core/events/sources/metricCrossed';
import type { EventCase } from '../case';

const DAY = 86_400;
const HOUR = 3_600_000;

/** The day of now. */
const today = ({ clock }: World) => clock.seconds() - (clock.seconds() % DAY);

function set(control: Control, world: World, value: number) {
	control.setMetric({ chainId: '43114', metric: 'txCount', start: today(world), reading: value });
}

export const metricCrossedCase: EventCase = {
	event: metricCrossed,
	settings: () => ({ chainId: '43114', metric: 'txCount', above: '2000000, 3000000' }),
	steps: [
		{
			does: 'the day that is not over has many transactions',
			act: (control, world) => set(control, world, 2_500_000),
			tells: [],
		},
		{
			does: 'the day is over for half an hour',
			act: (control) => control.moveClock({ ms: 12.5 * HOUR }),
			tells: [],
		},
		{
			does: 'it is over for more than an hour',
			act: (control) => control.moveClock({ ms: HOUR }),
			tells: [
				{
					event: 'metric.crossed',
					severity: 'warning',
					change: 'crossed',
					metric: 'txCount',
					value: '2500000',
					line: '2000000',
					title: 'Transactions of chain 43114: 2500000, above 2000000',
				},
			],
		},
		{
			does: 'the next day has few',
			act(control, world) {
				set(control, world, 100);
				control.moveClock({ ms: 24 * HOUR });
			},
			tells: [{ severity: 'resolved', change: 'recovered', value: '100' }],
		},
	],
	refused: [
		[{ chainId: '43114', metric: 'txCount' }, /above.*or a threshold below is required/],
		[{ chainId: '43114', metric: 'colour', above: '1' }, /metric.*must be one of/],
		[
			{ chainId: '43114', metric: 'feesPaid', above: '1', interval: 'hour' },
			/interval.*must be day for this metric/,
		],
	],
};
