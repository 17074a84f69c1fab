import { readFileSync } from 'node:fs';
import { lookup } from 'node:dns';
import path from 'node:path';
import { sendMessage } from '../../../lambdas/notify/send';
import {
	type SubscriptionsBench,
	apiEvent,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';
import { DEFAULT_LIMITS } from '../../../lambdas/subscriptions/tokens';

/** The API refuses these requests, and says the field, the rule and the value. */

jest.mock('node:dns', () => ({
	...jest.requireActual<typeof import('node:dns')>('node:dns'),
	lookup: jest.fn(),
}));

const URL = 'https://hooks.slack.com/services/T0/B0/abcdefgh';
const ROOT = path.resolve(__dirname, '../../..');
const NOBODY = 'a'.repeat(20);

let bench: SubscriptionsBench;
let token: string;
const { lookup: real } = jest.requireActual<typeof import('node:dns')>('node:dns');
beforeEach(async () => {
	(lookup as unknown as jest.Mock).mockImplementation(real);
	bench = await startSubscriptionsBench();
	token = await bench.token();
});
afterEach(async () => await bench.close());

const post = async (body: unknown, of = token) =>
	await bench.request({ method: 'POST', path: '/subscriptions', token: of, body });
const listed = async (of = token) =>
	(await bench.request({ path: '/subscriptions', token: of })).body.subscriptions as unknown[];

test.each([
	['no body', undefined, '', 'must be a JSON object', undefined],
	['no JSON', '{', '', 'must be JSON', undefined],
	['a list', [], '', 'must be a JSON object', undefined],
	[
		'a name twice',
		'{"url":"https://a.example","url":"https://b.example"}',
		'',
		/ambiguous/,
		undefined,
	],
	['no URL', {}, 'url', 'must be an https URL', undefined],
	[
		'http',
		{ url: 'http://a.example.org/x' },
		'url',
		'must be an https URL',
		'http://a.example.org/…',
	],
	['a file', { url: 'file:///etc/passwd' }, 'url', 'must be an https URL', 'file:///…'],
	[
		'loopback',
		{ url: 'https://127.0.0.1/x' },
		'url',
		'must be https and public',
		'https://127.0.0.1/…',
	],
	[
		'the metadata of AWS',
		{ url: 'https://169.254.169.254/latest' },
		'url',
		/public/,
		'https://169.254.169.254/…',
	],
	['IPv6', { url: 'https://[::1]/' }, 'url', /public/, 'https://[::1]/…'],
	[
		'a number for an address',
		{ url: 'https://2130706433/' },
		'url',
		/public/,
		'https://127.0.0.1/…',
	],
	['localhost', { url: 'https://localhost/' }, 'url', /public/, 'https://localhost/…'],
	[
		'credentials',
		{ url: 'https://user:word@a.example.org/' },
		'url',
		/public/,
		'https://a.example.org/…',
	],
	[
		'an unknown field',
		{ url: URL, allowPrivateNetwork: true },
		'allowPrivateNetwork',
		'is not a field',
		'true',
	],
	['a format of AWS', { url: URL, format: 'sqs' }, 'format', /^must be one of slack, /, '"sqs"'],
	[
		'an unknown event',
		{ url: URL, events: ['validator.gone'] },
		'events.0',
		/validator\.joined/,
		'"validator.gone"',
	],
	['no event', { url: URL, events: [] }, 'events', /must not be empty/, '[]'],
	['a severity', { url: URL, severities: ['high'] }, 'severities.0', /info, warning/, '"high"'],
	[
		'an event twice',
		{ url: URL, events: ['validator.joined', 'validator.joined'] },
		'events',
		/twice/,
		expect.any(String),
	],
	[
		'a subject with spaces',
		{ url: URL, subjects: ['a b'] },
		'subjects.0',
		/without spaces/,
		'"a b"',
	],
	[
		'the past',
		{ url: URL, expiration: '2020-01-01T00:00:00Z' },
		'expiration',
		'must be in the future',
		expect.any(String),
	],
	[
		'too far',
		{ url: URL, expiration: '2099-01-01T00:00:00Z' },
		'expiration',
		/366 days/,
		expect.any(String),
	],
	[
		'no time',
		{ url: URL, expiration: 'tomorrow' },
		'expiration',
		/2026-11-23T12:00:00Z/,
		'"tomorrow"',
	],
	[
		'a short secret',
		{ url: 'https://a.example.org/', secret: 'whsec_abc' },
		'secret',
		/24 bytes/,
		undefined,
	],
	[
		'too many rows',
		{
			url: URL,
			subjects: Array.from({ length: 50 }, (_, at) => `s${at}`),
			severities: ['info', 'warning'],
			events: ['validator.joined', 'validator.left', 'validator.uptime'],
		},
		'subjects',
		/at most 200; they are 300/,
		expect.any(String),
	],
])('%s is refused', async (_, body, field, rule, value) => {
	const { status, body: said } = await post(body);
	expect(status).toBe(400);
	expect(said).toMatchObject({ error: 'InvalidRequest' });
	const expected = {
		field,
		rule: typeof rule === 'string' ? rule : (expect.stringMatching(rule) as string),
		...(value !== undefined && { value }),
	};
	expect(said.problems).toEqual([expected]);
	expect(await listed()).toEqual([]);
	expect(bench.sent).toEqual([]);
});

test('a name that resolves to a private address is refused, at the first request and at each later one', async () => {
	const resolved = { address: '93.184.216.34', family: 4 };
	(lookup as unknown as jest.Mock).mockImplementation(
		(_host, _options, callback: (...given: unknown[]) => void) => callback(null, [resolved]),
	);
	resolved.address = '10.0.0.1';
	bench.newProcess({ send: sendMessage });
	const url = 'https://rebinds.example.org/hook';
	const refused = await post({ url });
	expect(refused).toMatchObject({
		status: 400,
		body: { problems: [{ field: 'url', rule: 'must not lead to a private address' }] },
	});
	expect(await listed()).toEqual([]);
	// It was public when it was proven; its name is changed then.
	bench.newProcess();
	const made = await post({ url });
	expect(made.body.status).toBe('active');
	bench.newProcess({ send: sendMessage });
	const path = `/subscriptions/${made.body.id}/test`;
	const tested = await bench.request({ method: 'POST', path, token });
	expect(tested.body).toMatchObject({ accepted: false });
	expect(tested.body.requests[0].said).toMatch(/the address is private/);
});

test.each([
	['no token', {}],
	['another scheme', { authorization: 'Basic abc' }],
	['an empty one', { authorization: 'Bearer ' }],
	['another form', { authorization: 'Bearer avn_x' }],
	['an unknown one', { authorization: `Bearer avn_${'a'.repeat(12)}_${'A'.repeat(43)}` }],
])('%s is answered like any other wrong one', async (_, headers) => {
	const answer = await bench.request({ path: '/me', headers });
	expect(answer).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
	expect(answer.headers['www-authenticate']).toBe('Bearer');
	expect(bench.measured.RefusedTokens).toBe(1);
});

test('a token is the whole of its letters, until it ends', async () => {
	const changed = (at: number) =>
		`${token.slice(0, at)}${token[at] === 'b' ? 'c' : 'b'}${token.slice(at + 1)}`;
	const tokens = [
		token.slice(0, -1),
		`${token}a`,
		token.slice(0, 17),
		token.toUpperCase(),
		'avn___proto_____constructor',
		`avn_${'a'.repeat(8_000)}`,
		await bench.token({ expiresAt: bench.clock.now() }),
		...[4, 9, 15, 17, 30, 58].map(changed),
	];
	for (const given of tokens) {
		const { status } = await bench.request({ path: '/me', token: given });
		expect([given, status]).toEqual([given, 401]);
	}
	const query = { token, access_token: token };
	expect((await bench.request({ path: '/me', query })).status).toBe(401);
	// A clock would judge the machine: the comparison itself is looked at.
	const sources = ['lambdas/subscriptions/tokens.ts', 'core/webhooks/signature.ts'];
	for (const file of sources)
		expect(readFileSync(path.join(ROOT, file), 'utf8')).toMatch(/timingSafeEqual\(a, b\)/);
});

test.each([
	['lists within lists', '['.repeat(30_000)],
	['objects within objects', '{"a":'.repeat(6_000)],
	['a long number', `{"url":${'9'.repeat(30_000)}}`],
	['many events', { url: URL, events: Array.from({ length: 3_000 }, () => 'a') }],
	['an owner', { url: URL, owner: 'x', id: 'y', status: 'active' }],
	['marks of keys', { url: URL, subjects: ['#', '*', '=\u0000'] }],
])('%s is a wrong body', async (_, body) => {
	expect((await post(body)).status).toBe(400);
	expect(await listed()).toEqual([]);
});

test('a prototype in a body gives a subscription no other owner', async () => {
	const { status } = await post(`{"url":"${URL}","__proto__":{"owner":"x"}}`);
	expect([status, (await listed()).length]).toEqual([201, 1]);
});

test('the secret of another token, and a revoked token, are refused', async () => {
	const other = await bench.token();
	const mixed = `${token.slice(0, 17)}${other.slice(17)}`;
	expect((await bench.request({ path: '/me', token: mixed })).status).toBe(401);
	await bench.store.revokeToken(token.slice(4, 16), bench.clock.now());
	expect((await bench.request({ path: '/me', token })).status).toBe(401);
	expect((await bench.request({ path: '/me', token: other })).status).toBe(200);
});

test("another's subscription is not found by any call, as if it did not exist", async () => {
	const made = await post({ url: URL });
	const other = await bench.token();
	for (const [method, end, body] of [
		['GET', ''],
		['PATCH', '', { events: ['validator.joined'] }],
		['DELETE', ''],
		['GET', '/deliveries'],
		['POST', '/test', {}],
		['POST', '/confirm', { challenge: 'x' }],
	] as const) {
		const ask = async (id: string) =>
			await bench.request({ method, path: `/subscriptions/${id}${end}`, token: other, body });
		const id = String(made.body.id);
		const nobodys = await ask(NOBODY);
		expect(nobodys).toMatchObject({ status: 404, body: { error: 'NotFound' } });
		expect(await ask(id)).toEqual(nobodys);
		const owner = token.slice(4, 16);
		for (const other of [`${id}/`, `${owner}:${id}`, `../${owner}/${id}`, '%2e%2e', 'sub#']) {
			expect((await ask(other)).status).toBe(404);
		}
	}
	expect(await listed(other)).toEqual([]);
	expect(await listed()).toHaveLength(1);
});

test('an owner has as many subscriptions as the token says, also of calls at once, and again after a deletion', async () => {
	const few = await bench.token({ limits: { subscriptions: 3 } });
	const answers = await Promise.all(Array.from({ length: 10 }, () => post({ url: URL }, few)));
	const made = answers.filter(({ status }) => status === 201);
	expect(made.length).toBeLessThanOrEqual(3);
	while ((await listed(few)).length < 3) await post({ url: URL }, few);
	expect(await post({ url: URL }, few)).toMatchObject({
		status: 403,
		body: { error: 'TooManySubscriptions' },
	});
	const [{ id }] = (await listed(few)) as Array<{ id: string }>;
	await bench.request({ method: 'DELETE', path: `/subscriptions/${id}`, token: few });
	expect((await post({ url: URL }, few)).status).toBe(201);
	expect((await post({ url: URL }, few)).status).toBe(403);
	expect(await listed(few)).toHaveLength(3);
});

test('calls that change or send are limited by the minute', async () => {
	const slow = await bench.token({ limits: { perMinute: 2 } });
	bench.clock.time += 15_000;
	const codes = [];
	for (let count = 0; count < 3; count++) codes.push(await post({ url: URL }, slow));
	expect(codes.map(({ status }) => status)).toEqual([201, 201, 429]);
	expect(codes[2].headers['retry-after']).toBe('45');
	expect(await listed(slow)).toHaveLength(2);
	bench.clock.time += 60_000;
	expect((await post({ url: URL }, slow)).status).toBe(201);
});

test('a large body is refused before it is parsed, or its token is looked up', async () => {
	bench.table.called.length = 0;
	const body = `{"url":"${'a'.repeat(6 * 1024 * 1024)}"}`;
	expect(await post(body)).toMatchObject({ status: 413, body: { error: 'TooLarge' } });
	expect(bench.table.called).toEqual([]);
});

test('paths and methods that are not there', async () => {
	for (const path of [
		'/',
		'',
		'/subscriptions/x',
		'/subscriptions/{id}',
		'/constructor',
		`/subscriptions/${NOBODY}/x`,
	]) {
		expect((await bench.request({ path, token })).status).toBe(404);
	}
	const put = await bench.request({ method: 'PUT', path: '/subscriptions', token });
	expect([put.status, put.headers.allow]).toEqual([405, 'POST, GET']);
	const query = { limit: '0', page: '2' };
	expect((await bench.request({ path: '/subscriptions', query, token })).body.problems).toEqual([
		{ field: 'limit', rule: 'must be a whole number from 1 to 100', value: '"0"' },
		{ field: 'page', rule: 'is not a field', value: '"2"' },
	]);
});

test('with AWS signatures the owner is the principal, and the sessions of a role are one', async () => {
	bench.newProcess({
		environment: {
			SUBSCRIPTIONS_TABLE: 'subscriptions',
			SUBSCRIPTIONS_KEY: 'key',
			SUBSCRIPTIONS_AUTH: 'iam',
			SUBSCRIPTIONS_LIMIT: '7',
		},
	});
	const me = async (userArn?: string) =>
		await bench.request({ path: '/me', userArn, ...(userArn === undefined && { token }) });
	const role = 'arn:aws:sts::123456789012:assumed-role/Subscriber';
	const [one, two] = [await me(`${role}/session-1`), await me(`${role}/session-2`)];
	expect(one).toEqual(two);
	expect(one.body.limits).toEqual({ ...DEFAULT_LIMITS, subscriptions: 7 });
	expect((await me(`${role}2/session-1`)).body.owner).not.toBe(one.body.owner);
	expect((await me()).status).toBe(401);
});

test('without iam, a principal in the event is no caller', async () => {
	const userArn = 'arn:aws:iam::123456789012:user/somebody';
	expect((await bench.request({ path: '/me', userArn })).status).toBe(401);
});

test('a failure of the table is not told, and is a 503 if it passes', async () => {
	bench.table.hook.before = () => {
		throw Object.assign(new Error('secret detail'), { name: 'ThrottlingException' });
	};
	const passing = await bench.request({ path: '/me', token });
	expect([passing.status, passing.headers['retry-after']]).toEqual([503, '5']);
	bench.table.hook.before = () => {
		throw new Error('secret detail');
	};
	const failed = await bench.request({ path: '/me', token });
	expect(failed).toMatchObject({ status: 500, body: { error: 'InternalError' } });
	expect(JSON.stringify([passing, failed])).not.toContain('secret detail');
});

test('what is no HTTP request is an error, and a wrong environment says all that is wrong', async () => {
	await expect(bench.handler({ action: 'list' })).rejects.toMatchObject({ name: 'InvalidEvent' });
	expect(() => bench.newProcess({ environment: { SUBSCRIPTIONS_AUTH: 'none' } })).toThrow(
		/SUBSCRIPTIONS_TABLE is missing[^]*SUBSCRIPTIONS_KEY is missing[^]*SUBSCRIPTIONS_AUTH must be token or iam; given: "none"/,
	);
	expect(apiEvent({ path: '/me' }).rawPath).toBe('/me');
});
