import type { Clock } from '../../../core';
import type { TableRetryOptions } from '../../../lambdas/notify/patience';
import { retryingTableClient } from '../../../lambdas/notify/patience';
import type { Send } from '../../../lambdas/notify/send';
import { createSubscriptions } from '../../../lambdas/subscriptions/create';
import { dynamoReader } from '../../../lambdas/subscriptions/dynamoReader';
import { dynamoSubscriptions } from '../../../lambdas/subscriptions/dynamoStore';
import { type Known, subscribedRecipients } from '../../../lambdas/subscriptions/recipients';
import { SCOPES, newToken } from '../../../lambdas/subscriptions/tokens';
import { memoryKeys } from '../../kit/lambda/memoryKeys';
import { quietTelemetry } from '../../kit/lambda/quietTelemetry';
import { type ApiRequest, apiEvent, sealerOf } from '../../kit/lambda/subscriptionKit';
import { type TableOptions, memoryTable } from './table';

/** The subscriptions of a world: their API and their table, in its time. */

const TABLE = 'subscriptions';

/** Variables of the functions that send to subscriptions. */
export const SUBSCRIBING_VARIABLES = { SUBSCRIPTIONS_TABLE: TABLE, SUBSCRIPTIONS_KEY: 'key' };

/** The URL of a receiver whose name is its host. */
export const urlOf = (name: string) => `https://${name}.example.org/`;

export function makeSubscribing(parts: {
	clock: Clock;
	send: Send;
	table?: Omit<TableOptions, 'clock'>;
}) {
	const { clock, send } = parts;
	const telemetry = quietTelemetry;
	const table = memoryTable({ clock, ...parts.table });
	const keys = memoryKeys();
	const client = table as never;
	const store = dynamoSubscriptions(client, TABLE);
	const sealer = sealerOf(keys, store);
	const limits = { subscriptions: 1_000_000, perMinute: 1_000_000_000 };
	const { text, token } = newToken({ name: 'campaign', scopes: SCOPES, limits }, clock.now());
	const api = createSubscriptions({
		environment: SUBSCRIBING_VARIABLES,
		store: async () => store,
		keys: async () => keys,
		send,
		clock,
		telemetry,
	});
	let prepared: Promise<unknown> | undefined;

	/** A request to the API, by default with the token. */
	async function request(given: ApiRequest) {
		await (prepared ??= store.addToken(token));
		const { statusCode: status, body } = await api(
			apiEvent({ ...given, token: given.token ?? text }),
		);
		// Tests look into responses of many shapes.
		// eslint-disable-next-line @typescript-eslint/no-explicit-any
		return { status, body: body === '' ? undefined : (JSON.parse(body) as any) };
	}

	/** A call of the API. Throws if it fails. */
	async function call(method: string, path: string, body?: object) {
		const answer = await request({ method, path, body });
		if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
		return (answer.body ?? {}) as Record<string, unknown>;
	}

	return {
		...{ table, store, request },
		/** Makes an active subscription; its id. */
		async subscribe(name: string, wish: object = {}): Promise<string> {
			const made = await call('POST', '/subscriptions', { url: urlOf(name), ...wish });
			if (made.status !== 'active') throw new Error(`${name} is ${String(made.status)}`);
			return String(made.id);
		},
		statusOf: async (id: string) => (await call('GET', `/subscriptions/${id}`)).status,
		/** The subscriptions, for a function whose calls go through `send`. */
		open: (through: { send: typeof table.send }, patience: TableRetryOptions, known: Known) =>
			subscribedRecipients({
				reader: dynamoReader(retryingTableClient(through, patience) as never, TABLE),
				...{ sealer, clock, telemetry, known },
			}),
	};
}
