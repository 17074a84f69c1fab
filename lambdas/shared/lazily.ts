/** Makes a value when it is first asked for, and keeps it: what a start does not need costs it nothing. */
export function lazily<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
