import type { Clock } from '../../../core/protocol/ports';
import { createHandler } from '../../../lambdas/startExport/create';
import type { Execution, Executions } from '../../../lambdas/startExport/executions';
import { HandlerError } from '../../../lambdas/shared/errors';
import { type VirtualClock, virtualClock } from '../../../core/testing/virtualClock';
import { recordedTelemetry } from './exportKit';

/** Lambda's calls that startExport makes, in memory and in virtual time. */

const CALL_MS = 40;

/** An error of Lambda's client as startExport's port throws it. */
export function lambdaError(name: string, message = name): HandlerError {
	const cause = Object.assign(new Error(message), { name });
	return new HandlerError('LambdaError', `Lambda returned ${name}: ${message}`, { cause });
}

export interface LambdaServiceOptions {
	/** Calls of each kind that are accepted a second; others are refused. */
	perSecond?: number;
	/** Error with which every start of this execution ends. */
	refuses?: (name: string) => Error | undefined;
}

type Known = Execution & { payload: string };

/** Lambda's rules: a name is taken once, the same event again is the same execution. */
export function lambdaService(clock: Clock, options: LambdaServiceOptions = {}) {
	const { perSecond = Infinity, refuses } = options;
	const known = new Map<string, Known>();
	const count = { refused: 0, starts: 0 };
	const bucket = () => ({ tokens: perSecond, at: clock.now() });
	const buckets = { find: bucket(), start: bucket() };

	async function accepted(call: keyof typeof buckets): Promise<void> {
		await clock.sleep(CALL_MS);
		if (perSecond === Infinity) return;
		const { tokens, at } = buckets[call];
		const left = Math.min(perSecond, tokens + ((clock.now() - at) / 1000) * perSecond);
		buckets[call] = { tokens: left < 1 ? left : left - 1, at: clock.now() };
		if (left >= 1) return;
		count.refused++;
		throw lambdaError('TooManyRequestsException', 'Rate exceeded');
	}

	const executions: Executions = {
		async find(name) {
			await accepted('find');
			return known.get(name);
		},
		detail: async (execution) => execution,
		async start(name, event) {
			await accepted('start');
			const refusal = refuses?.(name);
			if (refusal) throw refusal;
			const payload = JSON.stringify(event);
			const found = known.get(name);
			if (found) return found.payload === payload ? { arn: found.arn } : 'taken';
			count.starts++;
			const started = { name, arn: `arn:${name}`, status: 'RUNNING', payload };
			known.set(name, started);
			return { arn: started.arn };
		},
	};
	return { executions, known, count };
}

/** startExport over this service. */
export function makeStartExport(now: number, options: LambdaServiceOptions = {}) {
	const clock: VirtualClock = virtualClock(now);
	const service = lambdaService(clock, options);
	const handler = createHandler({
		executions: service.executions,
		clock,
		telemetry: recordedTelemetry().telemetry,
	});
	/** Runs invocations at the same time; returns the result of each. */
	const invoke = (events: readonly unknown[], minutes = 5) =>
		clock.run(() =>
			Promise.allSettled(
				events.map((event) => handler(event, { getRemainingTimeInMillis: () => minutes * 60_000 })),
			),
		);
	return { clock, invoke, ...service };
}
