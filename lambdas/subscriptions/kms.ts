import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';

const CALL_MS = 5_000;
/** Part of every call: the role may use the key for this only. */
const EncryptionContext = { purpose: 'avalanche-subscriptions' };

export type KeyService = ReturnType<typeof kmsKeys>;

/** Data keys under a key of KMS, by its id or ARN. Throws `KeyUnavailable`. */
export function kmsKeys(KeyId: string) {
	const client = new KMSClient({ maxAttempts: 3, ...endingCalls(CALL_MS) });
	return {
		/** A new data key of 32 bytes, and the same encrypted. */
		async generate() {
			const command = new GenerateDataKeyCommand({ KeyId, KeySpec: 'AES_256', EncryptionContext });
			const { Plaintext, CiphertextBlob } = await client.send(command).catch(unavailable);
			return { plain: Plaintext as Uint8Array, encrypted: CiphertextBlob as Uint8Array };
		},
		/** Decrypts a data key. */
		async open(CiphertextBlob: Uint8Array): Promise<Uint8Array> {
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
