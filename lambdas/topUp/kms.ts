import { createHash } from 'node:crypto';
import { GetPublicKeyCommand, KMSClient, SignCommand } from '@aws-sdk/client-kms';
import { endingCalls } from '../shared/awsCalls';
import { HandlerError } from '../shared/errors';
import type { Signer } from './signing';

const CALL_MS = 5_000;

/** The message that KMS is sent: the hash, or the bytes, at most 4,096, which it hashes itself. */
export type MessageType = 'DIGEST' | 'RAW';

/** A key ECC_SECG_P256K1 of KMS, by its id or ARN. Throws `KeyUnavailable`. */
export function kmsSigner(KeyId: string, MessageType: MessageType = 'DIGEST'): Signer {
	const client = new KMSClient({ maxAttempts: 3, ...endingCalls(CALL_MS) });
	return {
		async publicKey() {
			const answer = await client.send(new GetPublicKeyCommand({ KeyId })).catch(unavailable);
			return answer.PublicKey as Uint8Array;
		},
		async sign(bytes) {
			const Message = MessageType === 'RAW' ? bytes : createHash('sha256').update(bytes).digest();
			const SigningAlgorithm = 'ECDSA_SHA_256';
			const command = new SignCommand({ KeyId, Message, MessageType, SigningAlgorithm });
			return (await client.send(command).catch(unavailable)).Signature as Uint8Array;
		},
	};
}

function unavailable(cause: unknown): never {
	const name = cause instanceof Error ? cause.name : 'unknown error';
	throw new HandlerError(
		'KeyUnavailable',
		`The KMS key of topUp cannot be used (${name}): see TOP_UP_KEY, the state of the key and the permissions of the role`,
		{ cause },
	);
}
