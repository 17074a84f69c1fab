import type { Clock } from '../protocol/ports';
import {
	type SignatureScheme,
	type SignedRequest,
	type Verified,
	isSigned,
	verifyBody,
} from './signature';

/**
 * Verifies messages with the shared secrets of accounts, which are kept in memory: reading one costs
 * compute units. After a rotation, signatures do not match any more: then the secret is read again, at
 * most once a minute, whatever arrives.
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
	/** Time of its reading (ms). */
	readAt: number;
	/** Time of the last reading, also of one that failed (ms). */
	triedAt: number;
}

const KEPT_MS = 60 * 60_000;
const AGAIN_MS = 60_000;
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
			// The earlier secret may still be the present one.
			if (before) kept.set(mark, { ...before, triedAt: now });
			else kept.delete(mark);
			throw error;
		}
	}

	async function known(account: Account): Promise<string> {
		const found = kept.get(account.mark);
		if (found && clock.now() - found.readAt < KEPT_MS) return await found.secret;
		return await read(account);
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
			if (!isSigned(request)) return { ok: false, reason: 'unsigned' };
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
