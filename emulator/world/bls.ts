import { aggregateSignatures, SecretKey, Signature } from '@chainsafe/blst';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { Bls } from '../../core/testing/network';

const PROOF_DOMAIN = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/** Proofs by key material: worlds of the same seed have the same validators. */
const proofs = new Map<string, Uint8Array>();

/**
 * A BLS identity (min-pk: keys in G1, signatures in G2) from 32 bytes of key material. Nothing is
 * computed before it is asked for: a public key takes 0.1 ms, a proof of possession 10 ms.
 */
export function createBls(material: Uint8Array): Bls {
	let secret: SecretKey | undefined;
	let publicKey: Uint8Array | undefined;
	const key = () => (secret ??= SecretKey.fromKeygen(material));
	const compressed = () => (publicKey ??= key().toPublicKey().toBytes());
	return {
		publicKey: compressed,
		proofOfPossession() {
			const name = Buffer.from(material).toString('latin1');
			const known = proofs.get(name);
			if (known) return known;
			// blst's package fixes the signing domain, so proofs are made with the portable library.
			const { hash, sign } = bls12_381.longSignatures;
			const proof = sign(hash(compressed(), PROOF_DOMAIN), key().toBytes()).toBytes(true);
			proofs.set(name, proof);
			return proof;
		},
		sign: (message) => key().sign(message).toBytes(),
	};
}

/** The sum of signatures of 96 bytes each. */
export function aggregate(signatures: readonly Uint8Array[]): Uint8Array {
	return aggregateSignatures(signatures.map((bytes) => Signature.fromBytes(bytes))).toBytes();
}
