import { type Value, takenAs } from './field';
import { textValue } from './inputs';
import { asText } from './loose';

/** Kinds of input for bytes in hex. */

const KIB = 1024;

/**
 * The largest values that the network takes, in bytes: a transaction in the pool of an EVM chain (128
 * KiB), the body of a request to an EVM chain (5 MiB, of which a call takes a part), a transaction of the
 * P-, X- or C-Chain (256 KiB and a checksum of 4), a message of a chain,
 * and one with its signatures.
 * Sources: avalanchego 1.14.2 core/txpool/legacypool (txMaxSize), evm/rpc (defaultBodyLimit),
 * codec/manager (defaultMaxSize).
 */
export const MOST_BYTES = {
	evmTransaction: 128 * KIB,
	evmCall: 2 * KIB * KIB,
	transaction: 256 * KIB + 4,
	message: 256 * KIB,
	signedMessage: 257 * KIB,
} as const;

/**
 * Maximum length of texts that are measured, in characters, so that the error can contain the
 * length.
 */
const LONGEST_TEXT = 64 * KIB * KIB;
const NO_DIGIT = /[^0-9a-fA-F]/;

function hexMistake(most: number, least: number) {
	return (text: string): string | undefined => {
		const digits = text.startsWith('0x') ? text.slice(2) : text;
		const other = NO_DIGIT.exec(digits);
		if (other) return `this one has ${JSON.stringify(other[0])} among its digits`;
		if (digits.length % 2 !== 0) return `this one has ${digits.length} digits, an odd number`;
		const bytes = digits.length / 2;
		if (bytes < least) return 'this one has no bytes';
		return bytes > most ? `this one has ${bytes} bytes` : undefined;
	};
}

/**
 * Bytes in hex, with or without 0x; sent with it. If `least` is 0, `0x` alone is an empty value.
 * `most` and `least` are numbers of bytes.
 */
export function hex(most: number, least = 1): Value<string, string | number> {
	const rule = `must be hexadecimal, whole bytes (${least} to ${most}), with or without 0x`;
	const mistake = hexMistake(most, least);
	const check = (text: string) => mistake(text) === undefined;
	const plain = (given: unknown) => {
		const text = asText(given);
		return typeof text === 'string' ? text.replace(/^0X/, '0x') : text;
	};
	const prefixed = (text: string) => (text.startsWith('0x') ? text : `0x${text}`);
	return takenAs(textValue(rule, check, prefixed, mistake, LONGEST_TEXT), plain);
}
