/** The domain separation tag of Avalanche's BLS signatures (minimal public keys, RFC 9380 suite). */
export const SIGNATURE_DST = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/** Result of checking an aggregate signature. */
export type AggregateCheck =
	| { valid: true }
	/** The key at `index` is not a point of the right subgroup, or infinity. */
	| { valid: false; fault: 'publicKey'; index: number }
	/** The signature is not a point of the right subgroup. */
	| { valid: false; fault: 'signature' }
	/** Keys and signature are sound, but these keys did not sign this message. */
	| { valid: false; fault: 'mismatch' };

/** BLS12-381 arithmetic, which the host implements. */
export interface Bls {
	/**
	 * Checks a signature that all keys made together over one message. Every key is validated:
	 * on the curve, in the subgroup, not infinity. Never throws on bytes of the right length.
	 *
	 * @param publicKeys 48-byte compressed G1 points, one or more
	 * @param message the signed bytes, not hashed
	 * @param signature a 96-byte compressed G2 point
	 */
	checkAggregate(
		publicKeys: readonly Uint8Array[],
		message: Uint8Array,
		signature: Uint8Array,
	): AggregateCheck;
}
