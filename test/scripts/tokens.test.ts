import {
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../lab/kit/lambda/subscriptionKit';
import { tokensCommand } from '../../scripts/tokens';

/** `npm run lambdas -- tokens`: what it makes is a token of the API until it is revoked or ends. */

let bench: SubscriptionsBench;
beforeEach(async () => {
	bench = await startSubscriptionsBench();
});
afterEach(async () => await bench.close());

const run = async (...args: string[]) =>
	await tokensCommand(
		args,
		{ SUBSCRIPTIONS_TABLE: 'subscriptions' },
		() => bench.store,
		bench.clock.now(),
	);
const me = async (token: string) => await bench.request({ path: '/me', token });

test('makes, lists and revokes', async () => {
	const made = await run(
		'create',
		'--name',
		'acme',
		'--scopes',
		'events,read',
		'--subscriptions',
		'7',
	);
	const [token, ...rest] = made.split('\n');
	const { id, owner } = JSON.parse(rest.join('\n')) as { id: string; owner: string };
	expect((await me(token)).body).toEqual({
		owner,
		name: 'acme',
		scopes: ['read', 'events'],
		limits: { subscriptions: 7, perMinute: 60 },
	});
	const next = await run('create', '--name', 'acme 2', '--owner', owner, '--expires', '2027-01-31');
	expect((await me(next.split('\n')[0])).body).toMatchObject({ owner });
	const list = await run('list');
	expect(JSON.parse(list)).toHaveLength(2);
	expect(list).not.toMatch(/digest|avn_/);
	expect(await run('revoke', id)).toBe(`Token ${id} is revoked`);
	expect((await me(token)).status).toBe(401);
	expect(await run('list')).toContain('"revokedAt": "2026-');
});

test.each([
	[['create'], /--name must be 1 to 100 characters/],
	[['create', '--name', 'a', '--scopes', 'admin'], /--scopes must be of read, write.*given: admin/],
	[['create', '--name', 'a', '--owner', 'A:b'], /--owner must be.*given: A:b/],
	[['create', '--name', 'a', '--subscriptions', '0'], /--subscriptions must be a whole.*given: 0/],
	[['create', '--name', 'a', '--expires', '2020-01-01'], /--expires must be a future time/],
	[['create', '--name', 'a', '--table', '!'], /--table must be the name.*given: !/],
	[['revoke', 'nobody'], /There is no token nobody/],
	[['remove'], /create, list or revoke/],
])('%s is refused', async (args, message) => {
	await expect(run(...args)).rejects.toThrow(message);
	expect(await bench.store.tokens()).toEqual([]);
});
