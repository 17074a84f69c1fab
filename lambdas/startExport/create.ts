import type { Clock } from '../../core/protocol/ports';
import { HandlerError } from '../shared/errors';
import type { Telemetry } from '../shared/telemetry';
import { type StatusOrder, parseStartEvent, type StartOrder } from './event';
import type { ExecutionDetail, Executions } from './executions';
import { planExecutions } from './plan';

/** What the handler is made of. */
export interface HandlerOptions {
	executions: Executions;
	clock: Pick<Clock, 'now'>;
	telemetry: Telemetry;
}

/** What became of an order. */
export interface StartReport {
	started: Array<{ name: string; arn?: string }>;
	/** Executions of the same name that were there before, running or ended. */
	already: Array<{ name: string; arn?: string; status: string }>;
}

/** What is known of executions; `UNKNOWN` where none has such a name. */
export interface StatusReport {
	executions: Array<ExecutionDetail | { name: string; status: 'UNKNOWN' }>;
}

/** The Lambda handler of startExport over the given ports. */
export function createHandler({ executions, clock, telemetry }: HandlerOptions) {
	return async (event: unknown): Promise<StartReport | StatusReport> => {
		try {
			const order = parseStartEvent(event);
			if (order.action === 'status') return await status(order);
			return await start(order);
		} catch (error) {
			const { name, message } = error as Error;
			telemetry.logger.error('nothing more is started', { errorType: name, reason: message });
			throw error;
		} finally {
			telemetry.flush();
		}
	};

	async function start(order: StartOrder): Promise<StartReport> {
		const report: StartReport = { started: [], already: [] };
		const failed: string[] = [];
		for (const { name, event } of planExecutions(order, clock.now())) {
			try {
				const found = await executions.find(name);
				const begun = found ? 'taken' : await executions.start(name, event);
				if (begun !== 'taken') report.started.push({ name, ...begun });
				else report.already.push(found ?? { name, status: 'RUNNING' });
			} catch (error) {
				// One that cannot be started does not keep the others from it.
				failed.push(`${name}: ${(error as Error).message}`);
			}
		}
		const { started, already } = report;
		telemetry.measure('StartedExports', started.length);
		telemetry.logger.info('started', { started: started.length, already: already.length, failed });
		if (failed.length > 0) {
			// The schedule's own retry starts the missing ones; names keep it from starting others twice.
			throw new HandlerError(
				'StartFailed',
				`${started.length} started, ${already.length} there before, ${failed.length} not started: ${failed.join('; ')}`,
			);
		}
		return report;
	}

	async function status({ names }: StatusOrder): Promise<StatusReport> {
		const report: StatusReport = { executions: [] };
		for (const name of names) {
			const found = await executions.find(name);
			const detail = found && (await executions.detail(found));
			report.executions.push(detail ?? { name, status: 'UNKNOWN' });
		}
		return report;
	}
}
