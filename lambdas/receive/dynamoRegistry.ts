import { pack, unpack } from '../notify/store';
import { type TableCalls, expiry, tableItems } from '../notify/tableItems';
import type { MessageKey, MessageState, RegisteredByName, Registry } from './registry';

const WEBHOOKS = { pk: 'webhooks', sk: 'state' };
const CHECK = { pk: 'webhooks', sk: 'check' };
const messageKey = ({ webhookId, messageId }: MessageKey) => {
	return { pk: `message#${webhookId}#${messageId}`, sk: 'state' };
};

/**
 * Time for which messages are remembered (s). Nothing that is signed has a time: a signature is valid
 * until the secret is rotated.
 */
const KEEP_MESSAGES = 366 * 24 * 60 * 60;

/** The memory of receive in a DynamoDB table. */
export function dynamoRegistry(client: TableCalls, table: string): Registry {
	const { get, put, move } = tableItems(client, table);

	return {
		async webhooks() {
			const item = await get(WEBHOOKS);
			if (!item) return { version: 0, webhooks: {} };
			const webhooks = unpack<RegisteredByName>(item.data as Uint8Array);
			return { version: item.version as number, webhooks };
		},

		moveWebhooks: async (from, webhooks) =>
			await move({ ...WEBHOOKS, version: from + 1, data: pack(webhooks) }, from),

		message: async (key) => (await get(messageKey(key)))?.state as MessageState | undefined,

		async noteMessage(key, state, now) {
			await put({ ...messageKey(key), state, expiresAt: expiry(now, KEEP_MESSAGES) });
		},

		async claimCheck(now, until) {
			const { version = 0, until: held = 0 } = (await get(CHECK)) ?? {};
			if (Number(held) > now) return undefined;
			const claimed = Number(version) + 1;
			if (!(await move({ ...CHECK, version: claimed, until }, Number(version)))) return undefined;
			return {
				async release() {
					await move({ ...CHECK, version: claimed + 1, until: 0 }, claimed);
				},
			};
		},
	};
}
