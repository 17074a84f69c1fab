import { HandlerError, toHandlerError } from '../shared/errors';
import { QUEUE_INDEX } from './store';
import type { Clock } from '../../core/protocol/ports';
import { clock as realClock } from '../../core/transports/clock';
import type { Environment } from '../shared/environment';
import { type Invocation, invoked } from '../shared/invocation';
import { type SecretReader, type SecretSource, awsSecrets, secretSource } from '../shared/secrets';
import { type Telemetry, createTelemetry } from '../shared/telemetry';
import type { OpenSubscribers } from '../subscriptions/openSubscribers';
import type { Store } from './dynamoStore';
import { type DeliveryEnvironment, SETTINGS_SECRET } from './configuration';
import type { TableRetryOptions } from './patience';
import type { Send } from './send';
import type { Lane } from './sendQueue';
import type { SendQueue } from './sqsQueue';
import { type Settings, settingsOf } from './settings';

/** The options that notify, receive and sender have in common. */
export interface DeliveryOptions {
	environment: Environment;
	/** The store in a table, whose calls are retried within `patience`. */
	store: (table: string, patience: TableRetryOptions) => Promise<Store>;
	/** The queues at these URLs. */
	queue: (urls: Record<Lane, string>, patience: TableRetryOptions) => Promise<SendQueue>;
	/** The subscriptions in a table; asked only if the environment names one. */
	subscribers?: OpenSubscribers;
	readSecret?: SecretReader;
	clock?: Clock;
	telemetry?: Telemetry;
}

/** The parts of a function by its options, and its frame. */
export function deliveryParts(
	service: 'notify' | 'receive' | 'sender',
	environment: DeliveryEnvironment,
	options: DeliveryOptions,
) {
	const { clock = realClock, readSecret = awsSecrets } = options;
	const telemetry = options.telemetry ?? createTelemetry(service);
	/** The error that the caller is told, with the remedy where the table cannot be used. */
	const handlerErrorOf = (error: unknown) => tableError(toHandlerError(error), table);
	const { NOTIFY_TABLE: table, NOTIFY_QUEUE_URL: main, NOTIFY_SLOW_QUEUE_URL: slow } = environment;
	const queueUrls = { main, slow };
	const source = secretSource(environment, SETTINGS_SECRET) as SecretSource;
	/** The settings that were read last: their text, which is read by every run, rarely changes. */
	let last: { text: string; settings: Settings } | undefined;
	return {
		...{ clock, readSecret, telemetry, queueUrls, handlerErrorOf },
		/** The table, the queues and the subscriptions, for one invocation. */
		async open(patience: TableRetryOptions) {
			const [store, queue, subscribers] = await Promise.all([
				options.store(table, patience),
				options.queue(queueUrls, patience),
				options.subscribers?.(environment, { patience, clock, telemetry }),
			]);
			return { store, queue, subscribers };
		},
		readSettings: async () => {
			const text = await readSecret(source);
			const hasSubscriptions = environment.SUBSCRIPTIONS_TABLE !== undefined;
			if (last?.text !== text) last = { text, settings: await settingsOf(text, hasSubscriptions) };
			return last.settings;
		},
		invoked: <Event, Answer>(
			handle: (event: Event, until: number, context?: Invocation) => Promise<Answer>,
		) => invoked({ clock, telemetry, usualMs: 60_000, handlerErrorOf }, handle),
	};
}

/** The ports that AWS's clients serve. All are loaded on first use: they take longer to load than all other code. */
export const awsPorts = {
	environment: process.env,
	store: async (...given) => (await import('./table.js')).openTable(...given),
	send: async (...given) => await (await import('./send.js')).sendMessage(...given),
	queue: async (urls, patience) => {
		const open = async () => (await import('./sqsQueue.js')).sqsQueue(urls, patience);
		return {
			send: async (...given) => await (await open()).send(...given),
			counts: async () => await (await open()).counts(),
		};
	},
	subscribers: async (environment, given) => {
		if (environment.SUBSCRIPTIONS_TABLE === undefined) return undefined;
		const { openSubscribers } = await import('../subscriptions/openSubscribers.js');
		return await openSubscribers(environment, given);
	},
} satisfies DeliveryOptions & { send: Send };

/** Error texts with the remedy, by the name of DynamoDB's error. */
const REMEDIES: Readonly<Record<string, (table: string, message: string) => string | undefined>> = {
	ResourceNotFoundException: (table) =>
		`The table ${table} does not exist in this account and region. Set NOTIFY_TABLE to the name of the table (output NotifyTableName), or restore it from a backup under this name: a new, empty table makes each source start with the events from then on`,
	AccessDeniedException: (table) =>
		`The function's role may not use the table ${table}. Allow it dynamodb:GetItem, PutItem, UpdateItem, DeleteItem and Query on the table, and dynamodb:Query on its index ${QUEUE_INDEX}`,
	ValidationException: (table, message) =>
		/index|key/i.test(message)
			? `The table ${table} has another layout than notify needs: partition key pk and sort key sk (texts), index ${QUEUE_INDEX} over queue (text) and dueAt (number). DynamoDB: ${message}`
			: undefined,
};

/**
 * The error `TableUnusable` if the table cannot be used until it is repaired; else the error
 * unchanged.
 */
export function tableError(error: Error, table: string): Error {
	if (error instanceof HandlerError) return error;
	const remedy = REMEDIES[error.name]?.(JSON.stringify(table), error.message);
	return remedy ? new HandlerError('TableUnusable', remedy, { cause: error }) : error;
}
