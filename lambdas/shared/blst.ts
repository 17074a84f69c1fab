import { PublicKey, Signature, fastAggregateVerify } from '@chainsafe/blst';
import type { Bls } from '../../core';

const KEY_BYTES = 48;
const SIGNATURE_BYTES = 96;
/** Keys that are kept, at about 2 KB each: more than the primary network has, in 20 MB. */
const MAX_KEYS = 10_000;

const parse = (bytes: Uint8Array) => PublicKey.fromBytes(bytes, true);

/**
 * BLS in native code. Checking a key takes most of the time of a verification, and validators keep
 * theirs: keys that were found good are kept by their compressed form for as long as the process lives,
 * the longest unused are dropped first.
 *
 * @param parseKey makes a key of its compressed form; throws where it is none
 */
export function blstWithKeys(
	maxKeys = MAX_KEYS,
	parseKey: (bytes: Uint8Array) => PublicKey = parse,
): Bls & { keptKeys(): number } {
	const kept = new Map<string, PublicKey>();

	/** blst also takes uncompressed points, which the chain does not. */
	function publicKeyOf(bytes: Uint8Array): PublicKey | undefined {
		if (bytes.length !== KEY_BYTES) return undefined;
		const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
		const known = kept.get(name);
		const key = known ?? undefinedOnError(() => parseKey(bytes));
		if (!key) return undefined;
		// A map gives its entries in the order in which they were put there: the first is the oldest.
		if (known) kept.delete(name);
		kept.set(name, key);
		for (const oldest of kept.keys()) {
			if (kept.size <= maxKeys) break;
			kept.delete(oldest);
		}
		return key;
	}

	return {
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
		keptKeys: () => kept.size,
	};
}

/** The one of this process: its keys outlive an invocation. */
export const blstBls: Bls = blstWithKeys();

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
