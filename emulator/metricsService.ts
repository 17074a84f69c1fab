import * as rooms from './rooms/all';
import type { RateLimits } from './rest/access';
import { restService } from './rest/restService';
import type { EmulatedRoom } from './room';
import type { Dialect, Service } from './service';
import type { World } from './world';

export interface MetricsOptions {
	dialect: Dialect;
	sparse?: boolean;
	/** Read at every request. */
	limits: RateLimits;
}

const ROOMS: readonly EmulatedRoom[] = Object.values(rooms);

/** The metrics service of the documents over a world. No authentication. */
export function metricsService(world: World, options: MetricsOptions): Service {
	const { dialect, sparse, limits } = options;
	return restService(world, {
		name: 'metrics',
		dialect,
		sparse,
		units: 100,
		endpoints: ROOMS.flatMap(({ metrics = [] }) => metrics),
		clientOf: () => ({ name: 'anyone', limit: limits.metrics }),
	});
}
