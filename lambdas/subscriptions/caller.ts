import { createHash } from 'node:crypto';
import { type HttpEvent, headerIn } from '../shared/http';
import { ApiError } from './apiError';
import type { SubscriptionStore } from './dynamoStore';
import { DEFAULT_LIMITS, SCOPES, type Token, isValid, readToken } from './tokens';

/** The caller of a request, known by a bearer token or by the AWS signature that Lambda has verified. */

type OfToken = 'owner' | 'name' | 'scopes' | 'limits' | 'allowed' | 'expiresAt';
export type Caller = Pick<Token, OfToken>;

export interface CallerOptions {
	auth: 'token' | 'iam';
	/** Subscriptions of a caller with an AWS signature. */
	limit: number;
	store: Pick<SubscriptionStore, 'token'>;
	now: number;
}

/** The caller of a request. Throws `ApiError` with status 401. */
export async function callerOf(event: HttpEvent, options: CallerOptions): Promise<Caller> {
	return options.auth === 'iam' ? signer(event, options) : await bearer(event, options);
}

async function bearer(event: HttpEvent, { store, now }: CallerOptions): Promise<Caller> {
	const [, text = ''] = /^Bearer +(\S+)$/i.exec(headerIn(event, 'authorization') ?? '') ?? [];
	const given = readToken(text);
	// One answer for all of these, so that it does not tell what a guess has right.
	if (!given) throw unauthorized();
	const token = await store.token(given.id);
	if (!isValid(token, given.digest, now)) throw unauthorized();
	const { owner, name, scopes, limits, allowed, expiresAt } = token;
	return { owner, name, scopes, limits, allowed, expiresAt };
}

/** The part of an event that Lambda adds where the URL requires AWS signatures. */
interface SignedEvent {
	requestContext?: { authorizer?: { iam?: { userArn?: unknown } | null } | null } | null;
}

/** Sessions of a role are one caller. */
function signer(event: HttpEvent, { limit }: CallerOptions): Caller {
	const { userArn } = (event as SignedEvent).requestContext?.authorizer?.iam ?? {};
	if (typeof userArn !== 'string' || !userArn.startsWith('arn:')) throw unauthorized();
	const principal = userArn.replace(/(:assumed-role\/[^/]+)\/.*$/, '$1');
	const owner = createHash('sha256').update(principal).digest('hex').slice(0, 24);
	const limits = { ...DEFAULT_LIMITS, subscriptions: limit };
	return { owner, name: principal, scopes: SCOPES, limits };
}

function unauthorized(): ApiError {
	return new ApiError(
		401,
		'Unauthorized',
		'The request needs a valid token: authorization: Bearer avn_…',
		undefined,
		{ 'www-authenticate': 'Bearer' },
	);
}
