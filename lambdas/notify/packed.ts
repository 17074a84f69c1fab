import { gunzipSync, gzipSync } from 'node:zlib';

/** Values of items: compressed bytes, and compressed JSON. */

export function packBytes(bytes: Uint8Array): Uint8Array {
	return gzipSync(bytes);
}

export function unpackBytes(data: Uint8Array): Uint8Array {
	return gunzipSync(data);
}

export function pack(value: unknown): Uint8Array {
	return gzipSync(JSON.stringify(value));
}

export function unpack<T>(data: Uint8Array): T {
	return JSON.parse(gunzipSync(data).toString('utf8')) as T;
}
