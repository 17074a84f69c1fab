import type { RateLimits } from '../rest/access';
import { restService } from '../rest/restService';
import type { Dialect, Service } from '../service';
import type { World } from '../world';
import { averageTps } from './averageTps';
import { chainMetricEndpoints, indexedChainEndpoints } from './chainMetrics';
import { icmMetricEndpoints } from './icmMetrics';
import { lookingGlassEndpoints } from './lookingGlass';
import { l1FeeMetrics, stakingMetrics } from './stakingMetrics';

export interface MetricsOptions {
	dialect: Dialect;
	/** Read at every request. */
	limits: RateLimits;
}

/** The metrics service of the documents over a world. No authentication. */
export function metricsService(world: World, { dialect, limits }: MetricsOptions): Service {
	return restService(world, {
		name: 'metrics',
		dialect,
		units: 100,
		endpoints: [
			averageTps,
			...indexedChainEndpoints,
			...chainMetricEndpoints,
			...icmMetricEndpoints,
			stakingMetrics,
			...l1FeeMetrics,
			...lookingGlassEndpoints,
		],
		clientOf: () => ({ name: 'anyone', limit: limits.metrics }),
	});
}
