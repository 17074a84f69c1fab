import { WarpFormatError, exactly, reader, sized, u32 } from './bytes';
import { concat } from '../formats/bytes';
import { readVersion, versionBytes } from './codec';

/** The payload of a message (avalanchego vms/platformvm/warp/payload, 24 KiB at most). */
export type Payload =
	/** A block hash of the source chain, 32 bytes. */
	| { type: 'hash'; hash: Uint8Array }
	/** Bytes that a contract at `sourceAddress` sent; the P-Chain has an empty address. */
	| { type: 'addressedCall'; sourceAddress: Uint8Array; payload: Uint8Array };

const MAX_PAYLOAD_BYTES = 24 * 1024;
const HASH = 0;
const ADDRESSED_CALL = 1;
const HASH_BYTES = 32;

/** A payload from its bytes. Throws a WarpFormatError on any other layout. */
export function decodePayload(bytes: Uint8Array): Payload {
	if (bytes.length > MAX_PAYLOAD_BYTES) {
		throw new WarpFormatError(`payload of ${bytes.length} bytes passes ${MAX_PAYLOAD_BYTES}`);
	}
	const read = reader(bytes);
	readVersion(read, 'the payload');
	const type = read.u32('payload type');
	const payload = readBody();
	read.end('the payload');
	return payload;

	function readBody(): Payload {
		switch (type) {
			case HASH:
				return { type: 'hash', hash: read.take(HASH_BYTES, 'hash') };
			case ADDRESSED_CALL:
				return {
					type: 'addressedCall',
					sourceAddress: read.bytes('source address'),
					payload: read.bytes('addressed payload'),
				};
			default:
				throw new WarpFormatError(`payload type ${type} is not known`);
		}
	}
}

/** The bytes of a payload. Throws a RangeError where a value does not fit. */
export function encodePayload(payload: Payload): Uint8Array {
	const bytes =
		payload.type === 'hash'
			? concat(versionBytes, u32(HASH), exactly(HASH_BYTES, payload.hash, 'hash'))
			: concat(
					versionBytes,
					u32(ADDRESSED_CALL),
					sized(payload.sourceAddress),
					sized(payload.payload),
				);
	if (bytes.length > MAX_PAYLOAD_BYTES) {
		throw new RangeError(`payload of ${bytes.length} bytes passes ${MAX_PAYLOAD_BYTES}`);
	}
	return bytes;
}
