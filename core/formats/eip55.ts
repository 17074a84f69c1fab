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
