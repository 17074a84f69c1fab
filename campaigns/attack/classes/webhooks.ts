import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRandom } from '../../../emulator/world/random';
import { signatureOf } from '../../../subjects/webhook/emulated/signature';
import { functionReceiver } from '../../webhooks/functionReceiver';
import { KINDS } from '../../webhooks/kinds';
import { nodeReceiver } from '../../webhooks/nodeReceiver';
import type { Receiver } from '../../webhooks/receiver';
import type { Sent } from '../../webhooks/wire';
import type { AttackClass } from '../stage';
import type { End, Watch } from '../watch';

/** Requests to the receivers of webhooks, by somebody who has seen signed messages. */

interface Request {
	name: string;
	body: string | Buffer;
	signature?: string;
}

const SIGNATURE = path.resolve(__dirname, '../../../core/webhooks/signature.ts');
const HASH = /0x[0-9a-f]{64}/g;
const MEGABYTE = 1024 * 1024;

const invented = (body: string) => {
	const hash = `0x${randomBytes(32).toString('hex')}`;
	return body.replace(HASH, hash);
};
const escaped = (text: string) =>
	[...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Bodies that are read in two ways by careless code, with the signature of what the service sent. */
function twoReadings(body: string, signature: string): Request[] {
	const event = `"event":${JSON.stringify((JSON.parse(invented(body)) as { event: unknown }).event)}`;
	const more = (text: string) => `${body.slice(0, -1)},${text}}`;
	const first = (text: string) => `{${text},${body.slice(1)}`;
	const bodies: Array<[string, string]> = [
		['a second event at the end', more(event)],
		['a second event at the begin', first(event)],
		[
			'a second event with escaped letters',
			more(event.replace('"event"', `"${escaped('event')}"`)),
		],
		['a prototype with an event', more(`"__proto__":{${event}}`)],
		['a constructor with a prototype', more(`"constructor":{"prototype":{${event},"polluted":1}}`)],
		['toJSON of its own', more(`"toJSON":{${event}}`)],
		['another event in capitals', more(event.replace('"event"', '"Event"'))],
		['a comment with an event', `/*${event}*/${body}`],
		['a second document', `${body}{${event}}`],
		['two documents in a list', `[${body},${invented(body)}]`],
		['a byte order mark', `\uFEFF${body}`],
		['a null byte at the end', `${body}\0`],
		['another hash', invented(body)],
		['an event that is a text', body.replace(/"event":/, '"event":"x","was":')],
		['numbers with points', body.replace(/:(\d+)([,}])/g, ':$1.0$2')],
		['numbers with exponents', body.replace(/:(\d+)([,}])/g, ':$1e0$2')],
		['numbers below zero', body.replace(/:(\d+)([,}])/g, ':-$1$2')],
		['numbers beyond a double', body.replace(/:(\d+)([,}])/g, ':$1000000000000000000001$2')],
		['numbers beyond all bounds', body.replace(/:(\d+)([,}])/g, ':1e400$2')],
		['a lone surrogate', more('"x":"\\ud800"')],
		['names that sort in two ways', more('"\\ud83d\\ude00":1,"\\ufb33":2')],
	];
	return bodies.map(([name, text]) => ({ name, body: text, signature }));
}

/** Signatures that are not quite those of the service. */
function wrongSignatures(body: string, signature: string): Request[] {
	const forged = invented(body);
	const weak = ['', '00', '0'.repeat(64), 'f'.repeat(64), randomBytes(32).toString('hex')];
	const values: Array<[string, string]> = [
		['of another message', signature],
		['in hex', Buffer.from(signature, 'base64').toString('hex')],
		['with an algorithm before it', `sha256=${signature}`],
		['twice', `${signature}, ${signature}`],
		['empty', ''],
		['null', 'null'],
		['of 8,000 letters', 'A'.repeat(8_000)],
		['of padding only', '='.repeat(44)],
		...weak.map((key, at): [string, string] => [
			`by guessed key ${at + 1}`,
			signatureOf(JSON.parse(forged), key),
		]),
	];
	return values.map(([name, value]) => ({
		name: `a signature ${name}`,
		body: forged,
		signature: value,
	}));
}

