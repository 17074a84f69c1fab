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

/**
 * True unless an EVM address has letters of both cases that are not its checksum (EIP-55). Letters
 * of one case hold no checksum.
 */
export function isChecksumRight(address: string): boolean {
	const digits = address.slice(2);
	const inOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
	return inOneCase || address === withChecksum(address);
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
