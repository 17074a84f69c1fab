import type { Clock } from './ports';

/** Sends a request when it is its turn, and returns its result. */
export type Pace = <T>(request: () => Promise<T>) => Promise<T>;

/**
 * Spreads the requests of several readers over time. Otherwise the responses of a service that
 * takes equally long for each arrive together, and most of them wait until others are processed.
 * The interval between starts is at least the shortest duration of a request, divided by twice the
 * number of readers: if the starts are already spread, no reader waits.
 */
export function createPace(clock: Clock, readers: number): Pace {
	/** Milliseconds of the fastest request. */
	let shortest: number | undefined;
	/** Time before which the next request must not start (ms). */
	let free = -Infinity;

	return async (request) => {
		const apart = (shortest ?? 0) / (2 * readers);
		const now = clock.now();
		// Limited, because the clock may have been set back.
		const wait = Math.min(Math.max(0, free - now), apart * readers);
		free = now + wait + apart;
		if (wait >= 1) await clock.sleep(wait);
		const begun = clock.now();
		const result = await request();
		shortest = Math.max(0, Math.min(shortest ?? Infinity, clock.now() - begun));
		return result;
	};
}
