import type { Clock } from './ports';

/**
 * The value of a promise. If the signal aborts first, it rejects with the signal's reason, and the
 * result of the promise is ignored.
 */
export function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return promise;
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason as Error);
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort, { once: true });
		void promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

/** Sleeps by a clock until the signal aborts; throws its reason then. */
export async function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	await unlessAborted(clock.sleep(ms, signal), signal);
}
