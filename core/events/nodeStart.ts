import { getPeers } from '../operations/rpc/info';
import { getNodeMetrics } from '../operations/rpc/nodeMetric';
import { type FailureKind, isFailure } from '../protocol/failure';
import type { PollContext } from './event';
import { nothingYet, settling } from './notReady';
import { span } from './words';

/**
 * When the own node was started. No method of its API tells; its metrics do
 * (`avalanche_process_process_start_time_seconds`, from Prometheus' process collector, on Linux and
 * Windows). A node without metrics (`--api-metrics-enabled=false`, a proxy that hides them) does not
 * tell: then only the rules that need no time apply.
 */

const START_TIME = 'process_start_time_seconds';
const MINUTE = 60;

/** How long a node that was started says little of its peers, and they of it: seconds. */
export const SETTLES_IN = 15 * MINUTE;

/** Failures of a node that does not offer its metrics. */
const WITHHELD: ReadonlySet<FailureKind> = new Set(['not-found', 'unauthorized', 'forbidden']);

/** Unix seconds of the start of the node; undefined if the node does not tell. Throws `Failure`. */
async function startOf({ client }: PollContext): Promise<number | undefined> {
	try {
		const { metrics } = await client.call(getNodeMetrics, { names: [START_TIME] });
		return metrics[0]?.value ?? undefined;
	} catch (error) {
		if (isFailure(error) && WITHHELD.has(error.kind)) return undefined;
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
		throw settling(`${since}, and is watched ${span(SETTLES_IN)} after its start`);
	}
}

/**
 * The same, and a failure of `nothingYet` if the node has no peers: it then says nothing of the
 * connection of others.
 */
export async function requireConnected(context: PollContext): Promise<void> {
	await requireSettled(context);
	const { peers } = await context.client.call(getPeers, {});
	if (peers.length === 0) throw nothingYet('The node has no peers');
}
