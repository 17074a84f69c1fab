import { createHash } from 'node:crypto';
import { startLocalServer } from '../system/localServer';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { memoryKeys } from './memoryKeys';

/** KMS on this machine: GenerateDataKey and Decrypt with one key, GetPublicKey and Sign with another. */
export interface KmsServer {
	/** For AWS_ENDPOINT_URL_KMS. */
	url: string;
	/** Requests of signatures, and the name of the error that answers them. */
	signing: { asked: Asked[]; failure?: string };
	close(): Promise<void>;
}

/** The id of the key. */
export const KMS_KEY =
	'arn:aws:kms:us-east-1:000000000000:key/11111111-2222-3333-4444-555555555555';

/** The id of a key ECC_SECG_P256K1, which exists in tests only, and its public key (SubjectPublicKeyInfo). */
export const KMS_SIGNING_KEY = KMS_KEY.replace('1111', '2222');
const SECRET = new Uint8Array(32).fill(0x42);
const SPKI_HEAD = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');
export const KMS_PUBLIC_KEY = Buffer.concat([SPKI_HEAD, secp256k1.getPublicKey(SECRET, false)]);

/** A signature in DER as KMS makes it, of a hash: neither deterministic nor in the lower half. */
export function kmsSignature(hash: Uint8Array, count: number): Uint8Array {
	const extraEntropy = new Uint8Array(32).fill(count);
	const form = { prehash: false, lowS: false, format: 'der' } as const;
	return secp256k1.sign(hash, SECRET, { ...form, extraEntropy });
}

interface Asked {
	KeyId?: string;
	Message?: string;
	MessageType?: string;
	SigningAlgorithm?: string;
	CiphertextBlob?: string;
	EncryptionContext?: object;
}

/** Starts it. Another key, another context or a changed data key is refused, as by KMS. */
export async function startKms(): Promise<KmsServer> {
	const keys = memoryKeys();
	/** The context of each data key. */
	const contexts = new Map<string, string>();
	const signing: KmsServer['signing'] = { asked: [] };
	/** As KMS's documentation says: a message of type RAW is hashed, one of type DIGEST is signed as it is. */
	const signed = (action: string, { KeyId, ...asked }: Asked): object => {
		if (signing.failure) return { __type: signing.failure };
		if (action === 'GetPublicKey') return { KeyId, PublicKey: KMS_PUBLIC_KEY.toString('base64') };
		if (action !== 'Sign') return { __type: 'UnknownOperationException' };
		signing.asked.push(asked);
		const message = Buffer.from(asked.Message ?? '', 'base64');
		const isRaw = asked.MessageType !== 'DIGEST';
		const hash = isRaw ? createHash('sha256').update(message).digest() : message;
		const signature = kmsSignature(hash, signing.asked.length);
		return { KeyId, Signature: Buffer.from(signature).toString('base64') };
	};
	const answered = async (action: string, { KeyId, ...asked }: Asked): Promise<object> => {
		if (KeyId === KMS_SIGNING_KEY) return signed(action, { KeyId, ...asked });
		if (KeyId !== KMS_KEY) return { __type: 'NotFoundException' };
		const context = JSON.stringify(asked.EncryptionContext ?? {});
		if (action === 'GenerateDataKey') {
			const { plain, encrypted } = await keys.generate();
			const blob = Buffer.from(encrypted).toString('base64');
			contexts.set(blob, context);
			const Plaintext = Buffer.from(plain).toString('base64');
			return { KeyId, Plaintext, CiphertextBlob: blob };
		}
		const { CiphertextBlob = '' } = asked;
		if (action !== 'Decrypt') return { __type: 'UnknownOperationException' };
		if (contexts.get(CiphertextBlob) !== context) return { __type: 'InvalidCiphertextException' };
		const plain = await keys.open(Buffer.from(CiphertextBlob, 'base64'));
		return { KeyId, Plaintext: Buffer.from(plain).toString('base64') };
	};
	const server = await startLocalServer((request, response, read) => {
		const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
		void answered(action, JSON.parse(String(read)) as Asked).then((answer) => {
			response.writeHead('__type' in answer ? 400 : 200, {
				'content-type': 'application/x-amz-json-1.1',
			});
			response.end(JSON.stringify(answer));
		});
	});
	return {
		signing,
		url: server.url,
		close: server.close,
	};
}
