import { field } from '../../../fields/field';
import { chainOr, id } from '../../../fields/identifiers';
import { choice } from '../../../fields/inputs';
import { broken } from '../../../fields/rules';
import * as out from '../../../fields/outputs';
import { baseUnits, wholeUnits } from '../../../formats/amount';
import { NETWORKS, NETWORK_CHOICES, PRIMARY_NETWORK } from '../../../operations/shared';
import {
	type ThresholdSide,
	boundColumns,
	boundExample,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../../../events/bounds';
import { declareLevels } from '../../../events/levelEvent';
import type { SubjectReading } from '../../../events/levelTypes';
import {
	CHAIN_METRICS,
	INTERVALS,
	type Interval,
	DECIMALS,
	type Point,
	STAKING_METRICS,
	type Series,
	TOGETHER,
	isStaking,
	newestComplete,
	symbolOf,
} from './metricPoints';
import { moment, separated } from '../../../events/words';
import { DAY } from '../../../formats/timeUnits';

const METRICS = [
	...CHAIN_METRICS,
	...STAKING_METRICS.map((each) => ({
		...each,
		description: each.value.endsWith('Weight')
			? 'Of a subnet; in AVAX on the primary network'
			: 'Of a subnet',
	})),
];
const shownForStaking = { field: 'metric', values: STAKING_METRICS.map(({ value }) => value) };
const shownForChains = { field: 'metric', values: CHAIN_METRICS.map(({ value }) => value) };

type Facts = Point & ThresholdSide;

/** Metrics with points of other lengths than a day. */
const FINE = new Set(['activeAddresses', 'activeSenders', 'txCount', 'gasUsed']);

/** Metrics of EVM chains and of staking that cross thresholds. */
export const metricCrossed = declareLevels({
	value: 'metricCrossed',
	type: 'metric.crossed',
	name: 'Metric Crossed',
	description:
		'The newest complete point of a metric of an EVM chain, or of the staking of a subnet, crosses your thresholds, or recovers',
	what: 'metric',
	reads: 'the metrics service: the newest points of the metric, one request',
	remembers: 'one metric, about 100 bytes per side',
	fields: {
		chainId: field(chainOr(TOGETHER).optional(), {
			in: 'form',
			label: 'Chain',
			description:
				'An EVM chain by its chain ID; mainnet or testnet for all chains of that network, and total for both',
			placeholder: '43114',
			default: '43114',
			show: 'main',
			shownFor: shownForChains,
		}),
		metric: field(
			choice(
				METRICS.map(({ value }) => value),
				METRICS,
			),
			{
				in: 'form',
				label: 'Metric',
				description: 'Which metric to watch',
				default: 'txCount',
			},
		),
		network: field(choice(NETWORKS, NETWORK_CHOICES).optional(), {
			in: 'form',
			label: 'Network',
			description: 'The main network or the test network, for metrics of staking',
			default: 'mainnet',
			show: 'main',
			shownFor: shownForStaking,
		}),
		subnetId: field(id('a subnet id').optional(), {
			in: 'form',
			label: 'Subnet ID',
			description: 'The subnet (cb58), for metrics of staking; the primary network by default',
			default: PRIMARY_NETWORK,
			show: 'main',
			shownFor: shownForStaking,
		}),
		interval: field(choice(INTERVALS).optional(), {
			in: 'form',
			label: 'Interval',
			description:
				'The time span of one point; hour, week and month only for active addresses and senders, transactions and gas used',
			default: 'day',
			show: 'main',
			wasOption: true,
		}),
		above: boundField('above', {
			what: 'Values',
			note: ': gas prices in nano native tokens, fees in whole native tokens, weights in AVAX on the primary network, all others as a number',
			placeholder: '100000',
		}),
		below: boundField('below', {
			what: 'Values',
			note: ', in the same unit',
			placeholder: '1000',
		}),
	},
	rules: [
		boundsRule,
		({ metric, interval = 'day' }, context) => {
			if (interval === 'day' || FINE.has(metric)) return;
			broken(context, 'interval', 'must be day for this metric');
		},
	],
	columns: {
		chainId: out.id('Of a metric of chains: EVM chain id, or total, mainnet or testnet'),
		network: out.name('Of a metric of staking'),
		subnetId: out.id('Of a metric of staking, cb58'),
		metric: out.name(),
		interval: out.choice(INTERVALS),
		value: out.text('In the unit of the metric'),
		start: out.seconds('Start of the time span of the point'),
		end: out.seconds('End of the time span of the point'),
		...boundColumns(),
	},
	repeat: [DAY],
	goneText: 'is not known',
	async read({ metric, above, below, ...series }, context): Promise<Array<SubjectReading<Facts>>> {
		const point = await newestComplete(seriesOf(metric, series), context);
		const amount = baseUnits(point.value, DECIMALS);
		return boundReadings(metric, point, amount, { above, below, decimals: DECIMALS });
	},
	say({ side, line, ...point }) {
		const { metric, value, interval, start, end } = point;
		const title = METRICS.find((each) => each.value === metric)?.name ?? metric;
		const name = `${title} of ${chainsOf(point)}`;
		const symbol = symbolOf(point);
		const bound = boundText({ side, line }, symbol);
		const amount = `${separated(value)}${symbol === undefined ? '' : ` ${symbol}`}`;
		return {
			name,
			bad: `${amount}, ${bound}`,
			good: `${amount}, not ${bound}`,
			text: `${name} was ${amount} in the ${interval} from ${moment(start)} to ${moment(end)}.`,
		};
	},
	subjectOf: ({ metric, chainId, subnetId }) => `${metric} of ${chainId ?? subnetId}`,
	show: (facts) => facts,
	example({ settings: { metric, above, below, ...series }, read, now }) {
		const start = now - (now % DAY) - DAY;
		const point = read ?? { ...seriesOf(metric, series), start, end: start + DAY };
		return boundExample(
			metric,
			(amount): Point => ({ ...point, value: wholeUnits(String(amount), DECIMALS) ?? '0' }),
			{ above, below, decimals: DECIMALS },
			read?.side,
		);
	},
});

interface MetricAt {
	chainId?: string;
	network?: string;
	subnetId?: string;
	interval?: string;
}

/** The points that settings name. Fields of the other kind of metric have no effect. */
function seriesOf(
	metric: string,
	{ chainId, network = 'mainnet', subnetId = PRIMARY_NETWORK, interval = 'day' }: MetricAt,
): Series {
	if (isStaking(metric)) return { metric, interval: 'day', network, subnetId };
	return { metric, interval: interval as Interval, chainId };
}

function chainsOf({ chainId, network, subnetId }: Series): string {
	if (chainId !== undefined) return `chain ${chainId}`;
	const name = subnetId === PRIMARY_NETWORK ? 'the primary network' : `subnet ${subnetId}`;
	return network === 'mainnet' ? name : `${name} on Fuji`;
}
