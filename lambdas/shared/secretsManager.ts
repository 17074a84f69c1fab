import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { endingCalls } from './awsCalls';

const CALL_MS = 5_000;

/** The text of a secret of Secrets Manager. */
export async function secret(SecretId: string): Promise<string | undefined> {
	const command = new GetSecretValueCommand({ SecretId });
	return (await new SecretsManagerClient(endingCalls(CALL_MS)).send(command)).SecretString;
}
