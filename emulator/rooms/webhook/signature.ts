import { createHmac } from 'node:crypto';

/** Signatures of messages, by the documents alone: the core's own code is checked against these. */

/** JSON with sorted names at every depth and nothing between the parts (RFC 8785). */
export function sortedJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const members = value as Record<string, unknown>;
	const written = Object.keys(members)
		.filter((name) => members[name] !== undefined)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${sortedJson(members[name])}`);
	return `{${written.join(',')}}`;
}

/** The value of `x-signature` for a body: HMAC-SHA256 with the decoded secret, in base64. */
export function signatureOf(body: unknown, secret: string): string {
	return createHmac('sha256', Buffer.from(secret, 'hex'))
		.update(sortedJson(body), 'utf8')
		.digest('base64');
}
