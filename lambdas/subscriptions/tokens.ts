import { hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Allowed } from './subscription';

/** Bearer tokens: `avn_<id>_<secret>`. The table has the digest of the secret only. */

/** Rights of tokens: to read and to change subscriptions, to send tests, to read sample events. */
export const SCOPES = ['read', 'write', 'test', 'events'] as const;
export type Scope = (typeof SCOPES)[number];

export interface Limits {
	/** Subscriptions of the owner. */
	subscriptions: number;
	/** Calls that change or send, per minute. */
	perMinute: number;
}

export const DEFAULT_LIMITS: Limits = { subscriptions: 100, perMinute: 60 };

/** A token as the table has it. Times are Unix milliseconds. */
export interface Token {
	id: string;
	/** SHA-256 of the secret, base64url. */
	digest: string;
	/** The owner of the subscriptions; several tokens may be of one. */
	owner: string;
	/** For people. */
	name: string;
	scopes: readonly Scope[];
	limits: Limits;
	/** Absent: it may subscribe to all events of all sources. */
	allowed?: Allowed;
	createdAt: number;
	expiresAt?: number;
	revokedAt?: number;
}

const FORM = /^avn_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A random id of small letters and digits. */
export const randomId = (length: number) =>
	Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A random secret of 43 characters. */
export const randomToken = () => randomBytes(32).toString('base64url');

export const digestOf = (secret: string) => hash('sha256', secret, 'base64url');

/** Compares two digests in constant time. */
export function sameDigest(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/** A new token: its text, which is shown once, and what the table has. */
export function newToken(
	given: Pick<Token, 'name' | 'scopes' | 'limits' | 'expiresAt' | 'allowed'> & { owner?: string },
	now: number,
): { text: string; token: Token } {
	const id = randomId(12);
	const secret = randomToken();
	const token = {
		...given,
		id,
		owner: given.owner ?? id,
		digest: digestOf(secret),
		createdAt: now,
	};
	return { text: `avn_${id}_${secret}`, token };
}

/** The parts of a token's text; undefined if it has another form. */
export function readToken(text: string): { id: string; digest: string } | undefined {
	const [, id, secret] = FORM.exec(text) ?? [];
	return secret === undefined ? undefined : { id, digest: digestOf(secret) };
}

/** Compared where there is no token, so that this takes as long. */
const NOBODY = digestOf('');

/** True if the token is the one that was given, and valid now. */
export function isValid(token: Token | undefined, digest: string, now: number): token is Token {
	const same = sameDigest(token?.digest ?? NOBODY, digest);
	if (!token || !same) return false;
	return token.revokedAt === undefined && now < (token.expiresAt ?? Infinity);
}
