import type { Clock } from '../protocol/ports';
import {
	type SignatureScheme,
	type SignedRequest,
	type Verified,
	refusedUnread,
	verifyBody,
} from './signature';

/**
 * Verifies messages with the shared secrets of accounts, which are kept in memory: reading one costs
 * compute units. After a rotation, signatures do not match any more: then the secret is read again, at
 * most once a minute, whatever arrives. While none is known and it cannot be read, it is read every 5 s
 * at most: the service repeats a message after 10 s.
 */

/** The account whose messages are verified. */
export interface Account {
	/** Identifies the account in this process. */
	mark: string;
	/** Reads its shared secret. Throws `Failure`. */
	secret(): Promise<string>;
	/** Default: the documented one. */
	scheme?: SignatureScheme;
}

/** Verifies messages of accounts. */
export interface MessageVerifier {
	/** Throws `Failure` if no secret is known and none can be read. */
	verify(request: SignedRequest, account: Account): Promise<Verified>;
	/** Forgets all secrets, as a new process does. */
	forget(): void;
}

interface Kept {
	secret: Promise<string>;
	/** Time of its reading (ms); absent if that failed. */
	readAt?: number;
	/** Time of the last reading, also of one that failed (ms). */
	triedAt: number;
}

const KEPT_MS = 60 * 60_000;
const AGAIN_MS = 60_000;
const FAILED_MS = 5_000;
const MOST_KEPT = 1_000;

/** A verifier with secrets of its own. */
export function createVerifier(clock: Pick<Clock, 'now'>): MessageVerifier {
	const kept = new Map<string, Kept>();

	/** Reads the secret; requests that arrive meanwhile wait for the same reading. */
	async function read({ mark, secret }: Account): Promise<string> {
		const before = kept.get(mark);
		const now = clock.now();
		const reading = secret();
		if (kept.size >= MOST_KEPT) kept.clear();
		kept.set(mark, { secret: reading, readAt: now, triedAt: now });
		try {
			return await reading;
		} catch (error) {
			// The earlier secret may still be the present one; without one, the failure is kept.
			if (before?.readAt !== undefined) kept.set(mark, { ...before, triedAt: now });
			else kept.set(mark, { secret: reading, triedAt: now });
			throw error;
		}
	}

	async function known(account: Account): Promise<string> {
		const found = kept.get(account.mark);
		if (!found) return await read(account);
		const { readAt, triedAt } = found;
		const isFresh =
			clock.now() - (readAt ?? triedAt) < (readAt === undefined ? FAILED_MS : KEPT_MS);
		return await (isFresh ? found.secret : read(account));
	}

	/** The present secret, if it may be read again now. */
	async function present(account: Account): Promise<string | undefined> {
		const found = kept.get(account.mark);
		if (found && clock.now() - found.triedAt < AGAIN_MS) return undefined;
		return await read(account);
	}

	return {
		async verify(request, account) {
			const { scheme } = account;
			const refused = refusedUnread(request);
			if (refused) return refused;
			const first = await known(account);
			const verdict = verifyBody(request, { secret: first, scheme });
			if (verdict.ok || verdict.reason !== 'forged') return verdict;
			const second = await present(account);
			if (second === undefined || second === first) return verdict;
			return verifyBody(request, { secret: second, scheme });
		},
		forget: () => kept.clear(),
	};
}
