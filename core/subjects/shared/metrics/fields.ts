import type { Column } from '../../../fields/columns';
import type { Choice } from '../../../fields/field';
import { field } from '../../../fields/field';
import { chainOr } from '../../../fields/identifiers';
import { choice } from '../../../fields/inputs';
import { startNotAfterEnd } from '../../../fields/rules';
import { isoSeconds } from '../../../formats/time';
import { moment } from '../data/fields';
import { byToken, pages } from '../../../operations/pages';
import * as shared from '../../../operations/shared';

/** The fields that operations of the metrics service share. */

/** Values for groups of chains, in place of one chain. */
const TOTALS = ['total', 'mainnet', 'testnet'];

/** `{chainId}` of a path: one chain, or all chains of a network together. */
export function chainOrTotal() {
	return field(chainOr(TOTALS), {
		in: 'path',
		label: 'Chain',
		description:
			'An EVM chain by its chain ID; by ID also mainnet or testnet for all chains of that network, and total for both',
		placeholder: '43114',
		default: '43114',
	});
}

/** `{metric}` of a path. */
export function metric(choices: readonly Choice[], byDefault: string) {
	return field(
		choice(
			choices.map(({ value }) => value),
			choices,
		),
		{
			in: 'path',
			label: 'Metric',
			description: 'Which metric to return',
			default: byDefault,
		},
	);
}

/** The ends of a series. Its points cover [timestamp, timestamp + interval). */
export function range() {
	return {
		startTimestamp: moment({
			label: 'After',
			description: 'Only points after this time, Unix seconds or a date-time',
		}),
		endTimestamp: moment({
			label: 'Before',
			description: 'Only points before this time, Unix seconds or a date-time',
		}),
	};
}

/**
 * Bounds and order of the points of a series. The documents say "after" and "before"; a service may
 * include the ends. Parts start at midnight, as days do, whatever the interval.
 */
export const BY_INTERVAL = {
	unit: 'seconds',
	start: { field: 'startTimestamp', is: 'loose' },
	end: { field: 'endTimestamp', is: 'loose' },
	step: 86_400,
	order: 'desc',
	position: (item: { readonly timestamp: Column }) => [item.timestamp],
} as const;

/** The rule between the fields of `range`. */
export const rangeInOrder = startNotAfterEnd(
	['startTimestamp', 'After'],
	['endTimestamp', 'Before'],
	isoSeconds,
);

const INTERVALS = [
	{ value: 'hour', name: 'Hour' },
	{ value: 'day', name: 'Day', description: 'From 00:00 UTC' },
	{ value: 'week', name: 'Week', description: 'From Monday' },
	{
		value: 'month',
		name: 'Month',
		description: 'From the first day; returned once it is complete',
	},
];

/** The time that one point of a series covers. */
export function timeInterval(note: string) {
	return field(choice(['hour', 'day', 'week', 'month'], INTERVALS).optional(), {
		in: 'query',
		label: 'Interval',
		description: `The time span of one point; ${note}`,
		default: 'day',
	});
}

const LONGEST_SERIES = 2160;

/** The fields of a page of a series. */
export function seriesPages() {
	return pages(LONGEST_SERIES, 100);
}

export const SERIES_PAGING = byToken(LONGEST_SERIES);

/** A filter on the network. */
export function networkFilter(description: string) {
	return field(choice(shared.NETWORKS, shared.NETWORK_CHOICES).optional(), {
		in: 'query',
		label: 'Network',
		description,
	});
}
