/**
 * Creates a value on its first use, and keeps it: values that are not needed cost no time at the
 * start.
 */
export function lazily<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
