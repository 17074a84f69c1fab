import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Answer, ChannelRequest, NetworkEvent } from '../../../core';
import type { Reach } from '../../../lambdas/notify/send';
import {
	createSubscriptions,
	type SubscriptionsOptions,
} from '../../../lambdas/subscriptions/create';
import { dynamoSubscriptions } from '../../../lambdas/subscriptions/dynamoStore';
import type { SubscriptionStore } from '../../../lambdas/subscriptions/dynamoStore';
import type { KeyService } from '../../../lambdas/subscriptions/kms';
import {
	type SubscribersOptions,
	subscribedRecipients,
} from '../../../lambdas/subscriptions/recipients';
import { createSealer } from '../../../lambdas/subscriptions/sealing';
import { type Limits, type Token, SCOPES, newToken } from '../../../lambdas/subscriptions/tokens';
import { type Backend, dynamoBackend, freshTable } from './backends';
import { memoryKeys } from './memoryKeys';
import { testClock } from './notifyKit';
import { quietTelemetry } from './quietTelemetry';

/** The API of subscriptions over a table on this machine. */

export const SUBSCRIPTIONS = 'subscriptions';

/**
 * DynamoDB with an empty table of subscriptions as the stack makes it, or such a table in a DynamoDB that runs already. It records the
 * names of its calls.
 */
export async function startSubscriptionsTable(backend?: Pick<Backend, 'url'>) {
	const { url, close } = { close: async () => undefined, ...(backend ?? (await dynamoBackend())) };
	const { client: documents, destroy } = await freshTable(url, SUBSCRIPTIONS);
	const called: string[] = [];
	/** Called before a call; what it throws ends the call. */
	const hook: { before?: (name: string, count: number) => void } = {};
	const client = {
		async send(command: object) {
			const name = command.constructor.name.replace(/Command$/, '');
			called.push(name);
			hook.before?.(name, called.length);
			return (await documents.send(command as never)) as unknown;
		},
	} as unknown as DynamoDBDocumentClient;
	return {
		url,
		client,
		documents,
		called,
		hook,
		store: dynamoSubscriptions(client, SUBSCRIPTIONS),
		/** All items of the table, which fit into one page of a scan. */
		items: async () =>
			(await documents.send(new ScanCommand({ TableName: SUBSCRIPTIONS }))).Items ?? [],
		async close() {
			destroy();
			await close();
		},
	};
}
export type SubscriptionsTable = Awaited<ReturnType<typeof startSubscriptionsTable>>;

/** The sealer of a process with these keys. */
export const sealerOf = (keys: KeyService, shelf: ReturnType<Parameters<typeof createSealer>[1]>) =>
	createSealer(
		async () => keys,
		() => shelf,
	);

/** A request that was sent to a target. */
export interface SentRequest extends ChannelRequest {
	reach: Reach;
}

/** A JSON request to the API. */
export interface ApiRequest {
	method?: string;
	path: string;
	query?: Record<string, string>;
	token?: string;
	headers?: Record<string, string>;
	/** Body of the request: JSON, or text or bytes that are sent unchanged. */
	body?: unknown;
	/** The principal that Lambda adds to a request with an AWS signature. */
	userArn?: string;
}

export interface ApiAnswer {
	status: number;
	headers: Record<string, string>;
	// Tests look into responses of many shapes.
	// eslint-disable-next-line @typescript-eslint/no-explicit-any
	body: any;
}

/** The event of a request as a function URL makes it: payload format 2.0. */
export function apiEvent({ method = 'GET', path, query = {}, token, body, ...rest }: ApiRequest) {
	const { headers = {}, userArn } = rest;
	const isBase64Encoded = Buffer.isBuffer(body);
	const text = isBase64Encoded ? body.toString('base64') : body;
	return {
		version: '2.0',
		rawPath: path,
		headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
		queryStringParameters: query,
		requestContext: {
			http: { method, path },
			...(userArn !== undefined && { authorizer: { iam: { userArn } } }),
		},
		...(text !== undefined && { body: typeof text === 'string' ? text : JSON.stringify(text) }),
		isBase64Encoded,
	};
}

