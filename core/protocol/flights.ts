import { createHash } from 'node:crypto';
import { unlessAborted } from './abort';
import type { HttpRequest } from './ports';
import type { ServiceAccess } from './request';

/** Requests under way that several callers share: single flight. */
export interface Flights {
	/**
	 * The value of the work under this key: of the work that is under way, or else of `start`.
	 * Nothing is kept after the work ends. Rejects as the work does, or with the reason of the
	 * caller's signal, which ends the work only if no other caller waits for it.
	 */
	join<T>(
		key: string,
		start: (signal: AbortSignal) => Promise<T>,
		signal?: AbortSignal,
	): Promise<Joined<T>>;
	/** Number of works under way. */
	readonly size: number;
}

/** The value of shared work. `started`: this caller started it. */
export interface Joined<T> {
	value: T;
	started: boolean;
}

interface Flight {
	work: Promise<unknown>;
	callers: number;
	ended: AbortController;
}

/**
 * A store of the requests under way, for clients that poll: callers in one process that read the same
 * page at the same time send one request. A caller may get a response whose request was sent before
 * its call, so it is not for programs that read what they have just written. Several processes each
 * send their own.
 */
export function createFlights(): Flights {
	const flights = new Map<string, Flight>();

	function begin<T>(key: string, start: (signal: AbortSignal) => Promise<T>): Flight {
		const ended = new AbortController();
		const flight: Flight = { work: start(ended.signal), callers: 0, ended };
		flights.set(key, flight);
		const forget = () => leave(key, flight);
		flight.work.then(forget, forget);
		return flight;
	}

	function leave(key: string, flight: Flight): void {
		if (flights.get(key) === flight) flights.delete(key);
	}

	return {
		get size() {
			return flights.size;
		},
		async join<T>(
			key: string,
			start: (signal: AbortSignal) => Promise<T>,
			signal?: AbortSignal,
		): Promise<Joined<T>> {
			signal?.throwIfAborted();
			const known = flights.get(key);
			const flight = known ?? begin(key, start);
			flight.callers++;
			try {
				const value = (await unlessAborted(flight.work, signal)) as T;
				return { value, started: !known };
			} finally {
				flight.callers--;
				if (flight.callers === 0) {
					leave(key, flight);
					flight.ended.abort();
				}
			}
		},
	};
}

/** The key of a request: its service, credential, URL, body and limits, as a hash. */
export function flightKey({ header, account }: ServiceAccess, request: HttpRequest): string {
	const { method, url, headers, body, timeoutMs, maxBytes } = request;
	const parts = [account ?? header?.value, method, url, headers, body, timeoutMs, maxBytes];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
