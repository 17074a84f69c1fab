import { keccak_256 } from './base';

/**
 * An EVM address with the checksum of EIP-55 in the case of its letters. `address` is 0x and 40
 * hexadecimal digits in any case.
 */
export function withChecksum(address: string): string {
	const digits = address.slice(2).toLowerCase();
	const hash = keccak_256(new TextEncoder().encode(digits));
	const cased = Array.from(digits, (digit, at) => {
		const nibble = (hash[at >> 1] >> (at % 2 === 0 ? 4 : 0)) & 0xf;
		return nibble >= 8 ? digit.toUpperCase() : digit;
	});
	return `0x${cased.join('')}`;
}

const ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi;
const MOST_KNOWN = 10_000;
/** Addresses as they were written, with their checksum: lists have the same ones again and again. */
const known = new Map<string, string>();

function knownChecksum(address: string): string {
	const found = known.get(address);
	if (found !== undefined) return found;
	if (known.size >= MOST_KNOWN) known.clear();
	const checked = withChecksum(address);
	known.set(address, checked);
	return checked;
}

/** A text with each EVM address in it in one form: the one with its checksum. */
export function withChecksums(text: string): string {
	return text.length < 42 ? text : text.replace(ADDRESS, knownChecksum);
}

/** True for 0x and 40 hexadecimal digits, regardless of the checksum in their case. */
export function hasEvmForm(text: string): boolean {
	return /^0x[0-9a-fA-F]{40}$/.test(text);
}

/**
 * True for a 20-byte EVM address in 0x hex: its letters in one case, which hold no checksum, or with the right
 * one (EIP-55).
 */
export function isEvmAddress(text: string): boolean {
	if (!hasEvmForm(text)) return false;
	const digits = text.slice(2);
	const inOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
	return inOneCase || text === withChecksum(text);
}
