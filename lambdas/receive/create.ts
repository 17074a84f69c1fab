import { networkFailure } from '../../core/networkFailure';
import type { Clock, Transport } from '../../core/protocol/ports';
import { clock as realClock } from '../../core/transports/clock';
import { httpTransport } from '../../core/transports/http';
import { checkReachable } from '../../core/webhooks/reachable';
import { createVerifier } from '../../core/webhooks/verifier';
import { SETTINGS_SECRET } from '../notify/settingsPlace';
import type { TableRetryOptions } from '../notify/patience';
import { queueUrls } from '../notify/queueVariables';
import type { Lane, SendQueue } from '../notify/sendQueue';
import { settingsOf } from '../notify/settings';
import { tableError } from '../notify/tableError';
import type { Environment } from '../shared/environment';
import { HandlerError, invalidEvent, parseEvent, toHandlerError } from '../shared/errors';
import { type HttpAnswer, answerTo } from '../shared/httpAnswer';
import { isHttpEvent } from '../shared/httpEvent';
import type { Invocation } from '../shared/invocation';
import { type SecretReader, type SecretSource, awsSecrets, secretSource } from '../shared/secrets';
import { servicesClient } from '../shared/services';
import { type Telemetry, createTelemetry } from '../shared/telemetry';
import type { OpenSubscribers } from '../subscriptions/openSubscribers';
import { CHECK_ACTION } from './action';
import { type CheckedWebhook, check } from './check';
import { configurationOf } from './configuration';
import { instantNamed } from './instant';
import { openOutbox } from './outbox';
import { receiveMessage } from './receiveMessage';
import type { OpenedTable, ReceiveTable } from './registry';
import { remembered } from '../shared/remembered';

export interface ReceiveOptions {
	environment: Environment;
	/** The stores in a table, whose calls are retried within `patience`. */
	table: (name: string, patience: TableRetryOptions) => Promise<ReceiveTable>;
	/** The queues at these URLs. */
	queue: (urls: Record<Lane, string>, patience: TableRetryOptions) => Promise<SendQueue>;
	/** The subscriptions in a table; asked only if the environment names one. */
	subscribers?: OpenSubscribers;
	readSecret?: SecretReader;
	clock?: Clock;
	transport?: Transport;
	telemetry?: Telemetry;
}

/** The result of a check. `busy`: another check was running, and this one did nothing. */
export interface CheckReport {
	webhooks: CheckedWebhook[];
	busy?: true;
}

const CHECK_MS = 60_000;
/** Time reserved for the report. */
const RESERVE_MS = 2_000;
/** The service waits 10 s for an answer. */
const ANSWER_MS = 8_500;
/** Settings are read again for a message after this time. */
const SETTINGS_MS = 60_000;

/**
 * The function: takes messages of the data service's webhooks as HTTP requests, and writes their events
 * to the outbox of notify; with `action: "check"` it registers and repairs the webhooks of the settings,
 * and reads events whose message was lost. Throws `ConfigurationError` at startup if the environment is
 * invalid, and `CheckFailed` at the end of a check in which a webhook failed.
 */
