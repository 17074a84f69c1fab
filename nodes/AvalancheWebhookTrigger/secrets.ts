import type { AnyClient } from '../../core/client';
import { markOf } from '../../core/events/event';
import type { SignatureScheme } from '../../core/webhooks/signature';
import { type Account, createVerifier } from '../../core/webhooks/verifier';
import { sharedSecret } from '../../core/subjects/events/shared/webhookUpkeep';
import { n8nClock } from '../shared/transport';

/** The shared secrets of accounts, in the memory of this process. */

export const messageVerifier = createVerifier(n8nClock);

/** The account of a client: the URL and the key of the data service. */
export function accountOf(client: AnyClient, scheme?: SignatureScheme): Account {
	const { url, account } = client.access('data');
	const mark = markOf(JSON.stringify([url, account]));
	return { mark, secret: async () => await sharedSecret(client), scheme };
}

/** Forgets all secrets, as a new process does. */
export function forgetSecrets(): void {
	messageVerifier.forget();
}
