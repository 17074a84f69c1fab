import { type Client, createClient, webhook } from '../../core';
import type { WantedWebhook } from '../../core/webhooks/instantEvent';
import { delegation } from '../../subjects/events/delegation/instant';
import { transfer } from '../../subjects/events/transfer/instant';
import {
	keepWebhooks,
	removeWebhooks,
	sharedSecret,
} from '../../subjects/events/shared/webhookUpkeep';
import { type Emulator, startEmulator } from '../../emulator';

/** Creation, repair and removal of webhooks at the emulated service. */

const URL_A = 'https://n8n.receiver.example/webhook/1/webhook';
const URL_B = 'https://new.receiver.example/webhook/1/webhook';
const [A, B, C] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`);
const NODES = [
	'NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg',
	'NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD',
];

let emulator: Emulator;
let client: Client;
beforeAll(async () => {
	emulator = await startEmulator({ realTime: false });
	client = createClient({ dataUrl: emulator.dataUrl, retry: { retries: 0 } });
});
afterEach(() => emulator.control.reset());
afterAll(async () => await emulator.close());

const transfers = (...addresses: string[]) =>
	transfer.webhooks(transfer.settings({ addresses: addresses.join(', ') }));
const delegations = (...nodeIds: string[]) =>
	delegation.webhooks(delegation.settings({ network: 'mainnet', nodeIds: nodeIds.join(', ') }));

const keep = async (wanted: WantedWebhook[], known: string[] = [], more: object = {}) =>
	await keepWebhooks(client, { wanted, known, url: URL_A, create: true, ...more });

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
	const wanted = [...transfers(A, B), ...delegations(...NODES)];
	const { ids } = await keep(wanted);
	emulator.control.clearRequests();
	expect(await keep(wanted, ids)).toEqual({ ids, repairs: [], missing: 0 });
	expect(changesMade()).toBe(0);
});

test('lost ids make no twins', async () => {
	const wanted = [...transfers(A), ...delegations(...NODES)];
	const { ids } = await keep(wanted);
	expect((await keep(wanted)).ids).toEqual(ids);
	expect(active()).toHaveLength(3);
});

test('a twin of the same URL is removed', async () => {
	const [wanted] = transfers(A);
	const { ids } = await keep([wanted]);
	const twin = await client.call(webhook.create, { ...wanted, url: URL_A } as never);
	const result = await keep([wanted]);
	expect(result).toMatchObject({ ids, repairs: [{ id: twin.id, what: 'removed' }] });
	expect(active()).toHaveLength(1);
});

test('an inactive webhook is reactivated, a moved URL repaired', async () => {
	const { ids } = await keep(transfers(A));
	emulator.control.deactivateWebhook({ id: ids[0] });
	const result = await keep(transfers(A), ids, { url: URL_B });
	expect(result).toEqual({
		ids,
		repairs: [
			{ id: ids[0], what: 'reactivated' },
			{ id: ids[0], what: 'redirected' },
		],
		missing: 0,
	});
	expect(active()).toMatchObject([{ id: ids[0], url: URL_B }]);
});

test('EVM addresses and included data are changed in place', async () => {
	const { ids } = await keep(transfers(A, B));
	const [wanted] = transfers(B.toUpperCase().replace('0X', '0x'), C);
	const result = await keep([{ ...wanted, includeLogs: true }], ids);
	expect(result).toMatchObject({ ids, repairs: [{ what: 'changed' }] });
	expect(active()).toMatchObject([{ metadata: { addresses: [B, C] }, includeLogs: true }]);
});

test('what the service cannot change makes a new webhook, and removes the old one', async () => {
	const { ids } = await keep(delegations(...NODES));
	const result = await keep(delegations(NODES[1]), ids);
	expect(result.ids).toEqual([ids[1]]);
	expect(result.repairs).toEqual([{ id: ids[0], what: 'removed' }]);
	const other = await keep(transfers(A), [ids[1]]);
	expect(other.repairs.map(({ what }) => what)).toEqual(['created', 'removed']);
	expect(active()).toHaveLength(1);
});

test('without leave to create, the missing ones are counted, and nothing is removed', async () => {
	const { ids } = await keep(delegations(NODES[0]));
	const result = await keep(delegations(...NODES), ids, { create: false });
	expect(result).toEqual({ ids, repairs: [], missing: 1 });
	const gone = await keep(delegations(NODES[1]), ids, { create: false });
	expect(gone).toEqual({ ids: [], repairs: [], missing: 1 });
	expect(active()).toHaveLength(1);
});

test('a URL that is not known stays, and own webhooks are found by a part of it', async () => {
	const { ids } = await keep(transfers(A));
	emulator.control.deactivateWebhook({ id: ids[0] });
	const blind = { url: undefined, create: true };
	expect(await keep(transfers(A), ids, blind)).toMatchObject({
		repairs: [{ what: 'reactivated' }],
	});
	const isOwn = (url: string) => url.includes('/webhook/1/');
	expect(await keep(transfers(A), [], { ...blind, isOwn })).toEqual({
		ids,
		repairs: [],
		missing: 0,
	});
	expect(active()).toMatchObject([{ url: URL_A }]);
});

test('if one cannot be created, none is', async () => {
	emulator.control.setWebhooks({ plan: 'free' });
	const many = Array.from({ length: 6 }, (_, i) => `0x${String(i).repeat(40)}`);
	await expect(keep([...delegations(NODES[0]), ...transfers(...many)])).rejects.toThrow(
		'a maximum of 5 addresses per webhook',
	);
	expect(active()).toEqual([]);
});

test('removal: what is gone is removed, and the URL is used if nothing is known', async () => {
	const { ids } = await keep(delegations(...NODES));
	await removeWebhooks(client, { known: [...ids, '00000000-0000-4000-8000-000000000000'] });
	expect(active()).toEqual([]);
	await keep(delegations(...NODES));
	await removeWebhooks(client, { known: [], url: URL_A });
	expect(active()).toEqual([]);
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
