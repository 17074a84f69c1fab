import type { OutputOf } from '../../../operations/declare';
import type * as nodeMetric from '../../nodeMetric/nodeMetric';
import { namesOf } from '../../nodeMetric/names';
import { type Points, roomFor } from './points';

/** Series of a node's metrics over several polls: rates, increases, the lowest value of a time. */

type Sample = OutputOf<typeof nodeMetric.getMany, 'tolerant'>['metrics'][number];

export const MEASURES = ['value', 'lowest', 'highest', 'increase', 'rate'] as const;
export type Measure = (typeof MEASURES)[number];

/** A value that is measured of a node's metrics, for each set of labels. */
export interface Expression {
	/** Names of the metric; where a node has several with the same labels, the last one counts. */
	names: readonly string[];
	/** Only series with these labels. */
	labels?: Readonly<Record<string, string>>;
	/** No series with these values of a label. */
	without?: Readonly<Record<string, readonly string[]>>;
	measure: Measure;
	/** The time that a measure other than `value` looks back (s). */
	over: number;
	/** Subtracted; a series without its counterpart is left out. */
	minus?: readonly string[];
	/** The sum of these is the divisor. */
	dividedBy?: readonly string[];
	/** True for the opposite sign. */
	negated?: boolean;
}

/** The value of one series; undefined while it is not known. */
export interface Measured {
	labels: Readonly<Record<string, string>>;
	value?: number;
}

/**
 * The stored state of a series. v: the newest value. p: its points; of a counter those of the sum of its
 * increases, so that a reset changes nothing.
 */
interface StoredSeries {
	v: number;
	p: Points<number>;
}

/** Series from poll to poll. `start`: start time of the process, whose change resets counters. */
export interface SeriesMemory {
	start?: number;
	series: Record<string, StoredSeries>;
}

const IS_COUNTED: ReadonlySet<Measure> = new Set(['increase', 'rate']);

/** Labels in a fixed order, as Prometheus writes them; empty if there are none. */
export function labelsText(labels: Readonly<Record<string, string>>): string {
	const pairs = Object.keys(labels)
		.sort()
		.map((name) => `${name}=${JSON.stringify(labels[name])}`);
	return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

/** The values of a metric by their labels; of infinite values and NaN, null. */
function valuesOf(
	samples: readonly Sample[],
	names: readonly string[],
	{ labels = {}, without = {} }: Pick<Expression, 'labels' | 'without'>,
) {
	const found = new Map<string, { labels: Record<string, string>; value: number | null }>();
	const wanted = Object.entries(labels);
	const unwanted = Object.entries(without);
	for (const name of names.flatMap(namesOf)) {
		for (const sample of samples) {
			if (sample.name !== name) continue;
			const own = sample.labels as Record<string, string>;
			if (wanted.some(([key, value]) => own[key] !== value)) continue;
			if (unwanted.some(([key, values]) => values.includes(own[key]))) continue;
			const value = typeof sample.value === 'number' ? sample.value : null;
			found.set(labelsText(own), { labels: own, value });
		}
	}
	return found;
}

/** Measures one poll after another. `before`: what the poll before kept. */
export function seriesAt(
	samples: readonly Sample[],
	{ now, start, before }: { now: number; start?: number; before?: SeriesMemory },
) {
	const isNewProcess =
		start !== undefined && before?.start !== undefined && Math.abs(start - before.start) > 1;
	const stored: SeriesMemory = { ...(start !== undefined && { start }), series: {} };

	/** Adds a value to its series. */
	function add(key: string, value: number, { measure, over }: Expression): StoredSeries {
		const { v, p = [] } = before?.series[key] ?? {};
		const last = p.at(-1);
		let next = value;
		if (IS_COUNTED.has(measure)) {
			const grown = v === undefined || isNewProcess || value < v ? value : value - v;
			next = last ? last[1] + grown : 0;
		}
		const { earlier: points, merged } = roomFor(p, now, over);
		if (merged !== undefined && measure === 'lowest') next = Math.min(next, merged);
		if (merged !== undefined && measure === 'highest') next = Math.max(next, merged);
		const series: StoredSeries = { v: value, p: [...points, [now, next]] };
		stored.series[key] = series;
		return series;
	}

	/** The measure of a series; undefined while its points do not cover the time. */
	function measured({ v, p }: StoredSeries, { measure, over }: Expression): number | undefined {
		if (measure === 'value') return v;
		const [first] = p;
		const [time, newest] = p[p.length - 1];
		if (first[0] > now - over) return undefined;
		const values = p.map(([, value]) => value);
		if (measure === 'lowest') return Math.min(...values);
		if (measure === 'highest') return Math.max(...values);
		const increase = newest - first[1];
		return measure === 'increase' ? increase : increase / (time - first[0]);
	}

	/** The values of an expression. `key` tells the expressions of one memory apart. */
	function measure(key: string, expression: Expression): Measured[] {
		const { names, minus, dividedBy, negated } = expression;
		const isCounted = IS_COUNTED.has(expression.measure);
		const parts = [names, ...(minus ? [minus] : []), ...(dividedBy ?? []).map((one) => [one])].map(
			(one) => valuesOf(samples, one, expression),
		);
		const over = (at: string, value: number) =>
			expression.measure === 'value' ? value : measured(add(at, value, expression), expression);
		const all: Measured[] = [];
		for (const [text, one] of parts[0]) {
			const values = parts.map((part, at) => {
				const value = part.get(text)?.value;
				if (!isCounted || value === undefined || value === null) return value;
				return over(`${key}${text}${at}`, value);
			});
			if (parts.some((part) => !part.has(text))) continue;
			const combined = combine(values, minus !== undefined, negated);
			const value =
				isCounted || combined === undefined ? combined : over(`${key}${text}`, combined);
			all.push({ labels: one.labels, ...(value !== undefined && { value }) });
		}
		return all;
	}

	return { stored, measure };
}

/** The first value, less the second with `hasMinus`, divided by the sum of the rest. */
function combine(
	values: ReadonlyArray<number | null | undefined>,
	hasMinus: boolean,
	negated = false,
): number | undefined {
	if (!values.every((value) => typeof value === 'number')) return undefined;
	const [first, ...rest] = values;
	const divisors = hasMinus ? rest.slice(1) : rest;
	const dividend = (hasMinus ? first - rest[0] : first) * (negated ? -1 : 1);
	if (divisors.length === 0) return dividend;
	const divisor = divisors.reduce((sum, one) => sum + one, 0);
	return divisor === 0 ? undefined : dividend / divisor;
}
