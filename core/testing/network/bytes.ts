import { createHash } from 'node:crypto';
import { bech32Decode, cb58Decode, cb58Encode } from '../..';

export { keccak_256 } from '@noble/hashes/sha3.js';

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

/** Ids and their bytes, both ways: to encode or decode one costs more than the hash that it is. */
const known = { ids: new Map<string, string>(), bytes: new Map<string, Uint8Array>() };
const MAX_KNOWN = 50_000;

function remember(id: string, name: string, bytes: Uint8Array): void {
	if (known.bytes.size >= MAX_KNOWN) {
		known.ids.clear();
		known.bytes.clear();
	}
	known.ids.set(name, id);
	known.bytes.set(id, bytes);
}

/** The cb58 id of bytes that nobody changes. Worlds of the same seed have the same ones. */
export function idOf(bytes: Uint8Array): string {
	const name = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
	const found = known.ids.get(name);
	if (found !== undefined) return found;
	const id = cb58Encode(bytes);
	remember(id, name, bytes);
	return id;
}

/** The bytes of a cb58 id that this world made; wrong ones are a fault of the emulator. */
export function idBytes(id: string): Uint8Array {
	const found = known.bytes.get(id);
	if (found) return found;
	const bytes = cb58Decode(id);
	if (!bytes) throw new Error(`${id} is not a cb58 id`);
	remember(id, Buffer.from(bytes).toString('latin1'), bytes);
	return bytes;
}

/** The 20 bytes of a bare bech32 address. */
export function addressBytes(address: string): Uint8Array {
	const bech32 = bech32Decode(address);
	if (!bech32) throw new Error(`${address} is not a bech32 address`);
	return bech32.bytes;
}

/** The id of an output: sha256 of its index in 64 bits and its transaction, in cb58. */
export function utxoId(txId: string, outputIndex: number): string {
	return idOf(sha256(Buffer.concat([u64(outputIndex), idBytes(txId)])));
}
