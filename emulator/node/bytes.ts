import { bytesToHex, hexWithChecksum } from '../../core/formats/hex';
import type { Encoding } from './args';
import { MethodError } from './failure';

/** Bytes as 0x hex without a checksum: memos, signatures, keys. */
export function plainHex(bytes: Uint8Array): string {
	return `0x${bytesToHex(bytes)}`;
}

/** Bytes in an encoding of the node. JSON is no encoding of bytes. */
export function encodeBytes(bytes: Uint8Array, encoding: Encoding): string {
	if (encoding === 'json') throw new MethodError('unsupported encoding in method');
	return encoding === 'hexnc' ? plainHex(bytes) : hexWithChecksum(bytes);
}
