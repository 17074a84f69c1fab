import { clock } from '../../core';
import { servicesClient } from '../shared/services';
import { createTelemetry } from '../shared/telemetry';
import { createHandler } from './create';
import { exportEnvironment } from './environment';
import { s3Store } from './s3Store';

const environment = exportEnvironment(process.env);
const telemetry = createTelemetry('exportTransactions');

/** Exports transactions to S3: a durable function. */
export const handler = createHandler({
	settings: environment,
	allowPrivateDownloads: environment.EXPORT_ALLOW_PRIVATE_DOWNLOADS === 'true',
	telemetry,
	clock,
	store: s3Store(),
	// Loaded with the first download: it would nearly double a cold start.
	openDownload: async (...given) => (await import('./openDownload.js')).openDownload(...given),
	client: servicesClient({
		environment,
		telemetry,
		// Longer pauses are waits of the durable execution, which are free.
		retry: { retries: 2, budgetMs: 15_000, rateLimitMs: 15_000 },
		timeoutMs: 30_000,
	}),
});
