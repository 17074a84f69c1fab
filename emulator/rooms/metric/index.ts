import type { EmulatedRoom } from '../../room';
import { averageTps } from './averageTps';
import { chainMetricEndpoints, indexedChainEndpoints } from './chainMetrics';
import { icmMetricEndpoints } from './icmMetrics';
import { l1FeeMetrics, stakingMetrics } from './stakingMetrics';

export const emulated = {
	metrics: [
		averageTps,
		...indexedChainEndpoints,
		...chainMetricEndpoints,
		...icmMetricEndpoints,
		stakingMetrics,
		...l1FeeMetrics,
	],
} satisfies EmulatedRoom;
