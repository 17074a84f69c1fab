import type { Clock } from '../../core/protocol/ports';
import { adaptively } from '../shared/adaptive';
import { answerRoom } from '../shared/answer';
import { HandlerError, firstOf } from '../shared/errors';
import { invoked } from '../shared/invocation';
import type { StartReport } from '../types';
import type { Telemetry } from '../shared/telemetry';
import { type StatusOrder, parseStartEvent, type StartOrder } from './event';
import type { ExecutionDetail, Executions } from './executions';
import { type PlannedExecution, planExecutions } from './plan';

/** The dependencies of the handler. */
export interface HandlerOptions {
	executions: Executions;
	clock: Clock;
	telemetry: Telemetry;
}

/** Time reserved for the report. */
const RESERVE_MS = 3_000;

/** The states of executions; `UNKNOWN` if none has such a name. */
export interface StatusReport {
	executions: Array<ExecutionDetail | { name: string; status: 'UNKNOWN' }>;
	/** Names that did not fit into the response: query them again. */
	next?: string[];
}

/** The Lambda handler of startExport over the given ports. */
export function createHandler({ executions, clock, telemetry }: HandlerOptions) {
	const failed = 'no more executions are started';
	const frame = { clock, telemetry, usualMs: 60_000, reserveMs: RESERVE_MS, failed };
	return invoked(frame, async (event: unknown, until): Promise<StartReport | StatusReport> => {
		const order = parseStartEvent(event);
		return await (order.action === 'status' ? status(order, until) : start(order, until));
	});

	/**
	 * Starts an execution unless one of its name exists; `free` has names that were looked up
	 * before.
	 */
	async function startOne({ name, event }: PlannedExecution, free: Set<string>) {
		const found = free.has(name) ? undefined : await executions.find(name);
		if (!found) free.add(name);
		const begun = found ? 'taken' : await executions.start(name, event);
		if (begun !== 'taken') return { started: { name, ...begun } };
		return { already: found ?? { name, status: 'RUNNING' } };
	}

	async function start(order: StartOrder, until: number): Promise<StartReport> {
		const report: StartReport = { started: [], already: [] };
		const failed: string[] = [];
		const planned = planExecutions(order, clock.now());
		const free = new Set<string>();
		const begin = (one: PlannedExecution) => startOne(one, free);
		// A failed start does not affect the others.
		for (const [at, one] of (await adaptively(planned, begin, { clock, until })).entries()) {
			if (one.status === 'rejected')
				failed.push(`${planned[at].name}: ${(one.reason as Error).message}`);
			else if (one.value.started) report.started.push(one.value.started);
			else report.already.push(one.value.already);
		}
		const { started, already } = report;
		telemetry.measure('StartedExports', started.length);
		telemetry.logger.info('started', { started: started.length, already: already.length, failed });
		if (failed.length > 0) {
			// The schedule retries this: missing executions are started, and existing names are not
			// started twice.
			throw new HandlerError(
				'StartFailed',
				`${started.length} started, ${already.length} existed already, ${failed.length} not started: ${firstOf(failed).join('; ')}`,
			);
		}
		return report;
	}

	async function status({ names }: StatusOrder, until: number): Promise<StatusReport> {
		const one = async (name: string): Promise<StatusReport['executions'][number]> => {
			const found = await executions.find(name);
			return (found && (await executions.detail(found))) ?? { name, status: 'UNKNOWN' };
		};
		const results = await adaptively(names, one, { clock, until });
		const room = answerRoom();
		const report: StatusReport = { executions: [] };
		for (const [at, result] of results.entries()) {
			if (result.status === 'rejected') throw result.reason;
			if (!room.takes(result.value)) return { ...report, next: names.slice(at) };
			report.executions.push(result.value);
		}
		return report;
	}
}
