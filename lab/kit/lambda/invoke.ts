import { InvokeCommand } from '@aws-sdk/client-lambda';
import { arnOf } from './executionEnvironment';
import type { Lambda } from './lambda';

/**
 * Result of an invocation; `failed` if the function ended with an error, which `answer` then is.
 */
export interface Invoked {
	failed: boolean;
	// Callers look into answers of many shapes.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	answer: any;
}

/** Invokes a function by AWS's own SDK and waits for its answer. */
export async function invokeFunction(
	lambda: Lambda,
	name: string,
	event: unknown,
	execution?: string,
): Promise<Invoked> {
	const client = lambda.client();
	const { FunctionError, Payload } = await client.send(
		new InvokeCommand({
			FunctionName: arnOf(name),
			Payload: JSON.stringify(event),
			DurableExecutionName: execution,
		}),
	);
	client.destroy();
	const answer: unknown = JSON.parse(Buffer.from(Payload ?? []).toString('utf8') || 'null');
	return { failed: FunctionError !== undefined, answer };
}
