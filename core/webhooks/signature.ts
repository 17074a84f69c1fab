import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../failure';
import type { Choice } from '../fields/field';
import { bytesBase64 } from '../formats/base64';
import { hexToBytes } from '../formats/hex';
import { canonicalJson } from './canonical';

/**
 * Signatures of webhook messages: HMAC-SHA256 in base64, in the header `x-signature`. The documents
 * sign the canonical JSON of the body with the decoded secret. Published code also has other forms;
 * a receiver uses one of them only if its user selects it.
 */

/** The header with the signature, in lower case. */
export const SIGNATURE_HEADER = 'x-signature';

export const SIGNATURE_SCHEMES = ['canonicalHex', 'rawText', 'rawHex', 'canonicalText'] as const;

/** `canonical` or `raw`: what is signed. `Hex` or `Text`: the secret decoded, or its letters as key. */
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];

export const SCHEME_CHOICES: readonly Choice[] = [
	{
		value: 'canonicalHex',
		name: 'Canonical JSON, Hex Key',
		description: 'The documented scheme',
	},
	{
		value: 'rawText',
		name: 'Raw Body, Text Key',
		description: "As the SDK's function validateWebhook checks it",
	},
	{ value: 'rawHex', name: 'Raw Body, Hex Key' },
	{ value: 'canonicalText', name: 'Canonical JSON, Text Key' },
];

/** One request to a receiver. */
export interface SignedRequest {
	/** The body as it was received. */
	body: Uint8Array;
	/** The value of `x-signature`, if it was sent. */
	signature?: unknown;
}

/** The secret and the scheme of the signatures of an account. */
export interface SignedBy {
	/** The shared secret of the account, as the service returns it: bytes in hex. */
	secret: string;
	/** Default `canonicalHex`. */
	scheme?: SignatureScheme;
}

/**
 * The outcome of a verification. `message` is the value that was verified: read it, and no other parse
 * of the same body. `unsigned`: no signature. `unreadable`: the body is no JSON that can be signed.
 */
export type Verified =
	| { ok: true; message: unknown }
	| { ok: false; reason: 'unsigned' | 'unreadable' | 'forged' };

/** The reply to the sender of a refused message. */
export const REFUSALS = {
	unsigned: 'The message has no signature',
	unreadable: 'The body is no JSON that can be signed',
	forged: 'The signature does not match',
} as const;

/** A secret that is shorter could be guessed; an empty one would let everyone sign. */
const SHORTEST_SECRET = 32;
const HEX = /^([0-9a-f]{2})+$/i;

/** A byte order mark is no JSON. Bytes that are no UTF-8 are an error. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function keyOf({ secret, scheme = 'canonicalHex' }: SignedBy): Uint8Array {
	if (secret.length < SHORTEST_SECRET || !HEX.test(secret)) {
		const message = `The shared secret of webhooks must be at least ${SHORTEST_SECRET} hexadecimal digits`;
		throw new Failure({ kind: 'invalid-response', message, service: 'data' });
	}
	return scheme.endsWith('Hex') ? hexToBytes(secret) : new TextEncoder().encode(secret);
}

function signatureOf(signed: string | Uint8Array, by: SignedBy): string {
	const digest = createHmac('sha256', keyOf(by)).update(signed).digest();
	return bytesBase64(new Uint8Array(digest));
}

/** The signature of a body. Throws if the body has no canonical form and the scheme needs it. */
export function signBody(body: Uint8Array, by: SignedBy): string {
	const { scheme = 'canonicalHex' } = by;
	if (scheme.startsWith('raw')) return signatureOf(body, by);
	return signatureOf(canonicalJson(JSON.parse(utf8.decode(body))), by);
}

/** True if a request has a signature, of whatever value. */
export function isSigned({ signature }: Pick<SignedRequest, 'signature'>): boolean {
	return typeof signature === 'string' && signature !== '';
}

/**
 * Verifies a message in constant time. Nothing in the body makes it throw; it throws `Failure` if the
 * secret is invalid.
 */
export function verifyBody({ body, signature }: SignedRequest, by: SignedBy): Verified {
	const { scheme = 'canonicalHex' } = by;
	keyOf(by);
	if (!isSigned({ signature })) return { ok: false, reason: 'unsigned' };
	let message: unknown;
	let signed: string | Uint8Array;
	try {
		message = JSON.parse(utf8.decode(body));
		signed = scheme.startsWith('raw') ? body : canonicalJson(message);
	} catch {
		return { ok: false, reason: 'unreadable' };
	}
	return sameText(String(signature), signatureOf(signed, by))
		? { ok: true, message }
		: { ok: false, reason: 'forged' };
}

/** Takes the same time wherever two texts of one length differ. */
function sameText(given: string, expected: string): boolean {
	const encoder = new TextEncoder();
	const [a, b] = [encoder.encode(given), encoder.encode(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}
