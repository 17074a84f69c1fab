import { type Client, createClient, webhook } from '../../core';
import type { WantedWebhook } from '../../core/webhooks/instantEvent';
import { balanceThreshold } from '../../core/subjects/events/balanceThreshold/instant';
import { delegation } from '../../core/subjects/events/delegation/instant';
import { l1Validator } from '../../core/subjects/events/l1Validator/instant';
import { transfer } from '../../core/subjects/events/transfer/instant';
import {
	type Registered,
	type Upkeep,
	keepWebhooks,
	removeWebhooks,
	sharedSecret,
} from '../../core/subjects/events/shared/webhookUpkeep';
import { emulatorForTests } from '../emulatorForTests';

/** Creation, repair and removal of webhooks at the emulated service. */

const URL_A = 'https://n8n.receiver.example/webhook/1/webhook';
const URL_B = 'https://new.receiver.example/webhook/1/webhook';
const [A, B, C] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`);
const NODES = [
	'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
];

const emulator = emulatorForTests();
let client: Client;
beforeAll(async () => {
	client = createClient({ dataUrl: emulator.dataUrl, retry: { retries: 0 } });
});
afterEach(() => emulator.control.reset());

const transfers = (...addresses: string[]) =>
	transfer.webhooks(transfer.settings({ addresses: addresses.join(', ') }));
const delegationsOn = (network: string, ...nodeIds: string[]) =>
	delegation.webhooks(delegation.settings({ network, nodeIds: nodeIds.join(', ') }));
const delegations = (...nodeIds: string[]) => delegationsOn('mainnet', ...nodeIds);

async function keep(wanted: WantedWebhook[], registered?: Registered, more: Partial<Upkeep> = {}) {
	const result = await keepWebhooks(client, { wanted, registered, url: URL_A, ...more });
	return { ...result, ids: Object.keys(result.registered.networks) };
}

/** The active webhooks of the two URLs, as the service has them. */
const active = () =>
	emulator.control
		.webhooks()
		.filter(({ url, status }) => [URL_A, URL_B].includes(String(url)) && status === 'active');
const changesMade = () =>
	emulator.control.requests().filter(({ method }) => method !== 'GET').length;

test('one webhook for EVM addresses, and one for each node', async () => {
	const { ids, repairs } = await keep([...transfers(A, B), ...delegations(...NODES)]);
	expect(repairs.map(({ what }) => what)).toEqual(['created', 'created', 'created']);
	expect(active().map(({ id }) => id)).toEqual(ids);
	expect(active()[0]).toMatchObject({
		eventType: 'address_activity',
		includeInternalTxs: true,
		includeLogs: false,
		metadata: { addresses: [A, B] },
	});
});

test('what is as it should be is left alone', async () => {
	const low = balanceThreshold.settings({
		network: 'mainnet',
		addresses: 'P-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5',
		balanceThreshold: '1.5',
	});
	const fees = l1Validator.settings({
		network: 'mainnet',
		nodeIds: NODES[0],
		feeBalanceThreshold: 2,
	});
	const wanted = [
		...transfers(A, B),
		...delegations(...NODES),
		...balanceThreshold.webhooks(low),
		...l1Validator.webhooks(fees),
	];
	const { registered } = await keep(wanted);
	emulator.control.clearRequests();
	expect(await keep(wanted, registered)).toMatchObject({ registered, repairs: [] });
	expect(changesMade()).toBe(0);
});

test('a lost state makes no twins', async () => {
	const wanted = [...transfers(A), ...delegations(...NODES)];
	const { ids } = await keep(wanted);
	expect((await keep(wanted)).ids).toEqual(ids);
	expect(active()).toHaveLength(3);
});

test('a twin at the same URL is removed', async () => {
	const [wanted] = transfers(A);
	const { ids } = await keep([wanted]);
	const twin = await client.call(webhook.create, { ...wanted, url: URL_A } as never);
	expect(await keep([wanted, ...delegations(NODES[0])])).toMatchObject({
		repairs: [{ what: 'created' }, { id: twin.id, what: 'removed' }],
	});
	expect(active()).toMatchObject([{ id: ids[0] }, { eventType: 'validator_activity' }]);
});

test('an inactive webhook is reactivated', async () => {
	const { ids, registered } = await keep(transfers(A));
	emulator.control.deactivateWebhook({ id: ids[0] });
	const { repairs } = await keep(transfers(A), registered);
	expect(repairs).toEqual([{ id: ids[0], what: 'reactivated' }]);
	expect(active()).toMatchObject([{ id: ids[0], url: URL_A }]);
});

test('EVM addresses and included data are changed in place', async () => {
	const { ids, registered } = await keep(transfers(A, B));
	const [wanted] = transfers(B.toUpperCase().replace('0X', '0x'), C);
	const result = await keep([{ ...wanted, includeLogs: true }], registered);
	expect(result).toMatchObject({ ids, repairs: [{ what: 'changed' }] });
	expect(active()).toMatchObject([{ metadata: { addresses: [B, C] }, includeLogs: true }]);
});

test('what the service cannot change makes a new webhook, and removes the old one', async () => {
	const { ids, registered } = await keep(delegations(...NODES));
	const result = await keep([...delegations(NODES[1]), ...transfers(A)], registered);
	expect(result.ids[0]).toBe(ids[1]);
	expect(result.repairs.map(({ what }) => what)).toEqual(['created', 'removed']);
	expect(active()).toHaveLength(2);
});

describe('another network', () => {
	const networksAtService = () => active().map(({ network }) => network);
	const whatOf = ({ repairs }: Awaited<ReturnType<typeof keep>>) => repairs.map(({ what }) => what);

	test('makes a new webhook', async () => {
		const { registered } = await keep(delegations(NODES[0]));
		const moved = await keep(delegationsOn('fuji', NODES[0]), registered);
		expect(whatOf(moved)).toEqual(['created', 'removed']);
		expect(networksAtService()).toEqual(['fuji']);
	});

	test('is known by the description or by the state; without both, the webhook is made anew', async () => {
		const { ids } = await keep(delegations(NODES[0]));
		expect(await keep(delegations(NODES[0]))).toMatchObject({ ids, repairs: [] });
		const { registered } = await keep(delegationsOn('fuji', NODES[0]));
		expect(networksAtService()).toEqual(['fuji']);
		const [id] = Object.keys(registered.networks);
		await client.call(webhook.update, { id, description: 'mine' } as never);
		expect(whatOf(await keep(delegationsOn('fuji', NODES[0]), registered))).toEqual([]);
		expect(whatOf(await keep(delegationsOn('fuji', NODES[0])))).toEqual(['created', 'removed']);
	});
});

describe('a webhook that leads elsewhere', () => {
	const isKin = (url: string) => url.includes('/webhook/1/');
	const byUrl = () => active().map(({ id, url }) => [id, url]);

	test.each([
		['of another instance', (_: Registered) => undefined],
		['of a state that was copied, or of a receiver that moved', (one: Registered) => one],
	])('%s stays, beside a second one, and both URLs are named once', async (_, stateOf) => {
		const first = await keep(transfers(A));
		const here = { url: URL_B, isKin };
		const second = await keep(transfers(A), stateOf(first.registered), here);
		expect(second.repairs).toEqual([
			{ id: first.ids[0], what: 'left', urls: [URL_A, URL_B] },
			{ id: second.ids[0], what: 'created' },
		]);
		expect(byUrl()).toEqual([
			[first.ids[0], URL_A],
			[second.ids[0], URL_B],
		]);
		expect((await keep(transfers(A), second.registered, here)).repairs).toEqual([]);
		await removeWebhooks(client, (url) => url === URL_B);
		expect(byUrl()).toEqual([[first.ids[0], URL_A]]);
	});

	test('is taken over if that is wanted', async () => {
		const { ids } = await keep(transfers(A));
		const here = { url: URL_B, isKin, takeOver: true };
		expect(await keep(transfers(A, B), undefined, here)).toMatchObject({
			ids,
			repairs: [
				{ id: ids[0], what: 'taken over', urls: [URL_A, URL_B] },
				{ id: ids[0], what: 'changed' },
			],
		});
		expect(byUrl()).toEqual([[ids[0], URL_B]]);
	});

	test('stays where the receiver is registered at its own URL, and its webhook is gone', async () => {
		const { ids } = await keep(transfers(A));
		const { registered } = await keep(transfers(B), undefined, { url: URL_B, isKin });
		await removeWebhooks(client, (url) => url === URL_B);
		await keep(transfers(B), registered, { url: URL_B, isKin, takeOver: true });
		expect(byUrl()).toContainEqual([ids[0], URL_A]);
	});

	test('since somebody else redirected it: that is told, and another one is made', async () => {
		const { ids, registered } = await keep(transfers(A));
		await client.call(webhook.update, { id: ids[0], url: URL_B } as never);
		const result = await keep(transfers(A), registered);
		expect(result.repairs).toMatchObject([
			{ id: ids[0], what: 'redirected', urls: [URL_B, URL_A] },
			{ what: 'created' },
		]);
		expect(byUrl()).toHaveLength(2);
	});

	test('without room for a second one: the failure names both URLs', async () => {
		await keep(transfers(A));
		emulator.control.setWebhooks({ most: 1 });
		const { failure, registered } = await keep(transfers(A), undefined, { url: URL_B, isKin });
		expect(failure?.message).toMatch(
			/plan allows.* leads to https:\/\/n8n\.receiver.*is https:\/\/new\.receiver.*Take Over/,
		);
		expect(registered).toEqual({ networks: {}, url: URL_B });
	});

	test('without room, a receiver that moved takes over later, without a word on its URL', async () => {
		const { registered } = await keep(transfers(A));
		emulator.control.setWebhooks({ most: 1 });
		const refused = await keep(transfers(A), registered, { url: URL_B });
		expect(refused).toMatchObject({ registered, repairs: [] });
		expect(refused.failure?.message).toContain('Take Over');
		const later = await keep(transfers(A), refused.registered, { url: URL_B, takeOver: true });
		expect(later.repairs).toMatchObject([{ what: 'taken over' }]);
		expect(byUrl()).toMatchObject([[expect.any(String), URL_B]]);
	});
});

describe('a full plan', () => {
	const MANY = ['1', '2', '3', '4', '5', '6', '7'].map((digit) => `0x${digit.repeat(40)}`);

	test('addresses of a full list are removed first; of another one, they are added first', async () => {
		const { control } = emulator;
		control.setWebhooks({ plan: 'free' });
		const { ids, registered } = await keep(transfers(...MANY.slice(0, 5)));
		const { failure } = await keep(transfers(...MANY.slice(2)), registered);
		expect(failure).toBeUndefined();
		expect(active()).toMatchObject([{ id: ids[0], metadata: { addresses: MANY.slice(2) } }]);
		control.setWebhooks({ plan: 'paid' });
		control.clearRequests();
		await keep(transfers(MANY[0]), registered);
		const changes = control.requests().filter(({ method }) => method !== 'GET');
		expect(changes.map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
	});

	test('addresses that were removed in vain are put back', async () => {
		emulator.control.setWebhooks({ plan: 'free' });
		await keep(transfers(...MANY.slice(0, 5)));
		const { failure } = await keep(transfers(...MANY.slice(1)), undefined, {
			...{ url: URL_B, takeOver: true, isKin: (url) => url === URL_A },
		});
		expect(failure?.message).toContain('a maximum of 5 addresses per webhook');
		const [{ url, metadata }] = active();
		expect(url).toBe(URL_A);
		expect((metadata as { addresses: string[] }).addresses.sort()).toEqual(MANY.slice(0, 5));
	});

	test('a webhook that is not wanted any more makes room for a wanted one', async () => {
		const { control } = emulator;
		const { registered } = await keep(delegations(NODES[0]));
		const most = control.webhooks().filter(({ status }) => status === 'active').length;
		control.setWebhooks({ most });
		const { failure, repairs } = await keep(delegationsOn('fuji', NODES[0]), registered);
		expect(failure).toBeUndefined();
		expect(repairs.map(({ what }) => what)).toEqual(['removed', 'created']);
	});

	test('one that cannot be made is in the result, and the others are kept', async () => {
		emulator.control.setWebhooks({ plan: 'free' });
		const { failure, ids } = await keep([...transfers(...MANY), ...delegations(NODES[0])]);
		expect(failure?.message).toContain('a maximum of 5 addresses per webhook');
		expect(active().map(({ id }) => id)).toEqual(ids);
	});
});

test('the secret is read, and generated only if there is none', async () => {
	const secret = await sharedSecret(client);
	expect(await sharedSecret(client)).toBe(secret);
	expect(changesMade()).toBe(0);
	emulator.control.setWebhooks({ hasSecret: false });
	const first = await sharedSecret(client);
	expect(changesMade()).toBe(1);
	expect(await sharedSecret(client)).toBe(first);
	emulator.control.addFaults({ faults: [{ kind: 'status', status: 503 }] });
	await expect(sharedSecret(client)).rejects.toMatchObject({ kind: 'unavailable' });
	expect(changesMade()).toBe(1);
});
