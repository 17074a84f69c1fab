import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { endingCalls } from './awsCalls';

const CALL_MS = 5_000;

/** The value of a parameter of SSM. */
export async function parameter(Name: string): Promise<string | undefined> {
	const command = new GetParameterCommand({ Name, WithDecryption: true });
	return (await new SSMClient(endingCalls(CALL_MS)).send(command)).Parameter?.Value;
}
