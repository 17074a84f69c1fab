import type { Control, World } from '../../../testing/network';
import type {
	EventUse,
	Occurrence,
	SampleUse,
	Step,
	ExpectedItem,
} from '../../../testing/cases/eventCase';
import { DAY, HOUR_MS } from '../../../formats/timeUnits';

/** The day of now. */
const today = ({ clock }: World) => clock.seconds() - (clock.seconds() % DAY);

function set(control: Control, world: World, value: number) {
	control.setMetric({ chainId: '43114', metric: 'txCount', start: today(world), reading: value });
}

/** A point changes today; it is reported when the day has been over for more than an hour. */
function untilComplete(does: string, act: Step['act'], item: ExpectedItem): Step[] {
	return [
		{ does, act, tells: [] },
		{
			does: 'the day is over for half an hour',
			act: (control) => control.moveClock({ ms: 12.5 * HOUR_MS }),
			tells: [],
		},
		{
			does: 'it is over for more than an hour',
			act: (control) => control.moveClock({ ms: HOUR_MS }),
			tells: [item],
		},
	];
}

export const metricCrossedCase: EventUse = {
	settings: () => ({ chainId: '43114', metric: 'txCount', above: '2000000, 3000000' }),
	steps: [
		...untilComplete(
			'the day that is not over has many transactions',
			(control, world) => set(control, world, 2_500_000),
			{
				event: 'metric.crossed',
				severity: 'warning',
				change: 'crossed',
				metric: 'txCount',
				value: '2500000',
				line: '2000000',
				title: 'Transactions of chain 43114: 2,500,000, above 2,000,000',
			},
		),
		{
			does: 'the next day has few',
			act(control, world) {
				set(control, world, 100);
				control.moveClock({ ms: 24 * HOUR_MS });
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

/** The stake of Mainnet in AVAX on the day of now. */
function setStake(control: Control, world: World, avax: number) {
	control.setMetric({ metric: 'validatorWeight', start: today(world), reading: avax * 1e9 });
}

export const stakingMetricCrossedCase: EventUse = {
	note: 'of staking',
	settings: () => ({ metric: 'validatorWeight', below: '200000000, 180000000.5' }),
	prepare(control, world) {
		const yesterday = today(world) - DAY;
		control.setMetric({ metric: 'validatorWeight', start: yesterday, reading: 210_000_000e9 });
	},
	steps: [
		...untilComplete(
			'the day that is not over has less stake',
			(control, world) => setStake(control, world, 199_000_000),
			{
				event: 'metric.crossed',
				severity: 'warning',
				subject: 'validatorWeight of 11111111111111111111111111111111LpoYY',
				network: 'mainnet',
				subnetId: '11111111111111111111111111111111LpoYY',
				interval: 'day',
				value: '199000000',
				line: '200000000',
				title: 'Validator Weight of the primary network: 199,000,000 AVAX, below 200,000,000 AVAX',
			},
		),
		{
			does: 'the next day has less than the second threshold',
			act(control, world) {
				setStake(control, world, 180_000_000.4);
				control.moveClock({ ms: 24 * HOUR_MS });
			},
			tells: [{ severity: 'critical', change: 'crossed', value: '180000000.4' }],
		},
		{
			does: 'the next day has more',
			act(control, world) {
				setStake(control, world, 220_000_000);
				control.moveClock({ ms: 24 * HOUR_MS });
			},
			tells: [{ severity: 'resolved', change: 'recovered', value: '220000000' }],
		},
	],
	refused: [
		[{ metric: 'validatorCount' }, /above.*or a threshold below is required/],
		[
			{ metric: 'delegatorCount', above: '1', interval: 'hour' },
			/interval.*must be day for this metric/,
		],
		[{ metric: 'delegatorCount', above: '1', subnetId: 'x' }, /subnetId.*must be a subnet id/],
		[{ metric: 'delegatorCount', above: '1', network: 'moon' }, /network.*must be one of/],
	],
};

/** An L1 on Fuji. */
const l1 = (world: World) =>
	world.network('fuji').subnets.filter(({ kind }) => kind === 'l1')[0].id;

export const l1MetricCrossedCase: EventUse = {
	note: 'of the staking of an L1 on Fuji',
	settings: (world) => ({
		metric: 'validatorWeight',
		network: 'testnet',
		subnetId: l1(world),
		above: '5000',
	}),
	prepare(control, world) {
		const point = { network: 'fuji', subnetId: l1(world), metric: 'validatorWeight' };
		control.setMetric({ ...point, start: today(world) - DAY, reading: 4000 });
	},
	steps: [
		{
			does: 'a day with more weight is over for more than an hour',
			act(control, world) {
				const point = { network: 'fuji', subnetId: l1(world), metric: 'validatorWeight' };
				control.setMetric({ ...point, start: today(world), reading: 6000 });
				control.moveClock({ ms: 13.5 * HOUR_MS });
			},
			tells: [
				{
					severity: 'warning',
					network: 'testnet',
					value: '6000',
					title: /^Validator Weight of subnet \w+ on Fuji: 6,000, above 5,000$/,
				},
			],
		},
	],
	refused: [[{ metric: 'validatorWeight', network: 'testnet' }, /above.*or a threshold below/]],
};

export const occurrences: readonly Occurrence[] = [
	{
		settings: () => ({ chainId: '43114', metric: 'txCount', above: '2000000' }),
		happen: (control, world, time) =>
			control.setMetric({
				chainId: '43114',
				metric: 'txCount',
				start: today(world) - DAY,
				reading: time % 2 === 1 ? 3_000_000 : 100,
			}),
	},
];

export const sample: SampleUse = {
	settings: () => ({ chainId: '43114', metric: 'txCount', below: '10' }),
	made: { chainId: '43114', metric: 'txCount', side: 'below', line: '10', value: '9' },
	recovered: { value: '21' },
};
