import { createServer as createTcp } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sendWebhook } from '../../../lambdas/notify/send';
import { settingsOf } from '../../../lambdas/notify/settings';
import { startHostile } from '../hostile';
import { withNames } from '../names';
import type { AttackClass } from '../stage';
import { type End, type Watch, shown } from '../watch';

/** Webhook targets that lead into a private network, change their mind, or answer oddly. */

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const REQUEST = { headers: { 'content-type': 'application/json' }, body: '{"id":"1"}' };

const HOSTS = [
	'localhost',
	'LocalHost.',
	'a.localhost',
	'127.0.0.1',
	'127.1',
	'0x7f000001',
	'0177.1',
	'2130706433',
	'①②⑦.0.0.1',
	'0.0.0.0',
	'10.1.2.3',
	'100.64.1.1',
	'169.254.169.254',
	'169.254.170.2',
	'172.16.5.5',
	'192.0.0.1',
	'192.168.0.1',
	'198.18.0.1',
	'224.0.0.1',
	'255.255.255.255',
	'[::]',
	'[::1]',
	'[::127.0.0.1]',
	'[::ffff:127.0.0.1]',
	'[::ffff:0:127.0.0.1]',
	'[64:ff9b::127.0.0.1]',
	'[64:ff9b:1::1]',
	'[2001::1]',
	'[2002:7f00:1::]',
	'[fc00::1]',
	'[fd00:ec2::254]',
	'[fe80::1]',
	'[fec0::1]',
	'[ff02::1]',
	'metadata.google.internal',
	'printer.local',
];

/** A name that is public when it is asked for first, and what it is afterwards. */
const REBINDINGS: ReadonlyArray<readonly [string, (count: number) => string[]]> = [
	['private at once', () => ['127.0.0.1']],
	['private in IPv6', () => ['::1']],
	['private in a mapped form', () => ['::ffff:127.0.0.1']],
	['one of two is private', () => ['203.0.113.9', '127.0.0.1']],
	['the metadata address', () => ['169.254.169.254']],
	['no address at all', () => ['not-an-address']],
];

function settings(url: string, more: object = {}) {
	return JSON.stringify({
		sources: [{ name: 'a', event: 'health' }],
		targets: [{ name: 't', url, secrets: [SECRET], ...more }],
	});
}

/** Refused means: the settings are not taken, and nothing is sent where they are passed by. */
async function refusedTarget(url: string): Promise<End> {
	let taken = false;
	let text = '';
	try {
		await settingsOf(settings(url));
		taken = true;
	} catch (error) {
		text = shown(error);
	}
	const target = { url, allowPrivateNetwork: false, timeoutSeconds: 2 };
	const { status, error } = await sendWebhook(target, REQUEST);
	const wrong = taken ? 'the settings take it' : status === undefined ? undefined : 'it was sent';
	return { kind: 'invalid-input', text: `${text} ${error}`, ...(wrong && { wrong }) };
}

/** One attempt at a target that is allowed to be here. */
async function sent(url: string, timeoutSeconds = 1): Promise<End & { status?: number }> {
	const target = { url, allowPrivateNetwork: true, timeoutSeconds };
	const { status, error, retryAfterMs } = await sendWebhook(target, REQUEST);
	const text = JSON.stringify({ status, error, retryAfterMs });
	if (status === undefined && !error) return { kind: 'neither status nor reason', text };
	return { kind: status === undefined ? 'network' : 'answered', text, status };
}

async function rebinding(watch: Watch) {
	const connections = { count: 0 };
	const server = createTcp((socket) => {
		connections.count++;
		socket.destroy();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		for (const [name, answers] of REBINDINGS) {
			const host = `${name.replace(/\W/g, '-')}.attack.example.com`;
			const url = `https://${host}:${port}/`;
			const target = { url, allowPrivateNetwork: false, timeoutSeconds: 1 };
			const attempt = async (): Promise<End> => {
				const { status, error } = await withNames(
					(asked, count) => (asked === host ? answers(count) : undefined),
					() => sendWebhook(target, REQUEST),
				);
				return { kind: status === undefined ? 'network' : 'answered', text: String(error) };
			};
			await watch.attack(`a name that is ${name}`, attempt, { kind: 'network' });
		}
		// The address that was checked is the one that is connected to: a second answer is not asked for.
		let asked = 0;
		const attempt = async (): Promise<End> => {
			const url = `https://rebind.attack.example.com:${port}/`;
			const { status } = await withNames(
				(name, count) => {
					if (name !== 'rebind.attack.example.com') return undefined;
					asked++;
					return count === 0 ? ['203.0.113.9'] : ['127.0.0.1'];
				},
				() => sendWebhook({ url, allowPrivateNetwork: false, timeoutSeconds: 1 }, REQUEST),
			);
			const wrong = asked > 1 ? 'the name was looked up again after the check' : undefined;
			return {
				kind: status === undefined ? 'network' : 'answered',
				text: '',
				...(wrong && { wrong }),
			};
		};
		await watch.attack('a name that changes between check and use', attempt, { kind: 'network' });
		if (connections.count > 0) watch.finding('rebinding', 'a private address was connected to');
	} finally {
		await new Promise((resolve) => server.close(resolve));
	}
}

export const targetClass: AttackClass = {
	name: 'targets',
	about: 'webhook targets in private networks, names that change, redirects, odd answers',
	async run({ hostile }, watch) {
		for (const host of HOSTS) {
			await watch.attack(`https://${host}/`, () => refusedTarget(`https://${host}/x`));
		}
		for (const url of [
			'http://203.0.113.9/',
			'ftp://x.example.com/',
			'file:///x',
			'https://u:p@x.example.com/',
		]) {
			await watch.attack(url, () => refusedTarget(url));
		}
		await rebinding(watch);
		const stranger = await startHostile();
		try {
			for (const status of [301, 302, 303, 307, 308]) {
				hostile.answer = (_, r) => void r.writeHead(status, { location: stranger.url }).end();
				const end = await watch.attack(`redirect ${status}`, () => sent(hostile.url));
				if (stranger.requests > 0) watch.finding(`redirect ${status}`, 'it was followed');
				if (end?.kind !== 'answered') watch.finding(`redirect ${status}`, 'its status is not told');
			}
		} finally {
			await stranger.close();
		}
		const raw: ReadonlyArray<readonly [string, string | undefined]> = [
			['nothing', undefined],
			['no HTTP', 'hello\r\n\r\n'],
			['switching protocols', 'HTTP/1.1 101 X\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'],
			['headers without a body', 'HTTP/1.1 200 OK\r\n\r\n'],
			['half of the headers', 'HTTP/1.1 200 OK\r\nX'],
			['a wait without sense', 'HTTP/1.1 429 X\r\nRetry-After: 1e99\r\nContent-Length: 0\r\n\r\n'],
			['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
			['a status of 5 digits', 'HTTP/1.1 20000 OK\r\n\r\n'],
		];
		for (const [name, text] of raw) {
			hostile.answer = (_, response) => {
				if (text !== undefined) response.socket?.write(text);
			};
			await watch.attack(`answers ${name}`, () => sent(hostile.url), { withinMs: 8_000 });
		}
		hostile.answer = (request) => request.socket.destroy();
		await watch.attack('answers with a cut', () => sent(hostile.url), { kind: 'network' });
		hostile.answer = (request, response) => {
			response.writeHead(200);
			const drip = setInterval(() => response.write('x'.repeat(65536)), 5);
			request.socket.once('close', () => clearInterval(drip));
		};
		await watch.attack('answers without an end', () => sent(hostile.url), { withinMs: 8_000 });
	},
};
