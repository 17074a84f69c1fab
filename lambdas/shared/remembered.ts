import type { Clock } from '../../core/protocol/ports';

/** Reads a value, and keeps it for some time (ms); `fresh` reads it again. Failures are not kept. */
export function remembered<T>(
	read: () => Promise<T>,
	clock: Pick<Clock, 'now'>,
	keepMs: number,
): (fresh?: boolean) => Promise<T> {
	let kept: { value: T; at: number } | undefined;
	return async (fresh = false) => {
		if (kept && !fresh && clock.now() - kept.at < keepMs) return kept.value;
		const value = await read();
		kept = { value, at: clock.now() };
		return value;
	};
}
