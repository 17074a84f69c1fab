import {
	GetDurableExecutionCommand,
	InvokeCommand,
	LambdaClient,
	ListDurableExecutionsByFunctionCommand,
} from '@aws-sdk/client-lambda';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';

const CALL_MS = 10_000;

/** An execution of the durable function. */
export interface Execution {
	name: string;
	arn: string;
	/** RUNNING, SUCCEEDED, FAILED, TIMED_OUT or STOPPED. */
	status: string;
}

/** The state of an execution, and its result or error once it has ended. */
export type ExecutionDetail = Awaited<ReturnType<Executions['detail']>>;

export type Executions = ReturnType<typeof lambdaExecutions>;

/** The durable executions of a function through Lambda's own API, by the function's qualified ARN. */
export function lambdaExecutions(arn: string) {
	// Calls are repeated by the caller, which adapts to throttling and has the deadline.
	const client = new LambdaClient({ maxAttempts: 1, ...endingCalls(CALL_MS) });
	const colon = arn.lastIndexOf(':');
	const [unqualified, qualifier] = [arn.slice(0, colon), arn.slice(colon + 1)];

	return {
		/** The newest execution of this name, or undefined. */
		async find(name: string): Promise<Execution | undefined> {
			const command = new ListDurableExecutionsByFunctionCommand({
				FunctionName: unqualified,
				Qualifier: qualifier,
				DurableExecutionName: name,
			});
			const { DurableExecutions = [] } = await client.send(command).catch(lambdaError);
			// The filter may match more: only the exact name counts.
			const found = DurableExecutions.find((one) => one.DurableExecutionName === name);
			return found && { name, arn: found.DurableExecutionArn ?? '', status: found.Status ?? '' };
		},
		async detail(execution: Execution) {
			const command = new GetDurableExecutionCommand({ DurableExecutionArn: execution.arn });
			const found = await client.send(command).catch(lambdaError);
			const error = found.Error;
			return {
				...execution,
				status: found.Status ?? execution.status,
				...(found.StartTimestamp && { startedAt: found.StartTimestamp.toISOString() }),
				...(found.EndTimestamp && { endedAt: found.EndTimestamp.toISOString() }),
				...(found.Result && { result: JSON.parse(found.Result) as unknown }),
				...(error && { error: { type: error.ErrorType, message: error.ErrorMessage } }),
			};
		},
		/** Starts an execution; `taken` if another one of this name was started in the meantime. */
		async start(name: string, event: unknown): Promise<{ arn?: string } | 'taken'> {
			const command = new InvokeCommand({
				FunctionName: arn,
				InvocationType: 'Event',
				DurableExecutionName: name,
				Payload: JSON.stringify(event),
			});
			try {
				return { arn: (await client.send(command)).DurableExecutionArn };
			} catch (error) {
				if ((error as Error).name === 'DurableExecutionAlreadyStartedException') return 'taken';
				return lambdaError(error);
			}
		},
	};
}

function lambdaError(error: unknown): never {
	const { name, message } = error as Error;
	throw new HandlerError('LambdaError', `Lambda returned ${name}: ${message}`, { cause: error });
}
