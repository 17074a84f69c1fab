import { createHash } from 'node:crypto';

/**
 * The bytes of hex that ends in a checksum: the last four bytes of their sha256, as the node's own
 * encoding has it. Throws where the checksum is wrong.
 */
export function decodeContainer(hex: string): Buffer {
	const all = Buffer.from(hex.replace(/^0x/, ''), 'hex');
	const bytes = all.subarray(0, -4);
	const checksum = createHash('sha256').update(bytes).digest().subarray(-4);
	if (!checksum.equals(all.subarray(-4))) throw new Error(`The checksum of ${hex} is wrong`);
	return Buffer.from(bytes);
}
