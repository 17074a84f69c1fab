import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { SourceState } from '../../core/events/event';
import { parseFields } from '../../core/fields/fieldSet';
import { freePort } from '../../lab/kit/system/freePort';
import { EVENT_VALUES } from '../../lambdas/notify/events';
import { declareOutside, probe, type Probe } from '../../lambdas/notify/outside';
import { settingsOf } from '../../lambdas/notify/settings';
import { CHANGE, NEW } from '../../lambdas/subscriptions/input';
import { answer } from '../core/protocol/fakes';
import { hostOf, restarted } from '../core/events/world';

/** A node as it is seen from outside, by sources of notify. */

const DAY_MS = 86_400_000;

describe('the event', () => {
	const RPC = 'tls://rpc.example.com:443';
	const targets = [{ name: 'chat', url: 'https://example.com/x', unsigned: true }];
	const open: Probe = { addresses: ['203.0.113.7'] };

	/** Polls the endpoints; `found` is what connecting to each finds. */
	function watch(endpoints: string) {
		let found: Probe = open;
		const event = declareOutside(() => Promise.resolve(found));
		const host = hostOf(() => answer({}));
		const settings = parseFields(event.fields, { endpoints, holdPolls: 1 }, 'test');
		let state: SourceState | undefined;
		return {
			host,
			async poll(now: Probe, after = 60_000) {
				found = now;
				host.clock.time += after;
				const result = await event.source.poll(settings, state, host.context());
				state = restarted(result.state);
				return result.events.map(({ data }) => [data.severity, data.title]);
			},
		};
	}

	test('a closed port is critical, and open again is told', async () => {
		const { poll } = watch('node.example.com:9651');
		expect(await poll(open)).toEqual([]);
		const closed = { ...open, closed: 'ECONNREFUSED' };
		const name = 'node.example.com:9651';
		expect(await poll(closed)).toEqual([
			['critical', `${name}: does not accept connections from outside: ECONNREFUSED`],
		]);
		expect(await poll(closed)).toEqual([]);
		expect(await poll(open)).toEqual([['resolved', `${name}: accepts connections again`]]);
	});

	test('a certificate is judged by its end; while the port is closed, its end is not known', async () => {
		const { host, poll } = watch(RPC);
		const validUntil = (host.clock.time + 20 * DAY_MS) / 1000;
		expect(await poll({ ...open, validUntil })).toEqual([]);
		expect(await poll({ ...open, validUntil }, 7 * DAY_MS)).toEqual([
			['warning', `${RPC}: certificate ends in 12.9 days`],
		]);
		expect(await poll({ ...open, closed: 'ETIMEDOUT' })).toEqual([
			['critical', `${RPC}: does not accept connections from outside: ETIMEDOUT`],
		]);
		expect(await poll({ ...open, validUntil }, 10 * DAY_MS)).toEqual([
			['resolved', `${RPC}: accepts connections again`],
			['critical', `${RPC}: certificate ends in 2.9 days`],
		]);
		const renewed = validUntil + 90 * 86_400;
		expect(await poll({ ...open, validUntil: renewed })).toEqual([
			['resolved', `${RPC}: certificate is valid again`],
		]);
	});

	test('each change of the addresses is told once; a name that cannot be resolved is not a change', async () => {
		const { poll } = watch('node.example.com:9651');
		const moved = { addresses: ['203.0.113.8', '203.0.113.9'] };
		await poll(open);
		expect(await poll(moved)).toEqual([
			['warning', 'node.example.com:9651: has the addresses 203.0.113.8, 203.0.113.9'],
		]);
		expect(await poll(moved)).toEqual([]);
		expect(await poll({ closed: 'its name cannot be resolved (ENOTFOUND)' })).toHaveLength(1);
		expect(await poll(moved)).toEqual([['resolved', expect.any(String)]]);
		expect(await poll(open)).toEqual([
			['warning', 'node.example.com:9651: has the addresses 203.0.113.7'],
		]);
	});

	test.each([
		'node.example.com',
		'node.example.com:0',
		'https://node.example.com:1',
		'a b:1',
		':9651',
	])('settings of notify name the field and the rule: %s', async (endpoint) => {
		const sources = [{ name: 'mine', event: 'nodeOutside', endpoints: endpoint }];
		await expect(settingsOf(JSON.stringify({ sources, targets }))).rejects.toThrow(
			/endpoints.*must be host:port such as/,
		);
	});

	test('endpoints are those of sources alone, internal ones among them: nothing else connects', async () => {
		const sources = [{ name: 'mine', event: 'nodeOutside', endpoints: '10.0.0.5:9651' }];
		const settings = await settingsOf(JSON.stringify({ sources, targets }));
		expect(settings.sources).toMatchObject([{ endpoints: ['10.0.0.5:9651'] }]);
		const asked: string[] = [];
		const event = declareOutside(({ host, port }) => {
			asked.push(`${host}:${port}`);
			return Promise.resolve(open);
		});
		const host = hostOf(() => answer({}));
		const of = (endpoints: string) => parseFields(event.fields, { endpoints }, 'test');
		const { state } = await event.source.poll(
			of('a.example:1, b.example:2'),
			undefined,
			host.context(),
		);
		await event.source.poll(of('a.example:1'), restarted(state), host.context());
		expect(asked).toEqual(['a.example:1', 'b.example:2', 'a.example:1']);
		// A subscription has a URL and filters; its subjects select, and are not read.
		const url = 'https://example.com/x';
		for (const body of [NEW(), CHANGE()]) {
			expect(body.safeParse({ url, subjects: ['10.0.0.5:22'] }).success).toBe(true);
			expect(body.safeParse({ url, endpoints: ['10.0.0.5:22'] }).success).toBe(false);
		}
		expect(EVENT_VALUES).not.toContain('nodeOutside');
	});
});