/** A message that the service has signed for another webhook of the account. */
function ofAnotherWebhook(body: string, secret: string): Request {
	const webhookId = crypto.randomUUID();
	const message = { ...(JSON.parse(invented(body)) as object), webhookId };
	const text = JSON.stringify(message);
	return { name: 'of another webhook', body: text, signature: signatureOf(message, secret) };
}

/** Bodies that cost time or memory. */
function costly(body: string, signature: string, full: boolean): Request[] {
	const deep = full ? 500_000 : 50_000;
	const size = (full ? 15 : 3) * MEGABYTE;
	const names = Array.from({ length: deep }, (_, at) => `"k${at}":${at}`).join(',');
	const bodies: Array<[string, string | Buffer]> = [
		['lists within lists', `${'['.repeat(deep)}${']'.repeat(deep)}`],
		['objects within objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
		['many names', `{${names}}`],
		['a long text', JSON.stringify({ ...(JSON.parse(body) as object), x: 'y'.repeat(size) })],
		['a long number', `{"x":${'9'.repeat(size)}}`],
		['spaces', `${body.slice(0, -1)}${' '.repeat(size)},"x":1}`],
		[
			'bytes that are not UTF-8',
			Buffer.concat([Buffer.from(body.slice(0, -1)), Buffer.from([0xff, 0x7d])]),
		],
		['nothing', ''],
		['17 MB', `"${'a'.repeat(17 * MEGABYTE)}"`],
	];
	return bodies.map(([name, given]) => ({ name, body: given, signature }));
}

/** The end of a request: `answered` if the receiver took it. */
async function ended(
	receiver: Receiver,
	path: string,
	request: Request,
	secret: string,
): Promise<End> {
	const response = await fetch(new URL(path, receiver.target()), {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			...(request.signature !== undefined && { 'x-signature': request.signature }),
		},
		body: request.body as string,
	});
	const text = await response.text();
	await receiver.settled();
	const { status } = response;
	const kind = status === 200 ? 'answered' : status === 401 ? 'unauthorized' : 'invalid-input';
	const wrong = text.includes(secret.slice(0, 16)) ? 'the shared secret shows' : undefined;
	return { kind, text, ...(wrong !== undefined && { wrong }) };
}

async function attackOne(receiver: Receiver, watch: Watch, full: boolean): Promise<void> {
	const { wire, emulator, kinds, name } = receiver;
	wire.trouble = 0;
	const [kind] = kinds;
	const keys = new Set(kind.happen(emulator, 3));
	await receiver.settled();
	const [{ path: place, body, signature }] = wire.sent as Sent[];
	const answer = await fetch(`${emulator.dataUrl}/v1/webhooks:getSharedSecret`);
	const { secret } = (await answer.json()) as { secret: string };
	const all: Request[] = [
		{ name: 'no signature', body: invented(body) },
		{ name: 'a replay', body, signature },
		ofAnotherWebhook(body, secret),
		...twoReadings(body, signature),
		...wrongSignatures(body, signature),
		...costly(body, signature, full),
	];
	for (const request of all) {
		const before = (await receiver.items()).length;
		await watch.attack(`${name}: ${request.name}`, async () => {
			const end = await ended(receiver, place, request, secret);
			const items = await receiver.items();
			const strangers = items.filter((item) => !keys.has(item.key)).length;
			if (strangers > 0) return { ...end, wrong: 'an event that never happened was handed on' };
			if (items.length > before) return { ...end, wrong: 'an event was handed on twice' };
			return end;
		});
	}
}

export const webhookClass: AttackClass = {
	name: 'webhooks',
	about: 'forged, replayed, ambiguous and huge messages to the receivers of webhooks',
	async run({ full }, watch) {
		const random = createRandom('attack');
		for (const start of [
			() => nodeReceiver('default', KINDS[0], random),
			() => functionReceiver(random),
		]) {
			const receiver = await start();
			try {
				await attackOne(receiver, watch, full);
			} finally {
				await receiver.close();
			}
		}
		// A clock would judge the machine: the comparison itself is looked at.
		const source = readFileSync(SIGNATURE, 'utf8');
		if (!/timingSafeEqual\(a, b\)/.test(source) || /signature\s*===?\s*signatureOf/.test(source)) {
			watch.finding('timing', 'signatures are not compared in constant time');
		}
	},
};
