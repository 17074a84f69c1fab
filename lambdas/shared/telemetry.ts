import { Logger } from '@aws-lambda-powertools/logger';
import { MetricUnit, Metrics } from '@aws-lambda-powertools/metrics';
import type { Attempt, HttpRequest, Transport } from '../../core';
import { lazily } from './lazily';

/** Logs and metrics of one function. */
export interface Telemetry {
	/** Structured logs. */
	logger: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
	/** Adds one value to a metric; the unit is a count unless it is said to be milliseconds. */
	measure(name: string, value?: number, unit?: 'count' | 'ms'): void;
	/** Told of every request of the client: counts calls, failures and waits for the rate limit. */
	onAttempt(attempt: Attempt): void;
	/** The same transport, whose repeated requests are counted as retries. */
	counted(transport: Transport): Transport;
	/** Writes the metrics of an invocation; call it at the end of each. */
	flush(): void;
}

/**
 * Logger and metrics of a function. Metrics are written to the log in embedded metric format, in the
 * namespace `Avalanche` with the function as their `service`.
 */
export function createTelemetry(serviceName: string): Telemetry {
	const logger = lazily(() => new Logger({ serviceName }));
	const metrics = lazily(() => new Metrics({ namespace: 'Avalanche', serviceName }));
	const measure: Telemetry['measure'] = (name, value = 1, unit = 'count') => {
		metrics().addMetric(name, unit === 'ms' ? MetricUnit.Milliseconds : MetricUnit.Count, value);
	};
	return {
		get logger() {
			return logger();
		},
		measure,
		onAttempt({ failure, waitedMs }) {
			measure('Calls');
			if (failure) measure('FailedCalls');
			if (failure?.kind === 'rate-limited') measure('RateLimited');
			if (waitedMs > 0) measure('RateLimitWait', waitedMs, 'ms');
		},
		counted(transport) {
			// The client sends the very same request again when it retries.
			const sent = new WeakSet<HttpRequest>();
			return (request) => {
				if (sent.has(request)) measure('Retries');
				sent.add(request);
				return transport(request);
			};
		},
		flush() {
			if (metrics().hasStoredMetrics()) metrics().publishStoredMetrics();
		},
	};
}
