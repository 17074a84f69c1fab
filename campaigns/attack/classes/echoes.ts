import type { IncomingHttpHeaders } from 'node:http';
import { KEY, NODE_SECRET } from '../secrets';
import type { Answer } from '../hostile';
import type { AttackClass } from '../stage';

/** The secret of a request, in the ways in which an answer may hold it. */
const WRITINGS: ReadonlyArray<readonly [string, (secret: string) => string]> = [
	['as it is', (secret) => JSON.stringify(secret)],
	['in a text', (secret) => JSON.stringify(`the key ${secret} of yours`)],
	['in a URL', (secret) => JSON.stringify(`https://x.test/?key=${encodeURIComponent(secret)}`)],
	['in JSON within JSON', (secret) => JSON.stringify(JSON.stringify({ secret }))],
	['in a URL in lower case', (secret) => JSON.stringify(`https://x.test/?key=${lower(secret)}`)],
	['in JSON within JSON within JSON', (secret) => twice(JSON.stringify({ secret }))],
	['in a URL in JSON within JSON', (secret) => twice(`https://x.test/?key=${lower(secret)}`)],
	['in a form', (secret) => JSON.stringify(new URLSearchParams({ secret }).toString())],
	['in HTML', (secret) => JSON.stringify(secret.replaceAll('"', '&quot;'))],
	['in HTML as Mustache writes it', (secret) => JSON.stringify(mustache(secret))],
	['in HTML twice', (secret) => JSON.stringify(mustache(mustache(secret)))],
	['in HTML, percent-encoded', (secret) => JSON.stringify(encodeURIComponent(mustache(secret)))],
	['percent-encoded six times', (secret) => JSON.stringify(sixTimes(secret))],
	[
		'with every letter percent-encoded',
		(secret) => `"${escaped(secret).replaceAll('\\u00', '%')}"`,
	],
	['with escaped slashes', (secret) => JSON.stringify(secret).replaceAll('/', '\\/')],
	['with every letter escaped', (secret) => `"${escaped(secret)}"`],
	['with one letter escaped', (secret) => `"${escaped(secret[0])}${rest(secret)}"`],
	['in a list', (secret) => JSON.stringify([[secret], { a: { b: secret } }])],
	['as a key', (secret) => JSON.stringify({ [secret]: secret })],
	[
		'at the end of what is shown of a message',
		(secret) => JSON.stringify('x'.repeat(488) + secret),
	],
];

const lower = (secret: string) =>
	encodeURIComponent(secret).replace(/%../g, (byte) => byte.toLowerCase());
const twice = (text: string) => JSON.stringify(JSON.stringify(text));
const sixTimes = (text: string) =>
	Array.from({ length: 6 }).reduce<string>((written) => encodeURIComponent(written), text);
/** As Mustache and Handlebars escape values. */
const mustache = (text: string) =>
	text.replace(/[&<>"'`=/]/g, (sign) => `&#x${sign.charCodeAt(0).toString(16).toUpperCase()};`);
const escaped = (text: string) =>
	[...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const rest = (text: string) => JSON.stringify(text.slice(1)).slice(1, -1);

function secretOf(headers: IncomingHttpHeaders): string {
	return Object.values(headers).includes(KEY) ? KEY : NODE_SECRET;
}

interface Echo {
	name: string;
	answer(sample: string): Answer;
}

const headersWith = (secret: string) => ({
	'content-type': 'application/json',
	'x-echo': secret,
	'retry-after': secret,
	'ratelimit-policy': secret,
	etag: `"${secret}"`,
});

function echoes(): Echo[] {
	return WRITINGS.flatMap(([writing, write]): Echo[] => {
		const bodies: Array<[string, number, (sample: string, echo: string) => string]> = [
			['an answer', 200, (sample, echo) => withEcho(sample, echo)],
			['an error message', 400, (_, echo) => `{"message":${echo},"error":${echo}}`],
			['a list of messages', 500, (_, echo) => `{"message":[${echo},${echo}]}`],
			['a refusal', 403, (_, echo) => `{"error":${echo}}`],
			['plain text', 502, (_, echo) => echo],
			[
				'an RPC error',
				200,
				(_, echo) => `{"error":{"code":1,"message":${echo},"data":${echo}},"message":${echo}}`,
			],
			['what is not JSON', 200, (_, echo) => `${echo}}`],
			['a wrong shape', 200, (_, echo) => `[${echo}]`],
			['a page token', 200, (sample, echo) => `{"nextPageToken":${echo},${sample.slice(1)}`],
		];
		return bodies.map(([place, status, body]) => ({
			name: `${place}, ${writing}`,
			answer: (sample) => (request, response) => {
				const secret = secretOf(request.headers);
				response.writeHead(status, headersWith(secret)).end(body(sample, write(secret)));
			},
		}));
	});
}

/** The sample with the echo beside its fields, and in place of its texts. */
function withEcho(sample: string, echo: string): string {
	const more = `"echo":${echo}`;
	const inResult = sample.includes('"result":{')
		? sample.replace('"result":{', `"result":{${more},`)
		: sample;
	const inner = inResult.replace(/":\[\{"/, `":[{${more},"`);
	return `{${more}${inner.startsWith('{}') ? '' : ','}${inner.slice(1)}`;
}

/** Services that repeat the key they were sent: it shows in no item, no error and no log. */
export const echoClass: AttackClass = {
	name: 'echoes',
	about: 'the key repeated in bodies, headers and errors, in every writing',
	async run({ hostile, faces, targets, some }, watch) {
		const all = echoes();
		for (const target of targets) {
			for (const { name, answer } of some(all, 3)) {
				hostile.answer = answer(target.sample);
				for (const face of faces) {
					const title = `${face.name} ${target.operation.id}: ${name}`;
					await watch.attack(title, () => face.call(target));
				}
			}
		}
	},
};
