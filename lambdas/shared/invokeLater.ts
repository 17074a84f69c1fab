import { InvocationType, InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { endingCalls } from './awsCalls';

/** Timeout of the call (ms); it is repeated once. */
const CALL_MS = 2_000;
const client = new LambdaClient({ maxAttempts: 2, ...endingCalls(CALL_MS) });

/** Invokes a function (name or ARN) with an event, and does not wait for its result. */
export async function invokeLater(name: string, event: object): Promise<void> {
	await client.send(
		new InvokeCommand({
			FunctionName: name,
			InvocationType: InvocationType.Event,
			Payload: JSON.stringify(event),
		}),
	);
}
