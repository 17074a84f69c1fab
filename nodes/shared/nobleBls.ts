import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type AggregateCheck, type Bls, SIGNATURE_DST, createKeyCache } from '../../core/warp';

const { Point } = bls12_381.G1;
const { longSignatures } = bls12_381;
type PublicKey = InstanceType<typeof Point>;

const MISMATCH: AggregateCheck = { valid: false, fault: 'mismatch' };

/** Maximum number of cached keys: more than the primary network has. */
const MAX_KEYS = 10_000;

/**
 * BLS in JavaScript: slower than native code, but free of dependencies once bundled. Valid keys are
 * cached for the lifetime of the process.
 */
export const nobleBls: Bls = nobleWithKeys();

/** BLS in JavaScript with a key cache of its own. */
export function nobleWithKeys(): Bls {
	const cache = createKeyCache(MAX_KEYS, publicKeyOf);
	return {
		checkAggregate(publicKeys, message, signature) {
			let sum = Point.ZERO;
			for (const [index, bytes] of publicKeys.entries()) {
				const key = cache.of(bytes);
				if (!key) return { valid: false, fault: 'publicKey', index };
				sum = sum.add(key);
			}
			const point = signatureOf(signature);
			if (!point) return { valid: false, fault: 'signature' };
			// The pairing does not accept the point at infinity: such keys cancel each other out,
			// and no signature of theirs is valid.
			if (sum.is0() || point.is0()) return MISMATCH;
			const hashed = longSignatures.hash(message, SIGNATURE_DST);
			return longSignatures.verify(point, hashed, sum) ? { valid: true } : MISMATCH;
		},
	};
}

/** The point of a compressed key. Throws if it is not in the subgroup. */
function publicKeyOf(bytes: Uint8Array): PublicKey | undefined {
	const point = Point.fromBytes(bytes);
	return point.is0() ? undefined : point;
}

function signatureOf(bytes: Uint8Array) {
	try {
		return longSignatures.Signature.fromBytes(bytes);
	} catch {
		return undefined;
	}
}
