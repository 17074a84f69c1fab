import type { Clock } from './ports';

/** Sends a request when it is its turn, and returns its result. */
export type Pace = <T>(request: () => Promise<T>) => Promise<T>;

/**
 * Spreads the requests of several readers over time. Otherwise the responses of a service that
 * takes equally long for each arrive together, and most of them wait until others are processed.
 * Two requests start at least the shortest time of a request apart, divided by twice the number of
 * readers: a reader does not wait if the starts are spread already.
 */
export function createPace(clock: Clock, readers: number): Pace {
	/** Milliseconds of the fastest request. */
	let shortest: number | undefined;
	/** When the next request may start. */
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
