import { randomUUID } from 'node:crypto';
import type {
	CheckpointDurableExecutionRequest,
	CheckpointDurableExecutionResponse,
	DurableExecutionInvocationInput,
	DurableExecutionInvocationOutput,
	ErrorObject,
	OperationUpdate,
	WireOperation,
} from '@aws/durable-execution-sdk-js';

/** Status of an execution, in Lambda's words. */
export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'STOPPED';

/** One durable execution: its operations are all that an invocation is given of the past. */
export interface DurableExecution {
	arn: string;
	name: string;
	functionArn: string;
	payload: string;
	status: ExecutionStatus;
	startedAt: Date;
	endedAt?: Date;
	result?: string;
	error?: ErrorObject;
	operations: Map<string, WireOperation>;
	token: string;
	invocations: number;
}

/** Invokes a function once. Rejects if it crashed. */
export type Invoke = (
	input: DurableExecutionInvocationInput,
) => Promise<DurableExecutionInvocationOutput>;

/** Maximum number of invocations of an execution. */
const MOST_INVOCATIONS = 5_000;

export interface DriveOptions {
	invoke: Invoke;
	/** Passes the pause before the next invocation: really, or by moving clocks. */
	pass: (ms: number) => Promise<void> | void;
}

/** Lambda's side of durable executions, in memory. */
export interface DurableService {
	/** A new execution; the one of the same name and payload where there is one, as Lambda does it. */
	begin(functionArn: string, payload: string, name?: string): DurableExecution | 'conflict';
	checkpoint(request: CheckpointDurableExecutionRequest): CheckpointDurableExecutionResponse;
	/** Invokes an execution until it has ended. A crashed invocation is followed by a new one. */
	drive(execution: DurableExecution, options: DriveOptions): Promise<DurableExecution>;
	find(arn: string): DurableExecution | undefined;
	list(): DurableExecution[];
	stop(execution: DurableExecution): void;
}

const ENDED = { SUCCEED: 'SUCCEEDED', FAIL: 'FAILED', CANCEL: 'CANCELLED' } as const;

function applied(
	known: WireOperation | undefined,
	update: OperationUpdate,
	now: number,
): WireOperation {
	const { Id, ParentId, Name, Type, SubType, Action } = update;
	const operation: WireOperation = known ?? {
		Id,
		ParentId,
		Name,
		Type,
		SubType,
		StartTimestamp: new Date(now),
		Status: 'STARTED',
	};
	const details = { ...operation.StepDetails };
	if (Action === 'START') {
		const ends = new Date(now + (update.WaitOptions?.WaitSeconds ?? 0) * 1000);
		return {
			...operation,
			Status: 'STARTED',
			...(Type === 'WAIT' && { WaitDetails: { ScheduledEndTimestamp: ends } }),
			...(Type === 'STEP' && { StepDetails: { ...details, NextAttemptTimestamp: undefined } }),
		};
	}
	if (Action === 'RETRY') {
		const seconds = update.StepOptions?.NextAttemptDelaySeconds ?? 0;
		return {
			...operation,
			Status: 'PENDING',
			StepDetails: {
				Attempt: (details.Attempt ?? 0) + 1,
				Result: update.Payload,
				Error: update.Error,
				NextAttemptTimestamp: new Date(now + seconds * 1000),
			},
		};
	}
	const ended = { Result: update.Payload, Error: update.Error };
	return {
		...operation,
		Status: ENDED[Action as keyof typeof ENDED],
		EndTimestamp: new Date(now),
		...(Type === 'STEP' && {
			StepDetails: { ...details, Attempt: (details.Attempt ?? 0) + 1, ...ended },
		}),
		...(Type === 'CONTEXT' && { ContextDetails: { ...operation.ContextDetails, ...ended } }),
	};
}

/** Time at which an operation continues (Unix ms), or undefined if nothing is scheduled. */
function dueAt({ Status, StepDetails, WaitDetails }: WireOperation): number | undefined {
	if (Status === 'PENDING') return new Date(StepDetails?.NextAttemptTimestamp ?? 0).getTime();
	if (Status !== 'STARTED' || !WaitDetails) return undefined;
	return new Date(WaitDetails.ScheduledEndTimestamp ?? 0).getTime();
}

function awake(operation: WireOperation): WireOperation {
	return { ...operation, Status: operation.Type === 'WAIT' ? 'SUCCEEDED' : 'READY' };
}

/** An in-memory durable execution service; `now` is its clock in Unix ms. */
export function createDurableService(now: () => number = Date.now): DurableService {
	const executions = new Map<string, DurableExecution>();

	function end(execution: DurableExecution, output: DurableExecutionInvocationOutput) {
		execution.status = output.Status as ExecutionStatus;
		execution.endedAt = new Date(now());
		if ('Result' in output) execution.result = output.Result;
		if ('Error' in output) execution.error = output.Error;
	}

	return {
		begin(functionArn, payload, name = randomUUID()) {
			const same = [...executions.values()].find(
				(one) => one.name === name && one.functionArn === functionArn,
			);
			if (same) return same.payload === payload ? same : 'conflict';
			const arn = `${functionArn}/durable-execution/${name}/${randomUUID()}`;
			const first: WireOperation = {
				Id: randomUUID(),
				Type: 'EXECUTION',
				Status: 'STARTED',
				StartTimestamp: new Date(now()),
				ExecutionDetails: { InputPayload: payload },
			};
			const execution: DurableExecution = {
				arn,
				name,
				functionArn,
				payload,
				status: 'RUNNING',
				startedAt: new Date(now()),
				operations: new Map([[first.Id as string, first]]),
				token: randomUUID(),
				invocations: 0,
			};
			executions.set(arn, execution);
			return execution;
		},
		checkpoint({ DurableExecutionArn, CheckpointToken, Updates = [] }) {
			const execution = executions.get(DurableExecutionArn ?? '');
			// A token is good for one checkpoint: an invocation that was given up cannot write any more.
			if (!execution || execution.status !== 'RUNNING' || execution.token !== CheckpointToken) {
				throw Object.assign(new Error('Invalid checkpoint token'), {
					name: 'InvalidParameterValueException',
				});
			}
			const changed = Updates.map((update) => {
				const id = update.Id as string;
				const operation = applied(execution.operations.get(id), update, now());
				execution.operations.set(id, operation);
				return operation;
			});
			execution.token = randomUUID();
			return { CheckpointToken: execution.token, NewExecutionState: { Operations: changed } };
		},
		async drive(execution, { invoke, pass }) {
			while (execution.status === 'RUNNING' && execution.invocations < MOST_INVOCATIONS) {
				execution.invocations++;
				execution.token = randomUUID();
				const output = await invoke({
					DurableExecutionArn: execution.arn,
					CheckpointToken: execution.token,
					InitialExecutionState: { Operations: [...execution.operations.values()] },
				} as DurableExecutionInvocationInput).catch(() => undefined);
				if ((execution.status as ExecutionStatus) !== 'RUNNING') break;
				if (output && output.Status !== 'PENDING') {
					end(execution, output);
					break;
				}
				const due = [...execution.operations.values()].flatMap((one) => dueAt(one) ?? []);
				const at = due.length > 0 ? Math.min(...due) : now();
				if (at > now()) await pass(at - now());
				for (const [id, operation] of execution.operations) {
					if ((dueAt(operation) ?? Infinity) <= at) execution.operations.set(id, awake(operation));
				}
			}
			return execution;
		},
		find: (arn) => executions.get(arn),
		list: () => [...executions.values()],
		stop(execution) {
			execution.status = 'STOPPED';
			execution.endedAt = new Date(now());
		},
	};
}
