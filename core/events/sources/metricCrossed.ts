import { field } from '../../fields/field';
import { chainOr, choice } from '../../fields/inputs';
import { broken } from '../../fields/rules';
import * as out from '../../fields/outputs';
import { baseUnits } from '../../formats/amount';
import { listChainMetric } from '../../operations/metrics/chainMetric';
import { getIndexedChain } from '../../operations/metrics/indexedChain';
import { infoOf } from '../../fields/fieldSet';
import { Failure, isFailure } from '../../protocol/failure';
import {
	type Bound,
	boundColumns,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../bounds';
import type { PollContext } from '../event';
import { declareLevels } from '../levelEvent';
import { nothingYet } from '../notReady';
import { moment } from '../words';

const { choices: METRICS = [] } = infoOf(listChainMetric.input, 'metric');
const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
type Interval = (typeof INTERVALS)[number];

interface Point {
	chainId: string;
	metric: string;
	interval: Interval;
	/** As the service gives it, in decimal digits. */
	value: string;
	/** Start and end of what it covers, Unix seconds. */
	start: number;
	end: number;
}

type Facts = Point & Bound;

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Metrics with points of other lengths than a day. */
const FINE = new Set(['activeAddresses', 'activeSenders', 'txCount', 'gasUsed']);
/** All points are recomputed several times an hour: a point counts one hour after its end. */
const SETTLED = HOUR;
/**
 * How far back a complete point can be: the time of a month is its start, and it is returned when
 * it is over.
 */
const BACK: Record<Interval, number> = {
	hour: 6 * HOUR,
	day: 4 * DAY,
	week: 22 * DAY,
	month: 65 * DAY,
};
/** Groups of chains, which are not looked up. */
const TOGETHER = ['total', 'mainnet', 'testnet'];
/** Decimal places for comparisons of values. */
const PLACES = 9;

/** Metrics of EVM chains that cross thresholds. */
export const metricCrossed = declareLevels({
	value: 'metricCrossed',
	type: 'metric.crossed',
	name: 'Metric Crossed',
	description:
		'The newest complete point of a metric of an EVM chain crosses your thresholds, or recovers',
	what: 'metric',
	reads: 'the metrics service: the newest points of the metric, one request',
	remembers: 'one metric, about 100 bytes per side',
	fields: {
		chainId: field(chainOr(TOGETHER), {
			in: 'form',
			label: 'Chain',
			description:
				'An EVM chain by its chain ID; mainnet or testnet for all chains of that network, and total for both',
			placeholder: '43114',
			default: '43114',
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
		above: boundField('above', {
			what: 'Values',
			note: ': gas prices in nano native tokens, fees in whole native tokens, all others as a number',
			placeholder: '100000',
		}),
		below: boundField('below', {
			what: 'Values',
			note: ', in the same unit',
			placeholder: '1000',
		}),
		interval: field(choice(INTERVALS).optional(), {
			in: 'form',
			label: 'Interval',
			description:
				'The time span of one point; hour, week and month only for active addresses and senders, transactions and gas used',
			default: 'day',
			show: 'option',
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
		chainId: out.id('EVM chain id, or total, mainnet or testnet'),
		metric: out.name(),
		interval: out.choice(INTERVALS),
		value: out.text('In the unit of the metric'),
		start: out.seconds('Start of the time span of the point'),
		end: out.seconds('End of the time span of the point'),
		...boundColumns(),
	},
	repeat: [DAY],
	subjectOf: ({ metric, chainId }) => `${metric} of ${chainId}`,
	goneText: 'is not known',
	async read({ chainId, metric, interval = 'day', above, below }, context) {
		const point = await newestComplete(
			{ chainId, metric, interval: interval as Interval },
			context,
		);
		const amount = baseUnits(point.value, PLACES);
		return boundReadings(metric, point, amount, { above, below, decimals: PLACES });
	},
	say({ chainId, metric, value, interval, start, end, side, line }) {
		const name = METRICS.find((each) => each.value === metric)?.name ?? metric;
		const bound = boundText({ side, line });
		return {
			name: `${name} of chain ${chainId}`,
			bad: `${value}, ${bound}`,
			good: `${value}, not ${bound}`,
			text: `${name} of chain ${chainId} was ${value} in the ${interval} from ${moment(start)} to ${moment(end)}.`,
		};
	},
	show: (facts) => facts,
	example: {
		subject: 'txCount above',
		level: 1,
		facts: exampleOf('1250000'),
		recovered: exampleOf('640000'),
	},
});

/** The newest point that ended at least an hour ago: its value changes little from then on. */
async function newestComplete(
	{ chainId, metric, interval }: Pick<Point, 'chainId' | 'metric' | 'interval'>,
	context: PollContext,
): Promise<Point> {
	const now = Math.floor(context.clock.now() / 1000);
	const { results } = await context.client.call(listChainMetric, {
		chainId,
		metric,
		timeInterval: interval,
		startTimestamp: now - BACK[interval] - SETTLED,
		pageSize: 10,
	});
	for (const { value, timestamp } of results ?? []) {
		const start = Number(timestamp);
		const end = endOf(interval, start);
		if (end + SETTLED > now || value === null || value === undefined) continue;
		return { chainId, metric, interval, value: decimalOf(value), start, end };
	}
	await requireIndexed(chainId, context);
	throw nothingYet(`There is no complete point of ${metric} of chain ${chainId}`);
}

/**
 * Rejects a chain that the metrics service does not have, for which it may return an empty list.
 */
async function requireIndexed(chainId: string, { client }: PollContext): Promise<void> {
	if (TOGETHER.includes(chainId)) return;
	try {
		await client.call(getIndexedChain, { chainId });
	} catch (error) {
		if (!isFailure(error) || error.kind !== 'not-found') throw error;
		throw new Failure({
			kind: 'invalid-input',
			field: 'chainId',
			message: `chainId must be a chain that the metrics service has: it has none with the ID ${chainId}`,
			cause: error,
		});
	}
}

function endOf(interval: Interval, start: number): number {
	if (interval === 'hour') return start + HOUR;
	if (interval === 'day') return start + DAY;
	if (interval === 'week') return start + 7 * DAY;
	const date = new Date(start * 1000);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}

/** A value as decimal digits without an exponent. */
function decimalOf(value: unknown): string {
	const text = String(value);
	if (/^\d+(\.\d+)?$/.test(text)) return text;
	const number = Number(value);
	if (!Number.isFinite(number) || number < 0) return '0';
	return Number.isInteger(number) ? BigInt(number).toString() : number.toFixed(PLACES);
}

function exampleOf(value: string): Facts {
	const start = 1_793_923_200;
	const point = { chainId: '43114', metric: 'txCount', interval: 'day', value } as const;
	return { ...point, start, end: start + DAY, side: 'above', line: '1000000' };
}
