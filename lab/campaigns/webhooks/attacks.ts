import { createHmac, randomBytes } from 'node:crypto';
import type { Stream } from '../../../core/testing/random';
import { signatureOf } from '../../../emulator/rooms/webhook/signature';
import type { Sent, Wire } from './wire';

/** Requests of somebody who is not the service. */

export const ATTACKS = [
	'another key',
	'a changed amount',
	'a signature of another message',
	'no signature',
	'the secret as text',
	'of another webhook',
	'oversized',
	'replayed',
	'replayed from long ago',
	'replayed in another spelling',
] as const;
export type Attack = (typeof ATTACKS)[number];

/** Attacks that repeat what the service has signed: they may be answered 200, and start nothing new. */
export const REPLAYS: ReadonlySet<Attack> = new Set([
	'replayed',
	'replayed from long ago',
	'replayed in another spelling',
]);

/** A hash, or a balance, that the network never had. */
function invented(body: string): string {
	return body
		.replace(/"txHash":"0x[0-9a-f]{64}"/g, `"txHash":"0x${randomBytes(32).toString('hex')}"`)
		.replace(
			/"txHash":"[1-9A-HJ-NP-Za-km-z]{40,}"/g,
			`"txHash":"2forged${randomBytes(8).toString('hex')}"`,
		)
		.replace(
			/"remainingBalance":"\d+"/g,
			`"remainingBalance":"${7_000_000_000_000_000_000n + BigInt(randomBytes(4).readUInt32BE())}"`,
		)
		.replace(/"messageId":"[^"]+"/, `"messageId":"${crypto.randomUUID()}"`);
}

/** The same JSON with spaces, and its names in the opposite order. */
function respelled(body: string): string {
	const reversed = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(reversed);
		if (typeof value !== 'object' || value === null) return value;
		const entries = Object.entries(value).reverse();
		return Object.fromEntries(entries.map(([name, each]) => [name, reversed(each)]));
	};
	return JSON.stringify(reversed(JSON.parse(body)), undefined, 1);
}

const LARGE = 17 * 1024 * 1024;

/** Makes one attack from what the service sent. Returns the status of the receiver. */
export async function attack(
	wire: Wire,
	kind: Attack,
	sent: readonly Sent[],
	chance: Stream,
	secret: string,
): Promise<number | undefined> {
	const { path, body, signature } = chance.pick(sent);
	const post = (text: string, by?: string) => wire.post(path, text, by);
	const forged = invented(body);
	switch (kind) {
		case 'another key':
			return await post(forged, signatureOf(JSON.parse(forged), randomBytes(32).toString('hex')));
		case 'a changed amount': {
			const more = forged.replace(/"value":"\d+"|"amountStaked":"\d+"/, '"value":"9"');
			return await post(more, signature);
		}
		case 'a signature of another message':
			return await post(forged, chance.pick(sent).signature);
		case 'no signature':
			return await post(forged);
		case 'the secret as text':
			return await post(forged, createHmac('sha256', secret).update(forged).digest('base64'));
		case 'of another webhook': {
			const other = forged.replace(/"webhookId":"[^"]+"/, `"webhookId":"${crypto.randomUUID()}"`);
			return await post(other, signatureOf(JSON.parse(other), secret));
		}
		case 'oversized': {
			const padded = forged.replace(/}$/, `,"padding":"${'x'.repeat(LARGE)}"}`);
			return await post(padded, signatureOf(JSON.parse(padded), secret));
		}
		case 'replayed':
			return await post(body, signature);
		case 'replayed from long ago':
			return await post(sent[0].body, sent[0].signature);
		case 'replayed in another spelling':
			return await post(respelled(body), signature);
	}
}
