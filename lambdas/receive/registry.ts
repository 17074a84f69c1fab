import type { WebhookMessage } from '../../core/webhooks/message';
import type { Registered } from '../../core/subjects/events/shared/webhookUpkeep';
import type { SendQueue } from '../notify/sendQueue';
import type { Store } from '../notify/dynamoStore';
import { DAY_SECONDS, type TableItems, expiry, pack, unpack } from '../notify/tableItems';

/**
 * The memory of receive, in the table of notify:
 *
 *   webhooks                state  version, data (gzip: the registered webhooks, by names of the settings)
 *   webhooks                check  version, until (Unix milliseconds): one check at a time
 *   message#<webhook>#<id>  state  how far a message came, until `expiresAt` (Unix seconds)
 */

/** The webhooks at the service, by names of the settings. */
export type RegisteredByName = Readonly<Record<string, Registered>>;

/** Messages of several webhooks about one event may have one id. */
export type MessageKey = Pick<WebhookMessage, 'webhookId' | 'messageId'>;

/** `put off`: its record was missing, and the service was told to send it again. */
export type MessageState = 'taken' | 'put off';

export type Registry = ReturnType<typeof dynamoRegistry>;

/** The table of notify as receive uses it. */
export interface ReceiveTable {
	outbox: Store;
	registry: Registry;
}

/** The stores, and the queue of deliveries. */
export interface OpenedTable extends ReceiveTable {
	queue: SendQueue;
}

const WEBHOOKS = { pk: 'webhooks', sk: 'state' };
const CHECK = { pk: 'webhooks', sk: 'check' };
const messageKey = ({ webhookId, messageId }: MessageKey) => {
	return { pk: `message#${webhookId}#${messageId}`, sk: 'state' };
};

/**
 * Time for which messages are remembered (s). Nothing that is signed has a time: a signature is valid
 * until the secret is rotated.
 */
const KEEP_MESSAGES = 366 * DAY_SECONDS;

/** The memory of receive in a DynamoDB table. */
export function dynamoRegistry({ get, put, move }: TableItems) {
	return {
		async webhooks(): Promise<{ version: number; webhooks: RegisteredByName }> {
			const item = await get(WEBHOOKS);
			if (!item) return { version: 0, webhooks: {} };
			const webhooks = unpack<RegisteredByName>(item.data as Uint8Array);
			return { version: item.version as number, webhooks };
		},

		/** Writes them if their version is still `from`; returns whether it did. */
		moveWebhooks: async (from: number, webhooks: RegisteredByName) =>
			await move({ ...WEBHOOKS, version: from + 1, data: pack(webhooks) }, from),

		message: async (key: MessageKey) =>
			(await get(messageKey(key)))?.state as MessageState | undefined,

		async noteMessage(key: MessageKey, state: MessageState, now: number): Promise<void> {
			await put({ ...messageKey(key), state, expiresAt: expiry(now, KEEP_MESSAGES) });
		},

		/** Claims the check until a time (Unix ms), if no other one holds it. `release` ends it, if it is still held. */
		async claimCheck(now: number, until: number) {
			const { version = 0, until: held = 0 } = (await get(CHECK)) ?? {};
			if (Number(held) > now) return undefined;
			const claimed = Number(version) + 1;
			if (!(await move({ ...CHECK, version: claimed, until }, Number(version)))) return undefined;
			return {
				async release(): Promise<void> {
					await move({ ...CHECK, version: claimed + 1, until: 0 }, claimed);
				},
			};
		},
	};
}
