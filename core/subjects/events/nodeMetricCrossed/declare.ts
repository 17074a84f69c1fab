import { field } from '../../../fields/field';
import { choice, flag, listOf, textValue } from '../../../fields/inputs';
import { duration } from '../../../fields/lines';
import * as out from '../../../fields/outputs';
import { Failure } from '../../../failure';
import { baseUnits, wholeUnits } from '../../../formats/amount';
import { isMetricName } from '../../../formats/prometheus';
import { nearest } from '../../../formats/nearest';
import {
	type ThresholdSide,
	boundColumns,
	boundExample,
	boundField,
	boundReadings,
	boundText,
	boundsRule,
} from '../../../events/bounds';
import type { PollContext } from '../../../events/event';
import { declareLevels } from '../../../events/levelEvent';
import { type SubjectReading, goneReading, unknownReading } from '../../../events/levelTypes';
import { separated, span } from '../../../events/words';
import { DAY, MINUTE } from '../../../formats/timeUnits';
import * as nodeMetric from '../../nodeMetric/nodeMetric';
import {
	type SeriesMemory,
	MEASURES,
	type Measure,
	labelsText,
	seriesAt,
} from '../shared/nodeSeries';
import { SETTLES_IN, closed, isWithheld, valueIn } from '../shared/nodeStart';
import { START_TIME } from '../nodeTrouble/rules';
import { labelsOf } from './labels';

/** Decimal places of comparisons. */
const DECIMALS = 9;
const OVER = 5 * MINUTE;
/** Suffixes of the subjects: one for the thresholds above, one for those below. */
const ABOVE = ' above';
const BELOW = ' below';

const MEASURE_CHOICES: ReadonlyArray<{ value: Measure; name: string; description: string }> = [
	{ value: 'value', name: 'Value', description: 'As it is now' },
	{ value: 'increase', name: 'Increase', description: 'Of a counter, in the time of Over' },
	{
		value: 'rate',
		name: 'Rate',
		description: 'Of a counter, for each second, in the time of Over',
	},
	{
		value: 'lowest',
		name: 'Lowest Value',
		description: 'In the time of Over: above a threshold at all times',
	},
	{
		value: 'highest',
		name: 'Highest Value',
		description: 'In the time of Over: below a threshold at all times',
	},
];

interface At {
	metric: string;
	labels: Readonly<Record<string, string>>;
	measure: Measure;
	over: number;
	/** Decimal digits. */
	value: string;
}

type Facts = At & ThresholdSide;

/** Values from poll to poll: also the subjects, which are gone when they are missing. */
interface Stored extends SeriesMemory {
	subjects: string[];
}

