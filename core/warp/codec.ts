import { createHash } from 'node:crypto';
import { type Reader, WarpFormatError, exactly, reader, sized, u16, u32 } from './bytes';
import { concat } from '../formats/bytes';

/**
 * The layout of warp messages (avalanchego vms/platformvm/warp, big-endian linear codec):
 *
 *     unsigned = u16 version 0 | u32 networkId | 32 B sourceChainId | u32 length | payload
 *     signed   = unsigned | u32 type 0 (bit-set signature) | u32 length | signers | 96 B signature
 */

const CODEC_VERSION = 0;
const BIT_SET_SIGNATURE = 0;
const ID_BYTES = 32;
export const SIGNATURE_BYTES = 96;
/** Far above the maximum of a chain; input below it cannot cost noticeable time or memory. */
const MAX_MESSAGE_BYTES = 256 * 1024;

/** The message that validators sign. */
export interface UnsignedMessage {
	/** 1 mainnet, 5 Fuji. */
	networkId: number;
	/** 32 bytes. */
	sourceChainId: Uint8Array;
	payload: Uint8Array;
}

/** A message with the aggregate signature of some of the source's validators. */
export interface SignedMessage {
	unsigned: UnsignedMessage;
	/** The signed bytes: the aggregate signature covers them, and the id is their hash. */
	unsignedBytes: Uint8Array;
	/** Big-endian bit set: bit i is canonical validator i (see signerSet). */
	signers: Uint8Array;
	/** 96 bytes: a compressed G2 point. */
	signature: Uint8Array;
}

function bounded(bytes: Uint8Array): Uint8Array {
	if (bytes.length > MAX_MESSAGE_BYTES) {
		throw new WarpFormatError(`${bytes.length} bytes exceed the limit of ${MAX_MESSAGE_BYTES}`);
	}
	return bytes;
}

/** Reads the version that every codec value starts with. */
export function readVersion(read: Reader, what: string): void {
	const version = read.u16(`codec version of ${what}`);
	if (version !== CODEC_VERSION) {
		throw new WarpFormatError(`codec version of ${what} is ${version}, only 0 is known`);
	}
}

/** The version that every codec value starts with. */
export const versionBytes = u16(CODEC_VERSION);

function readUnsigned(read: Reader): UnsignedMessage {
	readVersion(read, 'the message');
	const networkId = read.u32('network id');
	const sourceChainId = read.take(ID_BYTES, 'source chain id');
	return { networkId, sourceChainId, payload: read.bytes('payload') };
}

/** An unsigned message from its bytes. Throws a WarpFormatError on any other layout. */
export function decodeUnsigned(bytes: Uint8Array): UnsignedMessage {
	const read = reader(bounded(bytes));
	const message = readUnsigned(read);
	read.end('the unsigned message');
	return message;
}

/** The bytes of an unsigned message. Throws a RangeError where a value does not fit its field. */
export function encodeUnsigned(message: UnsignedMessage): Uint8Array {
	const source = exactly(ID_BYTES, message.sourceChainId, 'source chain id');
	return concat(versionBytes, u32(message.networkId), source, sized(message.payload));
}

/** A signed message from its bytes. Throws a WarpFormatError on any other layout. */
export function decodeSigned(bytes: Uint8Array): SignedMessage {
	const read = reader(bounded(bytes));
	const unsigned = readUnsigned(read);
	const unsignedBytes = bytes.slice(0, read.position());
	const type = read.u32('signature type');
	if (type !== BIT_SET_SIGNATURE) {
		throw new WarpFormatError(`signature type is ${type}, only 0 (bit set) is known`);
	}
	const signers = read.bytes('signers');
	const signature = read.take(SIGNATURE_BYTES, 'signature');
	read.end('the signed message');
	return { unsigned, unsignedBytes, signers, signature };
}

/** The bytes of a signed message: the unchanged `unsignedBytes`, the signers and the signature. */
export function encodeSigned(
	message: Pick<SignedMessage, 'unsignedBytes' | 'signers' | 'signature'>,
): Uint8Array {
	const signature = exactly(SIGNATURE_BYTES, message.signature, 'signature');
	return concat(message.unsignedBytes, u32(BIT_SET_SIGNATURE), sized(message.signers), signature);
}

/** A message's id: the sha256 of its unsigned bytes, 32 bytes (cb58 where shown). */
export function messageIdOf(unsignedBytes: Uint8Array): Uint8Array {
	return Uint8Array.from(createHash('sha256').update(unsignedBytes).digest());
}
