import type { WebhookMessage } from '../../core/webhooks/message';
import type { Registered } from '../../core/subjects/events/shared/webhookUpkeep';
import { DAY_SECONDS, type TableItems, expiry, pack, unpack } from '../notify/tableItems';

/**
 * The memory of receive, in the table of notify:
 *
 *   webhooks                state  version, data (gzip: the registered webhooks, by names of the settings)
 *   message#<webhook>#<id>  state  how far a message came, until `expiresAt` (Unix seconds)
 */

/** The webhooks at the service, by names of the settings. */
export type RegisteredByName = Readonly<Record<string, Registered>>;

/** Messages of several webhooks about one event may have one id. */
export type MessageKey = Pick<WebhookMessage, 'webhookId' | 'messageId'>;

/** `put off`: its record was missing, and the service was told to send it again. */
export type MessageState = 'taken' | 'put off';

export type Registry = ReturnType<typeof dynamoRegistry>;

const WEBHOOKS = { pk: 'webhooks', sk: 'state' };
const NONE = pack({});
const messageKey = ({ webhookId, messageId }: MessageKey) => {
	return { pk: `message#${webhookId}#${messageId}`, sk: 'state' };
};

/**
 * Time for which messages are remembered (s). Nothing that is signed has a time: a signature is valid
 * until the secret is rotated.
 */
const KEEP_MESSAGES = 366 * DAY_SECONDS;

/** The memory of receive in a DynamoDB table. */
export function dynamoRegistry({ get, put, change }: TableItems) {
	return {
		async webhooks(): Promise<RegisteredByName> {
			return unpack(((await get(WEBHOOKS))?.data ?? NONE) as Uint8Array);
		},

		/** Changes the registered webhooks, also if another check writes them meanwhile. */
		changeWebhooks: (apply: (webhooks: RegisteredByName) => RegisteredByName) =>
			change(WEBHOOKS, ({ data = NONE }) => {
				const before = unpack<RegisteredByName>(data as Uint8Array);
				const next = apply(before);
				return JSON.stringify(next) === JSON.stringify(before) ? undefined : { data: pack(next) };
			}),

		message: async (key: MessageKey) =>
			(await get(messageKey(key)))?.state as MessageState | undefined,

		async noteMessage(key: MessageKey, state: MessageState, now: number): Promise<void> {
			await put({ ...messageKey(key), state, expiresAt: expiry(now, KEEP_MESSAGES) });
		},
	};
}
