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
 * most once a minute, whatever arrives. One that cannot be read is tried again after 5, 10, 20 and 40 s, and
 * then once a minute (the service repeats a message after 10 s); the last one that was read is used meanwhile.
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

interface CachedSecret {
	secret: Promise<string>;
	/** False if its reading failed. */
	isRead: boolean;
	/** Time until which it is not read again (ms), unless a signature does not match. */
	until: number;
	/** Time of the last reading, also of one that failed (ms). */
	triedAt: number;
	/** Readings that failed since one succeeded. */
	failures: number;
}

const KEPT_MS = 60 * 60_000;
const AGAIN_MS = 60_000;
const FAILED_MS = 5_000;
const MOST_KEPT = 1_000;

/** A verifier with secrets of its own. */
export function createVerifier(clock: Pick<Clock, 'now'>): MessageVerifier {
	const cached = new Map<string, CachedSecret>();

	/** Reads the secret; requests that arrive meanwhile wait for the same reading. */
	async function read({ mark, secret }: Account): Promise<string> {
		const before = cached.get(mark);
		const triedAt = clock.now();
		const reading = secret();
		if (cached.size >= MOST_KEPT) cached.clear();
		cached.set(mark, {
			secret: reading,
			isRead: true,
			until: triedAt + KEPT_MS,
			triedAt,
			failures: 0,
		});
		try {
			return await reading;
		} catch (error) {
			const failures = (before?.failures ?? 0) + 1;
			const until = triedAt + Math.min(AGAIN_MS, FAILED_MS * 2 ** (failures - 1));
			// The earlier secret may still be the present one; without one, the failure is kept.
			const last = before?.isRead ? before : { secret: reading, isRead: false };
			cached.set(mark, { ...last, until, triedAt, failures });
			throw error;
		}
	}

	/** The last secret that was read, even if it cannot be read now. */
	async function known(account: Account): Promise<string> {
		const found = cached.get(account.mark);
		if (found && clock.now() < found.until) return await found.secret;
		const reading = read(account);
		return await (found?.isRead ? reading.catch(() => found.secret) : reading);
	}

	/** The present secret, if it may be read again now. */
	async function present(account: Account): Promise<string | undefined> {
		const found = cached.get(account.mark);
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
			if (second === undefined) return verdict;
			return verifyBody(request, { secret: second, scheme });
		},
		forget: () => cached.clear(),
	};
}
