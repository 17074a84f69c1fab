const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_WORDS = 6;

function polymod(words: Iterable<number>): number {
	let checksum = 1;
	for (const word of words) {
		const top = checksum >>> 25;
		checksum = ((checksum & 0x1ffffff) << 5) ^ word;
		for (let i = 0; i < 5; i++) if ((top >>> i) & 1) checksum ^= GENERATOR[i];
	}
	return checksum >>> 0;
}

function expand(prefix: string): number[] {
	const codes = [...prefix].map((letter) => letter.charCodeAt(0));
	return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

/** Regroups bits; undefined where the padding of a decode is not zero. */
function regroup(words: Iterable<number>, from: number, to: number, pad: boolean) {
	const out: number[] = [];
	let value = 0;
	let bits = 0;
	for (const word of words) {
		value = ((value << from) | word) & 0xfff;
		bits += from;
		while (bits >= to) {
			bits -= to;
			out.push((value >> bits) & ((1 << to) - 1));
		}
	}
	if (pad) {
		if (bits > 0) out.push((value << (to - bits)) & ((1 << to) - 1));
	} else if (bits >= from || ((value << (to - bits)) & ((1 << to) - 1)) !== 0) {
		return undefined;
	}
	return out;
}

/** Bytes as bech32 (BIP 173) under a human-readable prefix such as `avax`. */
export function bech32Encode(prefix: string, bytes: Uint8Array): string {
	const words = regroup(bytes, 8, 5, true) ?? [];
	const checksum = polymod([...expand(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
	const tail = Array.from({ length: CHECKSUM_WORDS }, (_, i) => (checksum >>> (5 * (5 - i))) & 31);
	return `${prefix}1${[...words, ...tail].map((word) => ALPHABET[word]).join('')}`;
}

/** Prefix and bytes of a bech32 text, or undefined where it is malformed or its checksum is wrong. */
export function bech32Decode(text: string): { prefix: string; bytes: Uint8Array } | undefined {
	if (text.length > 90 || (text !== text.toLowerCase() && text !== text.toUpperCase())) {
		return undefined;
	}
	const lower = text.toLowerCase();
	const separator = lower.lastIndexOf('1');
	const prefix = lower.slice(0, separator);
	if (separator < 1 || lower.length - separator - 1 < CHECKSUM_WORDS || !/^[!-~]+$/.test(prefix)) {
		return undefined;
	}
	const words = [...lower.slice(separator + 1)].map((letter) => ALPHABET.indexOf(letter));
	if (words.includes(-1) || polymod([...expand(prefix), ...words]) !== 1) return undefined;
	const bytes = regroup(words.slice(0, -CHECKSUM_WORDS), 5, 8, false);
	return bytes && { prefix, bytes: Uint8Array.from(bytes) };
}
