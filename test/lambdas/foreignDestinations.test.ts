import { startLocalServer } from '../../lab/kit/system/localServer';
import { forTests } from '../emulatorForTests';
import { openDownload } from '../../lambdas/exportTransactions/openDownload';
import { sendWebhook } from '../../lambdas/notify/send';
import { withNames } from '../../lab/campaigns/attack/names';

/** Requests of the functions to places that others name: download addresses and webhook targets. */

let connections = 0;
/** The answer of the server, byte by byte. */
let says = '';
const server = forTests(async () => {
	const started = await startLocalServer((_, response) => void response.socket?.write(says));
	started.server.on('connection', () => connections++);
	return { ...started, port: new URL(started.url).port };
});

test.each([['127.0.0.1'], ['::1'], ['8.8.8.8', '10.0.0.1']])(
	'a download from a public name that leads to %s is refused, and not tried again',
	async (...addresses) => {
		let asked = 0;
		const download = withNames(
			(name) => (name === 'files.attack.example.com' ? (asked++, addresses) : undefined),
			() => openDownload(`http://files.attack.example.com:${server.port}/x`, {}, true),
		);
		await expect(download).rejects.toMatchObject({
			kind: 'invalid-response',
			retryable: false,
			message: expect.stringMatching(/private address/),
		});
		expect([asked, connections]).toEqual([1, 0]);
	},
);

const POST = { headers: { 'content-type': 'application/json' }, body: '{"id":"1"}' };

test.each<[string, string[]]>([
	['to this machine', ['127.0.0.1']],
	['to a mapped form of it', ['::ffff:127.0.0.1']],
	['to one public and one private address', ['8.8.8.8', '127.0.0.1']],
	['to an address that is none', ['not-an-address']],
])(
	'a webhook target whose name leads %s is sent nothing, and is looked up once',
	async (_, leads) => {
		let asked = 0;
		const url = `https://hook.attack.example.com:${server.port}/`;
		const target = { url, allowPrivateNetwork: false, timeoutSeconds: 1 };
		const { status } = await withNames(
			(name) => (name === 'hook.attack.example.com' ? (asked++, leads) : undefined),
			() => sendWebhook(target, POST),
		);
		expect([status, asked, connections]).toEqual([undefined, 1, 0]);
	},
);

const HEAD = 'HTTP/1.1 200 OK\r\n';
test.each<[string, string, number | undefined]>([
	[
		'switches protocols',
		'HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
		undefined,
	],
	['is silent', '', undefined],
	['speaks no HTTP', 'hello\r\n\r\n', undefined],
	['never ends its headers', `${HEAD}X`, undefined],
	['gives two lengths', `${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, undefined],
	['gives a status of 5 digits', 'HTTP/1.1 20000 OK\r\n\r\n', undefined],
	['never ends its body', `${HEAD}\r\n${'x'.repeat(65_536)}`, 200],
	[
		'asks for a wait without sense',
		'HTTP/1.1 429 X\r\nRetry-After: 1e99\r\nContent-Length: 0\r\n\r\n',
		429,
	],
])('a webhook target that %s has its status, or a reason', async (_, text, expected) => {
	says = text;
	const url = `http://127.0.0.1:${server.port}/`;
	const timeoutSeconds = expected === undefined ? 0.2 : 5;
	const target = { url, allowPrivateNetwork: true, timeoutSeconds };
	const { status, error, retryAfterMs } = await sendWebhook(target, POST);
	expect(status).toBe(expected);
	expect(retryAfterMs).toBeUndefined();
	if (expected === undefined) expect(error).toMatch(/./);
});
