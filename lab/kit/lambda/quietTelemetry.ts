import type { Telemetry } from '../../../lambdas/shared/telemetry';

/** Telemetry that keeps nothing. */
export const quietTelemetry: Telemetry = {
	logger: { debug() {}, info() {}, warn() {}, error() {} },
	measure: () => undefined,
	onAttempt: () => undefined,
	begin: () => undefined,
	flush: () => undefined,
};
