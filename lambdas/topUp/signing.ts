import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { bech32Encode } from '../../core/formats/bech32';
import { concat } from '../../core/formats/bytes';
import { hrpOf } from '../../core/transactions/parts';
import { u32 } from '../../core/warp/bytes';
import { HandlerError } from '../shared/errors';

/** Signatures of AWS KMS (DER, any s, without a recovery id) as nodes take them. */

/** A key that signs; it never leaves where it is. */
export interface Signer {
	/** SubjectPublicKeyInfo in DER. */
	publicKey(): Promise<Uint8Array>;
	/** The signature, in DER, of the sha256 of these bytes. */
	sign(bytes: Uint8Array): Promise<Uint8Array>;
}

const SECP_CREDENTIAL = 9;
/** The object identifier of the curve secp256k1, 1.3.132.0.10, in DER. */
const CURVE = Buffer.from('06052b8104000a', 'hex');
const POINT_BYTES = 65;

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());

function refused(why: string): HandlerError {
	return new HandlerError('KeyUnavailable', `The key cannot be used: ${why}`);
}

/** The compressed point of a public key. Throws `KeyUnavailable` for a key of another curve. */
export function pointOf(publicKey: Uint8Array): Uint8Array {
	const point = publicKey.slice(-POINT_BYTES);
	if (!Buffer.from(publicKey).includes(CURVE) || point[0] !== 4 || point.length < POINT_BYTES) {
		throw refused('its specification is not ECC_SECG_P256K1');
	}
	return secp256k1.Point.fromBytes(point).toBytes(true);
}

/** The P-Chain address of a point. */
export const addressOf = (point: Uint8Array, networkId: number) =>
	`P-${bech32Encode(hrpOf(networkId), ripemd160(sha256(point)))}`;

/** r, s (in the lower half) and recovery id of a DER signature of `bytes`. Throws if the key did not make it. */
export function recoverable(der: Uint8Array, bytes: Uint8Array, point: Uint8Array): Uint8Array {
	const { r, s } = secp256k1.Signature.fromBytes(der, 'der');
	const order = secp256k1.Point.CURVE().n;
	const low = new secp256k1.Signature(r, s > order >> 1n ? order - s : s);
	const hash = sha256(bytes);
	for (const id of [0, 1]) {
		try {
			const key = low.addRecoveryBit(id).recoverPublicKey(hash).toBytes(true);
			if (Buffer.from(key).equals(point)) return concat(low.toBytes('compact'), Uint8Array.of(id));
		} catch {
			// No point has this r with this id.
		}
	}
	throw refused('it returned a signature that its own public key does not verify');
}

/** The signed transaction: one credential for each input, all by the same key. */
export function withSignature(bytes: Uint8Array, signature: Uint8Array, inputs: number) {
	const credential = concat(u32(SECP_CREDENTIAL), u32(1), signature);
	return concat(bytes, u32(inputs), ...Array.from({ length: inputs }, () => credential));
}
