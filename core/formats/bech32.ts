import { bech32 } from './base';

/** Bytes as bech32 (BIP 173) under a human-readable prefix such as `avax`. */
export function bech32Encode(prefix: string, bytes: Uint8Array): string {
	return bech32.encodeFromBytes(prefix, bytes);
}

/** A prefix of one character, the separator and the checksum. */
const SHORTEST = 8;

/** Prefix and bytes of a bech32 text; undefined if it is malformed or its checksum is wrong. */
export function bech32Decode(text: string): { prefix: string; bytes: Uint8Array } | undefined {
	// A long list of wrong texts would make as many exceptions within the library.
	if (text.length < SHORTEST) return undefined;
	const decoded = bech32.decodeUnsafe(text);
	const bytes = decoded && bech32.fromWordsUnsafe(decoded.words);
	// A copy, as the library's bytes may have another type of buffer than the declared one.
	return bytes ? { prefix: decoded.prefix, bytes: Uint8Array.from(bytes) } : undefined;
}
