import { createHash } from 'node:crypto';
import { bech32Encode } from '../formats/bech32';
import { ripemd160, secp256k1 } from '../formats/curve';
import { hexToBytes } from '../formats/hex';
import { hrpOf } from './parts';
import type { Transaction } from './read';

/** An input has no address: that of its spender is recovered from the signature. */

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());

const COMPACT_BYTES = 64;

/** The addresses whose keys signed, without a chain, one list for each credential. A signature that no key can have made gives none. */
export function signerAddressesOf({
	values,
	unsignedBytes,
	credentials = [],
}: Transaction): string[][] {
	if (!('networkId' in values)) return [];
	const hrp = hrpOf(values.networkId);
	const hash = sha256(unsignedBytes);
	const known = new Map<string, string[]>();
	const signerOf = (signature: string) => {
		const found = known.get(signature) ?? recovered(hexToBytes(signature), hash, hrp);
		known.set(signature, found);
		return found;
	};
	return credentials.map((signatures) => signatures.flatMap(signerOf));
}

function recovered(signature: Uint8Array, hash: Uint8Array, hrp: string): string[] {
	try {
		const key = secp256k1.Signature.fromBytes(signature.subarray(0, COMPACT_BYTES), 'compact')
			.addRecoveryBit(signature[COMPACT_BYTES])
			.recoverPublicKey(hash)
			.toBytes(true);
		return [bech32Encode(hrp, ripemd160(sha256(key)))];
	} catch {
		return [];
	}
}