/** The response of a receiver that owns its URL: the challenge. */
export function echoed({ body }: ChannelRequest): Answer {
	const [, challenge] = /"challenge":"([\w-]{43})"/.exec(body) ?? [];
	return { status: 200, body: JSON.stringify({ challenge }) };
}

export async function startSubscriptionsBench(options: Partial<SubscriptionsOptions> = {}) {
	const table = await startSubscriptionsTable();
	const clock = testClock();
	const keys = memoryKeys();
	const sent: SentRequest[] = [];
	const logged: unknown[][] = [];
	const measured: Record<string, number> = {};
	const log = (...line: unknown[]) => void logged.push(line);
	const bench = {
		table,
		clock,
		keys,
		sent,
		logged,
		measured,
		store: table.store as SubscriptionStore,
		/** The response of a target to a request. */
		answer: echoed as (request: ChannelRequest) => Answer,
		handler: undefined as unknown as ReturnType<typeof createSubscriptions>,
		/** The next requests get a new process. */
		newProcess(more: Partial<SubscriptionsOptions> = {}) {
			bench.handler = createSubscriptions({
				environment: { SUBSCRIPTIONS_TABLE: SUBSCRIPTIONS, SUBSCRIPTIONS_KEY: 'key' },
				store: async () => bench.store,
				keys: async () => keys,
				send: async (reach, request) => {
					sent.push({ ...(request as ChannelRequest), reach });
					return bench.answer(request as ChannelRequest);
				},
				clock,
				telemetry: {
					...quietTelemetry,
					logger: { debug: log, info: log, warn: log, error: log },
					measure: (name, value = 1) => void (measured[name] = (measured[name] ?? 0) + value),
				},
				...options,
				...more,
			});
		},
		async request(given: ApiRequest): Promise<ApiAnswer> {
			const { statusCode, headers, body } = await bench.handler(apiEvent(given), {
				getRemainingTimeInMillis: () => 30_000,
			});
			return { status: statusCode, headers, body: body === '' ? undefined : JSON.parse(body) };
		},
		/** Makes a token; its text. */
		async token(
			given: Partial<Omit<Token, 'limits'>> & { limits?: Partial<Limits> } = {},
		): Promise<string> {
			const { name = 'test', scopes = SCOPES, limits = {}, ...more } = given;
			const all = { subscriptions: 100, perMinute: 1_000, ...limits };
			const { text, token } = newToken({ ...more, name, scopes, limits: all }, clock.now());
			await bench.store.addToken(token);
			return text;
		},
		/** The subscriptions as functions send to them, in a process of its own. */
		recipients: (parts: Partial<SubscribersOptions> = {}) =>
			subscribedRecipients({
				...{ reader: bench.store, sealer: sealerOf(keys, bench.store), clock },
				...parts,
			}),
		/** The subscriptions that are sent an event, as targets. */
		async targetsFor(event: NetworkEvent, source = 's'): Promise<string[]> {
			const found: string[] = [];
			for await (const names of bench.recipients().targetsFor({ source, event }))
				found.push(...names);
			return found;
		},
		/** Makes an active subscription; its id. */
		async subscribe(token: string, url: string, rest: object = {}): Promise<string> {
			const body = { url, ...rest };
			const made = await bench.request({ method: 'POST', path: '/subscriptions', token, body });
			if (made.body.status !== 'active') throw new Error(`${url}: ${JSON.stringify(made)}`);
			return (made.body as { id: string }).id;
		},
		close: () => table.close(),
	};
	bench.newProcess();
	return bench;
}
export type SubscriptionsBench = Awaited<ReturnType<typeof startSubscriptionsBench>>;
