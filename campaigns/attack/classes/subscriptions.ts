import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
	type ApiAnswer,
	type ApiRequest,
	SUBSCRIPTIONS,
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../../kit/lambda/subscriptionKit';
import { dynamoSubscriptions } from '../../../lambdas/subscriptions/dynamoStore';
import { sendMessage } from '../../../lambdas/notify/send';
import { memoryTable } from '../../notifyWorld/table';
import { withNames } from '../names';
import { privatePlaces } from '../privatePlaces';
import type { AttackClass } from '../stage';
import type { End, Watch } from '../watch';

/** Subscribers that reach into a private network, into the subscriptions of others, or beyond their limits. */

const HOOK = 'https://hooks.slack.com/services/T0/B0/abcdefgh';
const TOKENS = path.resolve(__dirname, '../../../lambdas/subscriptions/tokens.ts');

const KINDS: Readonly<Record<number, string>> = {
	401: 'unauthorized',
	403: 'forbidden',
	404: 'not-found',
	429: 'rate-limited',
};

function endOf({ status, body }: ApiAnswer, wrong?: string): End {
	const kind = status < 300 ? 'answered' : (KINDS[status] ?? 'invalid-input');
	const failed = status >= 500 ? `status ${status}` : undefined;
	const found = failed ?? wrong;
	return { kind, text: JSON.stringify(body ?? null), ...(found !== undefined && { wrong: found }) };
}

const listed = async (bench: SubscriptionsBench, token: string) =>
	(await bench.request({ path: '/subscriptions', query: { limit: '100' }, token })).body
		.subscriptions as Array<{ id: string; url: string }>;

