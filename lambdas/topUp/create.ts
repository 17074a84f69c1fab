import type { Clock, Transport } from '../../core/protocol/ports';
import { clock as realClock } from '../../core/transports/clock';
import { httpTransport } from '../../core/transports/http';
import type { TableRetryOptions } from '../notify/patience';
import type { Send } from '../notify/send';
import type { TableCalls } from '../notify/tableItems';
import type { Environment } from '../shared/environment';
import { isHttpEvent, type HttpAnswer } from '../shared/http';
import { CLOSED, linkIn } from '../shared/linkPage';
import { endingTransport, invoked } from '../shared/invocation';
import { type SecretReader, type SecretSource, awsSecrets, secretSource } from '../shared/secrets';
import { servicesClient } from '../shared/services';
import { type Telemetry, createTelemetry } from '../shared/telemetry';
import { SETTINGS, topUpEnvironment } from './configuration';
import { type TopUpEvent, topUpEvent } from './event';
import type { MessageType } from './kms';
import type { TopUpReport } from './run';
import { topUpSettings } from './settings';
import type { Signer } from './signing';
import type { WalletState } from './wallet';

export interface TopUpOptions {
	environment: Environment;
	/** The calls of tables, which are repeated within `patience`. */
	table: (patience: TableRetryOptions) => Promise<TableCalls>;
	/** Opens a KMS key by its ID or ARN. */
	signer: (key: string, messageType: MessageType) => Promise<Signer>;
	/** Sends the questions about payments. */
	send: Send;
	readSecret?: SecretReader;
	transport?: Transport;
	clock?: Clock;
	telemetry?: Telemetry;
}

/** Time of one call of the node (ms). */
const CALL_MS = 10_000;

/**
 * The function: `{ action: 'run' }` pays the validations of the settings whose runway is too short; `release`
 * releases a payment that asks for it, and runs; `state` returns counters and the intent that is open; `abandon` ends an
 * intent that can never be accepted. A request of its URL is that of a link. Throws `ConfigurationError`, `NodeRefused`,
 * `KeyUnavailable`, `NotReleased` or a failure of the node; the next run continues.
 */
export function createTopUp(options: TopUpOptions) {
	const environment = topUpEnvironment(options.environment);
	const { clock = realClock, readSecret = awsSecrets, transport = httpTransport } = options;
	const telemetry = options.telemetry ?? createTelemetry('topUp');
	// One invocation at a time runs in an execution environment.
	let end = Infinity;
	const clientOnce = servicesClient({
		...{ environment, readSecret, clock, telemetry, timeoutMs: CALL_MS },
		transport: endingTransport(transport, clock, () => end),
		retry: { retries: 2, budgetMs: CALL_MS, rateLimitMs: CALL_MS },
	});

	return invoked(
		{ clock, telemetry, usualMs: 60_000 },
		async (event: unknown, until): Promise<TopUpReport | WalletState | HttpAnswer> => {
			end = until;
			const isRequest = isHttpEvent(event);
			if (isRequest && !linkIn(event)) return CLOSED;
			const asked = isRequest ? undefined : topUpEvent(event);
			// Read by every run: a switch has effect at once.
			const settings = topUpSettings(
				await readSecret(secretSource(environment, SETTINGS) as SecretSource),
			);
			const { topUpAction: act, answered } = await import('./act.js');
			const memory = {
				...{ settings, clock, table: environment.TOP_UP_TABLE },
				calls: await options.table({ clock, until }),
			};
			if (isRequest) return await answered(event, memory);
			const report = await act(asked as TopUpEvent, {
				...{ ...memory, telemetry, until, client: await clientOnce(), send: options.send },
				signer: () => options.signer(environment.TOP_UP_KEY, environment.TOP_UP_MESSAGE_TYPE),
			});
			if (asked?.action !== 'run' && asked?.action !== 'release') return report;
			// Always measured: an alarm is raised if this metric is missing.
			telemetry.measure('Runs');
			telemetry.logger.info('The run has ended', { ...report });
			return report;
		},
	);
}
