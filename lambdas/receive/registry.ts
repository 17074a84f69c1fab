/**
 * The memory of receive, in the table of notify:
 *
 *   webhooks                state  version, data (gzip: the registered webhooks, by names of the settings)
 *   webhooks                check  version, until (Unix milliseconds): one check at a time
 *   message#<webhook>#<id>  state  how far a message came, until `expiresAt` (Unix seconds)
 */

import type { WebhookMessage } from '../../core/webhooks/message';
import type { Registered } from '../../subjects/events/shared/webhookUpkeep';
import type { SendQueue } from '../notify/sendQueue';
import type { Store } from '../notify/store';

/** The webhooks at the service, by names of the settings. */
export type RegisteredByName = Readonly<Record<string, Registered>>;

/** Messages of several webhooks about one event may have one id. */
export type MessageKey = Pick<WebhookMessage, 'webhookId' | 'messageId'>;

/** `put off`: its record was missing, and the service was told to send it again. */
export type MessageState = 'taken' | 'put off';

/** The memory of receive. Writes marked "if" are conditional and return whether they took place. */
export interface Registry {
	webhooks(): Promise<{ version: number; webhooks: RegisteredByName }>;
	/** Writes them if their version is still `from`. */
	moveWebhooks(from: number, webhooks: RegisteredByName): Promise<boolean>;
	message(key: MessageKey): Promise<MessageState | undefined>;
	noteMessage(key: MessageKey, state: MessageState, now: number): Promise<void>;
	/** Claims the check until a time (Unix ms), if no other one holds it. */
	claimCheck(now: number, until: number): Promise<Claim | undefined>;
}

/** A claim on the check. */
export interface Claim {
	/** Ends it, if it is still held. */
	release(): Promise<void>;
}

/** The table of notify as receive uses it. */
export interface ReceiveTable {
	outbox: Store;
	registry: Registry;
}

/** The stores, and the queue of deliveries. */
export interface OpenedTable extends ReceiveTable {
	queue: SendQueue;
}
