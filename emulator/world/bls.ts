import { aggregateSignatures, SecretKey, Signature } from '@chainsafe/blst';
import { bls12_381 } from '@noble/curves/bls12-381.js';
import type { Bls } from '../../core/testing/network';

const PROOF_DOMAIN = 'BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';

/**
 * Proofs by key material, as texts: worlds of the same seed have the same validators. A worker of jest shares them
 * among its files of tests (scripts/jest-environment.ts).
 */
const proofs = ((globalThis as { avalancheProofs?: Map<string, string> }).avalancheProofs ??=
	new Map());

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
			if (known) return new Uint8Array(Buffer.from(known, 'latin1'));
			// blst's package fixes the signing domain, so proofs are made with the portable library.
			const { hash, sign } = bls12_381.longSignatures;
			const proof = sign(hash(compressed(), PROOF_DOMAIN), key().toBytes()).toBytes(true);
			proofs.set(name, Buffer.from(proof).toString('latin1'));
			return proof;
		},
		sign: (message) => key().sign(message).toBytes(),
	};
}

/** The sum of signatures of 96 bytes each. */
export function aggregate(signatures: readonly Uint8Array[]): Uint8Array {
	return aggregateSignatures(signatures.map((bytes) => Signature.fromBytes(bytes))).toBytes();
}
