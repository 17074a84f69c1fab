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

/** The order of two arrays by their bytes, the shorter one first if it begins the other: -1, 0 or 1. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
	const at = a.findIndex((byte, index) => byte !== b[index]);
	if (at === -1) return Math.sign(a.length - b.length);
	return at >= b.length || a[at] > b[at] ? 1 : -1;
}

/** One character of a text for each byte. */
export function latin1(bytes: Uint8Array): string {
	return String.fromCharCode(...bytes);
}
