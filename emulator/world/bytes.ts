import { createHash } from 'node:crypto';
import { bech32Decode, cb58Decode, cb58Encode } from '../../core';

/** sha256 of the bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
	return Uint8Array.from(createHash('sha256').update(bytes).digest());
}

/** Parts of the node's linear codec, big-endian. */
export function u16(value: number): Buffer {
	const out = Buffer.alloc(2);
	out.writeUInt16BE(value);
	return out;
}

export function u32(value: number): Buffer {
	const out = Buffer.alloc(4);
	out.writeUInt32BE(value);
	return out;
}

export function u64(value: bigint | number): Buffer {
	const out = Buffer.alloc(8);
	out.writeBigUInt64BE(BigInt(value));
	return out;
}

const decoded = new Map<string, Uint8Array>();
const MAX_DECODED = 64;

/** The bytes of a cb58 id that this world made; wrong ones are a fault of the emulator. */
export function idBytes(id: string): Uint8Array {
	// Chains and assets stand in every transaction, and decoding costs more than the hash of one.
	const known = decoded.get(id);
	if (known) return known;
	const bytes = cb58Decode(id);
	if (!bytes) throw new Error(`${id} is no cb58 id`);
	if (decoded.size < MAX_DECODED) decoded.set(id, bytes);
	return bytes;
}

/** The 20 bytes of a bare bech32 address. */
export function addressBytes(address: string): Uint8Array {
	const bech32 = bech32Decode(address);
	if (!bech32) throw new Error(`${address} is no bech32 address`);
	return bech32.bytes;
}

/** The id of an output: sha256 of its transaction and its index, in cb58. */
export function utxoId(txId: string, outputIndex: number): string {
	return cb58Encode(sha256(Buffer.concat([idBytes(txId), u32(outputIndex)])));
}
