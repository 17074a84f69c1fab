import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../failure';
import type { Choice } from '../fields/field';
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
 * of the same body. `unsigned`: no signature. `oversized`: more than `MAX_BODY_BYTES`. `unreadable`: the
 * body is not JSON that can be signed.
 */
export type Verified =
	| { ok: true; message: unknown }
	| { ok: false; reason: 'unsigned' | 'oversized' | 'unreadable' | 'forged' };

/**
 * Larger bodies are refused before they are parsed: one of many names takes 0.2 s a MiB to bring into its
 * canonical form, whoever signed it. A check finds the event of a message that is larger.
 */
export const MAX_BODY_BYTES = 1024 * 1024;

/** The reply to the sender of a refused message. */
export const REFUSALS = {
	unsigned: 'The message has no signature',
	oversized: `A body has at most ${MAX_BODY_BYTES} bytes`,
	unreadable: 'The body is not JSON that can be signed',
	forged: 'The signature does not match',
} as const;

/** 32 bytes in base64: nothing else can be a signature. */
const SIGNATURE = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

/** The HTTP status of a refusal. */
export function refusalStatus({ reason }: Verified & { ok: false }): 401 | 413 {
	return reason === 'oversized' ? 413 : 401;
}

/** A secret that is shorter could be guessed; an empty one would let everyone sign. */
const SHORTEST_SECRET = 32;
const HEX = /^([0-9a-f]{2})+$/i;

/** A byte order mark is not JSON. Bytes that are not UTF-8 are an error. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function signatureOf(
	signed: string | Uint8Array,
	{ secret, scheme = 'canonicalHex' }: SignedBy,
): string {
	if (secret.length < SHORTEST_SECRET || !HEX.test(secret)) {
		const message = `The shared secret of webhooks must be at least ${SHORTEST_SECRET} hexadecimal digits`;
		throw new Failure({ kind: 'invalid-response', message, service: 'data' });
	}
	const encoding = scheme.endsWith('Hex') ? 'hex' : 'utf8';
	return createHmac('sha256', secret, { encoding }).update(signed).digest('base64');
}

/** The signature of a body. Throws if the body has no canonical form and the scheme needs it. */
export function signBody(body: Uint8Array, by: SignedBy): string {
	const { scheme = 'canonicalHex' } = by;
	if (scheme.startsWith('raw')) return signatureOf(body, by);
	return signatureOf(canonicalJson(JSON.parse(utf8.decode(body))), by);
}

/** The refusal of a request that no secret can have signed, so that none has to be read. */
export function refusedUnread({ body, signature }: SignedRequest): Verified | undefined {
	if (typeof signature !== 'string' || signature === '') return { ok: false, reason: 'unsigned' };
	if (!SIGNATURE.test(signature)) return { ok: false, reason: 'forged' };
	return body.length > MAX_BODY_BYTES ? { ok: false, reason: 'oversized' } : undefined;
}

/**
 * Verifies a message in constant time. Nothing in the body makes it throw; it throws `Failure` if a
 * signature has to be compared and the secret is invalid.
 */
export function verifyBody(request: SignedRequest, by: SignedBy): Verified {
	const { scheme = 'canonicalHex' } = by;
	const { body, signature } = request;
	const refused = refusedUnread(request);
	if (refused) return refused;
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

/** Takes the same time wherever two signatures differ; both have the form `SIGNATURE`. */
function sameText(given: string, expected: string): boolean {
	const encoder = new TextEncoder();
	const [a, b] = [encoder.encode(given), encoder.encode(expected)];
	return timingSafeEqual(a, b);
}
