import { PublicKey, Signature, fastAggregateVerify } from '@chainsafe/blst';
import type { Bls } from '../../core/warp';

const KEY_BYTES = 48;
const SIGNATURE_BYTES = 96;

/** BLS in native code. */
export const blstBls: Bls = {
	checkAggregate(publicKeys, message, signature) {
		const keys: PublicKey[] = [];
		for (const [index, bytes] of publicKeys.entries()) {
			const key = publicKeyOf(bytes);
			if (!key) return { valid: false, fault: 'publicKey', index };
			keys.push(key);
		}
		const point = signatureOf(signature);
		if (!point) return { valid: false, fault: 'signature' };
		return verifies(message, keys, point) ? { valid: true } : { valid: false, fault: 'mismatch' };
	},
};

/** blst also takes uncompressed points, which the chain does not. */
function publicKeyOf(bytes: Uint8Array): PublicKey | undefined {
	return bytes.length === KEY_BYTES
		? undefinedOnError(() => PublicKey.fromBytes(bytes, true))
		: undefined;
}

/** Infinity is a point of the group: it fails the pairing, not the parsing. */
function signatureOf(bytes: Uint8Array): Signature | undefined {
	return bytes.length === SIGNATURE_BYTES
		? undefinedOnError(() => Signature.fromBytes(bytes, true, false))
		: undefined;
}

/** Keys that cancel out throw in blst; they have signed nothing. */
function verifies(message: Uint8Array, keys: PublicKey[], signature: Signature): boolean {
	return undefinedOnError(() => fastAggregateVerify(message, keys, signature, false)) ?? false;
}

function undefinedOnError<T>(step: () => T): T | undefined {
	try {
		return step();
	} catch {
		return undefined;
	}
}
