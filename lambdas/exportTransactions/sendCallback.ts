import { usualVerdict } from '../../core/channels/verdict';
import { Failure } from '../../core/failure';
import { sendWebhook } from '../notify/send';
import { webhookMessageId } from '../notify/batchEvents';
import { signedHeaders } from '../notify/webhook';
import { HandlerError } from '../shared/errors';
import type { CallbackMessage } from './callback';

const TIMEOUT_SECONDS = 15;

/**
 * Sends a callback, signed according to Standard Webhooks. Redirects are not followed, and without
 * `allowPrivate` the address of the connection must be public.
 */
export async function sendCallback(
	url: string,
	{ of, ...content }: CallbackMessage,
	now: number,
	{ secrets, allowPrivate }: { secrets: () => Promise<readonly string[]>; allowPrivate: boolean },
): Promise<void> {
	const id = webhookMessageId('exportTransactions', of);
	const body = JSON.stringify({ id, ...content });
	const headers = {
		'content-type': 'application/json',
		'user-agent': 'avalanche-export',
		...signedHeaders(id, now, body, await secrets()),
	};
	const reach = { url, allowPrivateNetwork: allowPrivate, timeoutSeconds: TIMEOUT_SECONDS };
	const verdict = usualVerdict(await sendWebhook(reach, { headers, body }));
	if (verdict.kind === 'delivered') return;
	if (verdict.kind !== 'retry') throw new HandlerError('CallbackRejected', verdict.reason);
	const { reason: message, afterMs: retryAfterMs } = verdict;
	const cause = new Failure({ kind: 'unavailable', message, retryAfterMs });
	throw new HandlerError('CallbackFailed', message, { cause });
}

const SECRET = /^whsec_[A-Za-z0-9+/]{32,}={0,2}$/;
const MOST_SECRETS = 5;

/**
 * The secrets in a text: one, or several separated by white space while one is replaced. Throws
 * `ConfigurationError`, which does not show them.
 */
export function callbackSecretsIn(text: string): readonly string[] {
	const secrets = text.split(/\s+/).filter(Boolean);
	const sound = secrets.length > 0 && secrets.length <= MOST_SECRETS;
	if (sound && secrets.every((one) => SECRET.test(one))) return secrets;
	throw new HandlerError(
		'ConfigurationError',
		`EXPORT_CALLBACK_KEY must be one to ${MOST_SECRETS} secrets, separated by spaces, each whsec_ and 24 bytes or more in base64`,
	);
}
