import type { HttpResponse } from '../../../core/protocol/ports';
import { answer } from './fakes';

/** A service with windows of a minute, which announces its limit as the deployed services do. */

export const WINDOW_MS = 60_000;

export interface LimitedOptions {
	limit: number;
	/** Time in a window at which the clock's zero lies (ms). */
	phase?: number;
	/** Form in which a 429 gives the time to wait. */
	says?: 'retry-after' | 'reset' | 'both';
}

export function rateLimited({ limit, phase = 0, says = 'both' }: LimitedOptions) {
	/** Units that were used, by the number of the window. */
	const windows = new Map<number, number>();
	const service = {
		windows,
		refused: 0,
		request(now: number, cost: number, body: unknown = {}): HttpResponse {
			const index = Math.floor((now + phase) / WINDOW_MS);
			const before = windows.get(index) ?? 0;
			const fits = before + cost <= limit;
			const used = fits ? before + cost : before;
			windows.set(index, used);
			if (!fits) service.refused++;
			const seconds = String(Math.ceil(((index + 1) * WINDOW_MS - phase - now) / 1000));
			return answer(body, fits ? 200 : 429, {
				'ratelimit-policy': `${limit};w=60`,
				'ratelimit-limit': String(limit),
				'ratelimit-remaining': String(limit - used),
				...(!fits && says !== 'retry-after' && { 'ratelimit-reset': seconds }),
				...(!fits && says !== 'reset' && { 'retry-after': seconds }),
			});
		},
	};
	return service;
}
