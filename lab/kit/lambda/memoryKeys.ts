import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyService } from '../../../lambdas/subscriptions/kms';

/** Data keys under a key in memory, in place of KMS. It counts its calls, and opens only what it has made. */
export function memoryKeys(): KeyService & { calls: { generate: number; open: number } } {
	const key = randomBytes(32);
	const calls = { generate: 0, open: 0 };
	return {
		calls,
		async generate() {
			calls.generate++;
			const plain = randomBytes(32);
			const iv = randomBytes(12);
			const cipher = createCipheriv('aes-256-gcm', key, iv);
			const text = Buffer.concat([cipher.update(plain), cipher.final()]);
			return { plain, encrypted: Buffer.concat([iv, cipher.getAuthTag(), text]) };
		},
		async open(encrypted) {
			calls.open++;
			const bytes = Buffer.from(encrypted);
			const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
			cipher.setAuthTag(bytes.subarray(12, 28));
			return Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]);
		},
	};
}
