import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';
import type { KeyService } from './sealing';

const CALL_MS = 5_000;
/** Part of every call: the role may use the key for this only. */
const EncryptionContext = { purpose: 'avalanche-subscriptions' };

/** Data keys under a key of KMS, by its id or ARN. Throws `KeyUnavailable`. */
export function kmsKeys(KeyId: string): KeyService {
	const client = new KMSClient({ maxAttempts: 3, ...endingCalls(CALL_MS) });
	return {
		async generate() {
			const command = new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext });
			const { Plaintext, CiphertextBlob } = await client.send(command).catch(unavailable);
			return { plain: Plaintext as Uint8Array, encrypted: CiphertextBlob as Uint8Array };
		},
		async open(CiphertextBlob) {
			const command = new DecryptCommand({ KeyId, CiphertextBlob, EncryptionContext });
			return (await client.send(command).catch(unavailable)).Plaintext as Uint8Array;
		},
	};
}

function unavailable(cause: unknown): never {
	const name = cause instanceof Error ? cause.name : 'unknown error';
	throw new HandlerError(
		'KeyUnavailable',
		`The KMS key of the subscriptions cannot be used (${name}): see SUBSCRIPTIONS_KEY and the permissions of the role`,
		{ cause },
	);
}
