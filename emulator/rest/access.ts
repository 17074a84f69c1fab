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

/** Right of a key: the requests whose paths match. */
export interface KeyRight {
	key: string;
	/** A regular expression over the path. */
	path: string;
}

/** Rules for access to a service. */
export interface AccessOptions {
	/** Accepted keys. */
	apiKeys: readonly string[];
	/** Rights of keys: a key that is named here may ask for its paths only, any other for all. */
	keyRights: readonly KeyRight[];
	/** Answer 401 to requests without a key. */
	keyRequired: boolean;
	/** Header names that carry the key, lower case. */
	keyHeaders: readonly string[];
}

/** The key that the data service accepts where none is configured. */
export const LOCAL_KEY = 'local-key';

/** The header that carries the key: the documents and the deployed service differ. */
export function keyHeaderOf(dialect: Dialect): string {
	return dialect === 'live' ? 'x-glacier-api-key' : 'x-data-api-key';
}

/** The key of a request, or undefined. Throws 401 for a missing or wrong key, 403 without the right. */
export function readKey(request: ServiceRequest, options: AccessOptions): string | undefined {
	const header = options.keyHeaders.find((name) => request.headers[name] !== undefined);
	const key = header === undefined ? undefined : request.headers[header];
	if (!key) {
		if (options.keyRequired) throw new ServiceFailure(401, 'API key is required');
		return undefined;
	}
	if (!options.apiKeys.includes(key)) {
		throw new ServiceFailure(401, 'API key is not valid');
	}
	const rights = options.keyRights.filter((right) => right.key === key);
	if (rights.length > 0 && !rights.some(({ path }) => new RegExp(path).test(request.path))) {
		throw new ServiceFailure(403, 'API key has no right to this resource');
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
