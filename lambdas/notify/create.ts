import { networkFailure } from '../../core/networkFailure';
import { createFlights } from '../../core/protocol/flights';
import type { Clock, Transport } from '../../core/protocol/ports';
import { clock as realClock } from '../../core/transports/clock';
import { httpTransport } from '../../core/transports/http';
import type { Environment } from '../shared/environment';
import { HandlerError, parseEvent, toHandlerError } from '../shared/errors';
import type { Invocation } from '../shared/invocation';
import { type SecretReader, type SecretSource, awsSecrets, secretSource } from '../shared/secrets';
import { servicesClient } from '../shared/services';
import { type Telemetry, createTelemetry } from '../shared/telemetry';
import { ACTION } from './actionSchema';
import { configurationOf } from './configuration';
import type { TableRetryOptions } from './patience';
import { queueUrls } from './queueVariables';
import type { Lane, SendQueue } from './sendQueue';
import { pollEndOf } from './run';
import { type ShardedReport, shardedRun } from './shardedRun';
import type { Send } from './send';
import { settingsOf } from './settings';
import { SETTINGS_SECRET } from './settingsPlace';
import { tableError } from './tableError';
import type { Store } from './store';
import type { OpenSubscribers } from '../subscriptions/openSubscribers';

export interface NotifyOptions {
	environment: Environment;
	/** The store in a table, whose calls are retried within `patience`. */
	store: (table: string, patience: TableRetryOptions) => Promise<Store>;
	/** The queues at these URLs. */
	queue: (urls: Record<Lane, string>, patience: TableRetryOptions) => Promise<SendQueue>;
	/** The subscriptions in a table; asked only if the environment names one. */
	subscribers?: OpenSubscribers;
	readSecret?: SecretReader;
	clock?: Clock;
	send: Send;
	transport?: Transport;
	telemetry?: Telemetry;
	maxEvents?: number;
	/** Invokes this function again, by its name or ARN; without it, one invocation reads all sources. */
	again?: (name: string, event: object) => Promise<void>;
}

const RUN_MS = 60_000;
/** Time reserved for the report. */
const RESERVE_MS = 2_000;
/** The last page of an action may take this long. */
const ANSWER_MS = 5_000;

/**
 * The function: polls the sources and puts their events into the queue of sender; with `action` in the event,
 * lists pending deliveries, lists or redrives dead letters, enables a target, sends it a sample, or changes
 * the sources in the table.
 * Throws `ConfigurationError` at startup if the environment is invalid, and `SourceFailed` or
 * `ShardsNotStarted` at the end of a run in which a source failed, or was left to no invocation.
 */
export function createNotify(options: NotifyOptions) {
	const environment = configurationOf(options.environment);
	const { clock = realClock, readSecret = awsSecrets, send } = options;
	const { transport = httpTransport } = options;
	const telemetry = options.telemetry ?? createTelemetry('notify');
	// One invocation at a time runs in an execution environment.
	const invocation = { deadline: Infinity, pollEnd: Infinity };
	const inTime: Transport = async (request) => {
		const left = invocation.pollEnd - clock.now();
		if (left <= 0) throw networkFailure(new Error('timed out'));
		return await transport({ ...request, timeoutMs: Math.min(request.timeoutMs, left) });
	};
	const clientOnce = servicesClient({
		environment,
		readSecret,
		clock,
		telemetry,
		transport: inTime,
		retry: { retries: 3, budgetMs: 10_000, rateLimitMs: 10_000 },
		timeoutMs: 20_000,
		// Several sources are read at a time: those of one list send one request for it.
		flights: createFlights(),
	});

	const hasSubscriptions = environment.SUBSCRIPTIONS_TABLE !== undefined;
	const checkedSettings = async (text: string) => await settingsOf(text, hasSubscriptions);

	let isChecked = false;
	/** Throws `TableUnusable` if the table has deliveries of a version that sent them by itself. */
	async function checkVersion({ states }: Store, table: string): Promise<void> {
		if (!isChecked && (await states.isOfEarlierVersion())) {
			throw new HandlerError(
				'TableUnusable',
				`The table ${JSON.stringify(table)} is of an earlier version of notify, whose deliveries this one does not send. Deploy with a new table; or, if that version has sent all of them, remove the item with pk "targets" and sk "state"`,
			);
		}
		isChecked = true;
	}

	async function handle(event: unknown, own?: string) {
		const asked = parseEvent(ACTION(), hasAction(event) ? event : { action: 'run' });
		const { deadline, pollEnd } = invocation;
		const urls = queueUrls(environment);
		const patience = { clock, until: asked.action === 'run' ? pollEnd : deadline };
		const opening = options.store(environment.NOTIFY_TABLE, patience);
		// Read again by every run: a rotated secret or a new target is used at once.
		const readSettings = async () => {
			const source = secretSource(environment, SETTINGS_SECRET) as SecretSource;
			return await readSecret(source);
		};
		if (asked.action !== 'run') {
			const settings = async () => await checkedSettings(await readSettings());
			const until = deadline - ANSWER_MS;
			const queue = async () => await options.queue(urls, patience);
			const { act } = await import('./actions.js');
			return await act(asked, { store: await opening, clock, until, settings, queue, send });
		}
		const [store, text, client, queue, subscribers] = await Promise.all([
			opening,
			readSettings(),
			clientOnce(),
			options.queue(urls, patience),
			options.subscribers?.(environment, { patience, clock, telemetry }),
		]);
		await checkVersion(store, environment.NOTIFY_TABLE);
		const { maxEvents, again } = options;
		const report: ShardedReport = await shardedRun({
			...{ settings: await checkedSettings(text), store, queue, client, clock, telemetry },
			...invocation,
			onRead: () => void (patience.until = deadline),
			...{ maxEvents, subscribers, shard: asked.shard },
			...(again && own && { again: (next: object) => again(own, next) }),
		});
		// Always measured: an alarm is raised if this metric is missing.
		if (!asked.shard) telemetry.measure('Runs');
		telemetry.logger.info('The run has ended', { ...report });
		const failed = report.sources.filter(({ error }) => error !== undefined);
		if (failed.length === 0) {
			if (report.notStarted === undefined) return report;
			throw new HandlerError(
				'ShardsNotStarted',
				`${report.notStarted} shards of the sources could not be started, and are read by the next run. The role needs lambda:InvokeFunction on this function; the log has the cause`,
			);
		}
		const list = failed.map(({ name, error }) => `${name} (${error})`).join('; ');
		throw new HandlerError(
			'SourceFailed',
			`Sources failed and are read again by the next run: ${list}`,
		);
	}

	return async (event: unknown, context?: Invocation) => {
		telemetry.begin(context);
		const now = clock.now();
		const deadline = now + (context?.getRemainingTimeInMillis() ?? RUN_MS) - RESERVE_MS;
		Object.assign(invocation, { deadline, pollEnd: pollEndOf(now, deadline) });
		try {
			return await handle(event, context?.invokedFunctionArn);
		} catch (error) {
			const told = tableError(toHandlerError(error), environment.NOTIFY_TABLE) as Error;
			telemetry.logger.error('The invocation failed', told);
			throw told;
		} finally {
			telemetry.flush();
		}
	};
}

function hasAction(event: unknown): boolean {
	return typeof event === 'object' && event !== null && 'action' in event;
}
