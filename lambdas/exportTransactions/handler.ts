import { clock } from '../../core/transports/clock';
import { awsSecrets, secretSource } from '../shared/secrets';
import { once } from '../shared/remembered';
import { servicesClient } from '../shared/services';
import { createTelemetry } from '../shared/telemetry';
import { createHandler } from './create';
import { CALLBACK_KEY, exportEnvironment } from './environment';

const environment = exportEnvironment(process.env);
const telemetry = createTelemetry('exportTransactions');
const allowPrivate = environment.EXPORT_ALLOW_PRIVATE_CALLBACKS === 'true';
const secret = secretSource(environment, CALLBACK_KEY);
const secretText = secret && once(() => awsSecrets(secret));

/** Exports transactions to S3: a durable function. */
export const handler = createHandler({
	settings: environment,
	allowPrivateDownloads: environment.EXPORT_ALLOW_PRIVATE_DOWNLOADS === 'true',
	telemetry,
	clock,
	// Loaded with the first object and the first download: they would double a cold start, and most only wait.
	store: once(async () => (await import('./s3Store.js')).s3Store()),
	openDownload: async (...given) => (await import('./openDownload.js')).openDownload(...given),
	callback: secretText && {
		allowPrivate,
		telemetry,
		now: () => clock.now(),
		// Loaded at the end of an execution, as above.
		async send(url, message, now) {
			const { callbackSecretsIn, sendCallback } = await import('./sendCallback.js');
			const secrets = async () => callbackSecretsIn(await secretText());
			await sendCallback(url, message, now, { secrets, allowPrivate });
		},
	},
	client: servicesClient({
		environment,
		telemetry,
		// Longer pauses are waits of the durable execution, which are free.
		retry: { retries: 2, budgetMs: 15_000, rateLimitMs: 15_000 },
		timeoutMs: 30_000,
	}),
});
