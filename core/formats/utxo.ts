import { latin1 } from './bytes';
import { hexToBytes } from './hex';

/**
 * Unspent outputs in the node's encoding (hex of codec version, transaction id, output index, asset
 * id, then the output). Only the identifying fields are read here.
 */

const VERSION = 2;
/** Length of the identity of an output: transaction id (32 bytes) and output index (4). */
const IDENTITY = 36;
const ASSET = 32;
/** secp256k1 transfer output: type, amount, locktime, threshold, then the number of owners. */
const TRANSFER_TYPE = 7;
const OWNERS_AFTER_TYPE = 4 + 8 + 8 + 4;

const TYPE_AT = VERSION + IDENTITY + ASSET;
const OWNERS_AT = TYPE_AT + OWNERS_AFTER_TYPE;

/** The hex digits of an output; undefined if the text is too short for one or no hex. */
function digitsOf(hex: string): string | undefined {
	const digits = hex.startsWith('0x') ? hex.slice(2) : hex;
	return digits.length < 2 * TYPE_AT || /[^0-9a-f]/i.test(digits) ? undefined : digits;
}

/**
 * Identifies an output: its transaction id and index, one character per byte. A text that is not an
 * output identifies itself.
 */
export function utxoIdentity(hex: string): string {
	const digits = digitsOf(hex);
	if (digits === undefined) return hex;
	const identity = digits.slice(2 * VERSION, 2 * (VERSION + IDENTITY));
	// A copy: a slice would keep the whole text in memory.
	return latin1(hexToBytes(identity));
}

/** True if several addresses own the output, or its owners cannot be read. */
export function isSharedUtxo(hex: string): boolean {
	const digits = digitsOf(hex) ?? '';
	const uint32 = (at: number) => Number.parseInt(digits.slice(2 * at, 2 * at + 8), 16);
	return uint32(TYPE_AT) !== TRANSFER_TYPE || uint32(OWNERS_AT) !== 1;
}
