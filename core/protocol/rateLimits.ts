import { createHash } from 'node:crypto';
import type { Clock } from './ports';
import { type RateLimiter, createRateLimiter } from './rateLimiter';
import type { ServiceAccess } from './request';

/** The rate limits of services that calls have shown, separately for each URL and key. */
export interface RateLimits {
	/** The limiter of all calls to this service with this key. */
	of(access: ServiceAccess): RateLimiter;
	/** Removes all stored limits. */
	clear(): void;
}

/** Maximum number of services and keys; the one that was used longest ago is removed first. */
const MOST = 1_000;

/**
 * A store of rate limits, by service and key. Keys are stored as hashes.
 *
 * @example
 * const rateLimits = createRateLimits(clock);
 * const clients = keys.map((apiKey) => createClient({ apiKey, rateLimits }));
 */
export function createRateLimits(clock: Clock): RateLimits {
	const known = new Map<string, RateLimiter>();
	return {
		of({ url, header, account }) {
			const id = createHash('sha256')
				.update(`${url}\n${account ?? header?.value ?? ''}`)
				.digest('hex');
			const limiter = known.get(id) ?? createRateLimiter(clock);
			known.delete(id);
			known.set(id, limiter);
			if (known.size > MOST) known.delete(known.keys().next().value ?? '');
			return limiter;
		},
		clear: () => known.clear(),
	};
}
