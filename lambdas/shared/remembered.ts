import type { Clock } from '../../core/protocol/ports';

/** Reads a value, and keeps it for some time (ms); `fresh` reads it again. Failures are not kept. */
export function remembered<T>(
	read: () => Promise<T>,
	clock: Pick<Clock, 'now'>,
	keepMs: number,
): (fresh?: boolean) => Promise<T> {
	let latest: { value: T; at: number } | undefined;
	return async (fresh = false) => {
		if (latest && !fresh && clock.now() - latest.at < keepMs) return latest.value;
		const value = await read();
		latest = { value, at: clock.now() };
		return value;
	};
}

/**
 * Creates a value on its first use, and keeps it: values that are not needed cost no time at the
 * start.
 */
export function lazily<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}

/** Runs `read` once and keeps its result; after a failure the next call repeats it. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return () => {
		result ??= read().catch((error: unknown) => {
			result = undefined;
			throw error;
		});
		return result;
	};
}
