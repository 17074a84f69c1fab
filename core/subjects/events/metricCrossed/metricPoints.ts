import { wholeUnits } from '../../../formats/amount';
import * as metricOperations from '../../metric';

import { PRIMARY_NETWORK } from '../../../operations/shared';
import { infoOf } from '../../../fields/fieldSet';
import { preview } from '../../../fields/preview';
import { Failure, isFailure } from '../../../failure';
import type { PollContext } from '../../../events/event';
import { nothingYet } from '../../../events/notReady';
import { DAY, HOUR } from '../../../formats/timeUnits';

/** The newest complete point of a metric: of an EVM chain, or of the staking of a subnet. */

export const CHAIN_METRICS = infoOf(metricOperations.getChainMetric.input, 'metric').choices ?? [];
export const STAKING_METRICS =
	infoOf(metricOperations.getStakingMetric.input, 'metric').choices ?? [];
export const INTERVALS = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof INTERVALS)[number];

/** Identifies a series of points: of a chain, or of a subnet on a network. */
export interface Series {
	metric: string;
	interval: Interval;
	chainId?: string;
	network?: string;
	subnetId?: string;
}

export interface Point extends Series {
	/** In decimal digits, in the unit of the metric. */
	value: string;
	/** Start and end of the interval of the point (Unix seconds). */
	start: number;
	end: number;
}

/** All points are recomputed several times an hour: a point counts one hour after its end. */
const SETTLED = HOUR;
/**
 * Period before now in which the newest complete point is searched (s): the time of a month is its
 * start, and the month is returned when it is over.
 */
const BACK: Record<Interval, number> = {
	hour: 6 * HOUR,
	day: 4 * DAY,
	week: 22 * DAY,
	month: 65 * DAY,
};
/** Names of groups of chains, which are not looked up at the metrics service. */
export const TOGETHER = ['total', 'mainnet', 'testnet'];
/** Decimal places for comparisons of values. */
export const DECIMALS = 9;

/** True for a metric of the staking of a subnet. */
export function isStaking(metric: string): boolean {
	return STAKING_METRICS.some(({ value }) => value === metric);
}

/** The symbol of values that are amounts: weights on the primary network are AVAX. */
export function symbolOf({ metric, subnetId }: Series): string | undefined {
	const isWeight = isStaking(metric) && metric.endsWith('Weight');
	return isWeight && subnetId === PRIMARY_NETWORK ? 'AVAX' : undefined;
}

/** The newest point that ended at least an hour ago: its value changes little from then on. */
export async function newestComplete(series: Series, context: PollContext): Promise<Point> {
	const { metric, interval, chainId, subnetId } = series;
	const now = Math.floor(context.clock.now() / 1000);
	for (const { value, timestamp } of await newestPoints(series, now, context)) {
		const start = Number(timestamp);
		const end = endOf(interval, start);
		if (end + SETTLED > now || value === null || value === undefined) continue;
		const digits = decimalOf(value);
		if (digits !== undefined) return { ...series, value: inUnit(digits, series), start, end };
		const message = `at value: must be a number from 0 on; given: ${preview(value)}`;
		context.skip?.({ operation: metric, path: ['value'], message, names: [String(start)] });
	}
	if (chainId !== undefined) await requireIndexed(chainId, context);
	const owner = chainId === undefined ? `subnet ${subnetId}` : `chain ${chainId}`;
	throw nothingYet(`There is no complete point of ${metric} of ${owner}`);
}

/** The newest points, newest first. Those of staking are days. */
async function newestPoints(series: Series, now: number, { client }: PollContext) {
	const { metric, interval, chainId, network = 'mainnet', subnetId } = series;
	const range = { startTimestamp: now - BACK[interval] - SETTLED, pageSize: 10 };
	const { results } =
		chainId === undefined
			? await client.call(metricOperations.getStakingMetric, {
					network: network as 'mainnet',
					metric,
					subnetId,
					...range,
				})
			: await client.call(metricOperations.getChainMetric, {
					chainId,
					metric,
					timeInterval: interval,
					...range,
				});
	return results ?? [];
}

/** Weights on the primary network are nAVAX, and are compared and shown in AVAX. */
function inUnit(value: string, series: Series): string {
	return symbolOf(series) ? (wholeUnits(value, DECIMALS) ?? value) : value;
}

/**
 * Rejects a chain that the metrics service does not have, for which it may return an empty list.
 */
async function requireIndexed(chainId: string, { client }: PollContext): Promise<void> {
	if (TOGETHER.includes(chainId)) return;
	try {
		await client.call(metricOperations.getIndexedChain, { chainId });
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

/** A value as decimal digits without an exponent; undefined if it is below 0. */
function decimalOf(value: unknown): string | undefined {
	const text = String(value);
	if (/^\d+(\.\d+)?$/.test(text)) return text;
	const number = Number(value);
	if (!Number.isFinite(number) || number < 0) return undefined;
	return Number.isInteger(number) ? BigInt(number).toString() : number.toFixed(DECIMALS);
}
