import { gunzipSync, gzipSync } from 'node:zlib';

/** Values of items: compressed JSON. */

export function pack(value: unknown): Uint8Array {
	return gzipSync(JSON.stringify(value));
}

export function unpack<T>(data: Uint8Array): T {
	return JSON.parse(gunzipSync(data).toString('utf8')) as T;
}
