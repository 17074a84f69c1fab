/** All parts in one array. */
export function concat(...parts: readonly Uint8Array[]): Uint8Array {
	const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}

/** True if two arrays have the same bytes. Not in constant time: for checksums, never for secrets. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** One character of a text for each byte. */
export function latin1(bytes: Uint8Array): string {
	return String.fromCharCode(...bytes);
}
