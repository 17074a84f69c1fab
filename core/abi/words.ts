import { keccak_256 } from '../formats/base';
import { bytesToHex } from '../formats/hex';
import { type AbiItem, AbiMistake, WORD_BYTES, signatureOf } from './types';

/** Encoded data as hexadecimal digits in lower case, without 0x. */

const WORD_DIGITS = 2 * WORD_BYTES;

/** A whole number as a word; a negative one in two's complement. */
export function wordOf(value: bigint | number): string {
	return BigInt.asUintN(256, BigInt(value)).toString(16).padStart(WORD_DIGITS, '0');
}

/** Bytes from the first one of a word on, filled to whole words: the empty text for no bytes. */
export function padded(digits: string): string {
	return digits.padEnd(Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS, '0');
}

/** keccak256 of bytes, given as digits or as a text. */
export function hashOf(bytes: Uint8Array): string {
	return bytesToHex(keccak_256(bytes));
}

/** keccak256 of a text. */
export function hashOfText(text: string): string {
	return hashOf(new TextEncoder().encode(text));
}

/** The digits of data with 0x. Throws `AbiMistake` if it is not whole bytes of hex. */
export function digitsOf(data: string): string {
	const digits = data.slice(2).toLowerCase();
	if (!/^0x/i.test(data) || digits.length % 2 !== 0 || /[^0-9a-f]/.test(digits)) {
		throw new AbiMistake('it is not hexadecimal');
	}
	return digits;
}

const topics = new WeakMap<AbiItem, string>();

/** The hash of a signature, the first topic of an event: 0x and 64 digits. A list of logs needs it for each. */
export function topicOf(item: AbiItem): string {
	let topic = topics.get(item);
	if (!topic) topics.set(item, (topic = `0x${hashOfText(signatureOf(item))}`));
	return topic;
}

/** The first bytes of the hash, with which the data of a call or an error begins: 0x and 8 digits. */
export function selectorOf(item: AbiItem): string {
	return topicOf(item).slice(0, 10);
}
