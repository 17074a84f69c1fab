import * as info from '../../info/info';
import * as nodeMetric from '../../nodeMetric/nodeMetric';
import { NODE_METRICS, START_TIME } from '../nodeTrouble/rules';
import { Failure, type FailureKind, isFailure } from '../../../failure';
import type { OutputOf } from '../../../operations/declare';
import type { PollContext } from '../../../events/event';
import { nothingYet, settling } from '../../../events/notReady';
import { span } from '../../../events/words';
import { MINUTE } from '../../../formats/timeUnits';

/**
 * The start time of the own node, from its metrics (`avalanche_process_process_start_time_seconds`,
 * from Prometheus' process collector, on Linux and Windows): no method of its API returns it. If a
 * node does not offer metrics (`--api-metrics-enabled=false`, a proxy that hides them), only the
 * rules that need no start time apply.
 */

/**
 * Seconds after the start of a node in which it and its peers have too little data on each other.
 */
export const SETTLES_IN = 15 * MINUTE;

/** Failures of a node that does not offer its metrics. */
const WITHHELD: ReadonlySet<FailureKind> = new Set(['not-found', 'unauthorized', 'forbidden']);

/** True if the node does not offer its metrics. */
export function isWithheld(error: unknown): error is Failure {
	return isFailure(error) && WITHHELD.has(error.kind);
}

/** The failure for an event that reads the metrics of a node that does not offer them. */
export function closed(cause: Failure): Failure {
	const { kind, status } = cause;
	return new Failure({
		kind,
		status,
		message: `The node does not offer its metrics (/ext/metrics answers ${status ?? kind}): hosted nodes close them, and a node of your own has the option api-metrics-enabled, which is on by default`,
		cause,
	});
}

type Samples = OutputOf<typeof nodeMetric.getMany, 'tolerant'>['metrics'];

/** The metrics that events about the own node read. Throws `Failure`. */
export async function scrape({ client }: PollContext): Promise<Samples> {
	const { metrics } = await client.call(nodeMetric.getMany, { names: NODE_METRICS });
	return metrics;
}

/** The value of a metric without labels. */
export function valueIn(samples: Samples, name: string): number | undefined {
	const value = samples.find((one) => one.name === name)?.value;
	return typeof value === 'number' ? value : undefined;
}

/**
 * Start time of the node (Unix seconds); undefined if its metrics are not available. Throws
 * `Failure`.
 */
async function startOf(context: PollContext): Promise<number | undefined> {
	try {
		return valueIn(await scrape(context), START_TIME);
	} catch (error) {
		if (isWithheld(error)) return undefined;
		throw error;
	}
}

/** Throws a failure of `settling` in the first 15 minutes after the start of the node. */
export async function requireSettled(context: PollContext): Promise<void> {
	const start = await startOf(context);
	if (start === undefined) return;
	const age = context.clock.now() / 1000 - start;
	if (age < SETTLES_IN) {
		const since = `The node was started ${span(age)} ago`;
		throw settling(`${since}, and is checked from ${span(SETTLES_IN)} after its start on`);
	}
}

/**
 * The same, and a failure of `nothingYet` if the node has no peers: a node without connections
 * cannot show whether others are connected.
 */
export async function requireConnected(context: PollContext): Promise<void> {
	await requireSettled(context);
	const { peers } = await context.client.call(info.getManyPeers, {});
	if (peers.length === 0) throw nothingYet('The node has no peers');
}
