import { Webhook } from 'standardwebhooks';
import {
	type SubscriptionsBench,
	echoed,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';

/** docs/subscriptions.md: what each call of the API does. */

const URL = 'https://receiver.example.org/hook';
const SLACK = 'https://hooks.slack.com/services/T0/B0/abcdefgh';
const NODE = 'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg';

let bench: SubscriptionsBench;
let token: string;
beforeEach(async () => {
	bench = await startSubscriptionsBench();
	token = await bench.token();
});
afterEach(async () => await bench.close());

const call = async (method: string, path: string, body?: unknown, of = token) =>
	await bench.request({ method, path, body, token: of });
const create = async (body: object = {}, of = token) =>
	await call('POST', '/subscriptions', { url: URL, ...body }, of);

test('a subscription is made, its URL is proven by a signed challenge, and it is listed', async () => {
	const filters = { events: ['validator.joined'], severities: ['info'], subjects: [NODE] };
	const made = await create({ ...filters, expiration: '2027-01-31T12:00:00+01:00' });
	expect(made).toMatchObject({
		status: 201,
		body: {
			status: 'active',
			...{ url: URL, format: 'event', ...filters },
			expiration: '2027-01-31T11:00:00.000Z',
			proof: { answered: true, status: 200 },
		},
	});
	const { id, secret } = made.body as { id: string; secret: string };
	const [{ url, headers, body, reach }] = bench.sent;
	expect(url).toBe(URL);
	expect(reach.allowPrivateNetwork).toBe(false);
	const webhook = new Webhook(secret);
	const signedAt = Number(headers['webhook-timestamp']) * 1000;
	jest.useFakeTimers({ now: signedAt, doNotFake: ['nextTick', 'setImmediate'] });
	try {
		expect(webhook.verify(body, headers)).toMatchObject({
			type: 'subscription.challenge',
			data: { subscription: id, challenge: expect.stringMatching(/^[\w-]{43}$/) },
		});
	} finally {
		jest.useRealTimers();
	}
	const one = await call('GET', `/subscriptions/${id}`);
	expect(one.body).toEqual({
		...{ id, status: 'active', url: URL, format: 'event', ...filters },
		createdAt: new Date(bench.clock.now()).toISOString(),
		expiration: '2027-01-31T11:00:00.000Z',
	});
	expect((await call('GET', '/subscriptions')).body).toEqual({ subscriptions: [one.body] });
});

test.each(['flat', 'event', 'cloudEvents'])(
	'a server that returns what it receives is no proof (%s)',
	async (format) => {
		bench.answer = ({ body }) => ({ status: 200, body });
		const { body } = await create({ format });
		expect(body).toMatchObject({ status: 'pending', proof: { answered: false } });
	},
);

test('a challenge may be returned as plain text', async () => {
	bench.answer = (request) => {
		const { challenge } = JSON.parse(String(echoed(request).body)) as { challenge: string };
		return { status: 200, body: ` ${challenge}\n` };
	};
	expect((await create()).body.status).toBe('active');
});

test.each([
	['does not answer with it', { status: 200, body: 'ok' }, /without returning it/],
	['answers with another', { status: 200, body: '{"challenge":"x"}' }, /without returning it/],
	['fails', { status: 500 }, /status 500/],
	['redirects', { status: 302 }, /status 302/],
	['is not there', { error: 'the connection failed (ENOTFOUND)' }, /not delivered: .*ENOTFOUND/],
])('a URL that %s stays pending until it is confirmed', async (_, answer, said) => {
	bench.answer = () => answer;
	const { status, body } = await create();
	expect(status).toBe(201);
	expect(body).toMatchObject({
		status: 'pending',
		confirmBefore: new Date(bench.clock.now() + 86_400_000).toISOString(),
		proof: { answered: false, said: expect.stringMatching(said) },
	});
	const path = `/subscriptions/${body.id}`;
	expect((await call('POST', `${path}/test`)).body.error).toBe('NotActive');
	const [, challenge] = /"challenge":"([\w-]+)"/.exec(bench.sent[0].body) ?? [];
	const wrong = await call('POST', `${path}/confirm`, { challenge: 'x'.repeat(43) });
	expect(wrong).toMatchObject({ status: 400, body: { problems: [{ field: 'challenge' }] } });
	const right = await call('POST', `${path}/confirm`, { challenge });
	expect(right).toMatchObject({ status: 200, body: { status: 'active' } });
	expect((await call('POST', `${path}/confirm`, { challenge })).body.error).toBe('NotPending');
});

test('a challenge is valid for a day; a new one is sent on demand', async () => {
	bench.answer = () => ({ status: 200 });
	const { body } = await create();
	const challengeOf = (at: number) => /"challenge":"([\w-]+)"/.exec(bench.sent[at].body)?.[1];
	bench.clock.time += 86_400_000;
	const path = `/subscriptions/${body.id}`;
	const confirm = async (at: number) =>
		(await call('POST', `${path}/confirm`, { challenge: challengeOf(at) })).status;
	expect(await confirm(0)).toBe(400);
	expect((await call('PATCH', path, { status: 'active' })).body.status).toBe('pending');
	expect([await confirm(0), await confirm(1)]).toEqual([400, 200]);
});

test('hosts of hooks that cannot answer are not asked', async () => {
	for (const [url, format] of [
		[SLACK, 'slack'],
		['https://discord.com/api/webhooks/123/abc', 'discord'],
		['https://hooks.zapier.com/hooks/catch/1/abc', 'flat'],
		['https://hook.eu2.make.com/abcdef', 'flat'],
	]) {
		const { body } = await create({ url });
		expect([body.status, body.format]).toEqual(['active', format]);
	}
	expect(bench.sent).toEqual([]);
	// The path of a Mattermost hook can be on any host.
	await create({ url: `https://own.example.org/hooks/${'a'.repeat(26)}` });
	expect(bench.sent).toHaveLength(1);
});

test('a secret is shown once, and only where receivers check signatures', async () => {
	const { body } = await create();
	expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
	expect((await call('GET', `/subscriptions/${body.id}`)).body).not.toHaveProperty('secret');
	expect((await create({ url: SLACK })).body).not.toHaveProperty('secret');
	const own = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
	expect((await create({ secret: own })).body.secret).toBe(own);
	expect(await create({ url: SLACK, secret: own })).toMatchObject({
		status: 400,
		body: { problems: [{ field: 'secret', rule: 'has no effect: Slack does not check it' }] },
	});
});

test('nothing that is stored has the URL or the secret, in whole or in base64', async () => {
	const { body } = await create({ url: 'https://receiver.example.org/very-secret-path' });
	const items = await bench.table.items();
	const bytes = items
		.map((item) =>
			JSON.stringify(item, (_, value: unknown) =>
				value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
			),
		)
		.join('\n');
	expect(bytes).toContain(body.id);
	for (const secret of ['very-secret-path', String(body.secret).slice(6, 40), token.slice(-43)]) {
		expect(bytes).not.toContain(secret);
	}
	expect(JSON.stringify(bench.logged)).not.toMatch(/very-secret-path|whsec_|avn_/);
});

test('filters, format, expiration and secret are changed; null removes', async () => {
	const { body } = await create({ events: ['validator.joined'], subjects: [NODE] });
	const path = `/subscriptions/${body.id}`;
	const changed = await call('PATCH', path, {
		events: null,
		severities: ['critical'],
		expiration: '2027-01-01T00:00:00Z',
	});
	expect(changed).toMatchObject({
		status: 200,
		body: { severities: ['critical'], subjects: [NODE] },
	});
	expect(changed.body).not.toHaveProperty('events');
	expect(bench.sent).toHaveLength(1);
	const again = await call('PATCH', path, { expiration: null });
	expect(again.body).not.toHaveProperty('expiration');
	expect((await call('GET', path)).body).toEqual(again.body);
});

test('another URL is proven before it is used; a private one changes nothing', async () => {
	const { body } = await create();
	const path = `/subscriptions/${body.id}`;
	bench.answer = () => ({ error: 'the address is private' });
	const moved = { url: 'https://rebound.example.org/' };
	expect(await call('PATCH', path, moved)).toMatchObject({
		status: 400,
		body: { problems: [{ field: 'url', rule: 'must not lead to a private address' }] },
	});
	expect((await call('GET', path)).body).toMatchObject({ status: 'active', url: URL });
	bench.answer = () => ({ status: 200 });
	expect((await call('PATCH', path, moved)).body).toMatchObject({ status: 'pending', ...moved });
	bench.answer = echoed;
	const proven = await call('PATCH', path, { status: 'active' });
	expect(proven.body).toMatchObject({ status: 'active', ...moved });
});

test('a new secret signs beside the old one for a day', async () => {
	const { body } = await create();
	const path = `/subscriptions/${body.id}`;
	const next = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
	await call('PATCH', path, { secret: next });
	const signed = async () => {
		expect((await call('POST', `${path}/test`, {})).body).toMatchObject({ accepted: true });
		return bench.sent.at(-1)?.headers['webhook-signature'].split(' ').length;
	};
	expect(await signed()).toBe(2);
	bench.clock.time += 86_400_000;
	expect(await signed()).toBe(1);
});

test('a test sends a sample to the URL, and tells the response', async () => {
	const { body } = await create();
	bench.answer = () => ({ status: 503 });
	const tested = await call('POST', `/subscriptions/${body.id}/test`, { severity: 'critical' });
	expect(tested).toMatchObject({
		status: 200,
		body: { accepted: false, requests: [{ severity: 'critical', status: 503, verdict: 'retry' }] },
	});
	expect(JSON.parse(bench.sent[1].body)).toMatchObject({ data: { sample: true } });
});

test('a deleted subscription is not found', async () => {
	const { body } = await create();
	const path = `/subscriptions/${body.id}`;
	expect(await call('DELETE', path)).toMatchObject({ status: 204, body: undefined });
	for (const method of ['GET', 'DELETE']) {
		expect((await call(method, path)).status).toBe(404);
	}
	expect((await call('GET', '/subscriptions')).body).toEqual({ subscriptions: [] });
});

test('lists come in pages', async () => {
	const ids = new Set<string>();
	for (let count = 0; count < 7; count++) ids.add((await create({ url: SLACK })).body.id);
	const seen: string[] = [];
	for (let after: string | undefined; ; ) {
		const query = { limit: '3', ...(after && { after }) };
		const { status, body } = await bench.request({ path: '/subscriptions', query, token });
		expect(status).toBe(200);
		seen.push(...body.subscriptions.map(({ id }: { id: string }) => id));
		after = body.next as string | undefined;
		if (after === undefined) break;
	}
	expect(seen).toEqual([...ids].sort());
});

test('a repeated call with the same key makes one subscription, for a day', async () => {
	const post = async (body: object, key = 'zap-1', of = token) => {
		const headers = { 'idempotency-key': key };
		return await bench.request({
			method: 'POST',
			path: '/subscriptions',
			headers,
			token: of,
			body,
		});
	};
	const first = await post({ url: URL });
	bench.clock.time += 24 * 60 * 60_000;
	const second = await post({ url: URL });
	expect([first.status, second.status]).toEqual([201, 200]);
	const { id, secret, url } = first.body as Record<string, string>;
	expect(second.body).toMatchObject({ id, secret, url });
	expect(id).toMatch(/^[0-9a-f]{20}$/);
	for (const other of [
		{ url: `${URL}/2` },
		{ url: URL, format: 'flat' },
		{ url: URL, events: ['validator.left'] },
	]) {
		expect([other, (await post(other)).body.error]).toEqual([other, 'KeyUsed']);
	}
	bench.clock.time++;
	expect((await post({ url: URL })).body.error).toBe('KeyUsed');
	expect((await call('GET', '/subscriptions')).body.subscriptions).toHaveLength(1);
	for (const key of ['', 'a b', 'a'.repeat(201), 'é']) {
		const problems = [{ field: 'idempotency-key', value: JSON.stringify(key) }];
		const refused = await post({ url: URL }, key);
		expect(refused).toMatchObject({ status: 400, body: key.length > 200 ? {} : { problems } });
	}
	// Of another key or owner it is another one; some formats have no secret.
	const others = [
		await post({ url: URL }, 'zap-2'),
		await post({ url: URL }, 'zap-1', await bench.token()),
	];
	expect(others.map(({ status }) => status)).toEqual([201, 201]);
	const made = [await post({ url: SLACK }, 'zap-3'), await post({ url: SLACK }, 'zap-3')];
	expect(made.map(({ status, body }) => [status, body.secret])).toEqual([
		[201, undefined],
		[200, undefined],
	]);
});

test('samples are the newest real events, or generated ones', async () => {
	const limited = async (limit: string) =>
		await bench.request({ path: '/events', query: { limit }, token });
	const generated = await limited('2');
	expect(generated.body.events).toHaveLength(2);
	expect(generated.body.events[0].data).toMatchObject({ sample: true, severity: 'warning' });
	const event = { id: 'a', type: 'validator.joined', timestamp: '2026-11-01T00:00:00Z', data: {} };
	await bench.store.noteSample({ source: 'staking', event }, bench.clock.now());
	expect((await limited('2')).body.events).toEqual([event]);
});

test('a token with an allow-list subscribes to nothing else, and sees no other samples', async () => {
	const allowed = { sources: ['staking'], events: ['validator.joined'], subjects: ['0xAb'] };
	const own = await bench.token({ owner: 'acme', allowed });
	const mistaken = [
		{},
		{ events: ['validator.left'] },
		{ events: ['validator.joined'], subjects: ['0xcd'] },
	];
	for (const given of mistaken) {
		const { status, body } = await create(given, own);
		expect([status, body.message]).toEqual([400, expect.stringContaining('that the token allows')]);
	}
	const made = await create({ events: ['validator.joined'], subjects: ['0xaB'] }, own);
	expect(made).toMatchObject({ status: 201, body: { sources: ['staking'] } });
	const path = `/subscriptions/${made.body.id}`;
	expect((await call('PATCH', path, { events: null }, own)).status).toBe(400);
	const about = {
		type: 'validator.joined',
		timestamp: '2026-11-01T00:00:00Z',
		data: { subject: '0xab' },
	};
	const now = bench.clock.now();
	await bench.store.noteSample({ source: 'other', event: { id: 'a', ...about } }, now);
	const samples = async () => (await bench.request({ path: '/events', token: own })).body.events;
	expect((await samples())[0].data.sample).toBe(true);
	await bench.store.noteSample({ source: 'staking', event: { id: 'b', ...about } }, now);
	expect((await samples()).map(({ id }: { id: string }) => id)).toEqual(['b']);
	const wanted = async (source: string) =>
		(await bench.targetsFor({ id: 'c', ...about }, source)).length;
	expect([await wanted('staking'), await wanted('other')]).toEqual([1, 0]);
});

test.each([
	['/subscriptions', 'x'],
	['/subscriptions', ''],
	['/subscriptions', 'sub#'],
	['/subscriptions', 'minute#1'],
	['/subscriptions/{id}/deliveries', 'sub#aaaaaaaaaaaaaaaaaaaa'],
	['/subscriptions/{id}/deliveries', 'z'.repeat(300)],
])('%s refuses a forged position %j', async (path, position) => {
	const { body } = await create();
	const query = { after: Buffer.from(position).toString('base64url') };
	const answer = await bench.request({ path: path.replace('{id}', body.id), query, token });
	expect(answer).toMatchObject({ status: 400, body: { error: 'InvalidRequest' } });
});

test('a token shows its owner, scopes and limits', async () => {
	const expiresAt = bench.clock.now() + 1_000;
	const own = await bench.token({ name: 'acme', scopes: ['read'], owner: 'acme', expiresAt });
	expect((await call('GET', '/me', undefined, own)).body).toEqual({
		owner: 'acme',
		name: 'acme',
		scopes: ['read'],
		limits: { subscriptions: 100, perMinute: 1_000 },
		expiresAt: new Date(expiresAt).toISOString(),
	});
	expect(await create({}, own)).toMatchObject({ status: 403, body: { error: 'Forbidden' } });
	bench.clock.time = expiresAt;
	expect((await call('GET', '/me', undefined, own)).status).toBe(401);
});
