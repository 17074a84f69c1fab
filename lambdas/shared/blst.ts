import { PublicKey, Signature, fastAggregateVerify } from '@chainsafe/blst';
import type { Bls } from '../../core/warp/bls';
import { createKeyCache } from '../../core/warp/keyCache';

const KEY_BYTES = 48;
const SIGNATURE_BYTES = 96;
/** Maximum number of cached keys, about 2 KB each: more than the primary network has, in 20 MB. */
const MAX_KEYS = 10_000;

const parse = (bytes: Uint8Array) => PublicKey.fromBytes(bytes, true);

/**
 * BLS in native code. Valid keys are cached for the lifetime of the process.
 *
 * @param parseKey parses a compressed key; throws if it is invalid
 */
export function blstWithKeys(
	maxKeys = MAX_KEYS,
	parseKey: (bytes: Uint8Array) => PublicKey = parse,
): Bls & { cachedKeys(): number } {
	const cache = createKeyCache(maxKeys, parseKey);

	return {
		checkAggregate(publicKeys, message, signature) {
			const keys: PublicKey[] = [];
			for (const [index, bytes] of publicKeys.entries()) {
				// blst also accepts uncompressed points, which the chain does not.
				const key = bytes.length === KEY_BYTES ? cache.of(bytes) : undefined;
				if (!key) return { valid: false, fault: 'publicKey', index };
				keys.push(key);
			}
			const point = signatureOf(signature);
			if (!point) return { valid: false, fault: 'signature' };
			return verifies(message, keys, point) ? { valid: true } : { valid: false, fault: 'mismatch' };
		},
		cachedKeys: () => cache.size(),
	};
}

/** The instance of this process: its cached keys outlive an invocation. */
export const blstBls: Bls = blstWithKeys();

/** Infinity is a point of the group: it is parsed, and the pairing fails. */
function signatureOf(bytes: Uint8Array): Signature | undefined {
	return bytes.length === SIGNATURE_BYTES
		? undefinedOnError(() => Signature.fromBytes(bytes, true, false))
		: undefined;
}

/** blst throws for keys that cancel each other out: no signature of theirs is valid. */
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