export function createReceive(options: ReceiveOptions) {
	const environment = configurationOf(options.environment);
	const { clock = realClock, readSecret = awsSecrets } = options;
	const { transport = httpTransport } = options;
	const telemetry = options.telemetry ?? createTelemetry('receive');
	const verifier = createVerifier(clock);
	// One invocation at a time runs in an execution environment.
	const invocation = { end: Infinity };
	const inTime: Transport = async (request) => {
		const left = invocation.end - clock.now();
		if (left <= 0) throw networkFailure(new Error('timed out'));
		return await transport({ ...request, timeoutMs: Math.min(request.timeoutMs, left) });
	};
	const services = { environment, readSecret, clock, telemetry, transport: inTime };
	const messageClient = servicesClient({
		...services,
		retry: { retries: 1, budgetMs: 1_000, rateLimitMs: 2_000 },
		timeoutMs: 4_000,
	});
	const checkClient = servicesClient({
		...services,
		retry: { retries: 3, budgetMs: 10_000, rateLimitMs: 30_000 },
		timeoutMs: 20_000,
	});
	const readSettings = async () => {
		const source = secretSource(environment, SETTINGS_SECRET) as SecretSource;
		return await settingsOf(
			await readSecret(source),
			environment.SUBSCRIPTIONS_TABLE !== undefined,
		);
	};
	const settings = remembered(readSettings, clock, SETTINGS_MS);

	async function open(patience: TableRetryOptions): Promise<OpenedTable> {
		const [stores, queue] = await Promise.all([
			options.table(environment.NOTIFY_TABLE, patience),
			options.queue(queueUrls(environment), patience),
		]);
		return { ...stores, queue };
	}

	const openSubscribers = async (patience: TableRetryOptions) =>
		await options.subscribers?.(environment, { patience, clock, telemetry });

	async function runCheck(event: unknown, until: number): Promise<CheckReport> {
		const { url: given = environment.RECEIVE_URL } = parseEvent(CHECK_ACTION(), event);
		if (given === undefined) throw invalidEvent(['url is required: the URL of this function']);
		const url = given.endsWith('/') ? given : `${given}/`;
		checkReachable({ url, dataUrl: environment.AVALANCHE_DATA_URL });
		const patience = { clock, until };
		const { registry, outbox: store, queue } = await open(patience);
		// Settings and client need their time, too.
		const claim = await registry.claimCheck(clock.now(), until + RESERVE_MS);
		if (!claim) return { webhooks: [], busy: true };
		try {
			const [{ webhooks = [], targets }, client] = await Promise.all([
				readSettings(),
				checkClient(),
			]);
			const subscribers = await openSubscribers(patience);
			const outbox = openOutbox(store, targets, clock, { queue, subscribers });
			const instantOf = instantNamed;
			const given = { webhooks, instantOf, registry, outbox, client, clock, telemetry, url };
			const checked = await check({ ...given, deadline: until });
			telemetry.measure('Checks');
			telemetry.measure('Events', sumOf(checked.map(({ events }) => events)));
			telemetry.measure('DeadLetters', outbox.counts().dead);
			telemetry.logger.info('The check has ended', { webhooks: checked });
			return { webhooks: checked };
		} finally {
			await claim.release();
		}
	}

	async function handle(event: unknown, context?: Invocation): Promise<CheckReport | HttpAnswer> {
		const now = clock.now();
		const left = (context?.getRemainingTimeInMillis() ?? CHECK_MS) - RESERVE_MS;
		if (isHttpEvent(event)) {
			const end = now + Math.min(ANSWER_MS, left);
			invocation.end = end;
			const answer = await receiveMessage(event, {
				...{ environment, verifier, settings, clock, telemetry, end },
				client: messageClient,
				table: async () => await open({ clock, until: end }),
				subscribers: async () => await openSubscribers({ clock, until: end }),
			});
			return answerTo(event, answer);
		}
		invocation.end = now + left;
		const report = await runCheck(event, now + left);
		const failed = report.webhooks.filter(({ error }) => error !== undefined);
		if (failed.length === 0) return report;
		const list = failed.map(({ name, error }) => `${name} (${error})`).join('; ');
		throw new HandlerError(
			'CheckFailed',
			`Webhooks failed and are checked again by the next check: ${list}`,
		);
	}

	return async (event: unknown, context?: Invocation): Promise<CheckReport | HttpAnswer> => {
		telemetry.begin(context);
		try {
			return await handle(event, context);
		} catch (error) {
			const told = tableError(toHandlerError(error), environment.NOTIFY_TABLE) as Error;
			telemetry.logger.error('The invocation failed', told);
			throw told;
		} finally {
			telemetry.flush();
		}
	};
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
