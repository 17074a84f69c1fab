import { Logger } from '@aws-lambda-powertools/logger';
import { MetricUnit, Metrics } from '@aws-lambda-powertools/metrics';
import type { Attempt } from '../../core/protocol/exchange';
import { lazily } from './remembered';

/** The stage of functions that name none. */
const DEFAULT_STAGE = 'production';

/** Logs and metrics of one function. */
export type Telemetry = ReturnType<typeof createTelemetry>;

/**
 * Logger and metrics of a function. Metrics are written to the log in embedded metric format, in the
 * namespace `Avalanche` with the function as their `service` and the `stage` of AVALANCHE_STAGE: two stages of
 * one account and region share no metric, and so no alarm.
 */
export function createTelemetry(serviceName: string) {
	const stage = process.env.AVALANCHE_STAGE ?? DEFAULT_STAGE;
	const logger = lazily(() => new Logger({ serviceName }));
	const defaultDimensions = { stage };
	const metrics = lazily(
		() => new Metrics({ namespace: 'Avalanche', serviceName, defaultDimensions }),
	);
	let keys: Record<string, string> = {};
	let startedAt: number | undefined;
	/** Adds one value to a metric; the default unit is a count. */
	const measure = (name: string, value = 1, unit: 'count' | 'ms' = 'count'): void => {
		metrics().addMetric(name, unit === 'ms' ? MetricUnit.Milliseconds : MetricUnit.Count, value);
	};
	return {
		/**
		 * Records the start of an invocation. Until the next one, every log line and the line of
		 * metrics contain its request ID as `function_request_id`, and the name of its durable
		 * execution as `execution`; its metrics get this time.
		 */
		begin(invocation?: { awsRequestId?: string }, execution?: string): void {
			startedAt = Date.now();
			keys = {
				...(invocation?.awsRequestId && { function_request_id: invocation.awsRequestId }),
				...(execution && { execution }),
			};
			logger().resetKeys();
			logger().appendKeys(keys);
		},
		/** Structured logs. */
		get logger(): Pick<Logger, 'debug' | 'info' | 'warn' | 'error'> {
			return logger();
		},
		measure,
		/** Called after every request of the client: counts calls, failures and waits for the rate limit. */
		onAttempt({ failure, waitedMs }: Attempt): void {
			measure('Calls');
			if (failure) measure('FailedCalls');
			if (failure?.kind === 'rate-limited') measure('RateLimited');
			if (waitedMs > 0) measure('RateLimitWait', waitedMs, 'ms');
		},
		/** Writes the metrics of an invocation; call it at the end of each. */
		flush(): void {
			if (!metrics().hasStoredMetrics()) return;
			// Lambda's own metrics have the time of the invocation: alarms subtract one from the other.
			if (startedAt !== undefined) metrics().setTimestamp(startedAt);
			for (const [key, value] of Object.entries(keys)) metrics().addMetadata(key, value);
			metrics().publishStoredMetrics();
		},
	};
}
