import { latin1 } from './bytes';

/** Maximum number of arguments in one call of String.fromCharCode. */
const CHUNK = 8192;

/** Bytes as base64 (RFC 4648, section 4). */
export function bytesBase64(bytes: Uint8Array): string {
	let text = '';
	for (let at = 0; at < bytes.length; at += CHUNK) text += latin1(bytes.subarray(at, at + CHUNK));
	return btoa(text);
}

/** The bytes of a base64 text. Throws if the text is invalid. */
export function base64Bytes(text: string): Uint8Array {
	return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
