import type { Dialect, ServiceRequest } from '../service';
import type { Clock } from '../world';
import { ServiceFailure } from './failure';

const WINDOW_MS = 60_000;

/** Limits in compute units a minute; undefined = none. Changed by the control endpoint. */
export interface RateLimits {
	withoutKey?: number;
	withKey?: number;
	metrics?: number;
}

/** Who may ask. */
export interface AccessOptions {
	/** Accepted keys; with none, every key is accepted. */
	apiKeys: readonly string[];
	/** Answer 401 to requests without a key. */
	keyRequired: boolean;
	/** Header names that carry the key, lower case. */
	keyHeaders: readonly string[];
}

/** The header that carries the key: the documents and the deployed service differ. */
export function keyHeaderOf(dialect: Dialect): string {
	return dialect === 'live' ? 'x-glacier-api-key' : 'x-data-api-key';
}

/** The key of a request, or undefined. Throws 401 and 403 as the options ask. */
export function readKey(request: ServiceRequest, options: AccessOptions): string | undefined {
	const header = options.keyHeaders.find((name) => request.headers[name] !== undefined);
	const key = header === undefined ? undefined : request.headers[header];
	if (!key) {
		if (options.keyRequired) throw new ServiceFailure(401, 'API key is required');
		return undefined;
	}
	if (options.apiKeys.length > 0 && !options.apiKeys.includes(key)) {
		throw new ServiceFailure(403, 'API key is not valid for this resource');
	}
	return key;
}

/**
 * Counts compute units in windows of a minute. Gives the RateLimit headers of a served request;
 * throws 429 with `ratelimit-reset` and `retry-after`, in seconds, for one beyond the limit.
 */
export function createLimiter(clock: Clock) {
	const windows = new Map<string, { ends: number; used: number }>();
	return (client: string, limit: number | undefined, cost: number): Record<string, string> => {
		if (limit === undefined) return {};
		const now = clock.now();
		let window = windows.get(client);
		// A clock that was moved back also opens a new window.
		if (!window || now >= window.ends || window.ends - now > WINDOW_MS) {
			window = { ends: now + WINDOW_MS, used: 0 };
			windows.set(client, window);
		}
		const headers = (remaining: number) => ({
			'ratelimit-policy': `${limit};w=${WINDOW_MS / 1000}`,
			'ratelimit-limit': String(limit),
			'ratelimit-remaining': String(remaining),
		});
		if (window.used + cost > limit) {
			const seconds = String(Math.max(1, Math.ceil((window.ends - now) / 1000)));
			throw new ServiceFailure(429, 'Rate limit exceeded', {
				...headers(0),
				'ratelimit-reset': seconds,
				'retry-after': seconds,
			});
		}
		window.used += cost;
		return headers(limit - window.used);
	};
}
