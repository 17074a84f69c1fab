import type { Choice, Details } from '../../fields/field';
import { field } from '../../fields/field';
import { chainOr, choice, nodeId, whole } from '../../fields/inputs';
import { moment } from '../data/fields';
import { inOrder, isoTime } from '../data/rules';
import * as shared from '../shared';

/** The fields that operations of the metrics service share. */

/** Several chains together, where one chain can be asked for. */
const TOTALS = ['total', 'mainnet', 'testnet'];

/** `{chainId}` of a path: one chain, or all of a network together. */
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
			description: 'What is measured',
			default: byDefault,
		},
	);
}

/**
 * The ends of a series. Its points cover [timestamp, timestamp + interval); the start counts, the end
 * does not.
 */
export function range() {
	return {
		startTimestamp: moment({
			label: 'From',
			description: 'Only points from this time on, Unix seconds or a date-time',
		}),
		endTimestamp: moment({
			label: 'Before',
			description:
				'Only points before this time, Unix seconds or a date-time; it does not count itself',
		}),
	};
}

/** The rule between the fields of `range`. */
export const rangeInOrder = inOrder(
	['startTimestamp', 'From'],
	['endTimestamp', 'Before'],
	isoTime,
);

const INTERVALS = [
	{ value: 'hour', name: 'Hour' },
	{ value: 'day', name: 'Day', description: 'From 00:00 UTC' },
	{ value: 'week', name: 'Week', description: 'From Monday' },
	{ value: 'month', name: 'Month', description: 'From the first; served once it is complete' },
];

/** The time that one point of a series covers. */
export function timeInterval(note: string) {
	return field(choice(['hour', 'day', 'week', 'month'], INTERVALS).optional(), {
		in: 'query',
		label: 'Interval',
		description: `The time that one point covers; ${note}`,
		default: 'day',
	});
}

/** How many points a request asks for. */
export function seriesPageSize() {
	return field(whole(1, 2160).optional(), pageSizeAbout(2160, 100));
}

/** How many addresses a request of the Looking Glass asks for. */
export function holdersPageSize() {
	return field(whole(1, 5000).optional(), pageSizeAbout(5000, 1000));
}

function pageSizeAbout(max: number, byDefault: number): Details {
	return {
		in: 'query',
		label: 'Page Size',
		description: `Number of items a request asks for, 1 to ${max}`,
		default: byDefault,
		show: 'paging',
	};
}

/** A filter on the network. */
export function networkFilter(description: string) {
	return field(choice(shared.NETWORKS, shared.NETWORK_CHOICES).optional(), {
		in: 'query',
		label: 'Network',
		description,
	});
}

/** `{nodeId}` of a path. */
export function nodeOfPath() {
	return field(nodeId(), {
		in: 'path',
		label: 'Node ID',
		description: 'The validator, NodeID- and a hash (cb58)',
		placeholder: 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	});
}