/** Any metric of the own node that crosses thresholds. */
export const nodeMetricCrossed = declareLevels({
	value: 'nodeMetricCrossed',
	type: 'node.metric',
	name: 'Node Metric Crossed',
	description:
		'A metric of your node, its rate or increase, or its ratio to others, crosses your thresholds, recovers or is gone; it needs /ext/metrics, which hosted nodes close',
	what: 'metric',
	reads: 'your own node: `GET /ext/metrics`',
	remembers: 'the metric with each of its labels, about 100 bytes; 300 with the points of a time',
	ownNode: true,
	fields: {
		metric: field(textValue('must be the name of a metric', isMetricName), {
			in: 'form',
			names: 'nodeMetric',
			label: 'Metric',
			description:
				'The name of the metric in /ext/metrics; a name of an earlier version of the node also finds the metric after it was renamed',
			placeholder: 'avalanche_network_peers',
		}),
		labels: field(
			textValue(
				'must be labels such as chain="C", separated by commas',
				(text) => labelsOf(text) !== undefined,
			).optional(),
			{
				in: 'form',
				label: 'Labels',
				description: 'Only series with these labels; by default all, each on its own',
				placeholder: 'chain="C"',
				show: 'main',
			},
		),
		measure: field(choice(MEASURES, MEASURE_CHOICES).optional(), {
			in: 'form',
			label: 'Measure',
			description:
				'What is compared with the thresholds; restarts of the node and missed polls change no rate and no increase',
			default: 'value',
			show: 'main',
		}),
		over: field(duration(MINUTE, 7 * DAY).optional(), {
			in: 'form',
			label: 'Over',
			description:
				'The time of the measure, such as 5m or 1d; 5m by default; the event judges when it has watched for so long',
			placeholder: '5m',
			show: 'main',
			shownFor: { field: 'measure', values: ['increase', 'rate', 'lowest', 'highest'] },
		}),
		above: boundField('above', { what: 'Values', placeholder: '0.05, 0.1' }),
		below: boundField('below', { what: 'Values', placeholder: '10' }),
		dividedBy: field(listOf('must be names of metrics', isMetricName).optional(), {
			in: 'form',
			label: 'Divided By',
			description:
				'Metrics with the same labels, separated by commas: the measure is divided by the sum of theirs',
			placeholder: 'avalanche_snowman_polls_successful, avalanche_snowman_polls_failed',
			show: 'option',
		}),
		waitAfterStart: field(flag().optional(), {
			in: 'form',
			label: 'Wait After Start',
			description: 'Whether to judge nothing in the first 15 minutes after the start of the node',
			default: true,
			show: 'option',
		}),
	},
	rules: [boundsRule],
	columns: {
		metric: out.name(),
		labels: out.text('Such as chain="C"; null if there are none'),
		measure: out.choice(MEASURES),
		over: out.duration('s', 'Of a measure other than the value'),
		value: out.text('Of the measure'),
		...boundColumns(),
	},
	repeat: [DAY],
	goneText: 'is not in the metrics of the node any more',
	async read(settings, context, memory): Promise<Array<SubjectReading<Facts>>> {
		const { metric, measure = 'value', over = OVER, dividedBy, above, below } = settings;
		const before = memory.stored as Stored | undefined;
		const samples = await read(context, [metric, ...(dividedBy ?? []), START_TIME]);
		const now = Math.floor(context.clock.now() / 1000);
		const start = valueIn(samples, START_TIME);
		const series = seriesAt(samples, { now, start, before });
		const labels = labelsOf(settings.labels ?? '');
		const all = series.measure('', { names: [metric], labels, measure, over, dividedBy });
		if (all.length === 0 && !before) throw await unknown(settings, context);
		const isSettling =
			settings.waitAfterStart !== false && start !== undefined && now - start < SETTLES_IN;
		const sides = [...(above ? [ABOVE] : []), ...(below ? [BELOW] : [])];
		const readings = all.flatMap(({ labels: own, value }) => {
			const subject = `${metric}${labelsText(own)}`;
			if (value === undefined || isSettling) {
				return sides.map((side) => unknownReading(`${subject}${side}`));
			}
			const amount = inBase(value);
			const at: At = { metric, labels: own, measure, over, value: asText(amount) };
			return boundReadings(subject, at, amount, { above, below, decimals: DECIMALS });
		});
		const there = new Set(readings.map(({ subject }) => subject));
		const missing = (before?.subjects ?? []).filter((subject) => !there.has(subject));
		const next: Stored = { ...series.stored, subjects: [...there, ...missing] };
		memory.stored = next;
		// One alert tells of a series that is gone, not one for each side.
		const isReported = (subject: string) => !isSettling && subject.endsWith(sides[0]);
		const gone = missing.map((one) => (isReported(one) ? goneReading(one) : unknownReading(one)));
		return [...readings, ...gone];
	},
	say(facts) {
		const { metric, labels, measure, over, value } = facts;
		const name = `${metric}${labelsText(labels)}`;
		const { name: noun = '' } = MEASURE_CHOICES.find((one) => one.value === measure) ?? {};
		const said =
			measure === 'value'
				? separated(value)
				: `${noun.toLowerCase()} ${separated(value)} in ${span(over)}`;
		return {
			name,
			bad: `${said}, ${boundText(facts)}`,
			good: `${said}, not ${boundText(facts)}`,
			text: `The metric ${name}: ${said}.`,
		};
	},
	subjectOf: ({ metric, labels }) => `${metric}${labelsText(labels)}`,
	nameOfGone: (subject) => subject.slice(0, -ABOVE.length),
	show: ({ metric, labels, measure, over, value, side, line }) => ({
		metric,
		labels: labelsText(labels).slice(1, -1) || null,
		measure,
		over: measure === 'value' ? null : over,
		value,
		side,
		line,
	}),
	example({
		settings: { metric, measure = 'value', over = OVER, above, below, ...given },
		read: known,
	}) {
		const labels = known?.labels ?? labelsOf(given.labels ?? '') ?? {};
		return boundExample(
			`${metric}${labelsText(labels)}`,
			(amount): At => ({ metric, labels, measure, over, value: asText(amount) }),
			{ above, below, decimals: DECIMALS },
			known?.side,
		);
	},
});

async function read({ client }: PollContext, names?: string[]) {
	try {
		return (await client.call(nodeMetric.getMany, names ? { names } : {})).metrics;
	} catch (error) {
		throw isWithheld(error) ? closed(error) : error;
	}
}

/** The failure for a metric that the node does not have, with those that are like it. */
async function unknown(
	{ metric, labels, dividedBy = [] }: { metric: string; labels?: string; dividedBy?: string[] },
	context: PollContext,
): Promise<Failure> {
	const names = [...new Set((await read(context)).map(({ name }) => name))];
	const wrong = [metric, ...dividedBy].find((name) => !names.includes(name));
	const rule =
		wrong === undefined
			? `must have a series with the labels ${labels ?? 'of the divisor'}`
			: `must be metrics of this node: it has no ${wrong}, but ${nearest(wrong, names).join(', ') || 'no metric like it'}`;
	const field =
		wrong === undefined && labels !== undefined
			? 'labels'
			: wrong === metric
				? 'metric'
				: 'dividedBy';
	return new Failure({ kind: 'invalid-input', field, message: `${field} ${rule}` });
}

/** A value in base units. */
function inBase(value: number): bigint {
	if (Number.isInteger(value)) return BigInt(value) * 10n ** BigInt(DECIMALS);
	return baseUnits(value.toFixed(DECIMALS), DECIMALS);
}

function asText(amount: bigint): string {
	return wholeUnits(String(amount), DECIMALS) ?? '0';
}