/** Private URLs, and names that lead into private networks at once or later. */
async function requestForgery(bench: SubscriptionsBench, watch: Watch): Promise<void> {
	const connections = { count: 0 };
	const server = createServer((socket) => {
		connections.count++;
		socket.destroy();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	bench.newProcess({ send: sendMessage });
	try {
		const token = await bench.token();
		const post = async (body: object) =>
			await bench.request({ method: 'POST', path: '/subscriptions', token, body });
		for (const place of privatePlaces(String(port))) {
			for (const format of ['event', 'slack']) {
				await watch.attack(`subscribes ${place} as ${format}`, async () => {
					const answer = await post({ url: place.replace(/^http:/, 'https:'), format });
					const taken = (await listed(bench, token)).length > 0;
					return endOf(answer, taken ? 'it is a subscription' : undefined);
				});
			}
		}
		for (const host of ['hooks.slack.com.attack.example.com', 'rebinds.attack.example.com']) {
			const url = `https://${host}:${port}/services/T0/B0/a`;
			await watch.attack(`subscribes the private name ${host}`, async () => {
				const answer = await withNames(
					(asked) => (asked === host ? ['127.0.0.1'] : undefined),
					() => post({ url }),
				);
				const taken = (await listed(bench, token)).length > 0;
				return endOf(answer, taken ? 'it is a subscription' : undefined);
			});
			// Its name is public when it is proven, and private afterwards.
			bench.newProcess();
			const { body } = await post({ url });
			bench.newProcess({ send: sendMessage });
			await watch.attack(`rebinds ${host} after the proof`, async () => {
				const answer = await withNames(
					(asked) => (asked === host ? ['169.254.169.254', '127.0.0.1'] : undefined),
					() => bench.request({ method: 'POST', path: `/subscriptions/${body.id}/test`, token }),
				);
				return endOf(answer, answer.body.accepted ? 'it was sent' : undefined);
			});
			await bench.request({ method: 'DELETE', path: `/subscriptions/${body.id}`, token });
		}
		if (connections.count > 0) watch.finding('subscriptions', 'this machine was connected to');
	} finally {
		bench.newProcess();
		await new Promise((resolve) => server.close(resolve));
	}
}

/** Every call on the subscription of another. */
async function others(bench: SubscriptionsBench, watch: Watch): Promise<void> {
	const [mine, theirs] = [await bench.token(), await bench.token()];
	const body = { url: HOOK };
	const { id } = (
		await bench.request({ method: 'POST', path: '/subscriptions', token: theirs, body })
	).body as { id: string };
	const owner = theirs.slice(4, 16);
	const ids = [
		id,
		`${id}/`,
		`${owner}:${id}`,
		`../${owner}/${id}`,
		id.toUpperCase(),
		'%2e%2e',
		'sub#',
	];
	for (const each of ids) {
		for (const [method, end, sent] of [
			['GET', ''],
			['PATCH', '', { url: 'https://mine.example.org/' }],
			['DELETE', ''],
			['GET', '/deliveries'],
			['POST', '/test', {}],
			['POST', '/confirm', { challenge: 'a' }],
		] as const) {
			await watch.attack(
				`${method} ${each}${end} of another`,
				async () => {
					const at = `/subscriptions/${each}${end}`;
					const answer = await bench.request({ method, path: at, token: mine, body: sent });
					const [kept] = await listed(bench, theirs);
					return endOf(answer, kept?.url === HOOK ? undefined : 'it was changed');
				},
				{ kind: 'not-found' },
			);
		}
	}
}

/** Guessed, changed, ended and repeated tokens. */
async function guesses(bench: SubscriptionsBench, watch: Watch): Promise<void> {
	const token = await bench.token();
	const revoked = await bench.token();
	await bench.store.revokeToken(revoked.slice(4, 16), bench.clock.now());
	const ended = await bench.token({ expiresAt: bench.clock.now() });
	const changed = (at: number) =>
		`${token.slice(0, at)}${token[at] === 'b' ? 'c' : 'b'}${token.slice(at + 1)}`;
	const tokens: Array<readonly [name: string, token: string]> = [
		['a revoked one', revoked],
		['one that has ended', ended],
		['a shorter one', token.slice(0, -1)],
		['a longer one', `${token}a`],
		['its id alone', token.slice(0, 17)],
		['one in capitals', token.toUpperCase()],
		['the prototype', 'avn___proto_____constructor'],
		...[4, 9, 15, 17, 30, 58].map(
			(at) => [`one with character ${at} changed`, changed(at)] as const,
		),
		['8 KB', `avn_${'a'.repeat(8_000)}`],
	];
	for (const [name, given] of tokens) {
		await watch.attack(
			`a token: ${name}`,
			async () => endOf(await bench.request({ path: '/me', token: given })),
			{ kind: 'unauthorized' },
		);
	}
	const pairs: Array<readonly [string, ApiRequest['headers']]> = [
		['in another scheme', { authorization: `Basic ${token}` }],
		['in a query', {}],
		['twice', { authorization: `Bearer ${token}`, Authorization: `Bearer ${revoked}` }],
	];
	for (const [name, headers] of pairs) {
		const given = { path: '/me', headers, query: { token, access_token: token } };
		await watch.attack(`a token ${name}`, async () => endOf(await bench.request(given)), {
			kind: 'unauthorized',
		});
	}
	// A clock would judge the machine: the comparison itself is looked at.
	if (!/timingSafeEqual\(a, b\)/.test(readFileSync(TOKENS, 'utf8'))) {
		watch.finding('timing', 'tokens are not compared in constant time');
	}
}

/** Bodies that cost time or memory. */
async function costly(bench: SubscriptionsBench, watch: Watch): Promise<void> {
	const token = await bench.token({ limits: { perMinute: 1_000_000 } });
	const bodies: Array<readonly [name: string, body: string]> = [
		['6 MB', `{"url":"${HOOK}${'a'.repeat(6 * 1024 * 1024)}"}`],
		['6 MB of spaces', `${' '.repeat(6 * 1024 * 1024)}{}`],
		['lists within lists', '['.repeat(30_000)],
		['objects within objects', '{"a":'.repeat(6_000)],
		['a long number', `{"url":${'9'.repeat(30_000)}}`],
		[
			'many events',
			JSON.stringify({ url: HOOK, events: Array.from({ length: 3_000 }, () => 'a') }),
		],
		['an owner', JSON.stringify({ url: HOOK, owner: 'x', id: 'y', status: 'active' })],
		[
			'a subject with marks of keys',
			JSON.stringify({ url: HOOK, subjects: ['#', '*', '=\u0000'] }),
		],
	];
	for (const [name, body] of bodies) {
		await watch.attack(
			`a body: ${name}`,
			async () =>
				endOf(await bench.request({ method: 'POST', path: '/subscriptions', token, body })),
			{ kind: 'invalid-input' },
		);
	}
	await watch.attack('a body: a prototype with another owner', async () => {
		const body = '{"url":"https://a.example.org/","__proto__":{"owner":"x"}}';
		const answer = await bench.request({ method: 'POST', path: '/subscriptions', token, body });
		const isOwn = (await listed(bench, token)).length === (answer.status === 201 ? 1 : 0);
		return endOf(answer, isOwn ? undefined : 'it belongs to another');
	});
}

/** Very many subscriptions by one token, of which the limit allows few. */
async function flood(bench: SubscriptionsBench, watch: Watch, count: number): Promise<void> {
	const most = 20;
	// In memory: a server would be the slowest part, and keep every call.
	const table = memoryTable({ clock: bench.clock, latencyMs: 0 });
	bench.store = dynamoSubscriptions(table as never, SUBSCRIPTIONS);
	const token = await bench.token({ limits: { subscriptions: most, perMinute: 1_000_000 } });
	const post = async () =>
		await bench.request({ method: 'POST', path: '/subscriptions', token, body: { url: HOOK } });
	await watch.attack(
		`${count} subscriptions by one token`,
		async () => {
			let last: ApiAnswer = await post();
			for (let made = 0; made < count; made += 10) {
				[last] = await Promise.all(Array.from({ length: 10 }, post));
				bench.logged.length = 0;
				// The campaign looks whether the process is blocked.
				await new Promise(setImmediate);
			}
			const kept = (await listed(bench, token)).length;
			const items = table.items().length;
			const wrong = kept > most || items > 10 * most;
			return endOf(
				last,
				wrong ? `there are ${kept} of at most ${most}, and ${items} items` : undefined,
			);
		},
		{ endsMs: 1_800_000 },
	);
	const slow = await bench.token({ limits: { perMinute: 5 } });
	for (let at = 0; at < 10; at++) {
		await watch.attack(
			`call ${at + 1} of a token with 5 a minute`,
			async () =>
				endOf(
					await bench.request({ method: 'POST', path: '/subscriptions', token: slow, body: {} }),
				),
			{ kind: at < 5 ? 'invalid-input' : 'rate-limited' },
		);
	}
}

export const subscriptionClass: AttackClass = {
	name: 'subscriptions',
	about:
		'subscribers that reach into private networks, into those of others, or beyond their limits',
	async run({ full }, watch) {
		const bench = await startSubscriptionsBench();
		try {
			await requestForgery(bench, watch);
			await others(bench, watch);
			await guesses(bench, watch);
			await costly(bench, watch);
			await flood(bench, watch, full ? 100_000 : 30);
		} finally {
			await bench.close();
		}
	},
};
