import type { IWebhookFunctions } from 'n8n-workflow';
import type { AnyClient } from '../../core/client';
import { isFailure } from '../../core/failure';
import { get } from '../../core/subjects/webhook/webhook';
import { n8nClock } from '../shared/transport';
import { registeredIn } from './registered';
import { accountOf } from './secrets';

/**
 * Messages of the node's own webhooks. One secret signs the messages of all webhooks of the account, so
 * that a valid signature does not say that a message is for this node.
 */

interface CachedUrl {
	url: Promise<string | undefined>;
	/** Time of the reading (ms). */
	readAt: number;
}

const KEPT_MS = 60_000;
const MOST_KEPT = 1_000;

/** URLs of webhooks that were looked up, in the memory of this process. */
const urls = new Map<string, CachedUrl>();

async function read(client: AnyClient, id: string): Promise<string | undefined> {
	const isUnknown = (error: unknown) =>
		isFailure(error) && (error.kind === 'not-found' || error.kind === 'invalid-input');
	const found = client.call(get, { id }).then(({ url }) => String(url));
	return await found.catch((error: unknown) =>
		isUnknown(error) ? undefined : Promise.reject(error),
	);
}

/** The URL of a webhook of the account. It is read at most once a minute, whatever arrives. */
async function urlOf(client: AnyClient, id: string): Promise<string | undefined> {
	const key = `${accountOf(client).mark} ${id}`;
	const found = urls.get(key);
	const now = n8nClock.now();
	if (found && now - found.readAt < KEPT_MS) return await found.url;
	const url = read(client, id);
	if (urls.size >= MOST_KEPT) urls.clear();
	urls.set(key, { url, readAt: now });
	url.catch(() => urls.delete(key));
	return await url;
}

/**
 * True if a verified message is of a webhook of the node: a registered one, or one that the service
 * sends to exactly the URL of the node. Throws `Failure` if the service cannot be read.
 */
export async function isOwnMessage(
	context: IWebhookFunctions,
	client: AnyClient,
	message: unknown,
): Promise<boolean> {
	const { webhookId } = (message ?? {}) as { webhookId?: unknown };
	// The execution reports a message without an id as unreadable.
	if (typeof webhookId !== 'string') return true;
	const purpose = context.getMode() === 'manual' ? 'test' : 'production';
	if (Object.hasOwn(registeredIn(context, purpose)?.networks ?? {}, webhookId)) return true;
	const url = await urlOf(client, webhookId);
	return url !== undefined && url === context.getNodeWebhookUrl('default');
}

/** Forgets all URLs, as a new process does. */
export function forgetUrls(): void {
	urls.clear();
}
