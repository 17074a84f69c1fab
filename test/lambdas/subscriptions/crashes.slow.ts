import { dyingEverywhere } from '../../../core/testing/deaths';
import {
	type ApiRequest,
	type SubscriptionsBench,
	startSubscriptionsBench,
} from '../../../lab/kit/lambda/subscriptionKit';
import { type Filters, wantsAll } from './filtersKit';

/** A call that dies at any call of the table leaves a subscription that is sent what it selects. */

const URL = 'https://receiver.example.org/hook';
const FIRST: Filters = { events: ['validator.joined'], severities: ['info', 'critical'] };
const SECOND: Filters = { events: ['validator.left', 'validator.joined'], severities: ['info'] };
const headers = { 'idempotency-key': 'one' };

let bench: SubscriptionsBench;
let token: string;
beforeEach(async () => {
	bench = await startSubscriptionsBench();
});
afterEach(async () => await bench.close());

/** Another owner, who has nothing yet. */
const start = async () => {
	bench.newProcess();
	token = await bench.token();
};

/** The subscriptions as their owner sees them, each of which must be sent what it selects, and nothing else. */
async function consistent() {
	const { subscriptions } = (await bench.request({ path: '/subscriptions', token })).body;
	for (const { event, wanted } of wantsAll(subscriptions)) {
		const ids = (await bench.targetsFor(event)).flatMap((name) => {
			const [, owner, id] = name.split(':');
			return token.startsWith(`avn_${owner}_`) ? [id] : [];
		});
		expect({ event, ids }).toEqual({ event, ids: wanted });
	}
	return subscriptions as Array<{ id: string; status: string } & Filters>;
}

/** Sends a request whose process dies at a call of the table. */
async function dying(request: ApiRequest, at: number) {
	let calls = 0;
	let died = false;
	bench.table.hook.before = () => {
		died ||= ++calls >= at;
		if (died) throw new Error('the process has died');
	};
	const { status } = await bench.request(request);
	bench.table.hook.before = undefined;
	return { died, status };
}

/** Kills a request at each call of the table in turn, and repeats it; its answer then. */
async function killed(
	prepare: () => Promise<ApiRequest>,
	after: (status: number) => Promise<void>,
): Promise<void> {
	await dyingEverywhere(
		async ({ at }) => {
			await start();
			const request = await prepare();
			const { died, status } = await dying(request, at);
			expect(status === 500).toBe(died);
			await consistent();
			bench.newProcess();
			const again = await bench.request(request);
			await consistent();
			await after(again.status);
			return died;
		},
		['before'],
	);
}

const post = { method: 'POST', path: '/subscriptions', headers } as const;

test('a subscription that is made', async () => {
	await killed(
		async () => ({ ...post, token, body: { url: URL, ...FIRST } }),
		async (status) => {
			expect([200, 201]).toContain(status);
			let [one] = await consistent();
			expect(await consistent()).toEqual([one]);
			if (one.status === 'pending') {
				const path = `/subscriptions/${one.id}`;
				await bench.request({ method: 'PATCH', path, token, body: { status: 'active' } });
				[one] = await consistent();
			}
			expect(one).toMatchObject({ status: 'active', ...FIRST });
		},
	);
}, 120_000);

test('a subscription that is changed', async () => {
	await killed(
		async () => {
			const made = await bench.request({ ...post, token, body: { url: URL, ...FIRST } });
			const path = `/subscriptions/${made.body.id}`;
			return { method: 'PATCH', path, token, body: SECOND };
		},
		async (status) => {
			expect(status).toBe(200);
			expect(await consistent()).toMatchObject([{ status: 'active', ...SECOND }]);
		},
	);
}, 120_000);

test('a subscription that is deleted', async () => {
	await killed(
		async () => {
			const made = await bench.request({ ...post, token, body: { url: URL, ...FIRST } });
			return { method: 'DELETE', path: `/subscriptions/${made.body.id}`, token };
		},
		async (status) => {
			expect([204, 404]).toContain(status);
			expect(await consistent()).toEqual([]);
		},
	);
}, 120_000);

test('of changes at once each is made whole, or refused', async () => {
	await start();
	const made = await bench.request({ ...post, token, body: { url: URL, ...FIRST } });
	const path = `/subscriptions/${made.body.id}`;
	const bodies = [SECOND, { severities: ['warning'] }, { events: null }, { subjects: ['a'] }];
	const answers = await Promise.all(
		bodies.map((body) => bench.request({ method: 'PATCH', path, token, body })),
	);
	for (const { status } of answers) expect([200, 409]).toContain(status);
	await consistent();
});

test('a process that dies leaves no subscription above the limit that can be active', async () => {
	await dyingEverywhere(
		async ({ at }) => {
			bench.newProcess();
			token = await bench.token({ limits: { subscriptions: 1 } });
			await bench.request({ ...post, token, body: { url: URL } });
			const second = { ...post, headers: { 'idempotency-key': 'two' }, token };
			const { died } = await dying({ ...second, body: { url: URL, ...FIRST } }, at);
			for (const { id } of await consistent()) {
				const path = `/subscriptions/${id}`;
				await bench.request({ method: 'PATCH', path, token, body: { status: 'active' } });
			}
			const active = (await consistent()).filter(({ status }) => status === 'active');
			expect(active).toHaveLength(1);
			return died;
		},
		['before'],
	);
}, 120_000);

test('a change and a removal at once leave no rows', async () => {
	await start();
	const made = await bench.request({ ...post, token, body: { url: URL, ...FIRST } });
	const path = `/subscriptions/${made.body.id}`;
	let removed: Promise<unknown> | undefined;
	// The subscription is removed after the change has put its rows.
	bench.table.hook.before = (name) => {
		if (name !== 'PutCommand' && name !== 'Put') return;
		bench.table.hook.before = undefined;
		removed = bench.request({ method: 'DELETE', path, token });
		throw Object.assign(new Error('another call was faster'), {
			name: 'ConditionalCheckFailedException',
		});
	};
	const { status } = await bench.request({ method: 'PATCH', path, token, body: SECOND });
	await removed;
	expect(status).toBe(409);
	const rows = (await bench.table.items()).filter(({ pk }) => String(pk).startsWith('match#'));
	expect(rows).toEqual([]);
});
