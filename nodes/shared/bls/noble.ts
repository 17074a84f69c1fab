import { bls12_381 } from '@noble/curves/bls12-381.js';
import { type AggregateCheck, type Bls, SIGNATURE_DST } from '../../../core/warp';

const { Point } = bls12_381.G1;
const { longSignatures } = bls12_381;
type PublicKey = InstanceType<typeof Point>;

const MISMATCH: AggregateCheck = { valid: false, fault: 'mismatch' };

/** BLS in JavaScript: slower than native code, but free of dependencies once bundled. */
export const nobleBls: Bls = {
	checkAggregate(publicKeys, message, signature) {
		let sum = Point.ZERO;
		for (const [index, bytes] of publicKeys.entries()) {
			const key = publicKeyOf(bytes);
			if (!key) return { valid: false, fault: 'publicKey', index };
			sum = sum.add(key);
		}
		const point = signatureOf(signature);
		if (!point) return { valid: false, fault: 'signature' };
		// The pairing takes no point at infinity: such keys cancel out and have signed nothing.
		if (sum.is0() || point.is0()) return MISMATCH;
		const hashed = longSignatures.hash(message, SIGNATURE_DST);
		return longSignatures.verify(point, hashed, sum) ? { valid: true } : MISMATCH;
	},
};

/** The point of a compressed key, or undefined where it is not in the subgroup or infinity. */
function publicKeyOf(bytes: Uint8Array): PublicKey | undefined {
	try {
		const point = Point.fromBytes(bytes);
		return point.is0() ? undefined : point;
	} catch {
		return undefined;
	}
}

function signatureOf(bytes: Uint8Array) {
	try {
		return longSignatures.Signature.fromBytes(bytes);
	} catch {
		return undefined;
	}
}
