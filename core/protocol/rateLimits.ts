import { createHash } from 'node:crypto';
import type { Clock } from './ports';
import { type RateLimiter, createRateLimiter } from './rateLimiter';
import type { ServiceAccess } from './request';

/** What is known of the rate limits of services: each URL and key has one of its own. */
export interface RateLimits {
	/** The limiter of all calls to this service with this key. */
	of(access: ServiceAccess): RateLimiter;
	/** Forgets all that was learnt. */
	clear(): void;
}

/** Services and keys that are remembered; the one that was used longest ago is forgotten first. */
const MOST = 1_000;

/**
 * Rate limits for as long as they are kept. Keys are remembered by their hash.
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