describe('the probe', () => {
	let folder: string;
	let servers: Server[];
	beforeAll(() => {
		folder = mkdtempSync(path.join(tmpdir(), 'outside-'));
		servers = [];
	});
	afterAll(() => {
		for (const server of servers) server.close();
		rmSync(folder, { recursive: true });
	});

	async function portOf(server: Server): Promise<number> {
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return (server.address() as AddressInfo).port;
	}

	test('an open port, a closed one, and a name that does not exist', async () => {
		const port = await portOf(createServer((socket) => socket.on('error', () => {})));
		expect(await probe({ host: '127.0.0.1', port, isTls: false })).toEqual({});
		expect(await probe({ host: '127.0.0.1', port: await freePort(), isTls: false })).toEqual({
			closed: 'ECONNREFUSED',
		});
		expect(await probe({ host: 'node.invalid', port, isTls: false })).toEqual({
			closed: expect.stringMatching(/^its name cannot be resolved \(\w+\)$/) as string,
		});
	});

	test('a TLS endpoint that accepts and says nothing ends in its time', async () => {
		const port = await portOf(createServer((socket) => socket.on('error', () => {})));
		expect(await probe({ host: 'localhost', port, isTls: true }, 100)).toEqual({
			addresses: expect.arrayContaining(['127.0.0.1']) as string[],
			closed: 'no answer in 0.1 s',
		});
	});

	test('a certificate that nobody trusts is read: its end is asked', async () => {
		const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
		const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
		const subject = ['-days', '30', '-subj', '/CN=localhost', '-keyout', key, '-out', cert];
		execFileSync('openssl', [...made, ...subject], { stdio: 'pipe' });
		const port = await portOf(
			createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (socket) =>
				socket.on('error', () => {}),
			),
		);
		const found = await probe({ host: '127.0.0.1', port, isTls: true });
		const days = ((found.validUntil ?? 0) * 1000 - Date.now()) / DAY_MS;
		expect(Math.round(days)).toBe(30);
		const plain = await portOf(createServer((socket) => socket.end('no TLS\n')));
		expect(await probe({ host: '127.0.0.1', port: plain, isTls: true })).toEqual({
			closed: expect.stringMatching(/^E/) as string,
		});
	});
});
